"""The semi-Markov model with its parameters, which aligns any document with its abstract."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from salience.arrays import BoolArray, Float64Array
from salience.word_links.links import PhraseLink
from salience.word_links.pairs import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.jumps import JumpModel
from salience.wordalign.rewrites import (
    CorpusIndex,
    PairIndex,
    Rewrites,
    Table,
    build_index,
    null_probabilities,
    probabilities,
    stretches,
    table_of,
)
from salience.wordalign.semi_markov import Chart, expectations, viterbi


@dataclass(frozen=True, eq=False, slots=True)
class Aligner:
    """The model.

    Attributes:
        jumps: How likely jumps are.
        rewrites: How likely phrases become others.
        longest: The most words of a phrase of the document, and of one of the abstract.
        null_stays: Where null states are; see `Chart`.
        wordnet: For the WordNet component, if it was trained with it.
    """

    jumps: JumpModel
    rewrites: Rewrites
    longest: tuple[int, int] = (3, 3)
    null_stays: bool = True
    wordnet: WordNet | None = None

    def align(self, pair: Pair, *, least: float = 0.0) -> list[PhraseLink]:
        """The links of the most probable alignment, in the order of the abstract.

        Phrases with the same stems are linked word by word, others as a whole. The probability of
        a link is that of its words to be linked so, over all alignments, whatever the phrases in
        which they are; of a phrase, the smallest of its pairs of words.

        Args:
            pair: A document and its abstract; if one is empty, there are no links.
            least: Links with a smaller probability are left out.
        """
        if not len(pair.document) or not len(pair.abstract):
            return []
        index = build_index([pair], self.rewrites.vocabulary, self.wordnet, self.longest)
        table, one = table_of(self.rewrites, index), index.pairs[0]
        chart, _ = pair_chart(self.jumps, table, index, one, self.null_stays)
        best, _ = viterbi(chart)
        words = word_probabilities(expectations(chart).phrases, one.stem)
        links = (
            PhraseLink(
                part.document,
                part.abstract,
                float(words[slice(*part.abstract), slice(*part.document)].min()),
            )
            for link in best
            for part in _word_by_word(link, one.stem)
        )
        return [link for link in links if link.probability >= least]


def pair_chart(
    jumps: JumpModel, table: Table, index: CorpusIndex, one: PairIndex, null_stays: bool
) -> tuple[Chart, Float64Array]:
    """The chart of a pair, and its rewrite probabilities."""
    found = probabilities(table, index, one)
    with np.errstate(divide="ignore"):
        logs = np.log(found), np.log(null_probabilities(table, one))
    return Chart(jumps.matrix(one.pair.document), jumps.null, *logs, null_stays), found


def word_probabilities(phrases: Float64Array, stem: BoolArray) -> Float64Array:
    """How likely words are linked, over all alignments, of shape (T, n).

    `phrases` are those of `Expectations`; `stem` says which words have the same stem, of shape (T,
    n). Phrases of such words, one by one, link these; others link all their words.

    Example:
        >>> phrases = np.zeros((2, 2, 2, 2))
        >>> phrases[0, 1, 1, 0] = 0.8  # both words of the document become both of the abstract
        >>> word_probabilities(phrases, np.eye(2, dtype=bool)).tolist()
        [[0.8, 0.0], [0.0, 0.8]]
        >>> word_probabilities(phrases, np.zeros((2, 2), dtype=bool)).tolist()
        [[0.8, 0.8], [0.8, 0.8]]
    """
    length, longest_made, longest, n = phrases.shape
    found = np.zeros((length, n))
    left = phrases.copy()
    for size, run in stretches(stem, min(longest_made, longest)):
        rows, columns = run.shape
        block = left[:rows, size - 1, size - 1, :columns]
        alike = block * run
        block[run] = 0.0
        for step in range(size):
            found[step : step + rows, step : step + columns] += alike
    for made in range(min(longest_made, length)):
        for size in range(min(longest, n)):
            whole = left[: length - made, made, size, : n - size]
            if whole.any():
                for a in range(made + 1):
                    for b in range(size + 1):
                        found[a : a + length - made, b : b + n - size] += whole
    return np.minimum(found, 1.0)


def _word_by_word(link: PhraseLink, stem: BoolArray) -> list[PhraseLink]:
    """The links of words of the same stems, else the link itself."""
    (a, b), (c, d) = link.document, link.abstract
    if b - a == d - c and all(stem[c + i, a + i] for i in range(b - a)):
        return [PhraseLink((a + i, a + i + 1), (c + i, c + i + 1)) for i in range(b - a)]
    return [link]
