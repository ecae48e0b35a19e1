"""How likely a phrase of the document becomes one of the abstract (Daumé and Marcu 2005, 4.2, 4.3).

Four models, whose probabilities are added up with weights that sum to 1:

- *identity*: the same words;
- *stem*: words with the same stems, one by one; each choice of words of abstracts alike;
- *WordNet*: exp(-η distance) between first senses, over the sum for all words of abstracts;
- *lexical*: a table of phrases, with fake counts of a Dirichlet prior.

Null states emit words of abstracts by a row of the table alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from salience.arrays import BoolArray, Float64Array, Int64Array
from salience.text.words import Words
from salience.word_links.pairs import Pair
from salience.word_links.wordnet import Sense, WordNet, distance

COMPONENTS = ("identity", "stem", "wordnet", "lexical")

SINGLETON, STEM, IDENTITY = 2.0, 3.0, 4.0
"""Fake counts: of a word for a word, of the same stems, and of the same words (section 4.3)."""

NULL_ROW = ()
"""The row of the table from which null states emit."""

T = TypeVar("T")
Phrase = tuple[str, ...]
_FARTHEST = 64  # No two words of WordNet are so many steps apart.


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known of the abstracts of a corpus, before any alignment.

    `n_words` different words; by stem, how many different words have it; by sense in WordNet, how
    many words and phrases have it (none without WordNet).
    """

    n_words: int
    stems: Mapping[str, int]
    senses: Mapping[Sense, int] = field(default_factory=dict)

    @classmethod
    def from_abstracts(
        cls, abstracts: Iterable[Words], wordnet: WordNet | None, longest: int
    ) -> Vocabulary:
        """Count the words of abstracts."""
        words: set[str] = set()
        forms: set[tuple[str, str]] = set()
        phrases: set[tuple[Phrase, Sense]] = set()
        for abstract in abstracts:
            keys = abstract.keys
            words.update(keys)
            forms.update(zip(abstract.lemmas, keys, strict=True))
            for begin, end, path in _senses(abstract, wordnet, longest):
                phrases.add((keys[begin:end], path[0]))
        stems: dict[str, int] = defaultdict(int)
        senses: dict[Sense, int] = defaultdict(int)
        for stem, _ in sorted(forms):
            stems[stem] += 1
        for _, sense in sorted(phrases):
            senses[sense] += 1
        return cls(len(words), dict(stems), dict(senses))


@dataclass(frozen=True, eq=False, slots=True)
class Rewrites:
    """The parameters.

    Attributes:
        weights: Of `COMPONENTS`; they sum to 1.
        eta: How fast probability falls with distance in WordNet.
        vocabulary: Of the abstracts it was trained on.
        counts: The expected counts of the table: by phrase of the document, then of the abstract,
            those from `LEAST` on. What is not in it has only its fake counts.
        totals: By phrase of the document, the sum of its counts, of those too that were dropped.
    """

    weights: Float64Array
    eta: float
    vocabulary: Vocabulary
    counts: Mapping[Phrase, Mapping[Phrase, float]] = field(default_factory=dict)
    totals: Mapping[Phrase, float] = field(default_factory=dict)

    @classmethod
    def uniform(cls, vocabulary: Vocabulary) -> Rewrites:
        """Before any training: all components alike, those of WordNet only if it is there."""
        there = np.array([1.0, 1.0, float(bool(vocabulary.senses)), 1.0])
        return cls(there / there.sum(), 1.0, vocabulary)


@dataclass(frozen=True, eq=False, slots=True)
class PairIndex:
    """A pair, with where its phrases stand in the table of a corpus.

    Attributes:
        pair: The words.
        words: Of shape (types of the abstract, types of the document): entries of the table.
        abstract_types, document_types: By word, its type.
        nulls: By word of the abstract, the entry of the null row.
        same, stem: Of shape (T, n): whether words, or their stems, are the same.
        log_choices: By word of the document, how many words of abstracts have its stem, logarithm.
        cells: Of shape (4, m): cells of phrases of several words that are in the table, as indices
            of `Chart.rewrite`.
        entries: Of these cells.
        near_cells: The same, of phrases of one word or several that both are in WordNet.
        distances, senses: Of these cells: the distance, and the row of the document's sense.
    """

    pair: Pair
    words: NDArray[np.integer]
    abstract_types: Int64Array
    document_types: Int64Array
    nulls: Int64Array
    same: BoolArray
    stem: BoolArray
    log_choices: Float64Array
    cells: Int64Array
    entries: Int64Array
    near_cells: NDArray[np.int32]
    distances: NDArray[np.int8]
    senses: NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class CorpusIndex:
    """The table of a corpus as arrays: entries are phrases that occur in one pair.

    Attributes:
        pairs: By pair, where its phrases are.
        vocabulary: Of the abstracts.
        longest: The most words of a phrase of the document, and of one of the abstract.
        rows: The phrases of documents, the null row first.
        columns: The phrases of abstracts.
        row, column: By entry.
        fake: By entry, its fake counts.
        base: By row, the sum of the fake counts of all its words, those too that are no entry.
        histograms: By sense of documents, how many words of abstracts are at each distance.
    """

    pairs: tuple[PairIndex, ...]
    vocabulary: Vocabulary
    longest: tuple[int, int]
    rows: tuple[Phrase, ...]
    columns: tuple[Phrase, ...]
    row: Int64Array
    column: Int64Array
    fake: Float64Array
    base: Float64Array
    histograms: Float64Array


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """The parameters as arrays over the entries of a corpus.

    Attributes:
        weights, eta: As in `Rewrites`.
        counts: By entry.
        totals: By row.
        lexical: By entry, its probability in its row.
        near: By sense of documents, the sum of exp(-η distance) over all words of abstracts.
    """

    weights: Float64Array
    eta: float
    counts: Float64Array
    totals: Float64Array
    lexical: Float64Array
    near: Float64Array


@dataclass(eq=False, slots=True)
class RewriteCounts:
    """Expected counts, added up over pairs.

    Attributes:
        components: By component, how often it made a phrase.
        table: By entry, how often the lexical component did, or a null state.
        steps: The distances of what the WordNet component made, summed.
        senses: By sense of documents, how often it made something.
    """

    components: Float64Array
    table: Float64Array
    steps: float
    senses: Float64Array

    @classmethod
    def none(cls, index: CorpusIndex) -> RewriteCounts:
        """No counts yet."""
        n = len(COMPONENTS)
        return cls(np.zeros(n), np.zeros(len(index.row)), 0.0, np.zeros(len(index.histograms)))


class _Ids(dict[T, int]):
    """Numbers for things in the order in which they come."""

    def __missing__(self, key: T) -> int:
        self[key] = len(self)
        return self[key]


def build_index(
    pairs: Sequence[Pair],
    vocabulary: Vocabulary,
    wordnet: WordNet | None = None,
    longest: tuple[int, int] = (3, 3),
) -> CorpusIndex:
    """Find which phrases of the pairs can become which.

    Entries of the table are every word of a document with every word of its abstract, and phrases
    of several words with the same stems.
    """
    rows: _Ids[Phrase] = _Ids({NULL_ROW: 0})
    columns: _Ids[Phrase] = _Ids()
    paths: _Ids[tuple[Sense, ...]] = _Ids()
    net = wordnet if vocabulary.senses else None
    found = [_pair_index(pair, vocabulary, net, longest, rows, columns, paths) for pair in pairs]
    keys = [keys for one in found for keys in (one.words.ravel(), one.nulls, one.entries)]
    entries = np.unique(np.concatenate([np.zeros(0, np.int64), *keys]))
    row, column = entries // _WIDTH, entries % _WIDTH
    stem = np.zeros(len(entries), dtype=bool)
    placed = []
    for one in found:
        words = np.searchsorted(entries, one.words)
        where = words[np.ix_(one.abstract_types, one.document_types)][one.stem]
        several = np.searchsorted(entries, one.entries)
        stem[where] = stem[several] = True
        nulls = np.searchsorted(entries, one.nulls)
        placed.append(replace(one, words=words.astype(np.int32), nulls=nulls, entries=several))
    names, others = list(rows), list(columns)
    of_columns = np.array([rows.get(phrase, -1) for phrase in others], np.int64)
    same = of_columns[column] == row
    single = np.array([len(phrase) <= 1 for phrase in names])
    extra = STEM * stem + IDENTITY * same
    fake = extra + SINGLETON * single[row]
    base = np.bincount(row, extra, len(names)) + SINGLETON * vocabulary.n_words * single
    histograms = _histograms(list(paths), vocabulary, net)
    phrases = tuple(names), tuple(others)
    return CorpusIndex(
        tuple(placed), vocabulary, longest, *phrases, row, column, fake, base, histograms
    )


def table_of(rewrites: Rewrites, index: CorpusIndex) -> Table:
    """The parameters for the phrases of a corpus, which may be another one than in training.

    Without WordNet the other components have its weight.
    """
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


def rewrites_of(table: Table, index: CorpusIndex, *, least: float = LEAST) -> Rewrites:
    """The parameters by phrase, with the counts that are not below `least`."""
    counts: dict[Phrase, dict[Phrase, float]] = defaultdict(dict)
    for entry in np.flatnonzero(table.counts >= least).tolist():
        row, column = index.rows[index.row[entry]], index.columns[index.column[entry]]
        counts[row][column] = float(table.counts[entry])
    totals = {p: float(n) for p, n in zip(index.rows, table.totals, strict=True) if n >= least}
    return Rewrites(table.weights, table.eta, index.vocabulary, dict(counts), totals)


def probabilities(table: Table, index: CorpusIndex, one: PairIndex) -> Float64Array:
    """The rewrite probabilities of a pair, of shape (T, K, L, n), as in `Chart.rewrite`."""
    length, n = one.same.shape
    found = np.zeros((length, index.longest[1], index.longest[0], n))
    found[:, 0, 0] = table.weights[3] * _words_of(table.lexical, one)
    np.add.at(found, tuple(one.cells), table.weights[3] * table.lexical[one.entries])
    for size, same, stem, choices in _diagonals(one, min(index.longest)):
        block = found[: len(same), size - 1, size - 1, : same.shape[1]]
        block += table.weights[0] * same + table.weights[1] * stem / choices
    if len(one.senses):
        np.add.at(found, tuple(one.near_cells), table.weights[2] * _near(table, one))
    return found


def null_probabilities(table: Table, one: PairIndex) -> Float64Array:
    """The probabilities that null states emit the words of an abstract, of shape (T,)."""
    return np.asarray(table.lexical[one.nulls])


def collect(
    counts: RewriteCounts,
    table: Table,
    one: PairIndex,
    found: Float64Array,
    phrases: Float64Array,
    nulls: Float64Array,
) -> None:
    """Add the expected counts of a pair to those of others.

    `rewritten` are its `probabilities`; `phrases` and `nulls` its expectations, as in
    `Expectations`.
    """
    share = np.divide(phrases, found, out=np.zeros_like(found), where=found > 0)
    words = share[:, 0, 0] * table.weights[3] * _words_of(table.lexical, one)
    shape = one.words.shape
    at = one.abstract_types[:, None] * shape[1] + one.document_types[None, :]
    by_type = np.bincount(at.ravel(), words.ravel(), one.words.size).reshape(shape)
    counts.table[one.words] += by_type
    several = share[tuple(one.cells)] * table.weights[3] * table.lexical[one.entries]
    np.add.at(counts.table, one.entries, several)
    np.add.at(counts.table, one.nulls, nulls)
    counts.components[3] += words.sum() + several.sum()
    for size, same, stem, choices in _diagonals(one, min(found.shape[1:3])):
        block = share[: len(same), size - 1, size - 1, : same.shape[1]]
        counts.components[0] += table.weights[0] * block[same].sum()
        counts.components[1] += table.weights[1] * (block * stem / choices).sum()
    if len(one.senses):
        near = share[tuple(one.near_cells)] * table.weights[2] * _near(table, one)
        counts.components[2] += near.sum()
        counts.steps += float(near @ one.distances)
        np.add.at(counts.senses, one.senses, near)


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
    each = SINGLETON / (index.base + table.totals)[single]
    return stored + SINGLETON * float(left @ np.log(each))


_WIDTH = 1 << 32  # A row and a column are one number while the corpus is indexed.


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


def _pair_index(
    pair: Pair,
    vocabulary: Vocabulary,
    wordnet: WordNet | None,
    longest: tuple[int, int],
    rows: _Ids[Phrase],
    columns: _Ids[Phrase],
    paths: _Ids[tuple[Sense, ...]],
) -> PairIndex:
    """A pair, whose entries are numbers of rows and columns."""
    here, there = pair.document, pair.abstract
    mine, others = here.keys, there.keys
    document = np.array([rows[(word,)] for word in mine], np.int64)
    abstract = np.array([columns[(word,)] for word in others], np.int64)
    (types_d, in_d), (types_a, in_a) = (
        np.unique(ids, return_inverse=True) for ids in (document, abstract)
    )
    stems: _Ids[str] = _Ids()
    stem = np.equal(*np.ix_([stems[w] for w in there.lemmas], [stems[w] for w in here.lemmas]))
    words: _Ids[str] = _Ids()
    same = np.equal(*np.ix_([words[w] for w in others], [words[w] for w in mine]))
    choices = np.log([max(vocabulary.stems.get(lemma, 1), 1) for lemma in here.lemmas])
    cells, entries = [], []
    for size, alike in stretches(stem, min(longest)):
        for t, c in np.argwhere(alike).tolist() if size > 1 else ():
            cells.append((t, size - 1, size - 1, c))
            row, column = rows[mine[c : c + size]], columns[others[t : t + size]]
            entries.append(row * _WIDTH + column)
    near = list(_near_cells(here, there, wordnet, longest, paths))
    return PairIndex(
        pair,
        types_a[:, None] + types_d[None, :] * _WIDTH,
        in_a,
        in_d,
        abstract,
        same,
        stem,
        choices,
        np.array(cells, np.int64).reshape(-1, 4).T,
        np.array(entries, np.int64),
        # A corpus has many of these.
        np.array([cell for cell, _, _ in near], np.int32).reshape(-1, 4).T,
        np.array([steps for _, steps, _ in near], np.int8),
        np.array([sense for _, _, sense in near], np.int32),
    )


def _near_cells(
    here: Words,
    there: Words,
    wordnet: WordNet | None,
    longest: tuple[int, int],
    paths: _Ids[tuple[Sense, ...]],
) -> Iterator[tuple[tuple[int, int, int, int], int, int]]:
    """The cells of phrases that are both in WordNet, with distance and number of the sense."""
    known: dict[tuple[Sense, Sense], int | None] = {}
    mine = list(_senses(there, wordnet, longest[1]))
    for c, end, path in _senses(here, wordnet, longest[0]):
        for t, until, other in mine:
            key = path[0], other[0]
            if key not in known:
                known[key] = distance(path, other)
            steps = known[key]
            if steps is not None:
                yield (t, until - t - 1, end - c - 1, c), steps, paths[path]


def _senses(
    words: Words, wordnet: WordNet | None, longest: int
) -> Iterator[tuple[int, int, tuple[Sense, ...]]]:
    """The phrases of a text that are in WordNet: first word, the one after the last, the path."""
    if wordnet is not None:
        for begin in range(len(words)):
            for end in range(begin + 1, min(begin + longest, len(words)) + 1):
                if path := wordnet.path(words.lemmas[begin:end], words.tags[end - 1]):
                    yield begin, end, path


def _histograms(
    paths: Sequence[tuple[Sense, ...]], vocabulary: Vocabulary, wordnet: WordNet | None
) -> Float64Array:
    """By sense, how many words of abstracts are how many steps away; itself at least once."""
    found = np.zeros((len(paths), _FARTHEST))
    if wordnet is None:
        return found
    below: dict[Sense, Float64Array] = defaultdict(lambda: np.zeros(_FARTHEST))
    for sense, n in vocabulary.senses.items():
        for depth, above in enumerate(wordnet.above(sense)):
            below[above][depth] += n
    for row, path in zip(found, paths, strict=True):
        for steps, sense in enumerate(path):
            row[steps:] += below[sense][: _FARTHEST - steps]
            if steps:  # what came up with the path was counted, nearer
                row[steps + 1 :] -= below[path[steps - 1]][: _FARTHEST - steps - 1]
    found[:, :1] = np.maximum(found[:, :1], 1)
    return found


def stretches(alike: BoolArray, longest: int) -> Iterator[tuple[int, BoolArray]]:
    """By length, where stretches of words begin that are alike one by one."""
    run = alike
    for size in range(1, min(longest, *alike.shape) + 1):
        if size > 1:
            run = run[:-1, :-1] & alike[size - 1 :, size - 1 :]
        yield size, run


def _diagonals(
    one: PairIndex, longest: int
) -> Iterator[tuple[int, BoolArray, BoolArray, Float64Array]]:
    """By length: the same words, the same stems, and among how many phrases with these stems."""
    logs = np.concatenate([[0.0], np.cumsum(one.log_choices)])
    both = zip(stretches(one.same, longest), stretches(one.stem, longest), strict=True)
    for (size, same), (_, stem) in both:
        yield size, same, stem, np.exp(logs[size:] - logs[:-size])


def _words_of(values: Float64Array, one: PairIndex) -> Float64Array:
    """The values of the entries of single words, of shape (T, n)."""
    return np.asarray(values[one.words][np.ix_(one.abstract_types, one.document_types)])


def _near(table: Table, one: PairIndex) -> Float64Array:
    """The WordNet component of the pair's cells."""
    return np.asarray(np.exp(-table.eta * one.distances) / table.near[one.senses])
