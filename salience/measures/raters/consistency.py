"""How far raters agree with each other and with themselves, and who rates without care."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from salience.errors import CorpusError
from salience.evaluation.krippendorff import alpha, coincidences, interval_distances
from salience.features.table_rules import AMOUNT, require
from salience.measures.raters.ratings import RATER, SECONDS, SYSTEM, TEXT, TOPIC

ITEM = [TOPIC, SYSTEM]
"""What is rated: what a system made of a topic."""

FAST = 25.0
"""Seconds under which Gillick and Liu (2010, section 3.1) refused a rating."""

_MANY = 0.5
"""The share of fast ratings from which on a rater looks careless."""

_FEW = 3
"""Ratings up to which equal scores say nothing of care."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Absolute differences of scores of the same thing: pairs by difference, mean and deviation."""

    counts: dict[float, int]
    mean: float
    deviation: float

    def to_dict(self) -> dict[str, Any]:
        """The same as a JSON object."""
        counts = [{"difference": value, "pairs": n} for value, n in self.counts.items()]
        return {"mean": self.mean, "deviation": self.deviation, "counts": counts}


def between_raters(table: pd.DataFrame, scale: str) -> Differences:
    """How far the mean scores of two raters of an item are apart (Gillick and Liu 2010, 4.1)."""
    return _differences(_by_rater_and_item(table, scale).groupby(ITEM)[scale])


def within_raters(table: pd.DataFrame, scale: str) -> Differences:
    """How far a rater's scores of the same text are apart (Gillick and Liu 2010, Table 2)."""
    if TEXT not in table:
        raise CorpusError(
            f"the ratings have no column {TEXT!r} with the texts that were rated, by which "
            "identical ones are known. Add it."
        )
    return _differences(table[table[TEXT].notna()].groupby([RATER, TOPIC, TEXT])[scale])


def reversed_statements(
    table: pd.DataFrame, statement: str, opposite: str
) -> tuple[float, Differences, dict[str, float]]:
    """Correlation of a statement and its reverse (Murray et al. 2005, 3.1.2), how far apart, by
    rater.
    """
    both = table[[statement, opposite]]
    mirrored = both.min().min() + both.max().max() - both[opposite]
    apart = (both[statement] - mirrored).abs()
    by_rater = apart.groupby(table[RATER]).mean().to_dict()
    return _correlation(both[statement], both[opposite]), _spread(apart.tolist()), by_rater


def _by_rater_and_item(table: pd.DataFrame, scale: str) -> pd.DataFrame:
    """The mean of the ratings of each item by each rater."""
    return table.groupby([*ITEM, RATER])[scale].mean().reset_index()


def _differences(groups: pd.api.typing.SeriesGroupBy) -> Differences:
    pairs = (pair for _, scores in groups for pair in combinations(scores.tolist(), 2))
    return _spread([abs(a - b) for a, b in pairs])


def _spread(differences: list[float]) -> Differences:
    counts = dict(sorted(Counter(differences).items()))
    mean, deviation = (np.mean(differences), np.std(differences)) if counts else (np.nan, np.nan)
    return Differences(counts, float(mean), float(deviation))


def alpha_of_scores(table: pd.DataFrame, scale: str) -> float:
    """Krippendorff's alpha of raters' mean scores of an item, on an interval scale."""
    by_item = _by_item(table, scale)
    values = by_item.columns.to_numpy(np.float64)
    matrix = coincidences(by_item.to_numpy(np.float64)).sum(axis=0)
    return alpha(matrix, interval_distances(values))


def fleiss_kappa(table: pd.DataFrame, scale: str) -> float:
    """Fleiss' kappa of items with two raters or more (Fleiss 1971); NaN if it is not defined."""
    by_item = _by_item(table, scale).to_numpy(np.float64)
    if not len(by_item):
        return float("nan")
    raters = by_item.sum(axis=1)
    agreement = ((by_item * (by_item - 1)).sum(axis=1) / (raters * (raters - 1))).mean()
    chance = float(((by_item.sum(axis=0) / by_item.sum()) ** 2).sum())
    return float("nan") if chance == 1 else float((agreement - chance) / (1 - chance))


def _by_item(table: pd.DataFrame, scale: str) -> pd.DataFrame:
    """How many raters gave each value to each item that several rated."""
    means = _by_rater_and_item(table, scale)
    counts = pd.crosstab([means[name] for name in ITEM], means[scale])
    return counts[counts.sum(axis=1) > 1]


def by_rater(table: pd.DataFrame, scale: str, *, fast: float = FAST) -> pd.DataFrame:
    """What is known of each rater's care (Gillick and Liu 2010, 3.1), the least agreeing first.

    `others` is Pearson's correlation with the mean of the other raters, NaN below three shared
    items; `apart` the mean distance from it; `fast` the share of ratings below so many seconds.
    """
    if SECONDS in table:
        given = table[table[SECONDS].notna()]
        require(given, {SECONDS: AMOUNT}, wanted_by="the check of times")
    said = _by_rater_and_item(table, scale)
    items = said.groupby(ITEM)[scale]
    n = items.transform("size")
    said["others"] = ((items.transform("sum") - said[scale]) / (n - 1)).where(n > 1)
    rows = []
    for rater, own in table.groupby(RATER):
        shared = said[(said[RATER] == rater) & said["others"].notna()]
        seconds = own[SECONDS].dropna().astype(float) if SECONDS in own else pd.Series(dtype=float)
        rows.append(
            {
                RATER: rater,
                "ratings": len(own),
                "mean": own[scale].mean(),
                "deviation": own[scale].std(ddof=0),
                "others": _correlation(shared[scale], shared["others"]),
                "apart": (shared[scale] - shared["others"]).abs().mean(),
                SECONDS: seconds.median(),
                "fast": (seconds < fast).mean(),
                "uniform": len(own) > _FEW and own[scale].nunique() == 1,
            }
        )
    return pd.DataFrame(rows).sort_values(["others", RATER], ignore_index=True)


def _correlation(a: "pd.Series[float]", b: "pd.Series[float]") -> float:
    if len(a) < _FEW or a.nunique() == 1 or b.nunique() == 1:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])


def careless(raters: pd.DataFrame) -> list[str]:
    """Raters, by `by_rater`, whose scores are all equal, or half of whose ratings were too fast."""
    return sorted(raters.loc[raters["uniform"] | (raters["fast"] >= _MANY), RATER])
