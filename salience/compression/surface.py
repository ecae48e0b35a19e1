"""The words that stay as a sentence that reads well: spaces, capitals and marks."""

from __future__ import annotations

from collections.abc import Sequence

from salience.text.words import Words

_ENDS = frozenset(".!?…")
_MARKS = frozenset((",", ";", ":", "-", "–", "—", "--"))
_CLOSING = frozenset((*_ENDS, ",", ";", ":"))
"""Marks without a space before them, also where a corpus writes one."""
_NO_SPACE_BEFORE = frozenset(")]}.,;:!?…%’”")
_NO_SPACE_AFTER = frozenset("([{“‘$£€#")


def surface(text: str, words: Words, kept: Sequence[int]) -> str:
    """The words of a sentence that stay, as a sentence.

    Words that were neighbours keep what stood between them. Where something between them is gone,
    there is a space, but not before a closing mark. Commas and dashes that lost what they divided
    go: at the beginning, before another mark, and before the end. The first word gets a capital
    where that of the sentence has one, and the mark at the end stays.

    Args:
        text: The text that the spans of the words count in.
        words: One sentence.
        kept: Indices of the words that stay, rising.

    Returns:
        One line; empty if no word stays.

    Example:
        >>> from salience.text.words import plain_words
        >>> text = "Yesterday , they say , it rained ."
        >>> surface(text, plain_words(text), (1, 4, 5, 6))
        'It rained.'
    """
    rest = _without_stray_marks([words.texts[i] for i in kept])
    places = [kept[i] for i in rest]
    if not places:
        return ""
    pieces: list[str] = []
    for before, here in zip([-1, *places], places, strict=False):
        if pieces:
            pieces.append(_between(text, words, before, here))
        pieces.append(words.texts[here])
    found = "".join(pieces)
    first, last = words.texts[0], words.texts[-1]
    if places[0] and first[:1].isupper() and words.texts[places[0]].islower():
        found = found[0].upper() + found[1:]
    if last in _ENDS and found[-1] not in _ENDS:
        found += last
    return found


def _without_stray_marks(texts: list[str]) -> list[int]:
    """Which words stay once marks that divide nothing are gone."""
    kept: list[int] = []
    for i, text in enumerate(texts):
        if text in _MARKS and not kept:
            continue
        if kept and text in _MARKS | _ENDS and texts[kept[-1]] in _MARKS:
            kept.pop()
        kept.append(i)
    while kept and texts[kept[-1]] in _MARKS:
        kept.pop()
    return kept


def _between(text: str, words: Words, before: int, here: int) -> str:
    """What stands between two words that stay: a space or nothing."""
    left, right = words.texts[before], words.texts[here]
    if here == before + 1 and words.spans[before][1] == words.spans[here][0]:
        return ""
    if here == before + 1 and right not in _CLOSING:
        return " "
    joined = right in _CLOSING or right[0] in _NO_SPACE_BEFORE or left[-1] in _NO_SPACE_AFTER
    return "" if joined else " "
