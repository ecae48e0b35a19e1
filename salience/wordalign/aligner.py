"""The semi-Markov model with its parameters, which aligns any document with its abstract."""

from dataclasses import dataclass, field

import numpy as np

from salience.arrays import BoolArray, Float64Array
from salience.word_links.choices import PROBABLE
from salience.word_links.links import Pair, PhraseLink
from salience.word_links.wordnet import WordNet
from salience.wordalign.choosing import Chooser
from salience.wordalign.evidence import around, content
from salience.wordalign.jumps import JumpModel
from salience.wordalign.rewrite_index import CorpusIndex, PairIndex, build_index, diagonal_runs
from salience.wordalign.rewrites import Rewrites, Table, build_table, probabilities
from salience.wordalign.semi_markov import Chart, expectations

_TINY = 1e-6
"""What is less likely is no link, whatever is asked for."""
_BESIDE = ("neighbour -2", "neighbour -1", "neighbour +1", "neighbour +2", "heads")


@dataclass(frozen=True, eq=False, slots=True)
class Aligner:
    """The model.

    Attributes:
        jumps: How likely jumps are.
        rewrites: How likely phrases become others.
        longest: The most words of a phrase of the document, and of one of the abstract.
        wordnet: For the WordNet component, if it was trained with it.
        chooser: What links content words by these probabilities and by what stands around them.
    """

    jumps: JumpModel = field(repr=False)
    rewrites: Rewrites = field(repr=False)
    longest: tuple[int, int] = (3, 3)
    wordnet: WordNet | None = field(default=None, repr=False)
    chooser: Chooser | None = field(default=None, repr=False)

    def align(self, pair: Pair, *, least: float = PROBABLE) -> list[PhraseLink]:
        """The links of a document and its abstract, in the order of the abstract.

        Words are linked whose probability is large if the abstract is made from the document, and
        also if the document is made from the abstract (the geometric mean of the two), over all
        alignments. A model with a chooser leaves the content words of the abstract to it.

        Args:
            pair: A document and its abstract; if one is empty, there are no links.
            least: Links with a smaller probability are left out.
        """
        if not len(pair.document) or not len(pair.abstract):
            return []
        return likely_links(self.likely(pair), least)

    def probabilities(self, pair: Pair) -> Float64Array:
        """How likely words are linked if the abstract is made from the document: shape (T, n)."""
        chart, stem = self.chart(pair)
        return word_probabilities(expectations(chart, with_jumps=False).phrases, stem)

    def both_ways(self, pair: Pair) -> tuple[Float64Array, Float64Array]:
        """The probabilities of links in both directions, of shape (T, n)."""
        there = self.probabilities(Pair(pair.id, pair.abstract, pair.document))
        return self.probabilities(pair), there.T

    def likely(self, pair: Pair) -> Float64Array:
        """How likely words are linked, by both directions and the chooser, of shape (T, n).

        With a chooser, a function word is linked only beside or below content words that are.
        """
        forth, back = self.both_ways(pair)
        likely = np.sqrt(forth * back)
        if self.chooser is not None:
            rows = content(pair.abstract)
            chosen = self.chooser.likely(pair, forth, back)
            near = around(pair, chosen, rows.astype(float))
            held = np.maximum.reduce([near[name] for name in _BESIDE]) >= PROBABLE
            likely = np.where(rows[:, None], chosen, likely * held)
        return likely

    def chart(self, pair: Pair) -> tuple[Chart, BoolArray]:
        """The chart of a pair, and which words have the same stem."""
        index = build_index([pair], self.rewrites.vocabulary, self.wordnet, self.longest)
        table, [indexed] = build_table(self.rewrites, index), index.pairs
        chart, _ = pair_chart(self.jumps, table, index, indexed)
        return chart, indexed.stem


def likely_links(likely: Float64Array, least: float) -> list[PhraseLink]:
    """Links of words, of which each is the likeliest of one of its two words."""
    best = (likely == likely.max(axis=0)) | (likely == likely.max(axis=1, keepdims=True))
    cells = np.argwhere(best & (likely >= max(least, _TINY))).tolist()
    return [PhraseLink((i, i + 1), (j, j + 1), float(likely[j, i])) for j, i in cells]


def pair_chart(
    jumps: JumpModel, table: Table, index: CorpusIndex, pair: PairIndex
) -> tuple[Chart, Float64Array]:
    """The chart of a pair, and its rewrite probabilities."""
    rewritten = probabilities(table, index, pair)
    with np.errstate(divide="ignore"):
        logs = np.log(rewritten), np.log(table.lexical[pair.nulls])
    return Chart(jumps.matrix(pair.pair.document), jumps.null, *logs), rewritten


def word_probabilities(phrases: Float64Array, stem: BoolArray) -> Float64Array:
    """How likely words are linked, over all alignments, of shape (T, n).

    Phrases of words with the same stems, one by one, link these; others link all their words.
    """
    length, longest_made, longest, n = phrases.shape
    linked = np.zeros((length, n))
    left = phrases.copy()
    for size, run in diagonal_runs(stem, min(longest_made, longest)):
        rows, columns = run.shape
        block = left[:rows, size - 1, size - 1, :columns]
        alike = block * run
        block[run] = 0.0
        for step in range(size):
            linked[step : step + rows, step : step + columns] += alike
    for made in range(min(longest_made, length)):
        for size in range(min(longest, n)):
            block = left[: length - made, made, size, : n - size]
            if block.any():
                for a in range(made + 1):
                    for b in range(size + 1):
                        linked[a : a + length - made, b : b + n - size] += block
    return np.minimum(linked, 1.0)
