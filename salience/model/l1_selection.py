"""Features chosen by an l1 penalty and the gradient test, for a linear model of what is salient.

Riezler and Maxwell (2005, "On Some Pitfalls in Automatic Evaluation and Significance Testing for
MT", section 2) choose the features of a translation model so, after Riezler and Vasserman (2004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit

from salience.arrays import BoolArray, Float64Array, IndexArray

_ROUNDING = 1e-6


@dataclass(frozen=True, eq=False, slots=True)
class Selection:
    """What `select` found.

    Attributes:
        columns: The features that were chosen, in the order in which they came in.
        rounds: The round in which each came in, from 1.
        weights: Their weights in the end. A feature that came in may end with 0.
        bias: The weight of no feature.
        loss: The log loss over all rows, without the penalty.
    """

    columns: IndexArray
    rounds: IndexArray
    weights: Float64Array
    bias: float
    loss: float


def select(
    rows: sparse.csr_matrix, salient: BoolArray, gamma: float, *, each_round: int = 20
) -> Selection:
    """Choose features that lessen the log loss by more than the penalty of having them.

    It begins with no feature. In each round the loss has a slope in the weight of every feature
    that is out. Those whose slope is steeper than gamma would lessen the loss more than their
    weight costs: the steepest come in, and all weights are fitted again. In the end no feature
    that is out passes the test, so that the weights are those of the l1 penalty over all features,
    though most were never looked at. (The paper ranks candidates of a sentence; here each entity is
    salient or not, which is the case of two candidates.)

    Args:
        rows: A row for each entity, a column for each feature, of shape (entities, features).
        salient: Which are salient, of shape (entities,).
        gamma: The cost of a weight of 1, in log loss summed over entities.
        each_round: How many features may come in at once. The end does not depend on it.

    Raises:
        ValueError: If gamma or the number is not positive, or the labels are not of the rows.
    """
    if gamma <= 0 or each_round < 1:
        raise ValueError(f"gamma and each_round must be positive, but are {gamma}, {each_round}")
    if salient.shape != (rows.shape[0],):
        raise ValueError(f"{rows.shape[0]} rows need as many labels, but have {salient.shape}")
    y = salient.astype(np.float64)
    columns: list[int] = []
    rounds: list[int] = []
    weights, bias = _fitted(rows[:, columns], y, gamma, np.zeros(0))
    while True:
        error = expit(rows[:, columns] @ weights + bias) - y
        slopes = np.abs(rows.T @ error)
        slopes[columns] = 0.0
        # Equal slopes come in by the number of their column.
        steepest = np.argsort(-slopes, kind="stable")[:each_round]
        new = [int(i) for i in steepest if slopes[i] > gamma * (1 + _ROUNDING) + _ROUNDING]
        if not new:
            break
        number = rounds[-1] + 1 if rounds else 1
        columns += new
        rounds += [number] * len(new)
        start = np.concatenate([weights, np.zeros(len(new))])
        weights, bias = _fitted(rows[:, columns], y, gamma, start, bias)
    logit = rows[:, columns] @ weights + bias
    loss = float((np.logaddexp(0, logit) - y * logit).sum())
    return Selection(np.array(columns, np.int64), np.array(rounds, np.int64), weights, bias, loss)


def _fitted(
    rows: sparse.csr_matrix, y: Float64Array, gamma: float, start: Float64Array, bias: float = 0.0
) -> tuple[Float64Array, float]:
    """The weights with the least loss and penalty: each is a part above 0 less a part below it."""
    k = rows.shape[1]

    def loss(x: Float64Array) -> tuple[float, Float64Array]:
        weights = x[:k] - x[k : 2 * k]
        logit = rows @ weights + x[-1]
        value = (np.logaddexp(0, logit) - y * logit).sum() + gamma * x[:-1].sum()
        error = expit(logit) - y
        slope = rows.T @ error
        return float(value), np.concatenate([gamma + slope, gamma - slope, [error.sum()]])

    first = np.concatenate([np.maximum(start, 0), np.maximum(-start, 0), [bias]])
    bounds = [(0, None)] * (2 * k) + [(None, None)]
    options = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-14, "gtol": 1e-6 * gamma}
    x = minimize(loss, first, jac=True, bounds=bounds, method="L-BFGS-B", options=options).x
    return x[:k] - x[k : 2 * k], float(x[-1])
