"""The words that stay of a sentence as text that reads well."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NO_SPACE_BEFORE = re.compile(r"\s+([,.;:!?)\]}%’”]|n't\b|['’](?:s|re|ve|ll|d|m)\b)")
_NO_SPACE_AFTER = re.compile(r"([(\[{“‘])\s+")
_DOUBLED = re.compile(r"[,;:–—-]\s*(?=[.!?;:])|,(?:\s*,)+")
_REPEATED_COMMA = re.compile(r",(?:\s*,)+")
_START = re.compile(r"^(?:[\s,;:.!?–—-]|(?:and|but|or)\s(?=\S))+", re.IGNORECASE)
_END = re.compile(r"[\s,;:–—-]+$")
_QUOTES = ('"', "”")
_COMMA_IN_QUOTES = re.compile(r"[,;:]([\"”])\.?$")
_STOP = re.compile(r"(?<!\.)\.\.$")  # of an abbreviation at the end
_FINAL = re.compile(r"[.!?…][\"'”’)\]]*$")
_FIRST = re.compile(r"^[\"“‘(\[]*\w")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"))


def readable(
    text: str,
    spans: Sequence[tuple[int, int]],
    kept: Sequence[int],
    replaced: Mapping[int, str] | None = None,
) -> str:
    """The words that stay of a sentence, with capitals, spaces and punctuation put right.

    What is left of a pair of quotation marks or brackets goes, and so do commas that stand before
    another mark or at an end; a sentence begins with a capital and ends with a full stop.

    Args:
        text: The text in which the words are.
        spans: Start and end of each word of the sentence, in characters.
        kept: Indices of the words that stay.
        replaced: What stands in the place of a word instead of it.

    Example:
        >>> text = 'On Friday , " the old mayor ( 71 ) left ," she said .'
        >>> places = [match.span() for match in re.finditer(r"\\S+", text)]
        >>> readable(text, places, [4, 6, 10])
        'The mayor left.'
    """
    replaced = replaced or {}
    order = sorted(kept)
    if not order:
        return ""
    pieces: list[str] = []
    for n, i in enumerate(order):
        if n:
            together = order[n - 1] + 1 == i
            opens = _opens(text, spans, order[n - 1])
            pieces.append(text[spans[i - 1][1] : spans[i][0]] if together else "" if opens else " ")
        word = text[spans[i][0] : spans[i][1]]
        if n and word in _QUOTES and order[n - 1] < i - 1:
            # The comma that stands before a closing quotation mark stays with it.
            a, b = spans[i - 1]
            pieces[-1:] = [text[a:b]] if text[a:b] == "," else []
        pieces.append(replaced.get(i, word))
    line = _without_halves(" ".join("".join(pieces).split()))
    whole = len(order) == len(spans) and not replaced
    if whole:
        return line
    line = _NO_SPACE_AFTER.sub(r"\1", _NO_SPACE_BEFORE.sub(r"\1", line))
    line = _REPEATED_COMMA.sub(",", line)
    line = _DOUBLED.sub("", line)
    line = _NO_SPACE_BEFORE.sub(r"\1", line)
    if order[0] != 0:
        line = _START.sub("", line)
    line = _STOP.sub(".", _COMMA_IN_QUOTES.sub(r".\1", line))
    if not _FINAL.search(line):
        line = _END.sub("", line) + "."
    return _FIRST.sub(lambda found: found[0].upper(), line)


def _opens(text: str, spans: Sequence[tuple[int, int]], i: int) -> bool:
    """Whether a word is a straight quotation mark that belongs to what follows it."""
    start, end = spans[i]
    if text[start:end] != '"':
        return False
    return (i == 0 or spans[i - 1][1] < start) and spans[i + 1][0] == end


def _without_halves(line: str) -> str:
    """A line without quotation marks and brackets whose other half is gone."""
    if line.count('"') % 2:
        line = line.replace('"', "")
    for opening, closing in _PAIRS:
        if line.count(opening) != line.count(closing):
            line = line.replace(opening, "").replace(closing, "")
    return " ".join(line.split())
