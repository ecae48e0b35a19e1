"""L2 logistic regression over sparse rows, solved to the end."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from salience.arrays import Float64Array
from salience.errors import SalienceWarning

if TYPE_CHECKING:
    from scipy import sparse

_GRADIENT = 1e-6  # in steps of one standard error; with millions of rows rounding ends it before
_REMEMBERED = 20  # steps; with the usual 10 twice as many are needed where C is large
_STEPS = 15_000
_NEAR = 1e-3  # what is left of the gradient where rounding has ended it, by far


def logistic_regression(
    rows: sparse.csr_matrix, positive: Float64Array, negative: Float64Array, C: float
) -> tuple[Float64Array, float]:
    """The weights and the bias with the least loss, `|weights|² / 2 + C * log loss`, by L-BFGS over
    columns that are scaled so that all bend the loss alike at its start.
    """
    from scipy import sparse
    from scipy.optimize import minimize

    ones = np.ones((rows.shape[0], 1))
    matrix = sparse.csr_matrix(sparse.hstack([rows.astype(np.float64), ones]))
    total, positive = C * (positive + negative), C * positive
    penalty = np.append(np.ones(rows.shape[1]), 0.0)
    scale = 1 / np.sqrt(matrix.power(2).T @ total / 4 + penalty)  # the Hessian's diagonal at 0
    matrix = sparse.csr_matrix(matrix @ sparse.diags(scale))
    penalty *= scale**2

    def loss(scaled: Float64Array) -> tuple[float, Float64Array]:
        logit = matrix @ scaled
        value = total @ np.logaddexp(0, logit) - positive @ logit + penalty @ scaled**2 / 2
        return float(value), (total * expit(logit) - positive) @ matrix + penalty * scaled

    settings = {"maxcor": _REMEMBERED, "gtol": _GRADIENT, "ftol": 0.0, "maxiter": _STEPS}
    start = np.zeros(len(scale))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options=settings)
    left = float(abs(found.jac).max())
    if not (found.success or left < _NEAR):
        warnings.warn(
            f"training has not come to its end: after {found.nit:,} steps (of {_STEPS:,} at most) "
            f"some weight is {left:.2g} standard errors or more from where it belongs, and "
            "probabilities may be wrong. Train with a smaller C, which ends sooner.",
            SalienceWarning,
            stacklevel=2,
        )
    weights = found.x * scale
    return weights[:-1], float(weights[-1])
