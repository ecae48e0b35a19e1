"""What explanations and counterfactuals need of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from salience.arrays import Float64Array
from salience.features.rows import EntityTable


class Featurizer(Protocol):
    """Makes feature strings of attributes, as `EntityFeaturizer` does."""

    def transform(self, X: EntityTable) -> list[list[str]]:
        """The feature strings of every row."""
        ...


class LinearClassifier(Protocol):
    """Has a bias and a weight for each feature, as `SalienceClassifier` does."""

    intercept_: float
    features_: tuple[str, ...]
    columns_: NDArray[np.int32]

    def weights(self, features: Iterable[str]) -> dict[str, float]:
        """The weight of each feature string."""
        ...

    def collisions(self, feature: str) -> tuple[str, ...]:
        """The other training features that share a feature's column."""
        ...


class LinearModel(Protocol):
    """Predicts from attributes with features and weights, as `SalienceModel` does."""

    @property
    def featurizer(self) -> Featurizer:
        """Makes feature strings of attributes."""
        ...

    @property
    def classifier(self) -> LinearClassifier:
        """Has the weights of the features."""
        ...

    def predict(self, table: EntityTable) -> Float64Array:
        """The probability of every entity."""
        ...
