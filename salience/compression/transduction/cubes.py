"""Items of a chart, and how two lists of them are combined: all, or the best first.

Cube pruning (Chiang 2007, "Hierarchical Phrase-Based Translation", section 5.3.4): of all
combinations only those are looked at that are best by what their parts score with estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush, heapreplace
from itertools import islice, product
from typing import Any, NamedTuple

from salience.compression.transduction.contexts import Contexts

Output = tuple[int, ...]


class Item(NamedTuple):
    """The best way found to make a piece of target with a context.

    Attributes:
        rank: The score with estimates of what is not scored yet; items are sorted by it.
        key: The packed context; see `salience.compression.transduction.contexts`.
        score: Of all that is scored.
        kind: See `Context`, as the next five.
        left_key: See `Context`.
        right_key: See `Context`.
        left: See `Context`.
        right: See `Context`.
        estimate: See `Context`.
        output: The places of the words where different outputs are wanted; else empty.
        back: The items of which it was made: two, or the index of an option and one.
    """

    rank: float
    key: int
    score: float
    kind: int
    left_key: int
    right_key: int
    left: int
    right: int
    estimate: float
    output: Output
    back: tuple[Any, Any]


Items = Sequence[Item]
Found = dict[Any, tuple[float, int, Output, tuple[Any, Any]]]
"""By what makes items different: score, key, output and back."""


class Combiner:
    """Makes items of items, with the limits of a search."""

    def __init__(
        self,
        contexts: Contexts,
        beam: int | None,
        pops: int | None,
        different: int,
        partial: Callable[[int], float] | None,
    ) -> None:
        """A combiner.

        Args:
            contexts: Of the sentence.
            beam: Items of a list; no limit without it.
            pops: Combinations that are looked at for a list; no limit without it.
            different: Items with the same context but different outputs that are kept: 1 for only
                the best.
            partial: What a count adds to the rank.
        """
        self.contexts, self.beam, self.pops = contexts, beam, pops
        self.different, self.partial = different, partial
        self._boundaries: dict[int, float] = {}

    def word(self, place: int, count: int, added: float) -> list[Item]:
        """A word by itself."""
        key, score = self.contexts.word(place, count)
        output = (place,) if place >= 0 and self.different > 1 else ()
        return self._kept({0: (score + added, key, output, (None, None))})

    def pairs(self, cubes: Sequence[tuple[Items, Items]]) -> list[Item]:
        """The best items of which one of a first list stands before one of a second."""
        size, edge = self.contexts.size, self.contexts.edge
        boundaries, boundary = self._boundaries, self.contexts.boundary
        many, beam = self.different > 1, self.beam
        best: Found = {}
        combinations: Iterator[tuple[Item, Item]]
        if self.pops is None:
            combinations = (one for lists in cubes for one in product(*lists))
        else:
            combinations = islice(best_first(cubes), self.pops)
        for a, b in combinations:
            _, _, score_a, kind_a, key, _, _, right, _, output_a, _ = a
            _, _, score_b, kind_b, _, right_key, left, _, _, output_b, _ = b
            both = right * edge + left
            between = boundaries.get(both)
            if between is None:
                between = boundaries[both] = boundary(right, left)
            score = score_a + score_b + between
            key += right_key
            if kind_a:
                key += (left // size if kind_a == 1 else left) * edge
            if kind_b:
                key += right % size * size if kind_b == 1 else right
            output = output_a + output_b
            different = (key, output) if many else key
            found = best.get(different)
            if found is None or score > found[0]:
                best[different] = score, key, output, (a, b)
                if len(best) == beam:
                    break
        return self._kept(best)

    def choices(self, options: Iterable[tuple[int, float, int, Items]]) -> list[Item]:
        """The best items of several steps.

        Args:
            options: Index of a step, what it scores, what it adds to the count (packed), and the
                items of its target side.
        """
        many = self.different > 1
        best: Found = {}
        shift = self.contexts.edge**2
        for index, added, count, items in options:
            for item in items:
                score, key = item.score + added, item.key + count * shift
                different = (key, item.output) if many else key
                found = best.get(different)
                if found is None or score > found[0]:
                    best[different] = score, key, item.output, (index, item)
        return self._kept(best)

    def _kept(self, best: Found) -> list[Item]:
        """The items that are kept, sorted by rank."""
        context, partial = self.contexts.context, self.partial
        rows = []
        for score, key, output, back in best.values():
            found = context(key)
            rank = score + found.estimate
            if partial is not None:
                rank += partial(self.contexts.count(key))
            rows.append((-rank, key, output, score, found, back))
        rows.sort(key=_order)
        if self.different > 1:
            rows = list(_capped(rows, self.different))
        return [
            Item(-rank, key, score, *found, output, back)
            for rank, key, output, score, found, back in rows[: self.beam]
        ]


def _order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:3]


def _capped(rows: Iterable[tuple[Any, ...]], most: int) -> Iterator[tuple[Any, ...]]:
    """At most so many of each key."""
    seen: dict[int, int] = {}
    for row in rows:
        n = seen[row[1]] = seen.get(row[1], 0) + 1
        if n <= most:
            yield row


def best_first(cubes: Sequence[tuple[Items, Items]]) -> Iterator[tuple[Item, Item]]:
    """Combinations of two items of the same cube, those with the best sum of ranks first.

    Args:
        cubes: Two lists each, sorted by rank.
    """
    heap = [(-a[0].rank - b[0].rank, cube, 0, 0) for cube, (a, b) in enumerate(cubes) if a and b]
    heap.sort()
    while heap:
        _, cube, i, j = heap[0]
        a, b = cubes[cube]
        first, second = a[i], b[j]
        # Each combination is reached in one way: along its row, whose first one is below another.
        if j + 1 < len(b):
            heapreplace(heap, (-first.rank - b[j + 1].rank, cube, i, j + 1))
        else:
            heappop(heap)
        if j == 0 and i + 1 < len(a):
            heappush(heap, (-a[i + 1].rank - second.rank, cube, i + 1, 0))
        yield first, second
