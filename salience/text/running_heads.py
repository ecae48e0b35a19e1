"""What stands at the top or bottom of every page, in a text that was copied from a PDF file."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from salience.text.clean import Edit

Block = re.Match[str]
"""The lines of a text between two blank ones."""


def running_heads(text: str) -> Iterator[Edit]:
    """Lines that come again between blank lines, but for their numbers, and break sentences.

    Or they stand where a page ends, or beside its number. A line that never does is a heading, as
    *Chapter 1* is.
    """
    blocks = list(_BLOCK.finditer(text))
    keys = [_key(block[0]) for block in blocks]
    counts = Counter(filter(None, keys))
    runs = _runs([counts[key] >= _LEAST - ("#" in key) for key in keys])
    told = [
        run
        for run in runs
        if _is_within(blocks, run)
        or _PAGE in _gap(blocks, run)
        or _is_numbered(keys[slice(*run)], counts)
    ]
    broken = Counter(key for run in told for key in keys[run[0] : run[1]])
    heads = {key for key, times in broken.items() if times >= _SHARE * counts[key]}
    for run in _runs([key in heads for key in keys]):
        start = blocks[run[0] - 1].end() if run[0] else 0
        end = blocks[run[1]].start() if run[1] < len(blocks) else len(text)
        apart = "\n\n" if start and end < len(text) else ""
        yield Edit(start, end, "\n" if _is_within(blocks, run) else apart)


def _key(block: str) -> str:
    """A short line without its numbers; nothing for other blocks."""
    if "\n" in block or len(block) > _LONGEST or not (block[0].isupper() or block[0].isdigit()):
        return ""
    return _NUMBER.sub("#", block)


def _runs(which: Sequence[bool]) -> list[tuple[int, int]]:
    """Where something holds of blocks in a row: the first of them, and the one behind the last."""
    found: list[tuple[int, int]] = []
    at = 0
    for holds, group in groupby(which):
        end = at + sum(1 for _ in group)
        if holds:
            found.append((at, end))
        at = end
    return found


def page_ends(text: str) -> Iterator[Edit]:
    """Form feeds, of which a line's end stands for each."""
    return (Edit(*match.span(), "\n") for match in _PAGES.finditer(text))


def _gap(blocks: Sequence[Block], run: tuple[int, int]) -> str:
    """What stands between the blocks around a run."""
    first, end = run
    start = blocks[first - 1].end() if first else 0
    return blocks[0].string[start : blocks[min(end, len(blocks) - 1)].start()]


def _is_numbered(keys: Sequence[str], counts: Counter[str]) -> bool:
    """Whether a number alone stands beside a line that comes again often enough."""
    return "#" in keys and any(counts[key] >= _LEAST for key in keys if key != "#")


def _is_within(blocks: Sequence[Block], run: tuple[int, int]) -> bool:
    """Whether a sentence stands around a run of blocks."""
    first, end = run
    if not 0 < first < end < len(blocks):
        return False
    before, after = blocks[first - 1][0], blocks[end][0]
    return after[0].islower() and before[-1] not in ".!?:;" and len(before) > _LONGEST // 2


_PAGE = "\f"
_PAGES = re.compile(r"\f\n?")
_BLOCK = re.compile(r"\S[^\n\f]*(?:\n[^\n\f]*\S[^\n\f]*)*")
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\Z")
_LONGEST = 100
_LEAST, _SHARE = 3, 0.25
"""A head stands on so many pages at least, one less with a number, and breaks a sentence on such a
share of them."""
