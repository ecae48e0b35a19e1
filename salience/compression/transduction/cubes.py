"""Items of a chart, and how two lists of them are combined: all, or the best first.

Cube pruning (Chiang 2007, "Hierarchical Phrase-Based Translation", section 5.3.4): of all
combinations only those are looked at that are best by what their parts score with estimates.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush, heapreplace
from itertools import islice, product
from typing import Any, NamedTuple

from salience.compression.transduction.contexts import EMPTY, ONE_WORD, Context, Contexts


class Item(NamedTuple):
    """The best way found to make a piece of target with a context."""

    cost: float  # what is sorted by: the negative score with estimates of what is not scored yet
    key: int  # the packed context; see `salience.compression.transduction.contexts`
    score: float  # of all that is scored
    context: Context  # what the key stands for
    back: tuple[Any, Any]  # the items of which it was made: two, or the index of an option and one


Items = Sequence[Item]
Best = dict[int, tuple[float, tuple[Any, Any]]]
"""By key: score and back."""

_item = tuple.__new__  # half the time of `Item(...)`


class Combiner:
    """Makes items of items, with the limits of a search."""

    def __init__(self, contexts: Contexts, beam: int | None, pops: int | None) -> None:
        self.contexts, self.beam, self.pops = contexts, beam, pops
        self._boundaries: dict[int, float] = {}

    def word(self, place: int, added: float) -> list[Item]:
        """A word by itself."""
        key, score = self.contexts.word(place)
        return self._kept({key: (score + added, (None, None))})

    def pairs(self, cubes: Sequence[tuple[Items, Items]]) -> list[Item]:
        """The best items of which one of a first list stands before one of a second."""
        size, edge = self.contexts.size, self.contexts.edge
        boundaries, boundary = self._boundaries, self.contexts.boundary
        beam = self.beam
        best: Best = {}
        combinations: Iterator[tuple[Item, Item]]
        if self.pops is None:
            combinations = (one for lists in cubes for one in product(*lists))
        else:
            combinations = islice(best_first(cubes), self.pops)
        for a, b in combinations:
            _, _, score_a, (kind_a, key, _, _, right, _), _ = a
            _, _, score_b, (kind_b, _, right_key, left, _, _), _ = b
            both = right * edge + left
            between = boundaries.get(both)
            if between is None:
                between = boundaries[both] = boundary(right, left)
            score = score_a + score_b + between
            key += right_key
            if kind_a == ONE_WORD:
                key += left // size * edge
            elif kind_a == EMPTY:
                key += left * edge
            if kind_b == ONE_WORD:
                key += right % size * size
            elif kind_b == EMPTY:
                key += right
            found = best.get(key)
            if found is None or score > found[0]:
                best[key] = score, (a, b)
                if len(best) == beam:
                    break
        return self._kept(best)

    def choices(self, options: Iterable[tuple[int, float, Items]]) -> list[Item]:
        """The best items of several steps."""
        best: Best = {}
        for index, added, items in options:
            for item in items:
                score, key = item.score + added, item.key
                found = best.get(key)
                if found is None or score > found[0]:
                    best[key] = score, (index, item)
        return self._kept(best)

    def _kept(self, best: Best) -> list[Item]:
        """The items that are kept, sorted by cost."""
        known, context = self.contexts.known, self.contexts.context
        items = []
        for key, (score, back) in best.items():
            found = known.get(key) or context(key)
            items.append(_item(Item, (-score - found.estimate, key, score, found, back)))
        items.sort()
        return items[: self.beam]


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
