"""Arguments of a loss that is no sum over its parts: they are counted along (Joachims 2005).

The chart is then stratified by the counts (Cohn and Lapata 2009, section 3.5), such as those of
true and false positives: items with different counts are different.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Counts = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Argument:
    """What is counted, and what the counts of a whole derivation add to its score.

    Attributes:
        words: What each word of the sentence adds if it stays: numbers of 0 or more, as many for
            each.
        value: What the counts together add. It is also asked about parts of a derivation, to
            choose which to look at.
        steps: What each step adds, by source node and index; nothing without it.

    Example:
        >>> false_positives = Argument([(0, 1), (1, 0)], lambda counts: counts[1])
        >>> false_positives.unpacked(false_positives.word(0) + false_positives.word(1))
        (1, 1)
    """

    words: Sequence[Counts]
    value: Callable[[Counts], float]
    steps: Sequence[Sequence[Counts]] | None = None

    @cached_property
    def _units(self) -> list[int]:
        """What each count is multiplied with to pack them: a whole has a word or step once."""
        steps = [step for choices in self.steps or () for step in choices]
        units = [1]
        for column in zip(*self.words, *steps, strict=True):
            units.append(units[-1] * (sum(column) + 1))
        return units

    def word(self, place: int) -> int:
        """The counts of a word, packed; none for what is no word."""
        return self._packed(self.words[place]) if place >= 0 else 0

    def step(self, node: int, index: int) -> int:
        """The counts of a step, packed."""
        return 0 if self.steps is None else self._packed(self.steps[node][index])

    def _packed(self, counts: Counts) -> int:
        return sum(unit * count for unit, count in zip(self._units, counts, strict=False))

    def unpacked(self, packed: int) -> Counts:
        """The counts that were packed."""
        units = self._units
        return tuple(packed % above // unit for unit, above in pairwise(units))

    def packed_value(self, packed: int) -> float:
        """What counts that are packed add to the score."""
        return self.value(self.unpacked(packed))
