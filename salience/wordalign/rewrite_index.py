"""The phrases of a corpus that may become each other, numbered: what all iterations share.

Entries of the table are every word of a document with every word of its abstract, and phrases of
several words with the same stems. Null states emit words of abstracts by a row of their own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from salience.arrays import BoolArray, Float64Array, Int64Array
from salience.text.words import Words
from salience.word_links.links import Pair
from salience.word_links.wordnet import Sense, WordNet, distance

SINGLETON, STEM, IDENTITY = 2.0, 3.0, 4.0
"""Fake counts: of a word for a word, of the same stems, and of the same words (section 4.3)."""

NULL_ROW = ()
"""The row of the table from which null states emit."""

T = TypeVar("T")

Phrase = tuple[str, ...]

_FARTHEST = 64  # No two words of WordNet are so many steps apart.


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known of the abstracts of a corpus, before any alignment."""

    n_words: int  # that are different
    stems: Mapping[str, int]  # how many different words have each
    senses: Mapping[Sense, int] = field(default_factory=dict)  # how many phrases have each
    single: float = SINGLETON

    @classmethod
    def from_abstracts(
        cls, abstracts: Iterable[Words], wordnet: WordNet | None, longest: int
    ) -> Self:
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
        stems = Counter(stem for stem, _ in sorted(forms))
        senses = Counter(sense for _, sense in sorted(phrases))
        return cls(len(words), dict(stems), dict(senses))


@dataclass(frozen=True, eq=False, slots=True)
class PairIndex:
    """A pair, with where its phrases stand in the table of a corpus.

    Cells are indices of `Chart.rewrite`, of shape (4, m).
    """

    pair: Pair
    words: NDArray[np.integer]  # entries by type of the abstract and type of the document
    abstract_types: Int64Array
    document_types: Int64Array
    nulls: Int64Array  # by word of the abstract, the entry of the null row
    same: BoolArray  # (T, n): the same words
    stem: BoolArray  # (T, n): words with the same stems
    log_choices: Float64Array  # by word of the document, how many words of abstracts have its stem
    cells: Int64Array  # of phrases of several words that are in the table
    entries: Int64Array  # of these cells
    near_cells: NDArray[np.int32]  # of phrases that both are in WordNet
    distances: NDArray[np.int8]  # of these cells
    senses: NDArray[np.int32]  # of these cells, the row of the document's sense


@dataclass(frozen=True, eq=False, slots=True)
class CorpusIndex:
    """The table of a corpus as arrays: entries are phrases that occur in one pair."""

    pairs: tuple[PairIndex, ...]
    vocabulary: Vocabulary
    longest: tuple[int, int]  # words of a phrase of the document, and of one of the abstract
    rows: tuple[Phrase, ...]  # phrases of documents, the null row first
    columns: tuple[Phrase, ...]  # phrases of abstracts
    row: Int64Array  # by entry
    column: Int64Array  # by entry
    fake: Float64Array  # by entry, its fake counts
    base: Float64Array  # by row, the fake counts of all words, those too that are no entry
    histograms: Float64Array  # by sense of documents, words of abstracts at each distance


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
    """Find which phrases of the pairs can become which."""
    rows: _Ids[Phrase] = _Ids({NULL_ROW: 0})
    columns: _Ids[Phrase] = _Ids()
    paths: _Ids[tuple[Sense, ...]] = _Ids()
    net = wordnet if vocabulary.senses else None
    indexed = [_pair_index(pair, vocabulary, net, longest, rows, columns, paths) for pair in pairs]
    keys = [keys for pair in indexed for keys in (pair.words.ravel(), pair.nulls, pair.entries)]
    entries = np.unique(np.concatenate([np.zeros(0, np.int64), *keys]))
    row, column = entries // _WIDTH, entries % _WIDTH
    stem = np.zeros(len(entries), dtype=bool)
    placed = []
    for pair in indexed:
        words = np.searchsorted(entries, pair.words)
        where = words[np.ix_(pair.abstract_types, pair.document_types)][pair.stem]
        several = np.searchsorted(entries, pair.entries)
        stem[where] = stem[several] = True
        nulls = np.searchsorted(entries, pair.nulls)
        placed.append(replace(pair, words=words.astype(np.int32), nulls=nulls, entries=several))
    names, others = list(rows), list(columns)
    of_columns = np.array([rows.get(phrase, -1) for phrase in others], np.int64)
    same = of_columns[column] == row
    single = np.array([len(phrase) <= 1 for phrase in names])
    extra = STEM * stem + IDENTITY * same
    fake = extra + vocabulary.single * single[row]
    base = np.bincount(row, extra, len(names)) + vocabulary.single * vocabulary.n_words * single
    histograms = _histograms(list(paths), vocabulary, net)
    phrases = tuple(names), tuple(others)
    return CorpusIndex(
        tuple(placed), vocabulary, longest, *phrases, row, column, fake, base, histograms
    )


_WIDTH = 1 << 32  # A row and a column are one number while the corpus is indexed.


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
    for size, alike in diagonal_runs(stem, min(longest)):
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
    histograms = np.zeros((len(paths), _FARTHEST))
    if wordnet is None:
        return histograms
    below: dict[Sense, Float64Array] = defaultdict(lambda: np.zeros(_FARTHEST))
    for sense, n in vocabulary.senses.items():
        for depth, above in enumerate(wordnet.above(sense)):
            below[above][depth] += n
    for row, path in zip(histograms, paths, strict=True):
        for steps, sense in enumerate(path):
            row[steps:] += below[sense][: _FARTHEST - steps]
            if steps:  # what came up with the path was counted, nearer
                row[steps + 1 :] -= below[path[steps - 1]][: _FARTHEST - steps - 1]
    histograms[:, :1] = np.maximum(histograms[:, :1], 1)
    return histograms


def diagonal_runs(alike: BoolArray, longest: int) -> Iterator[tuple[int, BoolArray]]:
    """By length, where stretches of words begin that are alike one by one."""
    run = alike
    for size in range(1, min(longest, *alike.shape) + 1):
        if size > 1:
            run = run[:-1, :-1] & alike[size - 1 :, size - 1 :]
        yield size, run
