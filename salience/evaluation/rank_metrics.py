"""How well scores order entities: over all documents together, and within each document."""

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.evaluation.bootstrap import count_predictions

CUTOFF = 10
"""Entities of a document that nDCG looks at."""
FIRST = (1, 3, 5)
"""The first so many entities of a document have a precision of their own."""


class Ranking:
    """The entities of all documents in falling order of score; equal scores are one step."""

    def __init__(self, codes: IndexArray, y: BoolArray, score: Float64Array) -> None:
        self.thresholds, step = np.unique(-score, return_inverse=True)
        self.thresholds = -self.thresholds
        order = np.argsort(step, kind="stable")
        self.codes, self.y, self.step = codes[order], y[order], step[order]
        # Average precision looks only at the steps with something salient: it is needed most often.
        self._steps, self._first = np.unique(self.step[self.y], return_index=True)
        self._last = (np.bincount(self.step).cumsum() - 1)[self._steps]

    def steps(self, weights: Float64Array) -> tuple[Float64Array, Float64Array]:
        """Salient and other entities down to each step, each document with its weight."""
        weight = weights[self.codes]
        n = len(self.thresholds)
        salient = np.bincount(self.step, weight * self.y, n).cumsum()
        return salient, np.bincount(self.step, weight, n).cumsum() - salient

    def auc(self, weights: Float64Array) -> float:
        """ROC area by the trapezoid rule; NaN without salient or other entities."""
        salient, other = self.steps(weights)
        if not len(self.y) or not salient[-1] or not other[-1]:
            return np.nan
        area = (np.diff(other, prepend=0) * (salient - np.diff(salient, prepend=0) / 2)).sum()
        return float(area / (salient[-1] * other[-1]))

    def ap(self, weights: Float64Array) -> float:
        """Average precision without interpolation; NaN without salient entities."""
        if not len(self._last):
            return np.nan
        predicted = weights[self.codes].cumsum()[self._last]
        gained = np.add.reduceat(weights[self.codes[self.y]], self._first)
        if not gained.any():
            return np.nan
        summands = np.zeros(len(self.thresholds))
        summands[self._steps] = gained * (gained.cumsum() / np.where(predicted, predicted, 1))
        return float(summands.sum() / gained.sum())

    def best(self, missed: int = 0) -> tuple[float | None, float]:
        """The highest threshold with the best F1 if `missed` more are salient; None of none."""
        if not self.y.any():
            return None, 0.0
        salient, other = self.steps(np.ones(self.codes.max() + 1))
        f1 = 2 * salient / (salient + other + salient[-1] + missed)
        best = int(f1.argmax())
        return float(self.thresholds[best]), float(f1[best])


def document_scores(
    codes: IndexArray,
    y: BoolArray,
    predicted: BoolArray,
    score: Float64Array,
    grade: Float64Array,
    n: int,
) -> dict[str, Float64Array]:
    """The scores of each document by itself, of shape (n,) each, to be averaged over documents.

    Every score but average precision is the mean over all orders of entities with equal scores
    (McSherry and Najork 2008). NaN where a score is not defined. Documents in `codes` are from 0 to
    `n - 1`.

    - `macro_precision`, `macro_recall`, `macro_f1`: of the predictions; 0 without any.
    - `macro_auc`: area under the ROC curve.
    - `p_at_1`, `p_at_3`, `p_at_5`: precision of the first 1, 3 and 5 entities, as in trec_eval.
    - `r_precision`: precision of the first R of a document with R salient entities (Manning,
      Raghavan and Schütze 2008, 8.4).
    - `map`: average precision (the same).
    - `ndcg_at_10`: the grades of the first ten, divided by log2(rank + 1) and added up, as a
      share of the best such sum (Järvelin and Kekäläinen 2002). NaN if all grades are 0.
    - `spearman`: rank correlation of scores and grades (Spearman 1904). 0 if all scores are equal.
    """
    true_positives, n_predicted, n_salient, _ = count_predictions(codes, y, predicted, n).values
    order, position, group = _order(codes, score, n)
    documents, salient = codes[order], y[order].astype(np.float64)

    def added(values: Float64Array) -> Float64Array:
        return np.bincount(documents, values, n).astype(np.float64)

    gain = _group_means(group, salient)
    steps = np.bincount(group, salient).cumsum()[group]
    before = np.cumsum(n_salient) - n_salient
    last = np.maximum.reduceat(position, np.flatnonzero(np.diff(group, prepend=-1)))[group]
    precision = (steps - before[documents]) / (last + 1)
    best_order, best_position, _ = _order(codes, grade, n)
    ideal = added(grade[best_order] * _discount(best_position))
    discounted = added(_group_means(group, grade[order]) * _discount(position))
    return {
        "macro_precision": np.where(
            n_salient > 0, divided(true_positives, n_predicted, 0.0), np.nan
        ),
        "macro_recall": divided(true_positives, n_salient),
        "macro_f1": np.where(
            n_salient > 0, divided(2 * true_positives, n_predicted + n_salient), np.nan
        ),
        "macro_auc": _areas(codes, y, score, n),
        **{
            f"p_at_{k}": np.where(n_salient > 0, added(gain * (position < k)) / k, np.nan)
            for k in FIRST
        },
        "r_precision": divided(added(gain * (position < n_salient[documents])), n_salient),
        "map": divided(added(salient * precision), n_salient),
        "ndcg_at_10": divided(discounted, ideal),
        "spearman": _spearman(codes, score, grade, n),
    }


def mean(values: Float64Array, weights: Float64Array) -> float:
    """The mean of the documents' scores, each with its weight; NaN if none is defined."""
    defined = ~np.isnan(values)
    total = weights[defined].sum()
    return float(values[defined] @ weights[defined] / total) if total else np.nan


def _order(
    codes: IndexArray, values: Float64Array, n: int
) -> tuple[IndexArray, IndexArray, IndexArray]:
    """Entities by document and falling value, their places in it, and groups of equal values."""
    order = np.lexsort((-values, codes))
    sizes = np.bincount(codes, minlength=n)
    position = np.arange(len(codes)) - (np.cumsum(sizes) - sizes)[codes[order]]
    ordered = values[order]
    group = np.cumsum((position == 0) | (np.diff(ordered, prepend=np.nan) != 0)) - 1
    return order, position, group


def _group_means(group: IndexArray, values: Float64Array) -> Float64Array:
    return (np.bincount(group, values) / np.bincount(group))[group]


def _discount(position: IndexArray) -> Float64Array:
    return np.where(position < CUTOFF, 1 / np.log2(position + 2.0), 0.0)


def divided(a: Float64Array, b: Float64Array, otherwise: float = np.nan) -> Float64Array:
    """`a / b`, and another value where b is 0."""
    return np.divide(a, b, out=np.full(len(b), otherwise), where=b > 0)


def _ranks(codes: IndexArray, values: Float64Array) -> Float64Array:
    """The place of each entity in its document, from 0; equal values share the mean of theirs."""
    return np.asarray(pd.Series(values).groupby(codes).rank(ascending=False), np.float64) - 1


def _areas(codes: IndexArray, y: BoolArray, score: Float64Array, n: int) -> Float64Array:
    """The ROC area of each document: the rank sum of Mann and Whitney (1947)."""
    salient, all_ = np.bincount(codes, y, n), np.bincount(codes, minlength=n)
    ranks = np.bincount(codes, _ranks(codes, score) * y, n)
    return 1 - divided(ranks - salient * (salient - 1) / 2, salient * (all_ - salient))


def _spearman(codes: IndexArray, score: Float64Array, grade: Float64Array, n: int) -> Float64Array:
    middle = (np.bincount(codes, minlength=n) - 1) / 2
    of_score, of_grade = (_ranks(codes, values) - middle[codes] for values in (score, grade))
    together, of_scores, of_grades = (
        np.bincount(codes, product, n).astype(np.float64)
        for product in (of_score * of_grade, of_score**2, of_grade**2)
    )
    correlation = divided(together, np.sqrt(of_scores * of_grades), 0.0)
    return np.where(of_grades > 0, correlation, np.nan)
