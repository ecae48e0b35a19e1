"""What the classifier of periods has learned, and its files."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from salience.sentences.features import WordCounts, features, word_hash
from salience.storage.saved_model import Contents, SavedModel

DEFAULT = "en-sentences"
"""The model that ships."""
_NUMBERS = ("bias", "slope", "offset")


@dataclass(frozen=True, slots=True, repr=False)
class BoundaryModel(SavedModel):
    """A linear classifier of periods.

    The margin of a candidate is the sum of the `weights` of its features, by `word_hash`, and the
    `bias`; its probability the logistic function of `slope` times the margin plus `offset`.
    `counts` are those of words of the training text.

    Example:
        >>> model = BoundaryModel({word_hash("1 Mr."): -2.0}, WordCounts(), 1.0, 1.0, 0.0)
        >>> model.margin("Mr.", "Lee"), round(model.probability("Mr.", "Lee"), 2)
        (-1.0, 0.27)
        >>> BoundaryModel.from_files(model.to_files()) == model
        True
    """

    FORMAT: ClassVar = "salience-sentence-model"
    ALLOWANCE: ClassVar = 2**26

    weights: Mapping[int, float]
    counts: WordCounts
    bias: float
    slope: float
    offset: float
    card: Mapping[str, Any] = field(default_factory=dict)

    def margin(self, left: str, right: str) -> float:
        """How far the words around a period speak for a boundary; below 0, against one."""
        weight, names = self.weights.get, features(left, right, self.counts)
        return sum((weight(word_hash(name), 0.0) for name in names), self.bias)

    def probability(self, left: str, right: str) -> float:
        """The probability that a sentence ends with a period between these words."""
        return logistic(self.slope * self.margin(left, right) + self.offset)

    def contents(self) -> Contents:  # noqa: D102
        arrays: dict[str, NDArray[Any]] = {}
        for name, table, kind in (
            ("weights", self.weights, np.float32),
            ("plain", self.counts.plain, np.int8),
            ("lower", self.counts.lower, np.int8),
            ("begins", self.counts.begins, np.int8),
        ):
            keys = sorted(table)
            arrays[f"{name}_keys"] = np.array(keys, np.uint32)
            arrays[name] = np.array([table[key] for key in keys], kind)
        return Contents(arrays, {name: getattr(self, name) for name in _NUMBERS}, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        weights, plain, lower = (_table(contents, name) for name in ("weights", "plain", "lower"))
        # Models of version 1.0 have no `begins`.
        begins = _table(contents, "begins") if "begins" in contents.arrays else {}
        bias, slope, offset = map(contents.number, _NUMBERS)
        counts = WordCounts(plain, lower, begins)
        return cls(weights, counts, bias, slope, offset, contents.card or {})


def logistic(x: float) -> float:
    """The logistic function, also of large numbers."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def load_boundary_model(name_or_path: str | Path = DEFAULT) -> BoundaryModel:
    """Load a model of sentence boundaries.

    Args:
        name_or_path: `en-sentences`, which ships, or the folder of a model.

    Raises:
        ResourceError: If no such model ships and there is no such folder.
        ModelError: If it is damaged, or of a newer version.

    Example:
        >>> load_boundary_model().card["name"]
        'en-sentences'
    """
    return BoundaryModel.load(name_or_path)


default_model = cache(load_boundary_model)
"""The model that ships, read once."""


def _table(contents: Contents, name: str) -> dict[int, Any]:
    """A table of numbers by key."""
    keys = contents.numbers(f"{name}_keys", least=0, most=2**32 - 1, whole=True)
    values = contents.numbers(name, whole=name != "weights")
    return dict(zip(keys.tolist(), values.tolist(), strict=True))
