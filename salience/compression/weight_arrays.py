"""The weights of a compression model by name, as arrays of its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from salience.storage.saved_model import Contents, text_bytes, writable


def weight_arrays(weights: Mapping[str, float], kind: DTypeLike) -> dict[str, NDArray[Any]]:
    """Weights as arrays; those that are 0 are left out."""
    names = sorted(name for name, value in weights.items() if value and writable(name))
    values = np.array([weights[name] for name in names], kind)
    return {"names": text_bytes(names), "weights": values}


def read_weights(contents: Contents) -> dict[str, float]:
    """The weights that `weight_arrays` made arrays of."""
    values = contents.numbers("weights").astype(np.float64).tolist()
    return dict(zip(contents.texts("names"), values, strict=True))
