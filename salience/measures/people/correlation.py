"""How far the scores of a measure go with those of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import kendalltau, pearsonr, rankdata, spearmanr

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import Interval, document_weights, intervals

Method = Literal["pearson", "spearman", "kendall"]
METHODS: tuple[Method, ...] = ("pearson", "spearman", "kendall")

_TESTS = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}


@dataclass(frozen=True, slots=True)
class Correlation:
    """What `correlate` found.

    Attributes:
        method: `pearson` (of the scores), `spearman` (of their ranks) or `kendall` (tau-b: pairs in
            the same order less pairs in the other one).
        value: From -1 to 1; NaN where it is not defined: of fewer than two items, and where all
            scores of a side are equal.
        p: Of the test that there is none; NaN with it.
        n: The number of items.
        interval: The middle 95 % over bootstrap samples of the items; None without.
    """

    method: Method
    value: float
    p: float
    n: int
    interval: Interval | None = None


def correlate(
    measure: ArrayLike,
    people: ArrayLike,
    method: Method = "kendall",
    *,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> Correlation:
    """Correlate scores of a measure with those of people.

    Lin and Demner-Fushman (2005, section 5) prefer Kendall's tau to compare orders of systems: it
    is the share of swaps of neighbours that one order needs to become the other.

    Args:
        measure: A score for each item: a summary, or a system.
        people: What people gave the same items.
        method: One of `METHODS`.
        n_bootstrap: Samples of items for the interval; 0 for none.
        seed: Of numpy's generator.

    Raises:
        ValueError: If there is not one score for each item, or one is not a number.

    Example:
        >>> round(correlate([1, 2, 3, 4], [2, 1, 3, 4], n_bootstrap=0).value, 4)
        0.6667
    """
    x, y = _pair(measure, people)
    value, p = _correlation(x, y, method)
    samples = []
    for weights in document_weights(len(x), n_bootstrap, seed):
        drawn = np.repeat(np.arange(len(x)), weights.astype(int))
        samples.append({"r": coefficient(x[drawn], y[drawn], method)})
    interval = intervals({"r": value}, samples).get("r")
    return Correlation(method, value, p, len(x), interval)


def partition_correlations(
    measure: ArrayLike,
    people: ArrayLike,
    size: int,
    *,
    n: int = 10_000,
    seed: int = 0,
) -> Float64Array:
    """Pearson correlations of means of groups of items, over random partitions, of shape (n,).

    Dorr et al. (2005, section 5) divide the items at random into groups of equal size, since
    judgments of single items are noisy. What remains of the items, if the size does not divide
    their number, is left out of a partition. The paper does not say whether its Table 5 has the
    mean or the median over partitions. NaN where the correlation is not defined.

    Raises:
        ValueError: If scores are wrong as in `correlate`, or there are not two groups.
    """
    x, y = _pair(measure, people)
    groups = len(x) // size if size > 0 else 0
    if groups < 2:
        raise ValueError(
            f"{len(x)} items make no two groups of {size}. Give more items, or a smaller size."
        )
    random = np.random.default_rng(seed)
    found = np.empty(n)
    for i in range(n):
        order = random.permutation(len(x))[: groups * size].reshape(groups, size)
        found[i] = _correlation(x[order].mean(axis=1), y[order].mean(axis=1), "pearson")[0]
    return found


def _pair(measure: ArrayLike, people: ArrayLike) -> tuple[Float64Array, Float64Array]:
    x, y = np.asarray(measure, np.float64), np.asarray(people, np.float64)
    if x.ndim != 1 or x.shape != y.shape or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError(
            f"measure and people must each have a number for every item, but have the shapes "
            f"{x.shape} and {y.shape}, and {int((~np.isfinite(x)).sum())} and "
            f"{int((~np.isfinite(y)).sum())} missing."
        )
    return x, y


def _correlation(x: Float64Array, y: Float64Array, method: Method) -> tuple[float, float]:
    if len(x) < 2 or _constant(x) or _constant(y):
        return float("nan"), float("nan")
    found = _TESTS[method](x, y)
    return float(found.statistic), float(found.pvalue)


def coefficient(x: Float64Array, y: Float64Array, method: Method) -> float:
    """The correlation alone, without a test: for samples, of which there are many."""
    if len(x) < 2 or _constant(x) or _constant(y):
        return float("nan")
    if method == "kendall":
        return float(kendalltau(x, y).statistic)
    if method == "spearman":
        x, y = rankdata(x), rankdata(y)
    return float(np.corrcoef(x, y)[0, 1])


def _constant(values: Sequence[float] | Float64Array) -> bool:
    return bool(np.ptp(values) == 0)
