"""A linear model of deletions: what words, and neighbours that they become, score."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from salience.arrays import Float64Array
from salience.compression.features import PAIR_COLUMNS, pair_features, pair_scores, word_features
from salience.compression.subsets import best_subset
from salience.storage.saved_model import Contents, SavedModel, text_bytes, writable
from salience.text.words import Words


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Compressor(SavedModel):
    """Weights of features of words (one without a weight weighs nothing) and of neighbours
    (McDonald 2006).

    Example:
        >>> from salience.text.words import plain_words
        >>> words = plain_words("It really rained")
        >>> model = Compressor({"bias": 1.0, "word=really": -2.0})
        >>> model.compress(words), model.compress(words, n_words=1)
        ((0, 2), (0,))
    """

    FORMAT: ClassVar = "salience-compressor"
    ALLOWANCE: ClassVar = 2**30

    weights: Mapping[str, float]
    pairs: Float64Array = field(default_factory=lambda: np.zeros(PAIR_COLUMNS))
    card: Mapping[str, Any] = field(default_factory=dict)

    def scores(self, words: Words) -> tuple[Float64Array, Float64Array]:
        """What each word of a sentence scores, and each two neighbours; see `best_subset`."""
        weight = self.weights.get
        keep = [sum((weight(name, 0.0) for name in word), 0.0) for word in word_features(words)]
        return np.array(keep, np.float64), pair_scores(pair_features(words), self.pairs)

    def compress(
        self, words: Words, n_words: int | None = None, must: Collection[int] = ()
    ) -> tuple[int, ...]:
        """The words of a sentence that stay, those of `must` and the best others: their indices,
        rising.
        """
        if len(words) < 2:
            return tuple(range(len(words)))
        keep, pairs = self.scores(words)
        keep[list(must)] += 1 + 2 * (np.abs(keep).sum() + np.abs(pairs).max(axis=1).sum())
        if n_words is not None:
            n_words = min(max(n_words, len(set(must))), len(words))
        return best_subset(keep, pairs, n_words)

    def contents(self) -> Contents:  # noqa: D102
        arrays = weight_arrays(self.weights, self.pairs, np.float32)
        return Contents(arrays, {"neighbours": True}, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        weights, pairs = read_weights(contents)
        return cls(weights, np.zeros(PAIR_COLUMNS) if pairs is None else pairs, contents.card or {})


def most_words(n: int, rate: float | None, n_words: int | None) -> int | None:
    """How many words of a sentence shall stay; None where the model decides."""
    if rate is not None and n_words is not None:
        raise ValueError("give rate or n_words, not both")
    if rate is not None and not 0 < rate <= 1:
        raise ValueError(f"a rate must be above 0 and at most 1, but is {rate}")
    if n_words is not None and n_words < 1:
        raise ValueError(f"n_words must be at least 1, but is {n_words}")
    return n_words if rate is None else max(1, round(rate * n))


def weight_arrays(
    weights: Mapping[str, float], pairs: Float64Array | None, kind: DTypeLike
) -> dict[str, NDArray[Any]]:
    """Weights as arrays; those that are 0 are left out."""
    names = sorted(name for name, value in weights.items() if value and writable(name))
    dense = np.zeros(0) if pairs is None else pairs
    columns = np.flatnonzero(dense)
    return {
        "names": text_bytes(names),
        "weights": np.array([weights[name] for name in names], kind),
        "pair_columns": columns.astype(np.int32),
        "pair_weights": dense[columns].astype(kind),
    }


def read_weights(contents: Contents) -> tuple[dict[str, float], Float64Array | None]:
    """The weights that `weight_arrays` made arrays of, and those of neighbours if it has them."""
    values = contents.numbers("weights").astype(np.float64).tolist()
    weights = dict(zip(contents.texts("names"), values, strict=True))
    if not contents.flag("neighbours"):
        return weights, None
    columns = contents.numbers("pair_columns", least=0, most=PAIR_COLUMNS - 1, whole=True)
    pairs = np.zeros(PAIR_COLUMNS)
    pairs[columns] = contents.numbers("pair_weights")
    return weights, pairs
