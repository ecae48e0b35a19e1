"""Which pairs of a phrase table are worth a reader's time: words that became others, and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Phrases = tuple[str, str]
"""A phrase of the document and what it became, as a phrase table has them."""


def is_changed(source: str, target: str) -> bool:
    """Whether words became others, but for capitals; no phrase begins or ends with a mark.

    Example:
        >>> is_changed("the United States", "US"), is_changed("The", "the"), is_changed("a ,", "a")
        (True, False, False)
    """
    before, after = (text.casefold().split(" ") for text in (source, target))
    ends = (words[i] for words in (before, after) for i in (0, -1))
    return before != after and all(any(map(str.isalnum, word)) for word in ends)


def are_names(source: str, target: str) -> bool:
    """Whether both phrases begin and end with a capital letter, as names do, and have no mark.

    Example:
        >>> are_names("United States", "US"), are_names("the US", "US"), are_names("US ,", "US")
        (True, False, False)
    """
    return _is_name(source) and _is_name(target)


def shortest(pairs: Iterable[Phrases]) -> Iterator[bool]:
    """Of each pair whether it is not merely another one with the same words around it.

    Example:
        >>> pairs = [("in US courts", "in American courts"), ("US", "American"), ("a b", "a c")]
        >>> list(shortest(pairs))
        [False, True, True]
    """
    pairs = list(pairs)
    there = {_folded(pair) for pair in pairs}
    for pair in pairs:
        folded = _folded(pair)
        core = _without_same_ends(*folded)
        yield core == folded or core not in there


def _is_name(phrase: str) -> bool:
    words = phrase.split(" ")
    return all(words[i][0].isupper() for i in (0, -1)) and all(
        any(map(str.isalnum, word)) for word in words
    )


def _folded(pair: Phrases) -> Phrases:
    return pair[0].casefold(), pair[1].casefold()


def _without_same_ends(source: str, target: str) -> Phrases:
    """Both phrases without the words that they begin and end with alike."""
    before, after = source.split(" "), target.split(" ")
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    return " ".join(before), " ".join(after)
