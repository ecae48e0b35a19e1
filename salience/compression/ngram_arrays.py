"""An n-gram model as arrays of a model's files; logarithms are rounded to thousandths."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.language_models.ngrams import UNKNOWN, Ngram, NgramModel
from salience.storage.saved_model import Contents, text_bytes

_SCALE, _LEAST = 1000, -30.0
_ORDERS = 9


def ngram_arrays(model: NgramModel) -> dict[str, NDArray[Any]]:
    """A model as arrays: its words, and by order n-grams, logarithms and back-off weights."""
    words = sorted(ngram[0] for ngram in model.probabilities if len(ngram) == 1)
    place = {word: i for i, word in enumerate(words)}
    arrays: dict[str, NDArray[Any]] = {"words": text_bytes(words)}
    for order in range(1, model.order + 1):
        ngrams = sorted(ngram for ngram in model.probabilities if len(ngram) == order)
        logs = [model.probabilities[ngram] for ngram in ngrams]
        backoffs = [model.backoffs.get(ngram, 0.0) for ngram in ngrams]
        places = [[place[word] for word in ngram] for ngram in ngrams]
        arrays[f"ngrams{order}"] = np.array(places, np.int32).reshape(len(ngrams), order)
        arrays[f"logs{order}"] = _rounded(logs)
        arrays[f"backoffs{order}"] = _rounded(backoffs)
    return arrays


def read_ngrams(contents: Contents) -> NgramModel:
    """The model that `ngram_arrays` made arrays of."""
    words = contents.texts("words")
    named = np.array(words, dtype=object)
    probabilities: dict[Ngram, float] = {}
    backoffs: dict[Ngram, float] = {}
    order = 0
    while order < _ORDERS and f"ngrams{order + 1}" in contents.arrays:
        order += 1
        places = contents.numbers(
            f"ngrams{order}", least=0, most=len(words) - 1, whole=True, ndim=2
        )
        if places.shape[1] != order:
            raise ValueError(f"n-grams of {order} words have {places.shape[1]}")
        ngrams = list(zip(*(named[column].tolist() for column in places.T), strict=True))
        for name, table in (("logs", probabilities), ("backoffs", backoffs)):
            values = contents.numbers(f"{name}{order}", whole=True) / _SCALE
            table.update(zip(ngrams, values.tolist(), strict=True))
    if (UNKNOWN,) not in probabilities:
        raise ValueError(f"it has no {UNKNOWN}")
    return NgramModel(order, probabilities, {k: v for k, v in backoffs.items() if v})


def _rounded(values: list[float]) -> NDArray[np.int16]:
    return np.round(np.maximum(values, _LEAST) * _SCALE).astype(np.int16)
