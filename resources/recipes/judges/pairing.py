"""Which gold entity goes with which predicted one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment


def pairing(agreeing: ArrayLike) -> dict[int, int]:
    """Pair rows and columns one to one so that the most mentions agree (as in CEAF, Luo 2005).

    Several pairings may agree in as many mentions. The solver then takes one by the order of rows
    and columns, so both must come in an order that the entities themselves define.

    >>> pairing([[2, 1], [3, 0]])
    {0: 1, 1: 0}
    >>> pairing([[0, 1, 1]])  # a pair agrees in a mention at least
    {0: 1}
    """
    counts = np.asarray(agreeing, np.float64)
    if not counts.size:
        return {}
    chosen = zip(*linear_sum_assignment(counts, maximize=True), strict=True)
    return {int(row): int(column) for row, column in chosen if counts[row, column]}
