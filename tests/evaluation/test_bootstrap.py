"""Counts of documents add up, and the bootstrap draws documents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import SalienceError
from salience.evaluation.bootstrap import (
    DocumentCounts,
    count_predictions,
    document_weights,
    error_interval,
    shares,
)

COUNTS = DocumentCounts(("right", "all"), np.array([[1.0, 0.0, 2.0], [2.0, 2.0, 2.0]]))


def accuracy(total: np.ndarray) -> dict[str, float]:
    return {"accuracy": total[0] / total[1]}


@pytest.mark.parametrize("values", [np.zeros(2), np.zeros((3, 2))])
def test_every_count_has_a_name(values: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"must have the shape \(2, number of documents\)"):
        DocumentCounts(("right", "all"), values)


def test_a_sample_has_as_many_documents_as_there_are() -> None:
    drawn = list(document_weights(5, 20, seed=1))
    assert {weights.sum() for weights in drawn} == {5}
    assert any((weights > 1).any() for weights in drawn)
    totals = [COUNTS.total(each) for each in document_weights(COUNTS.documents, 20, 1)]
    assert all(total[1] == 6 for total in totals)  # two entities in each of three documents


def test_fewer_than_two_documents_have_no_samples() -> None:
    one = DocumentCounts(COUNTS.names, COUNTS.values[:, :1])
    found, low_high = one.bootstrap(accuracy, 100, 0)
    assert (found, low_high) == ({"accuracy": 0.5}, {})
    assert list(document_weights(0, 100, 0)) == []


def test_the_same_seed_gives_the_same_intervals() -> None:
    first, again = (COUNTS.bootstrap(accuracy, 50, seed)[1] for seed in (1, 1))
    assert first == again


@pytest.mark.parametrize(("n", "seed"), [(-1, 0), (1, -1)])
def test_numbers_of_samples_and_seeds_are_not_negative(n: int, seed: int) -> None:
    with pytest.raises(SalienceError, match="at least 0"):
        list(document_weights(3, n, seed))


def test_documents_without_entities_count_nothing() -> None:
    counts = count_predictions(np.array([0, 2]), np.array([True, True]), np.array([True, False]), 3)
    assert counts.values.tolist() == [[1, 0, 0], [1, 0, 0], [1, 0, 1], [1, 0, 1]]


def test_a_group_without_entities_has_no_share() -> None:
    share, low, high = shares(np.zeros((1, 3)), np.zeros((1, 3)), 10, 0)
    assert np.isnan([*share, *low, *high]).all()


@given(st.floats(0, 1), st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2))
def test_the_interval_of_the_calibration_error_holds_the_error(
    found: float, drawn: list[tuple[float, float]]
) -> None:
    samples, noise = zip(*drawn, strict=True)
    low, high = error_interval(found, samples, noise)
    assert 0 <= low <= found <= high
