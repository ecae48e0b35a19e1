"""Krippendorff's alpha from coincidences of values, with the distances of a scale."""

import numpy as np

from salience.arrays import Float64Array


def coincidences(by_unit: Float64Array) -> Float64Array:
    """How often each two values stand together in a unit (Krippendorff 2011, section B)."""
    pairs = by_unit[:, :, None] * by_unit[:, None, :]
    diagonal = np.arange(by_unit.shape[1])
    pairs[:, diagonal, diagonal] -= by_unit
    result: Float64Array = pairs / (by_unit.sum(axis=1) - 1)[:, None, None]
    return result


def ordinal_distances(matrix: Float64Array) -> Float64Array:
    """Distances of values that have an order alone, from the sum of the coincidences."""
    of_value = matrix.sum(axis=0)
    up_to = np.cumsum(of_value) - of_value / 2
    result: Float64Array = (up_to[:, None] - up_to[None, :]) ** 2
    return result


def interval_distances(values: Float64Array) -> Float64Array:
    """Distances of values whose differences mean something, such as scores from 1 to 10."""
    result: Float64Array = (values[:, None] - values[None, :]) ** 2
    return result


def alpha(matrix: Float64Array, distances: Float64Array) -> float:
    """1 less the disagreement seen over that of chance; NaN if chance gives none."""
    of_value = matrix.sum(axis=0)
    expected = (of_value[:, None] * of_value[None, :] * distances).sum()
    if not expected:
        return float("nan")
    return float(1 - (of_value.sum() - 1) * (matrix * distances).sum() / expected)
