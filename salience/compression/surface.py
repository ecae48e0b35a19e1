"""The words that stay as a sentence that reads well: spaces, capitals and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from salience.language import ENGLISH
from salience.text.words import Words

_ENDS = frozenset(".!?…")
_MARKS = frozenset((",", ";", ":", "-", "–", "—", "--"))
_CLOSING = frozenset((*_ENDS, ",", ";", ":"))
"""Marks without a space before them, also where a corpus writes one."""
_NO_SPACE_BEFORE = frozenset(")]}.,;:!?…%’”")
_NO_SPACE_AFTER = frozenset("([{“‘$£€#")
_PAIRS = {"(": ")", "[": "]", "{": "}", "“": "”", "‘": "’", "``": "''", '"': '"'}
_ENCLOSE = frozenset((*_PAIRS, *_PAIRS.values()))


def surface(text: str, words: Words, kept: Sequence[int]) -> str:
    """The words of a sentence that stay, as a sentence.

    Words that were neighbours keep what stood between them. Where something between them is gone,
    there is a space, but not before a closing mark. Commas and dashes that lost what they divided
    go: at the beginning, before another mark, and before the end. So do quotation marks and
    brackets that lost their other half, or all that they enclosed. The first word gets a capital
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
    marks = _enclosing(text, words)
    places = _with_end(words.texts, _without_halves(words.texts, kept, marks.pairs))
    places = _without_stray_marks(words.texts, places, marks.opening)
    texts = [words.texts[i] for i in places]
    first, now = _first_word(words.texts), _first_word(texts)
    if now < len(texts) and words.texts[first][0].isupper() and texts[now].islower():
        texts[now] = texts[now][0].upper() + texts[now][1:]
    pieces = []
    for n, word in enumerate(texts):
        if n:
            pieces.append(_between(text, words, places[n - 1], places[n], marks.opening))
        pieces.append(word)
    return "".join(pieces)


class _Enclosing(NamedTuple):
    """The quotation marks and brackets of a sentence."""

    pairs: list[tuple[int, int]]
    opening: set[int]
    """Those that open something, also where it is closed in another sentence."""


def _enclosing(text: str, words: Words) -> _Enclosing:
    pairs, opening = [], set()
    open_: list[int] = []
    for i, word in enumerate(words.texts):
        if word not in _ENCLOSE or words.tags[i] == "PART":  # the ’ of a possessive
            continue
        start, end = words.spans[i]
        apart = not text[start - 1 : start].strip(), not text[end : end + 1].strip()
        partner = next((j for j in open_[::-1] if _PAIRS[words.texts[j]] == word), None)
        if word in _PAIRS and (word != '"' or apart == (True, False)):
            partner = None
        if partner is not None:
            pairs.append((partner, i))
            open_ = open_[: open_.index(partner)]
        elif word in _PAIRS and (word != '"' or apart[0]):
            opening.add(i)
            open_.append(i)
    return _Enclosing(pairs, opening)


def _without_halves(
    texts: Sequence[str], kept: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> list[int]:
    """What stays, but for marks that lost their other half or all that they enclosed."""
    stays = set(kept)
    for left, right in pairs:
        inside = (i for i in range(left + 1, right) if i in stays and _is_word(texts[i]))
        if not {left, right} <= stays or next(inside, None) is None:
            stays -= {left, right}
    return sorted(stays)


def _with_end(texts: Sequence[str], kept: list[int]) -> list[int]:
    """What stays, and the mark at the end of the sentence where no other is there."""
    last = len(texts) - 1
    while last >= 0 and texts[last] in _ENCLOSE:
        last -= 1
    final = next((texts[i] for i in kept[::-1] if texts[i] not in _ENCLOSE | _MARKS), "")
    if last < 0 or texts[last] not in _ENDS or not final or final[-1] in _ENDS:
        return kept
    return sorted({*kept, last})


def _without_stray_marks(texts: Sequence[str], kept: Sequence[int], opening: set[int]) -> list[int]:
    """What stays once marks that divide nothing, close nothing or open nothing are gone."""
    found: list[int] = []
    for i in kept:
        text = texts[i]
        if not found and (text in _MARKS or (text in _ENCLOSE and i not in opening)):
            continue
        if found and text in _MARKS | _ENDS and texts[found[-1]] in _MARKS:
            found.pop()
        found.append(i)
    while found and (texts[found[-1]] in _MARKS or found[-1] in opening):
        found.pop()
    return found


def _is_word(text: str) -> bool:
    return text not in _MARKS | _ENDS | _ENCLOSE


def _first_word(texts: Sequence[str]) -> int:
    """The first word that has a letter or digit at its start; if there is none, their number."""
    return next((i for i, text in enumerate(texts) if text[0].isalnum()), len(texts))


def _between(text: str, words: Words, before: int, here: int, opening: set[int]) -> str:
    """What stands between two words that stay: a space or nothing."""
    left, right = words.texts[before], words.texts[here]
    if here == before + 1 and words.spans[before][1] == words.spans[here][0]:
        return ""
    if here == before + 1 and right not in _CLOSING:
        return " "
    closes = right in _ENCLOSE and here not in opening
    joined = (
        right in _CLOSING or right in ENGLISH.cuts.clitics or right[0] in _NO_SPACE_BEFORE or closes
    )
    return "" if joined or left[-1] in _NO_SPACE_AFTER or before in opening else " "
