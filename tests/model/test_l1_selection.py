"""Features chosen by l1 and the gradient test: the optimum of all, without most of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from salience.model.l1_selection import select


def data(seed: int, n: int = 60, d: int = 30) -> tuple[sparse.csr_matrix, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = (random.random((n, d)) < 0.3).astype(float)
    logit = 2 * rows[:, 0] - 2 * rows[:, 1] + rows[:, 2] - 0.5
    return sparse.csr_matrix(rows), random.random(n) < expit(logit)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), st.floats(0.5, 6), st.integers(1, 40))
def test_no_feature_that_is_out_would_pay(seed: int, gamma: float, each_round: int) -> None:
    rows, y = data(seed)
    found = select(rows, y, gamma, each_round=each_round)
    weights = np.zeros(rows.shape[1])
    weights[found.columns] = found.weights
    slope = rows.T @ (expit(rows @ weights + found.bias) - y)
    near = pytest.approx(gamma, abs=1e-2 * gamma)
    assert (np.abs(slope) <= gamma * 1.01).all()
    for weight, at in zip(weights, slope, strict=True):
        if abs(weight) > 1e-3:
            assert -np.sign(weight) * at == near


def test_it_is_the_optimum_of_scikit_learn() -> None:
    rows, y = data(1)
    found = select(rows, y, 2.0)
    model = LogisticRegression(
        l1_ratio=1, solver="saga", C=1 / 2.0, tol=1e-8, max_iter=100_000
    ).fit(rows, y)
    weights = np.zeros(rows.shape[1])
    weights[found.columns] = found.weights
    assert weights == pytest.approx(model.coef_[0], abs=2e-3)
    assert found.bias == pytest.approx(model.intercept_[0], abs=2e-3)


def test_what_matters_comes_first() -> None:
    rows, y = data(0, n=2000)
    found = select(rows, y, 20.0, each_round=1)
    assert set(found.columns[:2].tolist()) == {0, 1}
    assert found.rounds.tolist() == list(range(1, len(found.columns) + 1))
    stronger = select(rows, y, 60.0, each_round=1)
    assert len(stronger.columns) <= len(found.columns) and stronger.loss >= found.loss


def test_a_great_penalty_leaves_the_share_alone() -> None:
    rows, y = data(3)
    found = select(rows, y, 1000.0)
    assert not len(found.columns)
    assert expit(found.bias) == pytest.approx(y.mean(), abs=1e-4)


def test_what_can_not_be() -> None:
    rows, y = data(3)
    for gamma, each_round in ((0.0, 1), (-1.0, 1), (1.0, 0)):
        with pytest.raises(ValueError, match="must be positive"):
            select(rows, y, gamma, each_round=each_round)
    with pytest.raises(ValueError, match="60 rows need as many labels"):
        select(rows, y[:5], 1.0)
