"""Items of a chart, and how two lists of them are combined: all, or the best first.

Cube pruning (Chiang 2007, "Hierarchical Phrase-Based Translation", section 5.3.4): of all
combinations only those are looked at that are best by what their parts score with estimates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush, heapreplace
from itertools import islice, product
from typing import Any, NamedTuple

from salience.compression.transduction.contexts import Contexts


class Item(NamedTuple):
    """The best way found to make a piece of target with a context.

    Attributes:
        cost: What is sorted by: the negative score with estimates of what is not scored yet.
        context: The number of its context.
        score: Of all that is scored.
        back: The items of which it was made: two, or the index of an option and one.
    """

    cost: float
    context: int
    score: float
    back: tuple[Any, Any]


Items = Sequence[Item]
_Best = dict[int, tuple[float, tuple[Any, Any]]]
"""By context: score and back."""


class Combiner:
    """Makes items of items, with the limits of a search."""

    def __init__(self, contexts: Contexts, beam: int | None, pops: int | None) -> None:
        self.contexts, self.beam, self.pops = contexts, beam, pops

    def word(self, place: int, added: float) -> list[Item]:
        """A word by itself."""
        context, score = self.contexts.word(place)
        return self._kept({context: (score + added, (None, None))})

    def pairs(self, cubes: Sequence[tuple[Items, Items]]) -> list[Item]:
        """The best items of which one of a first list stands before one of a second."""
        joined, beam = self.contexts.joined, self.beam
        best: _Best = {}
        combinations: Iterator[tuple[Item, Item]]
        if self.pops is None:
            combinations = (pair for lists in cubes for pair in product(*lists))
        else:
            combinations = islice(best_first(cubes), self.pops)
        for pair in combinations:
            (_, left, score_left, _), (_, right, score_right, _) = pair
            context, between = joined(left, right)
            score = score_left + score_right + between
            known = best.get(context)
            if known is None or score > known[0]:
                best[context] = score, pair
                if len(best) == beam:
                    break
        return self._kept(best)

    def choices(self, options: Iterable[tuple[int, float, Items]]) -> list[Item]:
        """The best items of several steps."""
        best: _Best = {}
        for index, added, items in options:
            for item in items:
                score = item.score + added
                known = best.get(item.context)
                if known is None or score > known[0]:
                    best[item.context] = score, (index, item)
        return self._kept(best)

    def _kept(self, best: _Best) -> list[Item]:
        """The items that are kept, sorted by cost."""
        known = self.contexts.known
        items = [
            Item(-score - known[context].estimate, context, score, back)
            for context, (score, back) in best.items()
        ]
        return sorted(items)[: self.beam]


def best_first(cubes: Sequence[tuple[Items, Items]]) -> Iterator[tuple[Item, Item]]:
    """Combinations of two items of the same cube, those with the least sum of costs first."""
    heap = [(a[0][0] + b[0][0], cube, 0, 0) for cube, (a, b) in enumerate(cubes) if a and b]
    heap.sort()
    while heap:
        _, cube, i, j = heap[0]
        a, b = cubes[cube]
        first, second = a[i], b[j]
        # Each combination is reached in one way: along its row, whose first one is below another.
        if j + 1 < len(b):
            heapreplace(heap, (first[0] + b[j + 1][0], cube, i, j + 1))
        else:
            heappop(heap)
        if j == 0 and i + 1 < len(a):
            heappush(heap, (a[i + 1][0] + second[0], cube, i + 1, 0))
        yield first, second
