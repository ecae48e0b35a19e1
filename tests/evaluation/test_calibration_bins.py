"""Bins add up over documents, so that a sample of documents needs no new ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss

from salience.evaluation.calibration_bins import Bins, bin_sums

DOCUMENTS = 4
ROWS = st.lists(
    st.tuples(st.integers(0, DOCUMENTS - 1), st.booleans(), st.floats(0, 1)), min_size=1
)
WEIGHTS = st.lists(st.integers(0, 3), min_size=DOCUMENTS, max_size=DOCUMENTS)


def bins(rows: list[tuple[int, bool, float]]) -> Bins:
    codes, y, score = map(np.array, zip(*rows, strict=True))
    return Bins(bin_sums(codes, y, score, DOCUMENTS))


@given(ROWS)
def test_the_brier_score_is_that_of_scikit_learn(rows: list[tuple[int, bool, float]]) -> None:
    _, y, score = zip(*rows, strict=True)
    expected = brier_score_loss(y, score, pos_label=True)
    assert bins(rows).brier(np.ones(DOCUMENTS)) == pytest.approx(expected)


@given(ROWS, WEIGHTS)
def test_a_document_that_counts_twice_is_there_twice(
    rows: list[tuple[int, bool, float]], weights: list[int]
) -> None:
    repeated = [row for row in rows for _ in range(weights[row[0]])]
    drawn = np.array(weights, float)
    if not repeated:
        assert np.isnan(bins(rows).ece(drawn)) and np.isnan(bins(rows).brier(drawn))
        return
    one = np.ones(DOCUMENTS)
    assert bins(rows).ece(drawn) == pytest.approx(bins(repeated).ece(one))
    assert bins(rows).brier(drawn) == pytest.approx(bins(repeated).brier(one))


@given(ROWS)
def test_the_order_of_rows_changes_no_digit(rows: list[tuple[int, bool, float]]) -> None:
    one = np.ones(DOCUMENTS)
    assert bins(rows[::-1]).ece(one) == bins(rows).ece(one)
    assert bins(rows[::-1]).brier(one) == bins(rows).brier(one)


def test_a_score_on_a_border_is_in_the_lower_bin() -> None:
    found = bins([(0, True, 0.0), (0, True, 0.1), (1, False, 0.11), (3, False, 1.0)])
    assert found.entities.sum(axis=1).tolist() == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert found.entities.sum(axis=0).tolist() == [2, 1, 0, 1]


@given(ROWS)
def test_the_whole_moves_no_gap(rows: list[tuple[int, bool, float]]) -> None:
    assert bins(rows).noise(np.ones(DOCUMENTS)) == pytest.approx(0, abs=1e-12)
