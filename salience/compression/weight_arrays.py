"""The weights of a compression model as arrays of its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from salience.arrays import Float64Array
from salience.compression.features import PAIR_COLUMNS
from salience.storage.texts import byte_texts, text_bytes, writable


def weight_arrays(
    weights: Mapping[str, float], pairs: Float64Array | None, kind: DTypeLike
) -> dict[str, NDArray[Any]]:
    """Weights as arrays; those that are 0 are left out.

    Args:
        weights: Of features by name.
        pairs: Of features of neighbours, of shape (`PAIR_COLUMNS`,); None for a model without.
        kind: How exactly they are kept, such as `np.float32`.

    Example:
        >>> arrays = weight_arrays({"bias": 0.5, "word=it": 0.0}, None, np.float32)
        >>> {name: array.size for name, array in arrays.items()}
        {'names': 5, 'weights': 1, 'pair_columns': 0, 'pair_weights': 0}
        >>> read_weights(arrays, neighbours=False)
        ({'bias': 0.5}, None)
    """
    names = sorted(name for name, value in weights.items() if value and writable(name))
    dense = np.zeros(0) if pairs is None else pairs
    columns = np.flatnonzero(dense)
    return {
        "names": text_bytes(names),
        "weights": np.array([weights[name] for name in names], kind),
        "pair_columns": columns.astype(np.int32),
        "pair_weights": dense[columns].astype(kind),
    }


def read_weights(
    arrays: Mapping[str, NDArray[Any]], *, neighbours: bool
) -> tuple[dict[str, float], Float64Array | None]:
    """The weights that `weight_arrays` made arrays of, and those of neighbours if it has them.

    Raises:
        ValueError, LookupError, TypeError: If the arrays are damaged.
    """
    values = arrays["weights"].astype(np.float64)
    pairs = _pair_weights(arrays) if neighbours else None
    if not np.isfinite(values).all() or not (pairs is None or np.isfinite(pairs).all()):
        raise ValueError("weights must be finite")
    return dict(zip(byte_texts(arrays["names"]), values.tolist(), strict=True)), pairs


def _pair_weights(arrays: Mapping[str, NDArray[Any]]) -> Float64Array:
    columns = arrays["pair_columns"]
    pairs = np.zeros(PAIR_COLUMNS)
    pairs[columns] = arrays["pair_weights"]  # which refuses those that are too large
    if columns.size and columns.min() < 0:
        raise ValueError(f"pair_columns must be from 0 to {PAIR_COLUMNS - 1}")
    return pairs
