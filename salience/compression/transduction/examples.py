"""Pairs of sentences and compressions as examples for the learners of `salience.learning`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from salience.arrays import Float64Array, IndexArray
from salience.compression.features import adjacent, pair_scores
from salience.compression.transduction.augmentation import TargetLoss
from salience.compression.transduction.chart import Found
from salience.compression.transduction.columns import Rows
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.described import Described
from salience.compression.transduction.scorer import Scorer
from salience.learning.examples import Features, Output


@dataclass(frozen=True, slots=True)
class Space:
    """Where the features of the target stand among the columns, and how it is searched.

    Attributes:
        language: The language model; None without one.
        column: Of its feature.
        scale: What its logarithms are multiplied with, so that they are about as large as other
            features.
        pairs: The first column of features of neighbours; None without them.
        beam: Items of a cell in the search.
        pops: Combinations that are looked at for it.
    """

    language: Scorer | None
    column: int
    scale: float
    pairs: int | None
    beam: int | None
    pops: int | None


@dataclass(frozen=True, eq=False, slots=True)
class Source:
    """A sentence as it is learned from; its compressions share it.

    Attributes:
        sentence: The sentence with its rules.
        rows: Its items as columns.
        neighbours: The features of neighbours (see `pair_features`); None without them.
        space: The other columns.
    """

    sentence: Described
    rows: Rows
    neighbours: IndexArray | None
    space: Space

    def target(self, weights: Float64Array) -> TargetScores:
        """What targets score beside the rules."""
        space = self.space
        weight = weights[space.column] * space.scale if space.language is not None else 0.0
        pairs = None
        if self.neighbours is not None and space.pairs is not None:
            pairs = pair_scores(self.neighbours, weights[space.pairs :])
        return TargetScores(space.language, float(weight), pairs)

    def worth(self, weights: Float64Array) -> list[list[float]]:
        """By node and rule there, its score."""
        scored = self.sentence.steps(self.rows.scores(weights))
        return [[step.score for step in here] for here in scored]

    def features(self, steps: Sequence[tuple[int, int]], kept: Sequence[int]) -> Features:
        """The features of a derivation."""
        space, words = self.space, self.sentence.words
        found = self.rows.features(self.sentence.used(steps))
        if space.language is not None:
            found[space.column] = space.scale * space.language.sentence([words[i] for i in kept])
        if self.neighbours is not None and space.pairs is not None:
            near: Counter[int] = Counter()
            for i, j in adjacent(tuple(kept), len(words)):
                near.update((self.neighbours[i, j] + space.pairs).tolist())
            found |= {column: float(n) for column, n in near.items()}
        return found


@dataclass(frozen=True, eq=False, slots=True)
class CompressionExample:
    """A compression of a sentence as an example of a learner.

    Attributes:
        source: The sentence.
        loss: The loss against the compression.
        gold: The features of its derivation.
    """

    source: Source
    loss: TargetLoss
    gold: Features

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The best derivation; with its loss added, if `augmented`."""
        source, space = self.source, self.source.space
        scores, target = source.rows.scores(weights), source.target(weights)
        found: list[tuple[float, Found]] = []
        for added in self.loss.augmentations if augmented else (None,):
            best = decode(
                source.sentence, scores, target, added=added, beam=space.beam, pops=space.pops
            )
            constant = added.constant if added is not None else 0.0
            found += [(one.score + constant, one) for one in best]
        _, one = max(found, key=lambda scored: scored[0])
        rules = [source.sentence.applications[node][number] for node, number in one.steps]
        return Output(source.features(one.steps, one.words), self.loss.value(one.words, rules))
