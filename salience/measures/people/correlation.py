"""How far the scores of a measure go with those of people."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import kendalltau, pearsonr, rankdata, spearmanr

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.evaluation.bootstrap import Interval, document_weights, intervals, or_none
from salience.types import Record

Method = Literal["pearson", "spearman", "kendall"]
METHODS: tuple[Method, ...] = ("pearson", "spearman", "kendall")

_TESTS = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}


@dataclass(frozen=True, slots=True)
class Correlation:
    """The correlation of `n` items (`kendall` is tau-b); NaN where a side has one score only.

    p is that of the test that there is no correlation.
    """

    method: Method
    value: float
    p: float
    n: int
    interval: Interval | None = None

    def to_dict(self) -> Record:
        """The correlation as a JSON object, null where it is not defined."""
        said: Record = {"method": self.method, "value": or_none(self.value), "p": or_none(self.p)}
        return said | {"n": self.n, "interval": self.interval and list(self.interval)}


def correlate(
    measure: ArrayLike,
    people: ArrayLike,
    method: Method = "kendall",
    *,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> Correlation:
    """Correlate scores of a measure with those of people.

    Lin and Demner-Fushman (2005, section 5) prefer Kendall's tau to compare orders of systems.

    Args:
        measure: What a measure gave the items: summaries, or systems.
        people: What people gave the same items.
        method: One of `METHODS`.
        n_bootstrap: Samples of items for the interval; 0 for none.
        seed: Of the samples.

    Raises:
        ValueError: If there is not one score for each item, or one is not a number.

    Example:
        >>> round(correlate([1, 2, 3, 4], [2, 1, 3, 4], n_bootstrap=0).value, 4)
        0.6667
    """
    x, y = _pair(measure, people)
    value = p = float("nan")
    if len(x) >= 2 and np.ptp(x) and np.ptp(y):
        tested = _TESTS[method](x, y)
        value, p = float(tested.statistic), float(tested.pvalue)
    drawn = (weights.astype(int) for weights in document_weights(len(x), n_bootstrap, seed))
    samples = [{"r": coefficient(np.repeat(x, n), np.repeat(y, n), method)} for n in drawn]
    return Correlation(method, value, p, len(x), intervals({"r": value}, samples).get("r"))


def partition_correlations(
    measure: ArrayLike, people: ArrayLike, size: int, *, n: int = 1000, seed: int = 0
) -> Float64Array:
    """Pearson's correlations of means of random groups of items (Dorr et al. 2005, 5).

    Items that remain are left out of a partition; NaN where the correlation is not defined.
    """
    x, y = _pair(measure, people)
    groups = len(x) // size
    if groups < 2:
        raise CorpusError(
            f"{len(x)} texts make no two groups of {size}. Give more texts, or a smaller size."
        )
    random = np.random.default_rng(seed)
    values = np.empty(n)
    for i in range(n):
        order = random.permutation(len(x))[: groups * size].reshape(groups, size)
        values[i] = coefficient(x[order].mean(axis=1), y[order].mean(axis=1), "pearson")
    return values


def _pair(measure: ArrayLike, people: ArrayLike) -> tuple[Float64Array, Float64Array]:
    x, y = np.asarray(measure, np.float64), np.asarray(people, np.float64)
    if x.ndim != 1 or x.shape != y.shape or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError(
            f"measure and people must each have a number for every item, but have the shapes "
            f"{x.shape} and {y.shape}, and {int((~np.isfinite(x)).sum())} and "
            f"{int((~np.isfinite(y)).sum())} missing."
        )
    return x, y


def coefficient(x: Float64Array, y: Float64Array, method: Method) -> float:
    """The correlation alone, without a test: for samples, of which there are many."""
    if len(x) < 2 or not np.ptp(x) or not np.ptp(y):
        return float("nan")
    if method == "kendall":
        return float(kendalltau(x, y).statistic)
    if method == "spearman":
        x, y = rankdata(x), rankdata(y)
    return float(np.corrcoef(x, y)[0, 1])


Pair = tuple[Float64Array, Float64Array]
"""Scores by one side and by the other, of the same things."""


def with_intervals(
    pair: Callable[[Float64Array], Pair],
    n_documents: int,
    methods: Sequence[Method],
    n_bootstrap: int,
    seed: int,
) -> dict[Method, Correlation]:
    """Correlations of what `pair` gives for weights of documents, with intervals over documents.

    A sample in which a score is not a number is left out.
    """
    x, y = pair(np.ones(n_documents))
    drawn = [pair(weights) for weights in document_weights(n_documents, n_bootstrap, seed)]
    usable = [(a, b) for a, b in drawn if np.isfinite(a).all() and np.isfinite(b).all()]
    points = {method: correlate(x, y, method, n_bootstrap=0) for method in methods}
    values: dict[str, float] = {method: point.value for method, point in points.items()}
    ends = intervals(values, [{str(m): coefficient(a, b, m) for m in methods} for a, b in usable])
    return {m: replace(point, interval=ends.get(m)) for m, point in points.items()}
