"""Which pairs of a phrase table are worth a reader's time: words that became others, and names."""

from collections.abc import Iterable, Iterator
from itertools import starmap
from os.path import commonprefix

Phrases = tuple[str, str]
"""A phrase of the document and what it became, as a phrase table has them."""


def is_changed(source: str, target: str) -> bool:
    """Whether words became others and not only other forms; no phrase begins or ends with a mark.

    Other numbers are no change, but an error of the links.
    """
    before, after = (text.casefold().split(" ") for text in (source, target))
    ends = (words[i] for words in (before, after) for i in (0, -1))
    numbers = [{word for word in words if word[0].isdigit()} for words in (before, after)]
    same = len(before) == len(after) and all(starmap(_are_forms, zip(before, after, strict=True)))
    other_numbers = all(numbers) and numbers[0] != numbers[1]
    return not (same or other_numbers) and all(any(map(str.isalnum, word)) for word in ends)


def are_names(source: str, target: str) -> bool:
    """Whether both phrases begin and end with a capital letter, as names do, and have no mark."""
    return _is_name(source) and _is_name(target)


def shortest(pairs: Iterable[Phrases]) -> Iterator[bool]:
    """Of each pair whether it is not merely another one with the same words around it."""
    pairs = list(pairs)
    there = {_folded(pair) for pair in pairs}
    for pair in pairs:
        folded = _folded(pair)
        core = _without_same_ends(*folded)
        yield core == folded or core not in there


def _are_forms(a: str, b: str) -> bool:
    """Whether words are the same, or differ in their last three letters at most."""
    return a == b or len(commonprefix((a, b))) >= max(3, len(a) - 3, len(b) - 3)  # noqa: RUF071


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
