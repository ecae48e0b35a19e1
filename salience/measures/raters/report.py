"""All that is known of raters on one scale, as one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from salience.measures.raters.consistency import (
    FAST,
    ITEM,
    Differences,
    alpha_of_scores,
    between_raters,
    by_rater,
    careless,
    fleiss_kappa,
    within_raters,
)
from salience.measures.raters.effects import Effects, effects, variance_adjusted, variance_explained
from salience.measures.raters.ratings import RATER, SYSTEM, TEXT, TOPIC, checked


@dataclass(frozen=True, slots=True)
class RaterReport:
    """What `report` found on a scale.

    Attributes:
        scale: The column of the score.
        ratings, raters, topics, systems: How many there are.
        items: What a system made of a topic: how many.
        rated_twice: Items that several raters have scored.
        differences: Between raters of an item.
        identical: Between the scores that a rater gave identical texts; None without texts.
        alpha: Krippendorff's, of interval scale; NaN without items that several scored.
        kappa: Fleiss'; NaN likewise.
        explained, adjusted: The share of the variance that each factor explains, by column; raw,
            and less what chance gives.
        effects: The systems compared; None if there is but one.
        by_rater: The table of `consistency.by_rater`.
        careless: The raters that look careless.
        left_out: The careless raters whose ratings were left out before anything was computed.
    """

    scale: str
    ratings: int
    raters: int
    topics: int
    systems: int
    items: int
    rated_twice: int
    differences: Differences
    identical: Differences | None
    alpha: float
    kappa: float
    explained: dict[str, float]
    adjusted: dict[str, float]
    effects: Effects | None
    by_rater: pd.DataFrame
    careless: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The report as a JSON object; what is not defined is null."""
        compared = self.effects
        return {
            "scale": self.scale,
            **{name: getattr(self, name) for name in _COUNTS},
            "difference_of_raters": _rounded(self.differences.mean),
            "difference_of_identical": _rounded(self.identical.mean) if self.identical else None,
            "alpha": _rounded(self.alpha),
            "kappa": _rounded(self.kappa),
            "explained": {name: _rounded(share) for name, share in self.explained.items()},
            "adjusted": {name: _rounded(share) for name, share in self.adjusted.items()},
            "effects": [
                {
                    "system": name,
                    "ratings": compared.ratings[i],
                    "mean": compared.means[i],
                    "effect": compared.coefficients[i],
                    "worse_than": compared.worse_than(name),
                }
                for i, name in enumerate(compared.systems)
            ]
            if compared
            else [],
            "p_values": [
                {"better": a, "worse": b, "p": p} for (a, b), p in compared.p_values.items()
            ]
            if compared
            else [],
            "by_rater": [
                {name: _rounded(value) for name, value in row.items()}
                for row in self.by_rater.to_dict("records")
            ],
            "careless": list(self.careless),
            "left_out": list(self.left_out),
        }


_COUNTS = ("ratings", "raters", "topics", "systems", "items", "rated_twice")


def _rounded(value: Any) -> Any:
    return None if isinstance(value, float) and value != value else value


def report(
    table: pd.DataFrame,
    scale: str,
    *,
    among: Sequence[str] = (RATER, TOPIC),
    fast: float = FAST,
    without_careless: bool = False,
    source: str = "",
) -> RaterReport:
    """Look at raters and systems on one scale (Gillick and Liu 2010).

    Args:
        table: A row for each rating, see `ratings.checked`.
        scale: The column of the score.
        among: What stands beside the systems in the model, see `effects`.
        fast: Seconds under which a rating is too fast.
        without_careless: Leave out the ratings of raters who look careless.
        source: What messages call the table.

    Raises:
        CorpusError: As `checked` and `effects` raise it.

    Example:
        >>> rows = [(r, t, s, 5 + (s == "A") * 2 + (t == r)) for r in "12" for t in "123"
        ...         for s in "AB"]
        >>> found = report(pd.DataFrame(rows, columns=["rater", "topic", "system", "overall"]),
        ...                "overall")
        >>> found.ratings, found.rated_twice, found.effects.ranking(), round(found.alpha, 2)
        (12, 6, 'A  B <A', 0.75)
    """
    rated = checked(table, scale, source=source)
    raters = by_rater(rated, scale, fast=fast)
    found = tuple(careless(raters))
    left_out = found if without_careless else ()
    if left_out:
        rated = checked(rated[~rated[RATER].isin(left_out)], scale, source=source)
        raters, found = by_rater(rated, scale, fast=fast), ()
    several = rated.groupby(ITEM)[RATER].nunique()
    return RaterReport(
        scale,
        len(rated),
        rated[RATER].nunique(),
        rated[TOPIC].nunique(),
        rated[SYSTEM].nunique(),
        len(several),
        int((several > 1).sum()),
        between_raters(rated, scale),
        within_raters(rated, scale) if TEXT in rated else None,
        alpha_of_scores(rated, scale),
        fleiss_kappa(rated, scale),
        variance_explained(rated, scale),
        variance_adjusted(rated, scale),
        effects(rated, scale, among=among) if rated[SYSTEM].nunique() > 1 else None,
        raters,
        found,
        left_out,
    )
