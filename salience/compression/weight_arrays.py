"""The weights of a compression model as arrays of its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from salience.arrays import Float64Array
from salience.compression.features import PAIR_COLUMNS
from salience.storage.saved_model import Contents, text_bytes, writable


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
