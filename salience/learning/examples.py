"""What a learner of structures learns from: examples that know their own outputs.

A learner knows nothing of trees or summaries. It sees an output as a sparse vector of features and
a loss, and leaves it to the example to find the output of the highest score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from salience.arrays import Float64Array, IndexArray

Features = Mapping[int, float]
"""A sparse vector: values by column, which count from 0. What is left out is zero."""


@dataclass(frozen=True, slots=True)
class Output:
    """An output that a search found, and how much worse it is than the right one."""

    features: Features
    loss: float


class Example(Protocol):
    """An input with the features of its right output."""

    @property
    def gold(self) -> Features:
        """The features of the right output, whose loss is 0."""

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The output of the highest score, or of the highest sum with its loss (`augmented`)."""


class Row(NamedTuple):
    """A sparse vector as two arrays: columns in rising order, and their values."""

    columns: IndexArray
    values: Float64Array


def difference(gold: Features, other: Features, size: int) -> Row:
    """The features of the right output minus those of another one."""
    found = dict(gold)
    for column, value in other.items():
        found[column] = found.get(column, 0.0) - value
    columns = np.array(sorted(c for c, value in found.items() if value), dtype=np.intp)
    values = np.array([found[c] for c in columns.tolist()], dtype=np.float64)
    if columns.size and not 0 <= columns[0] <= columns[-1] < size:
        raise ValueError(f"columns must be in 0 to {size - 1}, not {columns[0]} to {columns[-1]}")
    if not np.isfinite(values).all():
        raise ValueError(f"values must be finite, not {values[~np.isfinite(values)][0]}")
    return Row(columns, values)


def violation(row: Row, loss: float, weights: Float64Array) -> float:
    """By how much an output violates its margin: its loss minus its distance in score."""
    if not 0 <= loss < np.inf:
        raise ValueError(f"a loss must be a finite number that is not negative, not {loss}")
    return float(loss - row.values @ weights[row.columns])
