"""How likely a phrase of the document becomes one of the abstract (Daumé and Marcu 2005, 4.2, 4.3).

Four models, whose probabilities are added up with weights that sum to 1:

- *identity*: the same words;
- *stem*: words with the same stems, one by one; each choice of words of abstracts alike;
- *WordNet*: exp(-η distance) between first senses, over the sum for all words of abstracts;
- *lexical*: a table of phrases, with fake counts of a Dirichlet prior.

Null states emit words of abstracts by a row of the table alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from scipy.optimize import minimize_scalar

from salience.arrays import BoolArray, Float64Array
from salience.wordalign.rewrite_index import (
    CorpusIndex,
    PairIndex,
    Phrase,
    Vocabulary,
    diagonal_runs,
)

COMPONENTS = ("identity", "stem", "wordnet", "lexical")


@dataclass(frozen=True, eq=False, slots=True)
class Rewrites:
    """The parameters; counts by phrase of the document, then of the abstract, from `LEAST` on."""

    weights: Float64Array  # of `COMPONENTS`; they sum to 1
    eta: float  # how fast probability falls with distance in WordNet
    vocabulary: Vocabulary  # of the abstracts it was trained on
    counts: Mapping[Phrase, Mapping[Phrase, float]] = field(default_factory=dict)
    totals: Mapping[Phrase, float] = field(default_factory=dict)

    @classmethod
    def uniform(cls, vocabulary: Vocabulary) -> Self:
        """Before any training: all components alike, those of WordNet only if it is there."""
        there = np.array([1.0, 1.0, float(bool(vocabulary.senses)), 1.0])
        return cls(there / there.sum(), 1.0, vocabulary)


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """The parameters of `Rewrites` as arrays over the entries of a corpus."""

    weights: Float64Array
    eta: float
    counts: Float64Array  # by entry
    totals: Float64Array  # by row
    lexical: Float64Array  # by entry, its probability in its row
    near: Float64Array  # by sense of documents, the sum of exp(-η distance) over words of abstracts


@dataclass(eq=False, slots=True)
class RewriteCounts:
    """Expected counts, added up over pairs."""

    components: Float64Array  # how often each made a phrase
    table: Float64Array  # by entry, how often the lexical component made it, or a null state
    steps: float  # the distances of what the WordNet component made, summed
    senses: Float64Array  # by sense of documents, how often that component made something

    @classmethod
    def zero(cls, index: CorpusIndex) -> Self:
        """No counts yet."""
        n = len(COMPONENTS)
        return cls(np.zeros(n), np.zeros(len(index.row)), 0.0, np.zeros(len(index.histograms)))


def build_table(rewrites: Rewrites, index: CorpusIndex) -> Table:
    """The parameters for any corpus. Without WordNet the other components have its weight."""
    counts = np.zeros(len(index.row))
    totals = np.array([rewrites.totals.get(phrase, 0.0) for phrase in index.rows])
    if rewrites.counts:
        known = [rewrites.counts.get(phrase, {}) for phrase in index.rows]
        pairs = zip(index.row.tolist(), index.column.tolist(), strict=True)
        counts[:] = [known[i].get(index.columns[j], 0.0) if known[i] else 0.0 for i, j in pairs]
    weights = rewrites.weights.copy()
    if not len(index.histograms):
        weights[2] = 0.0
    return _table(index, weights / weights.sum(), rewrites.eta, counts, totals)


LEAST = 1e-6
"""Smaller expected counts are dropped: most of the table, which would take gigabytes
after thousands of pairs, and change nothing beside the fake counts."""


def table_rewrites(table: Table, index: CorpusIndex, *, least: float = LEAST) -> Rewrites:
    """The parameters by phrase, with the counts that are not below `least`."""
    counts: dict[Phrase, dict[Phrase, float]] = defaultdict(dict)
    for entry in np.flatnonzero(table.counts >= least).tolist():
        row, column = index.rows[index.row[entry]], index.columns[index.column[entry]]
        counts[row][column] = float(table.counts[entry])
    totals = {p: float(n) for p, n in zip(index.rows, table.totals, strict=True) if n >= least}
    return Rewrites(table.weights, table.eta, index.vocabulary, dict(counts), totals)


def probabilities(table: Table, index: CorpusIndex, pair: PairIndex) -> Float64Array:
    """The rewrite probabilities of a pair, of shape (T, K, L, n), as in `Chart.rewrite`."""
    length, n = pair.same.shape
    rewritten = np.zeros((length, index.longest[1], index.longest[0], n))
    rewritten[:, 0, 0] = table.weights[3] * _words_of(table.lexical, pair)
    np.add.at(rewritten, tuple(pair.cells), table.weights[3] * table.lexical[pair.entries])
    for size, same, stem, choices in _diagonals(pair, min(index.longest)):
        block = rewritten[: len(same), size - 1, size - 1, : same.shape[1]]
        block += table.weights[0] * same + table.weights[1] * stem / choices
    if len(pair.senses):
        np.add.at(rewritten, tuple(pair.near_cells), table.weights[2] * _near(table, pair))
    return rewritten


def add_counts(
    counts: RewriteCounts,
    table: Table,
    pair: PairIndex,
    rewritten: Float64Array,
    phrases: Float64Array,
    nulls: Float64Array,
) -> None:
    """Add those of a pair, by its `probabilities` and its `Expectations`."""
    share = np.divide(phrases, rewritten, out=np.zeros_like(rewritten), where=rewritten > 0)
    words = share[:, 0, 0] * table.weights[3] * _words_of(table.lexical, pair)
    shape = pair.words.shape
    at = pair.abstract_types[:, None] * shape[1] + pair.document_types[None, :]
    by_type = np.bincount(at.ravel(), words.ravel(), pair.words.size).reshape(shape)
    counts.table[pair.words] += by_type
    several = share[tuple(pair.cells)] * table.weights[3] * table.lexical[pair.entries]
    np.add.at(counts.table, pair.entries, several)
    np.add.at(counts.table, pair.nulls, nulls)
    counts.components[3] += words.sum() + several.sum()
    for size, same, stem, choices in _diagonals(pair, min(rewritten.shape[1:3])):
        block = share[: len(same), size - 1, size - 1, : same.shape[1]]
        counts.components[0] += table.weights[0] * block[same].sum()
        counts.components[1] += table.weights[1] * (block * stem / choices).sum()
    if len(pair.senses):
        near = share[tuple(pair.near_cells)] * table.weights[2] * _near(table, pair)
        counts.components[2] += near.sum()
        counts.steps += float(near @ pair.distances)
        np.add.at(counts.senses, pair.senses, near)


def estimated(counts: RewriteCounts, table: Table, index: CorpusIndex) -> Table:
    """The parameters that are most probable after such counts, under the prior."""
    total = counts.components.sum()
    weights = counts.components / total if total else table.weights
    eta = table.eta
    if counts.senses.any():
        steps = np.arange(index.histograms.shape[1])

        def loss(eta: float) -> float:
            near = np.log(index.histograms @ np.exp(-eta * steps))
            return eta * counts.steps + float(counts.senses @ near)

        eta = float(minimize_scalar(loss, bounds=(1e-3, 20), method="bounded").x)
        eta = eta if loss(eta) <= loss(table.eta) else table.eta
    totals = np.bincount(index.row, counts.table, len(index.rows)).astype(np.float64)
    return _table(index, weights, eta, counts.table, totals)


def log_prior(table: Table, index: CorpusIndex) -> float:
    """The logarithm of the prior probability of the table, up to a constant."""
    used = index.fake > 0
    stored = float(index.fake[used] @ np.log(table.lexical[used]))
    single = np.array([len(phrase) <= 1 for phrase in index.rows])
    left = index.vocabulary.n_words - np.bincount(index.row, minlength=len(index.rows))[single]
    each = index.vocabulary.single / (index.base + table.totals)[single]
    return stored + index.vocabulary.single * float(left @ np.log(each))


def _table(
    index: CorpusIndex,
    weights: Float64Array,
    eta: float,
    counts: Float64Array,
    totals: Float64Array,
) -> Table:
    sums = (index.base + totals)[index.row]
    lexical = np.divide(index.fake + counts, sums, out=np.zeros_like(sums), where=sums > 0)
    near = index.histograms @ np.exp(-eta * np.arange(index.histograms.shape[1]))
    return Table(weights, eta, counts, totals, lexical, near)


def _diagonals(
    pair: PairIndex, longest: int
) -> Iterator[tuple[int, BoolArray, BoolArray, Float64Array]]:
    """By length: the same words, the same stems, and among how many phrases with these stems."""
    logs = np.concatenate([[0.0], np.cumsum(pair.log_choices)])
    both = zip(diagonal_runs(pair.same, longest), diagonal_runs(pair.stem, longest), strict=True)
    for (size, same), (_, stem) in both:
        yield size, same, stem, np.exp(logs[size:] - logs[:-size])


def _words_of(values: Float64Array, pair: PairIndex) -> Float64Array:
    """The values of the entries of single words, of shape (T, n)."""
    return np.asarray(values[pair.words][np.ix_(pair.abstract_types, pair.document_types)])


def _near(table: Table, pair: PairIndex) -> Float64Array:
    """The WordNet component of the pair's cells."""
    return np.asarray(np.exp(-table.eta * pair.distances) / table.near[pair.senses])
