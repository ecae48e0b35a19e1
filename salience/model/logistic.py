"""L2 logistic regression over sparse rows, solved to the end by Newton's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from salience.arrays import Float64Array

if TYPE_CHECKING:
    from scipy import sparse

_GRADIENT = 1e-10  # of the mean loss; the probabilities then hold to more than six digits
_STEPS = 100


def logistic_regression(
    rows: sparse.csr_matrix, positive: Float64Array, negative: Float64Array, C: float
) -> tuple[Float64Array, float]:
    """The weights and the bias with the least loss: `|weights|² / 2 + C * log loss`.

    Each step solves Newton's equations by conjugate gradients (truncated; Nocedal and Wright 2006,
    section 7.1), preconditioned by the diagonal: columns differ in frequency by five orders of
    magnitude, for which L-BFGS needs thousands of steps.

    Args:
        rows: The different rows.
        positive, negative: The weight of each row in the two classes.
        C: Inverse strength of the regularization, from which the bias is free.

    Example:
        >>> from scipy import sparse
        >>> weights, bias = logistic_regression(
        ...     sparse.csr_matrix([[1.0], [0.0]]), np.array([3.0, 1]), np.array([1.0, 3]), 1.0)
        >>> weights.round(4).tolist(), round(bias, 4)
        ([0.6687], -0.3344)
    """
    from scipy import sparse

    ones = np.ones((rows.shape[0], 1))
    matrix = sparse.csr_matrix(sparse.hstack([rows.astype(np.float64), ones]))
    transposed = sparse.csr_matrix(matrix.T)
    squares = transposed.power(2)
    total = C * (positive + negative)
    positive = C * positive
    penalty = np.append(np.ones(rows.shape[1]), 0.0)

    def loss(w: Float64Array) -> float:
        logits = matrix @ w
        return float(total @ np.logaddexp(0, logits) - positive @ logits + penalty @ w**2 / 2)

    w = np.zeros(matrix.shape[1])
    for _ in range(_STEPS):
        probability = expit(matrix @ w)
        gradient = transposed @ (total * probability - positive) + penalty * w
        size = np.abs(gradient).max() / total.sum()
        if size < _GRADIENT:
            break
        curvature = total * probability * (1 - probability)
        diagonal = np.maximum(squares @ curvature + penalty, np.finfo(float).tiny)
        step, residual = np.zeros_like(w), -gradient
        direction = scaled = residual / diagonal
        rest = first = residual @ scaled
        while rest > min(0.25, np.sqrt(size)) ** 2 * first:
            bent = transposed @ (curvature * (matrix @ direction)) + penalty * direction
            length = rest / (direction @ bent)
            step, residual = step + length * direction, residual - length * bent
            scaled = residual / diagonal
            rest, before = residual @ scaled, rest
            direction = scaled + rest / before * direction
        now, slope, part = loss(w), gradient @ step, 1.0
        while loss(w + part * step) > now + 1e-4 * part * slope and part > 1e-9:
            part /= 2
        w = w + part * step
    return w[:-1], float(w[-1])
