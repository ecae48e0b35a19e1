"""Whether one system is better than another: paired approximate randomization over documents."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import rankdata

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.evaluation.bootstrap import count_predictions, precision_recall_f1
from salience.evaluation.paired_tests import holm, shuffled_p
from salience.evaluation.rank_metrics import Ranking
from salience.features.table_rules import check_labelled, found_rows
from salience.types import Figures


@dataclass(frozen=True, slots=True)
class Difference(Figures):
    """The scores of a first system less those of a second, with p-values; AP may be None."""

    f1: float
    p_f1: float
    ap: float | None
    p_ap: float | None
    n_shuffles: int
    seed: int
    holm_f1: float | None = None
    holm_ap: float | None = None


def randomization_test(
    table: pd.DataFrame,
    a: ArrayLike,
    b: ArrayLike,
    *,
    thresholds: tuple[float, float] = (0.3, 0.3),
    n_shuffles: int = 1000,
    seed: int = 0,
) -> Difference:
    """Test whether two systems differ on the same documents (Riezler and Maxwell 2005, Figure 1).

    Scores are first replaced by their ranks, so that a swap brings no other scale into a ranking.
    """
    scores = [_one_per_row(name, x, len(table)) for name, x in (("a", a), ("b", b))]
    check_labelled(table, "randomization_test")
    differences, n = _differences(table, scores, thresholds)
    (f1, ap), (p_f1, p_ap) = (x.tolist() for x in shuffled_p(differences, n, n_shuffles, seed))
    if np.isnan(ap):
        return Difference(f1, p_f1, None, None, n_shuffles, seed)
    return Difference(f1, p_f1, ap, p_ap, n_shuffles, seed)


def _one_per_row(name: str, scores: ArrayLike, n_rows: int) -> Float64Array:
    values = np.asarray(scores, np.float64)
    if values.shape != (n_rows,) or not np.isfinite(values).all():
        raise CorpusError(
            f"{name!r} must have a number for each of the {n_rows} rows of the table, but has "
            f"shape {values.shape} and {int((~np.isfinite(values)).sum())} missing. Score every "
            "entity."
        )
    return values


def _differences(
    table: pd.DataFrame, scores: Sequence[Float64Array], thresholds: tuple[float, float]
) -> tuple[Callable[[Float64Array], Float64Array], int]:
    """A function from documents, 1 where swapped, to differences of F1 and AP; and their number."""
    codes, documents = pd.factorize(table["document"], sort=True)
    n = len(documents)
    salient, was_found = table["salient"].to_numpy().astype(bool), found_rows(table)
    # One table of twice the documents: shuffles only say which n of them are the first system's,
    # and what is not the first's is the second's.
    both, both_salient = np.concatenate([codes, codes + n]), np.concatenate([salient, salient])
    predicted = [(x >= at) & was_found for x, at in zip(scores, thresholds, strict=True)]
    counts = count_predictions(both, both_salient, np.concatenate(predicted), 2 * n)
    by_document = np.ascontiguousarray(counts.values.T)
    ranking = Ranking(both, both_salient, np.concatenate([rankdata(x) for x in scores]))

    def differences(swapped: Float64Array) -> Float64Array:
        first = np.concatenate([1 - swapped, swapped])
        a, b = (
            np.array([precision_recall_f1(*(w @ by_document)[:3])[2], ranking.ap(w)])
            for w in (first, 1 - first)
        )
        return a - b

    return differences, n


def needed_shuffles(n_tests: int, level: float = 0.001) -> int:
    """The fewest R shuffles with which m tests, no p below m / (R + 1), reach a level."""
    return math.floor(n_tests / level + 1e-9)


def with_holm(tests: Iterable[Difference]) -> list[Difference]:
    """Differences with `holm_f1` and `holm_ap`: p-values corrected for F1 and AP of all of them."""
    differences = list(tests)
    given = [p for d in differences for p in (d.p_f1, d.p_ap) if p is not None]
    holms = iter(holm(given))
    return [
        replace(d, holm_f1=next(holms), holm_ap=None if d.p_ap is None else next(holms))
        for d in differences
    ]
