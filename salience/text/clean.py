"""A clean text, and where each of its characters stands in the text as it came."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from salience.arrays import Int64Array


class Edit(NamedTuple):
    """Characters of a text by their offsets, and what stands in their place, which may be empty."""

    start: int
    end: int
    text: str


Kind = Callable[[str], Iterable[Edit]]
"""A kind of noise: the edits of a text, in order, none over another."""


@dataclass(frozen=True, eq=False, slots=True)
class Clean:
    """A clean text, and where each of its characters comes from.

    Attributes:
        text: What is read.
        original: The text as it came.
        starts: Of each character of `text`, where in `original` what it stands for starts, of shape
            `(characters,)`; None if nothing was changed.
        ends: Where that ends.

    Example:
        >>> clean = Clean.of("Orla  Finch").edited([Edit(4, 6, " ")])
        >>> clean.text, clean.span(5, 10)
        ('Orla Finch', (6, 11))
    """

    text: str
    original: str
    starts: Int64Array | None = None
    ends: Int64Array | None = None

    @classmethod
    def of(cls, text: str) -> "Clean":
        """A text that is clean as it is."""
        return cls(text, text)

    @property
    def changed(self) -> bool:
        """Whether the original was not clean."""
        return self.starts is not None

    def edited(self, edits: Iterable[Edit]) -> "Clean":
        """The text with edits, in order; what an edit writes stands for all that it replaces."""
        edits = [e for e in edits if self.text[e.start : e.end] != e.text]
        if not edits:
            return self
        n = len(self.text)
        starts = np.arange(n) if self.starts is None else self.starts
        ends = np.arange(1, n + 1) if self.ends is None else self.ends
        texts: list[str] = []
        from_starts: list[Int64Array] = []
        from_ends: list[Int64Array] = []
        at = 0
        for start, end, text in chain(edits, [Edit(n, n, "")]):
            texts += self.text[at:start], text
            from_starts.append(starts[at:start])
            from_ends.append(ends[at:start])
            if text:
                first, last = _replaced(starts, ends, start, end)
                from_starts.append(np.full(len(text), first))
                from_ends.append(np.full(len(text), last))
            at = end
        return Clean(
            "".join(texts), self.original, np.concatenate(from_starts), np.concatenate(from_ends)
        )

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that some of the clean text stand for."""
        if self.starts is None or self.ends is None:
            return start, end
        if start < end:
            return int(self.starts[start]), int(self.ends[end - 1])
        at = int(self.starts[start]) if start < len(self.starts) else len(self.original)
        return at, at

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the clean text that stand for some of the original."""
        if self.starts is None or self.ends is None:
            return start, end
        first = int(np.searchsorted(self.ends, start, "right"))
        return first, max(first, int(np.searchsorted(self.starts, end, "left")))


def _replaced(starts: Int64Array, ends: Int64Array, start: int, end: int) -> tuple[int, int]:
    """The characters of the original that an edit replaces; an insertion stands for none."""
    if start < end:
        return int(starts[start]), int(ends[end - 1])
    at = int(ends[start - 1]) if start else 0
    return at, at
