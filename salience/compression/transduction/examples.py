"""Sentences and compressions as examples for the learners of `salience.learning`.

Features by name become columns of numbers: those of the items of a sentence, of the language model,
and of neighbours.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array, IndexArray
from salience.compression.features import neighbour_counts, pair_scores
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.described import Described, Item, RuleItem
from salience.compression.transduction.scorer import Scorer
from salience.learning.examples import Features, Output

LossName = Literal["tokens", "places"]
RELATION = 0.5
"""What each word adds to the loss of its head, in the loss over places."""
LANGUAGE = "language model"
"""The feature of the target as a whole: the logarithm (base 10) of its probability."""


class Columns:
    """The column of each feature that is learned; others have none and weigh nothing."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._column = {name: i for i, name in enumerate(names)}
        self._of_rules: dict[RuleItem, tuple[IndexArray, Float64Array]] = {}

    def rows(self, sentence: Described) -> csr_array:
        """The items of a sentence, of shape (items, columns)."""
        rows = [self._row(item) for item in sentence.items]
        ends = np.cumsum([0, *(len(columns) for columns, _ in rows)])
        columns, values = (np.concatenate(side) for side in zip(*rows, strict=True))
        return csr_array((values, columns, ends), shape=(len(rows), len(self.names)))

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


class Augmentation(NamedTuple):
    """What one search adds to scores."""

    constant: float = 0.0  # of any output
    words: Sequence[float] | None = None  # of each word that stays


class TargetLoss(NamedTuple):
    """How much worse an output is than a reference: the words that are wrong, and those missing.

    Where missing is the larger of two numbers, the best sum of score and loss is the better of two
    searches: one in which length costs nothing, and one in which each word saves what it adds to
    the length.
    """

    # the loss of an output, by the places of the words that stay
    value: Callable[[Sequence[int]], float]
    # the best sum of score and loss is the best that these searches find
    augmentations: tuple[Augmentation, ...]


def token_loss(words: Sequence[str], kept: Collection[int]) -> TargetLoss:
    """The Hamming loss over words in lower case that the reference has not (equation 12).

    It is not divided by the length: the equations do not, and the sums of Table 5 fit that.
    """
    reference = [words[place] for place in kept]
    wrong = [float(word not in reference) for word in words]
    n = len(reference)

    def value(places: Sequence[int]) -> float:
        return sum(wrong[place] for place in places) + max(n - len(places), 0)

    shorter = Augmentation(n, [number - 1 for number in wrong])
    return TargetLoss(value, (Augmentation(0.0, wrong), shorter))


def place_loss(n: int, kept: Collection[int], heads: Mapping[int, int]) -> TargetLoss:
    """Words wrongly kept and wrongly left out, of `n`, by their places; the latter count `RELATION`
    more for each word that should stay and hangs on them.
    """
    weights = dict.fromkeys(sorted(kept), 1.0)
    for place, head in heads.items():
        if place in weights and head in weights:
            weights[head] += RELATION

    def value(places: Sequence[int]) -> float:
        wrong = len(set(places) - weights.keys())
        return wrong + sum(weights[place] for place in weights.keys() - set(places))

    added = [-weights[place] if place in weights else 1.0 for place in range(n)]
    return TargetLoss(value, (Augmentation(sum(weights.values()), added),))


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
