"""Sentences and compressions as examples for the learners of `salience.learning`.

Features by name become columns of numbers: those of the items of a sentence, of the language model,
and of neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from salience.arrays import Float64Array, IndexArray
from salience.compression.features import adjacent, pair_scores
from salience.compression.transduction.chart import Found
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.described import Described, Item, RuleItem
from salience.compression.transduction.losses import Augmentation, TargetLoss
from salience.compression.transduction.scorer import Scorer
from salience.learning.examples import Features, Output

LANGUAGE = "language model"
"""The feature of the target as a whole: the logarithm (base 10) of its probability."""


@dataclass(eq=False, slots=True)
class Columns:
    """The column of each feature that is learned; others have none and weigh nothing.

    Args:
        names: The features.

    Example:
        >>> Columns(["a", "b"]).row({"b": 2.0, "c": 1.0})
        (array([1]), array([2.]))
    """

    names: list[str]
    _column: dict[str, int] = field(init=False)
    _of_rules: dict[RuleItem, tuple[IndexArray, Float64Array]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._column = {name: i for i, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> int:
        return self._column[name]

    def row(self, item: Item) -> tuple[IndexArray, Float64Array]:
        """The columns of an item, and their values."""
        if not isinstance(item, RuleItem):
            return self._row(item)
        if (found := self._of_rules.get(item)) is None:
            found = self._of_rules[item] = self._row(item.features())
        return found

    def _row(self, features: Mapping[str, float]) -> tuple[IndexArray, Float64Array]:
        pairs = [(c, v) for n, v in features.items() if (c := self._column.get(n)) is not None]
        columns = np.array([column for column, _ in pairs], np.intp)
        return columns, np.array([value for _, value in pairs], np.float64)


def frequent(sentences: Iterable[Described], least: int) -> list[str]:
    """The features that occur in so many sentences, sorted.

    Args:
        sentences: The sentences.
        least: The number of sentences.
    """
    n_sentences: Counter[str] = Counter()
    of_rules: dict[RuleItem, list[str]] = {}
    for sentence in sentences:
        names: set[str] = set()
        for item in sentence.items:
            if isinstance(item, RuleItem):
                if item not in of_rules:
                    of_rules[item] = list(item.features())
                names.update(of_rules[item])
            else:
                names.update(item)
        n_sentences.update(names)
    return sorted(name for name, n in n_sentences.items() if n >= least)


class Rows:
    """The items of a sentence as columns.

    Args:
        sentence: The sentence.
        columns: The columns.
    """

    __slots__ = ("_bounds", "_columns", "_places", "_values", "n_items")

    def __init__(self, sentence: Described, columns: Columns) -> None:
        rows = [columns.row(item) for item in sentence.items]
        lengths = [len(row) for row, _ in rows]
        self.n_items = len(rows)
        self._bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)
        self._columns = np.concatenate([row for row, _ in rows]).astype(np.int32)
        self._values = np.concatenate([values for _, values in rows])
        self._places = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)

    def scores(self, weights: Float64Array) -> list[float]:
        """The score of each item."""
        products = weights[self._columns] * self._values
        found: list[float] = np.bincount(self._places, products, self.n_items).tolist()
        return found

    def features(self, used: Iterable[int]) -> dict[int, float]:
        """The sum of some items, each as often as it is given."""
        found: dict[int, float] = {}
        for item, n in Counter(used).items():
            here = slice(self._bounds[item], self._bounds[item + 1])
            for column, value in zip(
                self._columns[here].tolist(), self._values[here].tolist(), strict=True
            ):
                found[column] = found.get(column, 0.0) + n * value
        return {column: value for column, value in found.items() if value}


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
        results: list[tuple[float, Found]] = []
        for added in self.loss.augmentations if augmented else (Augmentation(),):
            best = decode(
                source.sentence,
                scores,
                target,
                word_scores=added.words,
                beam=space.beam,
                pops=space.pops,
            )
            results += [(derivation.score + added.constant, derivation) for derivation in best]
        _, best_found = max(results, key=lambda scored: scored[0])
        features = source.features(best_found.steps, best_found.words)
        return Output(features, self.loss.value(best_found.words))
