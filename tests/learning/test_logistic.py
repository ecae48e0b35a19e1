"""The solver: scikit-learn's Newton methods say what the best weights are."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from salience.arrays import Float64Array
from salience.errors import SalienceWarning
from salience.learning.logistic import logistic_regression


def expected(
    rows: Float64Array, positive: Float64Array, negative: Float64Array, C: float
) -> Float64Array:
    """The probabilities of scikit-learn, with a row for each class."""
    regression = LogisticRegression(C=C, solver="newton-cholesky", tol=1e-12)
    regression.fit(
        np.concatenate([rows, rows]),
        np.repeat([1, 0], len(rows)),
        np.concatenate([positive, negative]),
    )
    return np.asarray(regression.predict_proba(rows)[:, 1])


def found(
    rows: Float64Array, positive: Float64Array, negative: Float64Array, C: float
) -> Float64Array:
    """Ours."""
    weights, bias = logistic_regression(sparse.csr_matrix(rows), positive, negative, C)
    return np.asarray(expit(rows @ weights + bias))


@given(
    st.tuples(st.integers(1, 8), st.integers(1, 6)).flatmap(
        lambda shape: st.tuples(
            arrays(float, shape, elements=st.integers(0, 3)),
            arrays(float, (2, shape[0]), elements=st.sampled_from([0, 0.2, 1, 500])),
        )
    ),
    st.sampled_from([0.01, 1.0, 100.0]),
)
def test_probabilities_are_those_of_scikit_learn(
    problem: tuple[Float64Array, Float64Array], C: float
) -> None:
    rows, (positive, negative) = problem
    positive[0], negative[-1] = 1, 1  # of each class some
    np.testing.assert_allclose(
        found(rows, positive, negative, C), expected(rows, positive, negative, C), atol=1e-5
    )


def test_columns_may_be_as_different_in_frequency_as_words_are() -> None:
    random = np.random.default_rng(0)
    rows = (random.random((3_000, 60)) < 0.7 ** np.arange(60)).astype(float)
    positive = (random.random(3_000) < expit(rows @ random.normal(size=60) - 1)).astype(float)
    np.testing.assert_allclose(
        found(rows, positive, 1 - positive, 1.0),
        expected(rows, positive, 1 - positive, 1.0),
        atol=1e-6,
    )


@pytest.mark.parametrize("C", [1.0, 1e6])
def test_classes_that_a_column_separates_get_finite_weights(C: float) -> None:
    rows, positive = np.array([[1.0], [1], [0], [0]]), np.array([1.0, 1, 0, 0])
    probability = found(rows, positive, 1 - positive, C)
    assert np.isfinite(probability).all()
    np.testing.assert_allclose(probability, expected(rows, positive, 1 - positive, C), atol=1e-6)


def test_rows_without_columns_have_the_share_of_the_positive() -> None:
    rows = np.zeros((2, 0))
    weights, bias = logistic_regression(
        sparse.csr_matrix(rows), np.array([3.0, 0]), np.array([0.0, 1]), 1.0
    )
    assert len(weights) == 0
    assert expit(bias) == pytest.approx(0.75)


def test_training_that_is_cut_off_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    rows = sparse.csr_matrix((random.random((400, 30)) < 0.3).astype(float))
    positive = (random.random(400) < 0.4).astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        logistic_regression(rows, positive, 1 - positive, 1.0)
    monkeypatch.setattr("salience.learning.logistic._STEPS", 2)
    with pytest.warns(SalienceWarning, match="after 2 steps .* Train with a smaller C"):
        logistic_regression(rows, positive, 1 - positive, 1.0)
