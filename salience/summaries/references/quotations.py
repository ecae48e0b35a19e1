"""Quotations in the sentences of a text: which begin or end in one, and which lack a mark."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from salience.compression.asides import is_inch_mark
from salience.language import ENGLISH
from salience.sentences.quotations import closes_quotation, opens_quotation
from salience.text.words import Words

_OPENS, _CLOSES = frozenset(("“", "«", "``")), frozenset(("”", "»", "''"))
_OPENING, _CLOSING = _OPENS | {'"', "'", "‘", "(", "["}, _CLOSES | {'"', "'", "’", ")", "]"}
CLOSING_OF = {"“": "”", "«": "»", "``": "''", '"': '"'}
"""By the mark that opens a quotation, the one that closes it."""
_SINGLE = {"'": "'", "‘": "’", "’": "’"}


def whole_quotations(words: Words) -> Words:
    """The words with sentences that have the quotation marks that open and close them.

    What announces somebody's words is one sentence with the first of them.
    """
    starts, texts = [*words.sentences], words.texts
    for n in range(1, len(starts)):
        start, first = starts[n], starts[n - 1]
        while start - 1 > first and texts[start - 1] in _OPENING and are_apart(words, start - 1):
            start -= 1
        last = starts[n + 1] if n + 1 < len(starts) else len(words)
        if start == starts[n]:
            while start + 1 < last and texts[start] in _CLOSING and are_apart(words, start + 1):
                start += 1
        starts[n] = start
    kept = [start for n, start in enumerate(starts) if not (n and _announces(words, starts, n - 1))]
    return replace(words, sentences=tuple(kept)) if len(words) else words


def _announces(words: Words, starts: Sequence[int], number: int) -> bool:
    """Whether a sentence only says that somebody speaks, and what they say comes next.

    It ends with a colon, and a quotation follows or it says so: *Ann made the following statement:*
    Or it ends with a full stop, says so, and a quotation follows.
    """
    first, end = starts[number], starts[number + 1]
    keys, omit = words.keys[first:end], ENGLISH.omissions
    told = any(
        key in omit.announcing and not omit.utterances.isdisjoint(keys[i + 1 : i + 3])
        for i, key in enumerate(keys)
    )
    last = words.texts[end - 1]
    said = words.texts[end] in CLOSING_OF
    return (last == ":" and (told or said)) or (last == "." and told and said)


def are_apart(words: Words, word: int) -> bool:
    """Whether something is between a word and the one before it."""
    return words.spans[word][0] > words.spans[word - 1][1]


def quotations(words: Words, ranges: Sequence[range], text: str) -> Iterator[tuple[bool, str]]:
    """For each sentence whether it begins in a quotation, and which marks it lacks at its end."""
    singles = _single_marks(words, text)
    opened: dict[str, str] = {}  # the marks that close what is open, the outer one first
    end = 0
    for places in ranges:
        if "\n" in text[end : words.spans[places[0]][0]]:
            opened = {}
        inside = bool(opened)
        for i in places:
            mark, is_open = words.texts[i], "double" in opened
            if i in singles:
                opened.pop("single", "")
                opened |= singles[i]
            elif mark in _OPENS or (mark == '"' and not is_open and _is_mark(words, i, text)):
                opened["double"] = CLOSING_OF[mark]
            elif mark in _CLOSES or (mark == '"' and is_open):
                inside |= not is_open
                opened.pop("double", "")
        end = words.spans[places[-1]][1]
        yield inside, "" if inside else "".join(reversed(opened.values()))


def _is_mark(words: Words, i: int, text: str) -> bool:
    """Whether a straight mark is one of a quotation: not *6"*, and not alone between spaces."""
    at = words.spans[i][0]
    return not is_inch_mark(words, i) and (opens_quotation(text, at) or closes_quotation(text, at))


def _single_marks(words: Words, text: str) -> dict[int, dict[str, str]]:
    """The single marks that open and close a quotation in a line, with what closes it where it
    opens. A mark without another is an apostrophe.
    """
    found: dict[int, dict[str, str]] = {}
    first = None
    for i, mark in enumerate(words.texts):
        if mark not in _SINGLE or words.tags[i] == "PART":  # the boys' hats
            continue
        at = words.spans[i][0]
        if opens_quotation(text, at):
            first = i if not text[at + 1].isdigit() else first  # the '90s
        elif first is not None and closes_quotation(text, at):
            if "\n" not in text[words.spans[first][0] : at]:
                found |= {first: {"single": _SINGLE[words.texts[first]]}, i: {}}
            first = None
    return found


def quoted_words(words: Words, places: Sequence[int], inside: bool = False) -> set[int]:
    """The words of a sentence in quotations, in one of which it may begin."""
    quoted = set()
    for i in places:
        mark = words.texts[i]
        if mark in CLOSING_OF or mark in _CLOSES:
            inside = mark in _OPENS or (mark == '"' and not inside)
        elif inside:
            quoted.add(i)
    return quoted


def is_quotation(words: Words, places: Sequence[int], closing: str) -> bool:
    """Whether a sentence begins with a quotation, and ends in it or has no word outside of one."""
    first = words.texts[places[0]]
    if first not in CLOSING_OF and not (closing and first in _SINGLE):
        return False
    outside = {*places} - quoted_words(words, places)
    return bool(closing) or not any(any(map(str.isalnum, words.texts[i])) for i in outside)
