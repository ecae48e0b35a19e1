"""One alignment made of two, of which each was made in one direction (Och and Ney 2003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from operator import and_, or_

from salience.word_links.links import Link

_AROUND = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j]


def grown(a: frozenset[Link], b: frozenset[Link]) -> frozenset[Link]:
    """The links of both, and those of one beside them (*grow-diag*).

    A link of one is taken if it is beside a link that is in already, straight or aslant, and one
    of its words has no link yet; again, until there is no such link.

    >>> a, b = frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (2, 2), (5, 5)})
    >>> sorted(grown(a, b))
    [(0, 0), (1, 1), (2, 2)]
    """
    found = set(a & b)
    waiting = sorted((a | b) - found)
    here, there = {i for i, _ in found}, {j for _, j in found}
    grows = True
    while grows:
        grows = False
        for i, j in waiting:
            beside = any((i + x, j + y) in found for x, y in _AROUND)
            if (i, j) not in found and beside and (i not in here or j not in there):
                found.add((i, j))
                here.add(i)
                there.add(j)
                grows = True
    return frozenset(found)


def grown_to_the_end(a: frozenset[Link], b: frozenset[Link]) -> frozenset[Link]:
    """The links of `grown`, then those of one between two words that have none (*diag-and*).

    It is the heuristic of Koehn et al. (2003), also known as *grow-diag-final-and*: links far from
    all others are taken in their order, first those of `a`, if both words still have none.

    >>> a, b = frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (2, 2), (5, 5), (0, 4)})
    >>> sorted(grown_to_the_end(a, b))
    [(0, 0), (1, 1), (2, 2), (5, 5)]
    """
    found = set(grown(a, b))
    here, there = {i for i, _ in found}, {j for _, j in found}
    for i, j in (*sorted(a), *sorted(b)):
        if i not in here and j not in there:
            found.add((i, j))
            here.add(i)
            there.add(j)
    return frozenset(found)


WAYS: Mapping[str, Callable[[frozenset[Link], frozenset[Link]], frozenset[Link]]] = {
    "intersected": and_,
    "united": or_,
    "grown": grown,
}
"""By name, how two alignments are made one."""
