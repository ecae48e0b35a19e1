"""The constraints that cutting planes have found for one example, and their dual variables."""

from __future__ import annotations

import numpy as np

from salience.arrays import Float64Array
from salience.learning.examples import Row

_STEPS = 1000


class WorkingSet:
    """Outputs of one example that violated their margin, with a loss and a dual variable (share)
    each.

    The dual variables are not negative and add up to the budget. The first belongs to the right
    output, which has no difference and no loss: its share is what the others leave.
    """

    def __init__(self, budget: float) -> None:
        self._columns = np.empty(0, dtype=np.intp)
        self._rows = np.zeros((1, 0))
        self.losses = np.zeros(1)
        self._products = np.zeros((1, 1))
        self.shares = np.array([budget])

    def __len__(self) -> int:
        return len(self.losses) - 1

    @property
    def value(self) -> float:
        """What the losses contribute to the dual objective."""
        return float(self.shares @ self.losses)

    def slack(self, weights: Float64Array) -> float:
        """By how much the weights violate the worst of these constraints; 0 if none."""
        return float(self._violations(weights).max())

    def gap(self, weights: Float64Array) -> float:
        """How far the dual variables are from their best values, in units of the loss.

        It is the distance of the worst constraint from the mildest that has a share.
        """
        violations = self._violations(weights)
        return float(violations.max() - violations[self.shares > 0].min())

    def add(self, row: Row, loss: float) -> None:
        """Add a constraint, whose dual variable is 0."""
        columns = np.union1d(self._columns, row.columns)
        rows = np.zeros((len(self._rows) + 1, len(columns)))
        rows[:-1, np.searchsorted(columns, self._columns)] = self._rows
        rows[-1, np.searchsorted(columns, row.columns)] = row.values
        self._columns, self._rows = columns, rows
        self.losses = np.append(self.losses, loss)
        self.shares = np.append(self.shares, 0.0)
        self._products = rows @ rows.T

    def improve(self, weights: Float64Array, tolerance: float) -> None:
        """Move shares between constraints until their gap is within the tolerance.

        By sequential minimal optimization within the example (Taskar and others 2004).
        """
        violations = self._violations(weights)
        before = self.shares.copy()
        for _ in range(_STEPS):
            worst = int(violations.argmax())
            mildest = int(np.where(self.shares > 0, violations, np.inf).argmin())
            gap = violations[worst] - violations[mildest]
            if gap <= tolerance:
                break
            step = self._products[:, worst] - self._products[:, mildest]
            curvature = step[worst] - step[mildest]
            share = self.shares[mildest]
            moved = share if gap >= share * curvature else gap / curvature
            self.shares[worst] += moved
            self.shares[mildest] = share - moved
            violations -= moved * step
        weights[self._columns] += (self.shares - before) @ self._rows

    def _violations(self, weights: Float64Array) -> Float64Array:
        violations: Float64Array = self.losses - self._rows @ weights[self._columns]
        return violations
