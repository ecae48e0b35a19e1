"""Tests of two systems, and corrections of their p-values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, permutation_test

from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1
from salience.evaluation.paired_tests import approximate_randomization, holm

NAMES = ("tp", "predicted", "gold")


def counts(rows: list[tuple[int, int, int]]) -> DocumentCounts:
    return DocumentCounts(NAMES, np.array(rows, np.float64).T)


def f1(total: np.ndarray) -> float:
    return precision_recall_f1(*map(float, total))[2]


# By document; the exact test has 2 of 32 swaps that differ as much: p = .0625.
X = counts([(2, 3, 3), (1, 2, 2), (3, 4, 3), (0, 1, 2), (2, 2, 4)])
Y = counts([(1, 3, 3), (1, 3, 2), (2, 4, 3), (0, 2, 2), (1, 2, 4)])


def test_a_score_that_is_no_mean_over_documents() -> None:
    found = approximate_randomization(X, Y, f1, n_shuffles=20_000)
    assert found.difference == pytest.approx(0.61538 - 0.35714, abs=1e-5)
    assert found.p == pytest.approx(0.0625, abs=0.006)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000))
def test_it_is_the_permutation_test_of_scipy(seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = random.integers(0, 5, (2, 6)).astype(float)
    expected = permutation_test(
        (a, b), lambda x, y: x.mean() - y.mean(), permutation_type="samples", n_resamples=np.inf
    )
    found = approximate_randomization(
        DocumentCounts(("n",), a[None]),
        DocumentCounts(("n",), b[None]),
        lambda total: total[0] / 6,
        n_shuffles=4000,
        seed=seed,
    )
    assert found.difference == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue, abs=0.03)


def test_equal_systems_are_equal() -> None:
    assert approximate_randomization(X, X, f1).p == 1


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_corrections(p_values: list[float]) -> None:
    plain = np.array(p_values)
    by_holm = np.array(holm(p_values))
    bonferroni = np.minimum(plain * len(plain), 1)
    assert (by_holm >= plain - 1e-12).all() and (by_holm <= bonferroni + 1e-12).all()
    least = false_discovery_control(plain, method="bh")
    assert (by_holm >= least - 1e-12).all()


def test_counts_that_do_not_fit() -> None:
    short = counts([(1, 1, 1)])
    with pytest.raises(ValueError, match="counted alike"):
        approximate_randomization(X, short, f1)
    with pytest.raises(ValueError, match="n_shuffles must be at least 1"):
        approximate_randomization(X, Y, f1, n_shuffles=0)
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm([1.5])


def test_a_difference_that_is_not_defined_is_not_significant() -> None:
    def undefined(total: np.ndarray) -> float:
        return float("nan")

    assert approximate_randomization(X, Y, undefined, n_shuffles=9).p == 1
