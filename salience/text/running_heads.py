"""What stands at the top or bottom of every page, in a text that was copied from a PDF file."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from salience.text.clean import Edit

Block = re.Match[str]
"""The lines of a text between two blank ones."""


def running_heads(text: str) -> Iterator[Edit]:
    """Lines that come again between blank lines, but for their numbers, where pages end.

    There they break a sentence, or stand beside the number of the page. Elsewhere what comes again
    is a heading, such as *Chapter 1*.
    """
    blocks = list(_BLOCK.finditer(text))
    keys = [_key(block[0]) for block in blocks]
    counts = Counter(filter(None, keys))
    recurring = {key for key, times in counts.items() if times >= _LEAST}
    runs = _runs([key in recurring or key == _PAGE for key in keys])
    parts = [keys[first:end] for first, end in runs]
    broken = Counter(
        key
        for run, part in zip(runs, parts, strict=True)
        if recurring.intersection(part)
        and (_is_within(blocks, run) or (_PAGE in part and len(set(part)) > 1))
        for key in part
    )
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


def _is_within(blocks: Sequence[Block], run: tuple[int, int]) -> bool:
    """Whether a sentence stands around a run of blocks."""
    first, end = run
    if not 0 < first < end < len(blocks):
        return False
    before, after = blocks[first - 1][0], blocks[end][0]
    return after[0].islower() and before[-1] not in ".!?:;" and len(before) > _LONGEST // 2


_BLOCK = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\Z")
_PAGE = "#"
"""The key of a line that is a number alone."""
_LONGEST = 100
_LEAST, _SHARE = 3, 0.25
"""A head stands on so many pages at least, and breaks a sentence on such a share of them."""
