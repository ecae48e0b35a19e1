"""Sentences and compressions as examples for the learners of `salience.learning`.

Features by name become columns of numbers: those of the items of a sentence, of the language model,
and of neighbours.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array, IndexArray
from salience.compression.features import neighbour_counts, pair_scores
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.described import Described, Item, RuleItem
from salience.compression.transduction.losses import Augmentation, TargetLoss
from salience.compression.transduction.scorer import Scorer
from salience.learning.examples import Features, Output

LANGUAGE = "language model"
"""The feature of the target as a whole: the logarithm (base 10) of its probability."""


@dataclass(eq=False, slots=True)
class Columns:
    """The column of each feature that is learned; others have none and weigh nothing."""

    names: list[str]
    _column: dict[str, int] = field(init=False)
    _of_rules: dict[RuleItem, tuple[IndexArray, Float64Array]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._column = {name: i for i, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def rows(self, sentence: Described) -> csr_array:
        """The items of a sentence, of shape (items, columns)."""
        rows = [self._row(item) for item in sentence.items]
        ends = np.cumsum([0, *(len(columns) for columns, _ in rows)])
        columns, values = (np.concatenate(side) for side in zip(*rows, strict=True))
        return csr_array((values, columns, ends), shape=(len(rows), len(self)))

    def _row(self, item: Item) -> tuple[IndexArray, Float64Array]:
        """The columns of an item, and their values."""
        if not isinstance(item, RuleItem):
            return self._known(item)
        if (found := self._of_rules.get(item)) is None:
            found = self._of_rules[item] = self._known(item.features())
        return found

    def _known(self, features: Mapping[str, float]) -> tuple[IndexArray, Float64Array]:
        pairs = [(c, v) for n, v in features.items() if (c := self._column.get(n)) is not None]
        columns = np.array([column for column, _ in pairs], np.intp)
        return columns, np.array([value for _, value in pairs], np.float64)


def frequent(sentences: Iterable[Described], least: int) -> list[str]:
    """The features that occur in so many sentences, sorted."""
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


@dataclass(frozen=True, eq=False, slots=True)
class Source:
    """A sentence as it is learned from; its compressions share it."""

    sentence: Described
    rows: csr_array  # its items, see `Columns.rows`; the last column is that of the language model
    # the features of neighbours (see `pair_features`), whose columns follow those of items; None
    # without them
    neighbours: IndexArray | None
    language: Scorer | None
    beam: int | None  # the limits of the search
    pops: int | None

    @property
    def size(self) -> int:
        """The columns of items."""
        return int(self.rows.shape[1])

    def target(self, weights: Float64Array) -> TargetScores:
        """What targets score beside the rules."""
        weight = float(weights[self.size - 1]) if self.language is not None else 0.0
        pairs = None
        if self.neighbours is not None:
            pairs = pair_scores(self.neighbours, weights[self.size :])
        return TargetScores(self.language, weight, pairs)

    def features(self, steps: Sequence[tuple[int, int]], kept: Sequence[int]) -> Features:
        """The features of a derivation."""
        words, times = self.sentence.words, Counter(self.sentence.used(steps))
        used = csr_array(([*times.values()], [*times], [0, len(times)]), (1, self.rows.shape[0]))
        row = used @ self.rows
        pairs = zip(row.indices.tolist(), row.data.tolist(), strict=True)
        found = {column: float(value) for column, value in pairs if value}
        if self.language is not None:
            found[self.size - 1] = self.language.sentence([words[i] for i in kept])
        if self.neighbours is not None:
            near = neighbour_counts(self.neighbours, kept, self.size)
            found |= {column: float(n) for column, n in near.items()}
        return found


@dataclass(frozen=True, eq=False, slots=True)
class CompressionExample:
    """A compression of a sentence: the loss against it, and the features of its derivation."""

    source: Source
    loss: TargetLoss
    gold: Features

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The best derivation; with its loss added, if `augmented`."""
        source = self.source
        scores = (source.rows @ weights[: source.size]).tolist()
        target = source.target(weights)
        results = []
        for added in self.loss.augmentations if augmented else (Augmentation(),):
            derivation = decode(
                source.sentence,
                scores,
                target,
                word_scores=added.words,
                beam=source.beam,
                pops=source.pops,
            )
            results.append((derivation.score + added.constant, derivation))
        _, best = max(results, key=lambda scored: scored[0])
        return Output(source.features(best.steps, best.words), self.loss.value(best.words))
