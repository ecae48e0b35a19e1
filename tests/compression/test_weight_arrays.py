"""Weights of compression models as arrays: what is kept, and damage that is refused."""

from __future__ import annotations

import numpy as np
import pytest

from salience.compression.compressor import Compressor, read_weights, weight_arrays
from salience.compression.features import PAIR_COLUMNS
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError
from salience.storage.saved_model import Contents
from tests.support.model_files import with_arrays

PAIRS = np.zeros(PAIR_COLUMNS)
PAIRS[[0, 7]] = 0.5, -0.25
WEIGHTS = {"bias": 1.0, "word=it": -2.0}
MODELS = [Compressor(WEIGHTS, PAIRS), Transducer(Grammar({}), WEIGHTS, PAIRS)]


def test_weights_come_back() -> None:
    arrays = weight_arrays(WEIGHTS, PAIRS, np.float32)
    weights, pairs = read_weights(Contents(arrays, {"neighbours": True}))
    assert weights == WEIGHTS and pairs is not None and pairs.tolist() == PAIRS.tolist()


def test_a_name_that_can_not_be_written_is_left_out() -> None:
    files = Compressor({**WEIGHTS, "word=\x1e": 3.0}).to_files()
    assert Compressor.from_files(files).weights == WEIGHTS


@pytest.mark.parametrize("model", MODELS, ids=["compressor", "transducer"])
@pytest.mark.parametrize(
    ("array", "values", "message"),
    [
        ("pair_columns", [-1, 7], f"pair_columns must be numbers from 0 to {PAIR_COLUMNS - 1}"),
        (
            "pair_columns",
            [0, PAIR_COLUMNS],
            f"pair_columns must be numbers from 0 to {PAIR_COLUMNS - 1}",
        ),
        ("pair_columns", [0.0, 7.0], "pair_columns must be whole numbers"),
        ("pair_columns", [0, 1, 7], "shape mismatch"),
        ("pair_weights", [0.5, np.inf], "weights must be finite"),
        ("weights", [1.0, np.nan], "weights must be finite"),
        ("weights", [1.0], r"zip\(\)"),
    ],
)
def test_damage_is_refused(
    model: Compressor | Transducer, array: str, values: list[float], message: str
) -> None:
    files = with_arrays(model.to_files(), **{array: np.array(values)})
    with pytest.raises(ModelError, match=f"^broken is damaged: .*{message}"):
        type(model).from_files(files, "broken")
