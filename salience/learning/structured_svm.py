"""Support vector machines for structures, by cutting planes.

The weights minimise

    1/2 |w|² + C/n Σ_i max(0, max_y loss(y) - w·(gold_i - features(y)))

over n examples: the score of the right output must be above that of any other by the loss of that
one (margin rescaling; Tsochantaridis and others 2005, Berg-Kirkpatrick and others 2011, section 3).
There are too many outputs to write the constraints down. So those that the weights violate most are
searched, example by example, and the problem is solved with those that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array
from salience.learning.examples import Example, Row, difference, violation

_SWEEPS = 10_000
_EXTRAPOLATED = 6
_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass through the examples: constraints after it, and how many it added. The objective lies
    between `lower` and `upper` (infinite where weights changed); `loss` is the mean of the outputs.
    """

    number: int
    lower: float
    upper: float
    constraints: int
    added: int
    violation: float
    loss: float


def structured_svm(
    examples: Sequence[Example],
    size: int,
    *,
    c: float = 1.0,
    tolerance: float = 1e-4,
    max_passes: int = 100,
    on_pass: Callable[[Pass], None] | None = None,
) -> Float64Array:
    """Weights of the largest margin between right outputs and all others; a constraint is added if
    it is violated by more than the tolerance beyond the worst that is known of its example.
    """
    if not examples:
        raise ValueError("there is no example to learn from. Give at least one.")
    for name, value in (("c", c), ("tolerance", tolerance), ("max_passes", max_passes)):
        if not 0 < value < np.inf:
            raise ValueError(f"{name} must be above 0 and finite, not {value}")
    weights = np.zeros(size)
    sets = [WorkingSet(c / len(examples)) for _ in examples]
    for number in range(1, max_passes + 1):
        measures = number == max_passes
        report = _pass(number, examples, sets, weights, c, 0.0 if measures else tolerance)
        if on_pass is not None:
            on_pass(report)
        if not report.added:
            break
    return weights


def _pass(
    number: int,
    examples: Sequence[Example],
    sets: Sequence[WorkingSet],
    weights: Float64Array,
    c: float,
    tolerance: float,
) -> Pass:
    """Search each example once; add what is violated, and solve the problem with it.

    A tolerance of 0 only measures.
    """
    added, worst, total_loss, total_slack = 0, 0.0, 0.0, 0.0
    for example, known in zip(examples, sets, strict=True):
        output = example.search(weights, augmented=True)
        row = difference(example.gold, output.features, len(weights))
        violated, slack = violation(row, output.loss, weights), known.slack(weights)
        worst = max(worst, violated - slack)
        total_loss += output.loss
        total_slack += max(violated, slack)
        if tolerance and violated > slack + tolerance:
            known.add(row, output.loss)
            known.improve(weights, tolerance / 10)
            added += 1
    n = len(examples)
    # Only weights that stood still through the pass have an objective that it has measured.
    upper = np.inf if added else weights @ weights / 2 + c * total_slack / n
    if added:
        _solve(sets, weights, tolerance / 10)
    lower = sum(float(known.shares @ known.losses) for known in sets) - weights @ weights / 2
    constraints = sum(map(len, sets))
    return Pass(number, float(lower), float(upper), constraints, added, worst, total_loss / n)


def _solve(sets: Sequence[WorkingSet], weights: Float64Array, tolerance: float) -> None:
    """Improve the dual variables of one example after another, until all are within a tolerance.

    Such steps are sure and may be slow, so that now and then they are extrapolated.
    """
    path: list[tuple[Float64Array, Float64Array]] = []
    for _ in range(_SWEEPS):
        gaps = [known.gap(weights) for known in sets]
        if max(gaps) <= tolerance:
            return
        for known, gap in zip(sets, gaps, strict=True):
            if gap > tolerance / 2:
                known.improve(weights, tolerance / 2)
        path.append((np.concatenate([known.shares for known in sets]), weights.copy()))
        if len(path) == _EXTRAPOLATED:
            _extrapolate(sets, weights, path)
            path.clear()


def _extrapolate(
    sets: Sequence[WorkingSet],
    weights: Float64Array,
    path: Sequence[tuple[Float64Array, Float64Array]],
) -> None:
    """Go where the dual variables seem to be heading, as far as the objective rises.

    Anderson's extrapolation, as for coordinate descent by Bertrand and Massias (2021).
    """
    shares, positions = (np.array(column) for column in zip(*path, strict=True))
    moves = np.diff(shares, axis=0)
    products = moves @ moves.T
    ridge = 1e-10 * np.trace(products) * np.eye(len(products))
    mixed = np.linalg.solve(products + ridge, np.ones(len(products)))
    mixed /= mixed.sum()
    step, turn = mixed @ shares[1:] - shares[-1], mixed @ positions[1:] - weights
    losses = np.concatenate([known.losses for known in sets])
    down = step < 0
    longest = min(1.0, np.min(shares[-1][down] / -step[down], initial=np.inf))
    slope, curvature = losses @ step - weights @ turn, turn @ turn
    if not slope > 0:
        return
    length = longest if slope >= longest * curvature else slope / curvature
    weights += length * turn
    ends = np.cumsum([len(known.shares) for known in sets])
    for known, part in zip(sets, np.split(length * step, ends[:-1]), strict=True):
        known.shares = np.maximum(known.shares + part, 0.0)


class WorkingSet:
    """Outputs of one example that violated their margin, with a loss and a dual variable (share)
    each, not negative, that add up to the budget; the first belongs to the right output.
    """

    def __init__(self, budget: float) -> None:
        self._columns = np.empty(0, dtype=np.intp)
        self._rows = np.zeros((1, 0))
        self.losses = np.zeros(1)
        self._products = np.zeros((1, 1))
        self.shares = np.array([budget])

    def __len__(self) -> int:
        return len(self.losses) - 1

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
