"""Learners of structures: optima by other solvers, worked examples, and properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.datasets import make_blobs
from sklearn.svm import LinearSVC

from salience.learning.examples import Features, Output, difference
from salience.learning.online import mira
from salience.learning.structured_svm import Pass, structured_svm


@dataclass
class Solved:
    """Weights, and what the passes say of them."""

    weights: np.ndarray
    passes: list[Pass]
    tolerance: float

    @property
    def objective(self) -> float:
        return self.passes[-1].upper

    @property
    def gap(self) -> float:
        return max(self.objective - self.passes[-1].lower, 0.0)

    @property
    def converged(self) -> bool:
        return self.passes[-1].violation <= self.tolerance


def solved(examples: Any, size: int, *, tolerance: float = 1e-4, **options: Any) -> Solved:
    passes: list[Pass] = []
    weights = structured_svm(examples, size, tolerance=tolerance, on_pass=passes.append, **options)
    return Solved(weights, passes, tolerance)


@dataclass
class Listed:
    """An example whose outputs are a list."""

    gold: Features
    others: list[Output]
    asked: list[bool] = field(default_factory=list)

    def search(self, weights: np.ndarray, *, augmented: bool) -> Output:
        self.asked.append(augmented)
        outputs = [Output(self.gold, 0.0), *self.others]
        return max(outputs, key=lambda o: _score(o.features, weights) + augmented * o.loss)


def _score(features: Features, weights: np.ndarray) -> float:
    return sum(value * weights[column] for column, value in features.items())


def _objective(examples: list[Listed], weights: np.ndarray, c: float) -> float:
    slacks = [
        max(
            0.0,
            *(o.loss - _score(e.gold, weights) + _score(o.features, weights) for o in e.others),
        )
        for e in examples
    ]
    return float(weights @ weights / 2 + c * np.mean(slacks))


def _minimum(examples: list[Listed], size: int, c: float) -> float:
    """The minimum of the objective by SLSQP, with all constraints written down."""
    n = len(examples)
    rows, losses = [], []
    for i, example in enumerate(examples):
        for other in example.others:
            row = np.zeros(size + n)
            part = difference(example.gold, other.features, size)
            row[part.columns] = part.values
            row[size + i] = 1
            rows.append(row)
            losses.append(other.loss)
    a, b = np.array(rows), np.array(losses)
    found = minimize(
        lambda x: x[:size] @ x[:size] / 2 + c / n * x[size:].sum(),
        np.concatenate([np.zeros(size), np.full(n, b.max())]),
        jac=lambda x: np.concatenate([x[:size], np.full(n, c / n)]),
        bounds=[(None, None)] * size + [(0, None)] * n,
        constraints={"type": "ineq", "fun": lambda x: a @ x - b, "jac": lambda x: a},
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert found.success, found.message
    return float(found.fun)


SIZE = 4
_values = st.integers(-3, 3).map(float)
_features = st.dictionaries(st.integers(0, SIZE - 1), _values, max_size=3)
_outputs = st.builds(Output, _features, st.sampled_from([0.0, 0.25, 0.5, 1.0]))
_examples = st.builds(Listed, _features, st.lists(_outputs, min_size=1, max_size=4))


@settings(max_examples=60, deadline=None)
@given(st.lists(_examples, min_size=1, max_size=4), st.sampled_from([0.1, 1.0, 10.0]))
def test_the_optimum_is_that_of_a_general_solver(examples: list[Listed], c: float) -> None:
    solution = solved(examples, SIZE, c=c, tolerance=1e-5)
    assert solution.converged
    assert solution.objective == pytest.approx(_minimum(examples, SIZE, c), abs=2e-4 * c)
    assert solution.objective == pytest.approx(_objective(examples, solution.weights, c))
    assert 0 <= solution.gap <= 2e-5 * c


@settings(max_examples=60, deadline=None)
@given(st.lists(_examples, min_size=1, max_size=6), st.sampled_from([0.1, 1.0, 10.0]))
def test_the_lower_bound_rises_to_the_objective(examples: list[Listed], c: float) -> None:
    solution = solved(examples, SIZE, c=c)
    passes = solution.passes
    assert all(a.lower <= b.lower + 1e-9 for a, b in pairwise(passes))
    assert all(a.constraints + b.added == b.constraints for a, b in pairwise(passes))
    assert passes[-1].lower <= solution.objective + 1e-9
    # No weights near those that were found are better than the bound says.
    moved = solution.weights + np.random.default_rng(0).normal(0, 0.1, SIZE)
    assert _objective(examples, moved, c) >= passes[-1].lower - 1e-9


@settings(max_examples=30, deadline=None)
@given(st.lists(_examples, min_size=1, max_size=6), st.integers(1, 4))
def test_a_bound_of_passes_leaves_an_objective_that_is_right(examples, max_passes: int) -> None:
    solution = solved(examples, SIZE, max_passes=max_passes)
    assert len(solution.passes) <= max_passes
    assert solution.objective == pytest.approx(_objective(examples, solution.weights, 1.0))
    best = solved(examples, SIZE).objective
    assert solution.objective - solution.gap <= best + 1e-4


class _Classes:
    """A point and its class: the features stand in the columns of the class."""

    def __init__(self, point: np.ndarray, label: int, n: int) -> None:
        self.outputs = [
            Output(
                {y * len(point) + j: float(value) for j, value in enumerate(point)},
                float(y != label),
            )
            for y in range(n)
        ]
        self.gold = self.outputs[label].features

    def search(self, weights: np.ndarray, *, augmented: bool) -> Output:
        return max(self.outputs, key=lambda o: _score(o.features, weights) + augmented * o.loss)


@pytest.mark.parametrize("c", [0.1, 10.0])
def test_classes_are_learned_as_by_crammer_and_singer(c: float) -> None:
    points, labels = make_blobs(60, n_features=3, centers=4, cluster_std=2.5, random_state=0)
    points -= points.mean(0)
    theirs = LinearSVC(
        multi_class="crammer_singer", C=c / 60, fit_intercept=False, tol=1e-8, max_iter=100_000
    ).fit(points, labels)
    examples = [_Classes(point, int(label), 4) for point, label in zip(points, labels, strict=True)]
    ours = structured_svm(examples, 12, c=c, tolerance=1e-6)
    np.testing.assert_allclose(ours.reshape(4, 3), theirs.coef_, atol=2e-3)


@pytest.mark.parametrize("c", [0.1, 10.0])
def test_two_classes_are_learned_as_with_the_hinge_loss(c: float) -> None:
    points, labels = make_blobs(50, n_features=3, centers=2, cluster_std=4, random_state=1)
    theirs = LinearSVC(loss="hinge", C=c / 50, fit_intercept=False, tol=1e-8, max_iter=1_000_000)
    theirs.fit(points, labels)
    examples = []
    for point, label in zip(points, labels, strict=True):
        half = (point if label else -point) / 2
        wrong = Output({j: -float(value) for j, value in enumerate(half)}, 1.0)
        examples.append(Listed({j: float(value) for j, value in enumerate(half)}, [wrong]))
    ours = structured_svm(examples, 3, c=c, tolerance=1e-6)
    np.testing.assert_allclose(ours, theirs.coef_[0], atol=2e-3)


def test_margins_are_those_of_the_losses() -> None:
    """One example and a large C: the least weights with a margin of 1 to b and 1/4 to c."""
    example = Listed({0: 1.0}, [Output({1: 1.0}, 1.0), Output({2: 1.0}, 0.25)])
    weights = structured_svm([example], 3, c=1000)
    assert weights[0] - weights[1] == pytest.approx(1)
    # The margin to c is there when that to b is: w = (1/2, -1/2, 0).
    assert weights == pytest.approx([0.5, -0.5, 0.0])


def test_a_search_that_misses_the_best_output_does_no_harm() -> None:
    """It finds an output that is worse than the right one: nothing is violated."""

    class Lost(Listed):
        def search(self, weights: np.ndarray, *, augmented: bool) -> Output:
            return self.others[int(weights.any())]

    # The best output is found once; with better weights, one far below the right output.
    example = Lost({0: 1.0}, [Output({0: -1.0}, 1.0), Output({0: -9.0}, 0.0)])
    solution = solved([example], 1, c=10.0)
    assert solution.converged
    assert solution.weights == pytest.approx([0.5])
    assert solution.objective == pytest.approx(0.125)


def test_the_average_is_that_of_the_weights_after_each_example() -> None:
    kept: list[np.ndarray] = []

    class Watched(Listed):
        def search(self, weights: np.ndarray, *, augmented: bool) -> Output:
            kept.append(weights.copy())
            return super().search(weights, augmented=augmented)

    examples = [
        Watched({0: 1.0, 1: float(i)}, [Output({2: 1.0, 0: float(i)}, 1.0), Output({1: 2.0}, 0.5)])
        for i in range(4)
    ]
    average = mira(examples, 3, passes=3, seed=5)
    kept.clear()
    mira(examples, 3, passes=4, seed=5)
    np.testing.assert_allclose(average, np.mean(kept[1:13], axis=0))


def test_mira_moves_as_far_as_the_margin_asks() -> None:
    """Difference (1, -1), loss 1: a step of 1/2, and of c where that is less."""
    example = Listed({0: 1.0}, [Output({1: 1.0}, 1.0)])
    assert mira([example], 2, passes=1).tolist() == [0.5, -0.5]
    assert mira([example], 2, passes=1, c=0.1).tolist() == pytest.approx([0.1, -0.1])
    assert all(example.asked), "MIRA searches with the loss"


def test_mira_separates_what_can_be_separated() -> None:
    points, labels = make_blobs(60, n_features=3, centers=3, cluster_std=0.5, random_state=2)
    examples = [_Classes(point, int(label), 3) for point, label in zip(points, labels, strict=True)]
    weights = mira(examples, 9, passes=20)
    assert all(example.search(weights, augmented=False).loss == 0 for example in examples)


def test_the_seed_decides_the_order() -> None:
    points, labels = make_blobs(40, n_features=3, centers=3, cluster_std=3, random_state=2)
    examples = [_Classes(point, int(label), 3) for point, label in zip(points, labels, strict=True)]
    first, again, other = (mira(examples, 9, seed=seed).tobytes() for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("learn", [structured_svm, mira])
@pytest.mark.parametrize(
    ("example", "message"),
    [
        (Listed({0: 1.0}, [Output({7: 1.0}, 1.0)]), "columns must be in 0 to 1, not 0 to 7"),
        (Listed({0: 1.0}, [Output({-1: 1.0}, 1.0)]), "columns must be in 0 to 1, not -1 to 0"),
        (Listed({0: -1.0}, [Output({1: float("inf")}, 1.0)]), "values must be finite"),
        (Listed({}, [Output({0: 1.0}, -1.0)]), "a loss must be a finite number"),
    ],
)
def test_what_cannot_be_is_an_error(learn, example: Listed, message: str) -> None:
    example.search = lambda weights, *, augmented: example.others[0]  # type: ignore[method-assign]
    with pytest.raises(ValueError, match=message):
        learn([example], 2)


@pytest.mark.parametrize("learn", [structured_svm, mira])
def test_no_example_is_an_error(learn) -> None:
    with pytest.raises(ValueError, match="at least one"):
        learn([], 2)


def test_settings_that_cannot_be_are_errors() -> None:
    example = Listed({0: 1.0}, [Output({1: 1.0}, 1.0)])
    for bad in ({"c": 0.0}, {"tolerance": float("nan")}, {"max_passes": 0}):
        with pytest.raises(ValueError, match="must be above 0"):
            structured_svm([example], 2, **bad)
    with pytest.raises(ValueError, match="must be above 0"):
        mira([example], 2, c=-1.0)
