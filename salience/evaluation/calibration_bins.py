"""Scores against labels in bins of equal width: what calibration is measured on."""

import numpy as np

from salience.arrays import BoolArray, Float64Array, IndexArray

BINS = 10
"""Bins of the expected calibration error, each a tenth of the scale from 0 to 1."""


def bin_sums(
    codes: IndexArray, y: BoolArray, score: Float64Array, n: int, bins: int = BINS
) -> Float64Array:
    """What `Bins` needs of each document: by bin entities, scores, salient ones; then errors."""
    order = np.lexsort((y, score, codes))  # sums must not depend on the order of rows
    codes, y, score = codes[order], y[order], score[order]
    cell = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], score) * n + codes
    kinds = (np.ones(len(y)), score, y.astype(np.float64))
    sums = [np.bincount(cell, kind, bins * n).reshape(bins, n) for kind in kinds]
    errors = np.bincount(codes, (score - y) ** 2, n).reshape(1, n)
    return np.concatenate([*sums, errors]).astype(np.float64)


class Bins:
    """Sums by document and bin of scores, of equal width, so that samples add them up."""

    def __init__(self, sums: Float64Array) -> None:
        bins = len(sums) // 3
        self.edges = np.linspace(0, 1, bins + 1)
        self.entities, self.score, self.salient = sums[:-1].reshape(3, bins, -1)
        self._gaps, self._sizes = self.score - self.salient, self.entities.sum(axis=0)
        self._errors = sums[-1]

    def brier(self, weights: Float64Array) -> float:
        """The mean squared difference of score and label (Brier 1950); NaN without entities."""
        return self._share(float(self._errors @ weights), weights)

    def ece(self, weights: Float64Array) -> float:
        """The expected calibration error (Naeini et al. 2015); NaN without entities."""
        return self._share(float(np.abs(self._gaps @ weights).sum()), weights)

    def noise(self, weights: Float64Array) -> float:
        """How far a sample moves the gaps of bins: its `ece` if scores are calibrated."""
        whole = self._gaps.sum(axis=1) / max(self._sizes.sum(), 1)
        entities = float(self._sizes @ weights)
        return self._share(float(np.abs(self._gaps @ weights - entities * whole).sum()), weights)

    def _share(self, total: float, weights: Float64Array) -> float:
        entities = float(self._sizes @ weights)
        return total / entities if entities else np.nan
