"""What scores say of systems once raters and topics are taken into account, by linear models.

Gillick and Liu (2010), "Non-Expert Evaluation of Summarization Systems is Risky", section 4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import studentized_range

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.measures.raters.ratings import NAMED, RATER, SYSTEM, TOPIC

_SMALL = 1e-9
"""Shares of a variance below this are rounding."""


def variance_explained(table: pd.DataFrame, scale: str) -> dict[str, float]:
    """The share of variance that raters, topics and systems each explain alone (R², Table 4)."""
    scores = table[scale]
    total = float(((scores - scores.mean()) ** 2).sum())
    if scores.nunique() == 1:  # the mean of equal scores may be off by rounding
        return dict.fromkeys(NAMED, float("nan"))
    means = {name: table.groupby(name)[scale].transform("mean") for name in NAMED}
    return {name: float(((m - scores.mean()) ** 2).sum() / total) for name, m in means.items()}


def variance_adjusted(table: pd.DataFrame, scale: str) -> dict[str, float]:
    """Adjusted R²: `variance_explained` less what so many indicators explain by chance."""
    n = len(table)
    return {
        name: 1 - (1 - share) * (n - 1) / (n - k) if n > (k := table[name].nunique()) else np.nan
        for name, share in variance_explained(table, scale).items()
    }


@dataclass(frozen=True, slots=True)
class Effects:
    """The systems in a linear model of the scores, the best first, equals by name."""

    scale: str  # what was scored
    systems: tuple[str, ...]  # their names
    means: tuple[float, ...]  # the mean score of each
    coefficients: tuple[float, ...]  # what each adds to the score of the mean system
    p_values: Mapping[tuple[str, str], float]  # Tukey's, by two systems, the better first
    ratings: tuple[int, ...]  # how many scores each has
    residual_deviation: float  # the standard deviation of what the model leaves open
    degrees_of_freedom: int  # of that
    level: float = 0.05  # the probability of an error in any comparison at which systems differ

    def worse_than(self, system: str) -> str | None:
        """The last of the better systems that is significantly better, as in Table 5."""
        better = self.systems[: self.systems.index(system)]
        significant = [name for name in better if self.p_values[name, system] < self.level]
        return significant[-1] if significant else None

    def rows(self) -> list[dict[str, Any]]:
        """A row for each system, in their order."""
        columns = zip(self.systems, self.ratings, self.means, self.coefficients, strict=True)
        names = ("system", "ratings", "mean", "effect", "worse_than")
        return [dict(zip(names, (*row, self.worse_than(row[0])), strict=True)) for row in columns]

    def ranking(self) -> str:
        """The systems in order; after `<` the last before that differ significantly (superscript in
        Table 5).
        """
        marks = ((name, self.worse_than(name)) for name in self.systems)
        return "  ".join(name if mark is None else f"{name} <{mark}" for name, mark in marks)


def effects(table: pd.DataFrame, scale: str, *, among: Sequence[str] = (RATER, TOPIC)) -> Effects:
    """Fit scores by raters, topics and systems, and compare the systems with Tukey's test.

    score = μ + rater + topic + system, by least squares (Gillick and Liu 2010, equation 1), with
    the standard error of the difference of coefficients (Tukey and Kramer): in a balanced design
    R's `TukeyHSD` of the same model.
    """
    systems = sorted(table[SYSTEM].unique())
    if len(systems) < 2:
        raise CorpusError(
            f"the ratings of {scale!r} are of one system, {systems[0]!r}. Give those of two or "
            "more to compare them."
        )
    beside = [name for name in among if table[name].nunique() > 1]
    design = _design(table, systems, beside)
    scores = table[scale].to_numpy(np.float64)
    pseudoinverse: Float64Array = np.linalg.pinv(design, rcond=1e-10).astype(np.float64)
    inverse = pseudoinverse @ pseudoinverse.T  # of design.T @ design
    coefficients = pseudoinverse @ scores
    rank = int(np.linalg.matrix_rank(design))
    _check_connected(pseudoinverse @ design, systems, beside)
    freedom = len(table) - rank
    if freedom < 1:
        raise CorpusError(
            f"{len(table)} ratings of {scale!r} are too few for {rank} coefficients of systems, "
            f"{' and '.join(f'{name}s' for name in beside) or 'and no more'}. Collect more "
            "ratings, or several of the same items."
        )
    residual = float(((scores - design @ coefficients) ** 2).sum()) / freedom
    of_systems = coefficients[: len(systems)] - coefficients[: len(systems)].mean()
    order = sorted(range(len(systems)), key=lambda i: (-of_systems[i].round(9), systems[i]))
    p_values = {}
    for i, j in combinations(order, 2):
        contrast = inverse[i, i] + inverse[j, j] - 2 * inverse[i, j]
        error = np.sqrt(residual * contrast / 2)
        difference = of_systems[i] - of_systems[j]
        p_values[systems[i], systems[j]] = _p_value(difference, error, len(systems), freedom)
    by_system = table.groupby(SYSTEM)[scale].agg(["mean", "size"]).iloc[order]
    return Effects(
        scale,
        tuple(by_system.index),
        tuple(by_system["mean"].tolist()),
        tuple(of_systems[order].tolist()),
        p_values,
        tuple(by_system["size"].tolist()),
        float(np.sqrt(residual)),
        freedom,
    )


def _design(table: pd.DataFrame, systems: Sequence[str], beside: Sequence[str]) -> Float64Array:
    """An indicator for each system, and for each rater and topic, of shape (ratings, columns)."""
    columns = {SYSTEM: systems} | {name: sorted(table[name].unique()) for name in beside}
    indicators = [table[factor] == value for factor, some in columns.items() for value in some]
    return np.column_stack(indicators).astype(np.float64)


def _check_connected(onto: Float64Array, systems: Sequence[str], beside: Sequence[str]) -> None:
    """Whether each difference to the first system follows from what the ratings tell (`onto`)."""
    for i in range(1, len(systems)):
        contrast = np.eye(len(onto))[i] - np.eye(len(onto))[0]
        if np.abs(contrast @ onto - contrast).max() > 1e-6:
            shared = " or ".join(beside)
            raise CorpusError(
                f"the systems {systems[0]!r} and {systems[i]!r} can't be compared: no chain of "
                f"ratings with the same {shared} leads from one to the other. Let a {beside[0]} "
                "have both, or leave that column out of the model (--among)."
            )


def _p_value(difference: float, error: float, k: int, freedom: int) -> float:
    """Tukey's p-value of a difference; without any error it is 0, or 1 if there is none."""
    if error < _SMALL * max(1.0, abs(difference)):
        return float(abs(difference) < _SMALL)
    return float(studentized_range.sf(abs(difference) / error, k, freedom))
