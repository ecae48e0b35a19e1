"""IBM Model 2 (Brown et al. 1993), from the table of Model 1, and its two directions made one.

The document is the source: each word of the abstract comes from one of its words, or from none.
`reversed_pairs` makes the abstract the source. Ways to join them: Och and Ney (2003).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import and_, or_
from typing import Self

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.word_links.links import Link, Pair
from salience.wordalign.rewrite_index import CorpusIndex, PairIndex, Vocabulary, build_index

BUCKETS = 20
"""Parts of the document on either side of where a word would be if both texts ran alike: pairs of
long texts hardly ever have the same two lengths, by which the paper has its parameters."""

ITERATIONS = 5
_AROUND = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j]

Links = frozenset[Link]
OnLikelihood = Callable[[float], None]


@dataclass(frozen=True, eq=False, slots=True)
class Bitext:
    """Pairs as the models read them.

    Row 0 of `index` is of words that come from none. `same` are entries of a word with itself. Each
    counts as a pair of its own with that word on both sides, so that the models know that words are
    likely to stay (section 5.1.1 of Daumé and Marcu 2005).
    """

    index: CorpusIndex
    same: Int64Array

    @classmethod
    def from_pairs(cls, pairs: Sequence[Pair], *, identical: bool = True) -> Self:
        vocabulary = Vocabulary.from_abstracts((pair.abstract for pair in pairs), None, 1)
        index = build_index(pairs, vocabulary, None, (1, 1))
        column = {phrase: i for i, phrase in enumerate(index.columns)}
        of_row = np.array([column.get(phrase, -1) for phrase in index.rows], np.int64)
        same = np.flatnonzero((of_row[index.row] == index.column) & (index.row > 0))
        return cls(index, same if identical else same[:0])

    def normalised(self, counts: Float64Array) -> Float64Array:
        sums = np.bincount(self.index.row, counts, len(self.index.rows))
        return np.asarray(counts / np.maximum(sums, 1e-300)[self.index.row])

    def add_identical(self, counts: Float64Array, table: Float64Array, none: float = 0.5) -> float:
        """Add to counts the pairs of a word with itself, by entry; their log likelihood.

        `none` is the probability that the word comes from none.
        """
        empty = np.searchsorted(self.index.row, 1)  # entries of the null row stand first
        of_column = np.zeros(len(self.index.columns), np.int64)
        of_column[self.index.column[:empty]] = np.arange(empty)
        nulls = of_column[self.index.column[self.same]]
        word, null = (1 - none) * table[self.same], none * table[nulls]
        counts[self.same] += word / (word + null)
        np.add.at(counts, nulls, null / (word + null))
        return float(np.log(word + null).sum())


def train_model_1(
    bitext: Bitext, iterations: int = ITERATIONS, on_likelihood: OnLikelihood = lambda value: None
) -> Float64Array:
    """The table of Model 1 by entry: each word of the source, and none, is as likely a place."""
    table = bitext.normalised(np.ones(len(bitext.index.row)))
    for _ in range(iterations):
        counts = np.zeros_like(table)
        likelihood = bitext.add_identical(counts, table)
        for one in bitext.index.pairs:
            here = np.bincount(one.document_types)
            there = np.bincount(one.abstract_types)
            ways = table[one.words] * here
            null = table[_null_types(one)]
            sums = ways.sum(axis=1) + null
            likelihood += float(there @ np.log(sums / (len(one.document_types) + 1)))
            counts[one.words] += ways * (there / sums)[:, None]
            counts[_null_types(one)] += null * there / sums
        on_likelihood(likelihood)
        table = bitext.normalised(counts)
    return table


def model_2(
    pairs: Sequence[Pair],
    iterations: int = ITERATIONS,
    on_likelihood: OnLikelihood = lambda value: None,
) -> list[Links]:
    bitext = Bitext.from_pairs(pairs)
    table = train_model_1(bitext)
    places = np.full(2 * BUCKETS + 2, 1 / (2 * BUCKETS + 2))  # the last is of none
    for _ in range(iterations):
        counts, moved = np.zeros_like(table), np.full_like(places, 1e-3)
        likelihood = bitext.add_identical(counts, table)
        for one in bitext.index.pairs:
            which, each = _places(one)
            ways = _emissions(table, one) * places[which] * each
            null = table[one.nulls] * places[-1]
            sums = ways.sum(axis=1) + null
            likelihood += float(np.log(sums).sum())
            ways, null = ways / sums[:, None], null / sums
            shape = one.words.shape
            at = one.abstract_types[:, None] * shape[1] + one.document_types[None, :]
            counts[one.words] += np.bincount(at.ravel(), ways.ravel(), one.words.size).reshape(
                shape
            )
            np.add.at(counts, one.nulls, null)
            moved[:-1] += np.bincount(which.ravel(), ways.ravel(), len(places) - 1)
            moved[-1] += null.sum()
        on_likelihood(likelihood)
        table, places = bitext.normalised(counts), moved / moved.sum()
    found = []
    for one in bitext.index.pairs:
        which, each = _places(one)
        null = table[one.nulls] * places[-1]
        found.append(_best(_emissions(table, one), places[which] * each, null))
    return found


def reversed_pairs(pairs: Iterable[Pair]) -> list[Pair]:
    return [Pair(pair.id, pair.abstract, pair.document) for pair in pairs]


def reversed_links(links: Iterable[Links]) -> list[Links]:
    return [frozenset((j, i) for i, j in found) for found in links]


def _emissions(table: Float64Array, one: PairIndex) -> Float64Array:
    """That words of the document become words of the abstract, of shape (T, n)."""
    return np.asarray(table[one.words][np.ix_(one.abstract_types, one.document_types)])


def _null_types(one: PairIndex) -> Int64Array:
    """By type of the abstract, the entry of the null row."""
    found = np.zeros(len(one.words), np.int64)
    found[one.abstract_types] = one.nulls
    return found


def _places(one: PairIndex) -> tuple[Int64Array, Float64Array]:
    """By words of both texts, the bucket of their places, and the share of one place in it."""
    length, n = one.same.shape
    away = (np.arange(n) + 0.5)[None, :] / n - (np.arange(length) + 0.5)[:, None] / length
    which = np.clip(np.floor(away * BUCKETS), -BUCKETS, BUCKETS).astype(np.int64) + BUCKETS
    at = which + np.arange(length)[:, None] * (2 * BUCKETS + 1)
    sizes = np.bincount(at.ravel(), minlength=length * (2 * BUCKETS + 1))
    return which, 1 / sizes[at]


def _best(emissions: Float64Array, places: Float64Array, null: Float64Array) -> Links:
    ways = emissions * places
    best = ways.argmax(axis=1)
    score = ways[np.arange(len(best)), best]
    return frozenset((int(best[t]), int(t)) for t in np.flatnonzero(score > null))


def grown(a: Links, b: Links) -> Links:
    """The links of both, and those of one beside them (*grow-diag*).

    A link of one is taken if it is beside a link that is in already, straight or aslant, and one
    of its words has no link yet; again, until there is no such link.
    """
    found = set(a & b)
    waiting = sorted((a | b) - found)
    here, there = ({link[side] for link in found} for side in (0, 1))
    before = -1
    while before < len(found):
        before = len(found)
        for i, j in waiting:
            beside = any((i + x, j + y) in found for x, y in _AROUND)
            if beside and (i not in here or j not in there):
                found.add((i, j))
                here.add(i)
                there.add(j)
    return frozenset(found)


def grown_to_the_end(a: Links, b: Links) -> Links:
    """The links of `grown`, then those of one between two words that have none (*diag-and*).

    It is the heuristic of Koehn et al. (2003), also known as *grow-diag-final-and*: links far from
    all others are taken in their order, first those of `a`, if both words still have none.
    """
    found = set(grown(a, b))
    here, there = ({link[side] for link in found} for side in (0, 1))
    for i, j in (*sorted(a), *sorted(b)):
        if i not in here and j not in there:
            found.add((i, j))
            here.add(i)
            there.add(j)
    return frozenset(found)


WAYS: Mapping[str, Callable[[Links, Links], Links]] = {
    "intersected": and_,
    "united": or_,
    "grown": grown,
}
"""By name, how two alignments are made one."""
