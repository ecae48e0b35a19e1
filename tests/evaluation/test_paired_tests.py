"""Tests of two systems and of several, and corrections of their p-values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, permutation_test

from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1
from salience.evaluation.paired_tests import (
    approximate_randomization,
    holm,
    randomized_tukey,
    sidak,
)

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
    assert all(found.p == 1 for found in randomized_tukey({"x": X, "y": X}, f1).values())


def test_several_systems_need_greater_differences_than_two() -> None:
    random = np.random.default_rng(1)
    scores = random.normal(size=(6, 40)) + np.array([0.5, 0, 0, 0, 0, 0])[:, None]
    systems = {str(i): DocumentCounts(("n",), row[None]) for i, row in enumerate(scores)}
    mean = lambda total: float(total[0]) / 40  # noqa: E731
    pair = randomized_tukey({name: systems[name] for name in "01"}, mean, n_shuffles=2000)["0", "1"]
    among = randomized_tukey(systems, mean, n_shuffles=2000)
    alone = approximate_randomization(systems["0"], systems["1"], mean, n_shuffles=2000)
    assert len(among) == 15
    assert among["0", "1"].difference == pair.difference == pytest.approx(alone.difference)
    assert pair.p == pytest.approx(alone.p, abs=0.03)
    assert among["0", "1"].p > 2 * pair.p > 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_corrections(p_values: list[float]) -> None:
    plain = np.array(p_values)
    by_sidak, by_holm = np.array(sidak(p_values)), np.array(holm(p_values))
    bonferroni = np.minimum(plain * len(plain), 1)
    for corrected in (by_sidak, by_holm):
        assert (corrected >= plain - 1e-12).all() and (corrected <= bonferroni + 1e-12).all()
    assert by_sidak == pytest.approx(1 - (1 - plain) ** len(plain))
    least = false_discovery_control(plain, method="bh")
    assert (by_holm >= least - 1e-12).all()


def test_counts_that_do_not_fit() -> None:
    short = counts([(1, 1, 1)])
    with pytest.raises(ValueError, match="counted alike"):
        approximate_randomization(X, short, f1)
    with pytest.raises(ValueError, match="counted alike"):
        randomized_tukey({"x": X, "y": short}, f1)
    with pytest.raises(ValueError, match="n_shuffles must be at least 1"):
        approximate_randomization(X, Y, f1, n_shuffles=0)
    with pytest.raises(ValueError, match="from 0 to 1"):
        sidak([1.5])


def test_a_difference_that_is_not_defined_is_not_significant() -> None:
    def undefined(total: np.ndarray) -> float:
        return float("nan")

    assert approximate_randomization(X, Y, undefined, n_shuffles=9).p == 1
    found = randomized_tukey({"x": X, "y": Y}, undefined, n_shuffles=9)
    assert found["x", "y"].p == 1
