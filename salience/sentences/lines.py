"""Which lines of a text begin a sentence."""

from itertools import pairwise

_WIDTHS = range(20, 121)
"""Characters of the longest line of a paragraph that was broken to fit a page."""
_NARROW = 40
"""In a narrower column most lines must begin in lower case too, as those of poems do not."""

Line = tuple[int, str]
"""Where the words of a line begin, and the line without the white space around it."""


def line_starts(text: str) -> list[int]:
    """The offsets at which lines begin that begin a sentence, without the white space before.

    Every line does, unless its paragraph was broken to fit a page.
    """
    starts: list[int] = []
    paragraph: list[Line] = []
    at = 0
    for line in text.splitlines(keepends=True):
        words = line.strip()
        if words:
            paragraph.append((at + len(line) - len(line.lstrip()), words))
        elif paragraph:
            starts += _starts(paragraph)
            paragraph = []
        at += len(line)
    return starts + _starts(paragraph)


def _starts(paragraph: list[Line]) -> list[int]:
    """Where sentences begin with the lines of a paragraph."""
    starts = [start for start, _ in paragraph]
    width = max((len(line) for _, line in paragraph), default=0)
    if width not in _WIDTHS:
        return starts
    lines = [line for _, line in paragraph]
    pairs = pairwise(lines)
    lower = sum(line[0].islower() for line in lines[1:])
    if width < _NARROW:
        broken = len(lines) > 2 and 2 * lower > len(lines) - 1
    else:
        broken = len(lines) != 2 or lower == 1
    broken &= all(len(a) + 1 + len(b.split(None, 1)[0]) > width for a, b in pairs)
    return starts[:1] if broken else starts
