"""Texts with a blank line after every line, as some are that were taken from PDF files."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from salience.text.cleaning import clean_text

_LEAST = 8
"""A text of fewer lines is left as it is."""
_WIDTHS = range(40, 121)
"""Characters of a wide line of such a text, which one in ten is longer than."""
_FULL = 0.8
"""A line is full if the next word would have made it longer than this share of a wide one."""
_BLANK = re.compile(r"\n\s*\n")
_LINE = re.compile(r"\S[^\n]*")
_END = re.compile(r"[.!?:;][\"'”’)\]]*\Z")
_ALONE = re.compile(
    r"[-–—•*·▪o]\s|\(?\w{1,3}[.)]\s|[^a-z\n]{0,40}\d+\W*\Z|(?:[A-Z][\w.’'-]*+\s?){1,5}+:"
)
"""What begins a paragraph: a mark or number of a list, who speaks, the number of a page."""


class _Line(NamedTuple):
    start: int
    text: str


def join_broken_lines(text: str) -> str:
    """A text with spaces for the blank lines within its sentences, of the same length.

    Only a text that has a blank line after nearly every line, many of them within a sentence and
    after a line that is full, is changed. Its paragraphs still begin after a line that is not
    full; headings, lists and those who speak stay on lines of their own.

    Example:
        >>> line = "harbour of the town and said to the reporters there that"
        >>> len(join_broken_lines("\\n\\n".join([line] * 9)).splitlines())
        1
    """
    clean = clean_text(text)  # what nobody sees may stand in a blank line
    blanks = len(_BLANK.findall(clean))
    if blanks < _LEAST - 1 or blanks * max(_WIDTHS) < len(text) / 2:
        return text
    lines = [_Line(match.start(), match[0].rstrip()) for match in _LINE.finditer(clean)]
    if len(lines) < _LEAST or blanks < 0.9 * (len(lines) - 1):
        return text
    width = sorted(len(line.text) for line in lines)[len(lines) * 9 // 10]
    if width not in _WIDTHS or not _is_broken(lines, width):
        return text
    parts: list[str] = []
    at = 0
    for line, after in pairwise(lines):
        if _goes_on(line.text, after.text, width):
            end = line.start + len(line.text)
            parts += text[at:end], " " * (after.start - end)
            at = after.start
    return "".join([*parts, text[at:]])


def _is_broken(lines: Sequence[_Line], width: int) -> bool:
    """Whether many lines end within a sentence, and most of these are full."""
    within = [
        _is_full(line.text, after.text, width)
        for line, after in pairwise(lines)
        if after.text[0].islower() and (line.text[-1].isalnum() or line.text[-1] == ",")
    ]
    unmarked = sum(line.text[-1].isalnum() for line in lines)  # verse has marks
    many = len(within) > 0.25 * len(lines) and unmarked > 0.3 * len(lines)
    return many and sum(within) >= 0.75 * len(within)


def _is_full(line: str, after: str, width: int) -> bool:
    return len(line) + 1 + len(after.split(None, 1)[0]) > _FULL * width


def _goes_on(line: str, after: str, width: int) -> bool:
    """Whether a paragraph goes on from one line to the next."""
    if _ALONE.match(after) or line.isupper() != after.isupper() or not line.strip("0123456789 -"):
        return False
    if after[0].islower() and not _END.search(line):
        return 2 * len(line) > width
    return _is_full(line, after, width) and not _is_heading(line)


def _is_heading(line: str) -> bool:
    """Whether all long words of a line without a mark at its end begin with capitals."""
    long = [word for word in line.split() if len(word) > 3]
    return not _END.search(line) and len(long) > 2 and all(not word[0].islower() for word in long)
