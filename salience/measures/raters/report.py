"""All that is known of raters on one scale, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from salience.errors import CorpusError
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
from salience.measures.raters.ratings import RATER, SECONDS, SYSTEM, TEXT, TOPIC, checked


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterReport:
    """What ratings say of raters and systems on a scale.

    Attributes:
        scale: The column of the score.
        table: The ratings that count.
        ratings, raters, topics, systems: How many there are.
        items: What a system made of a topic: how many.
        rated_twice: Items that several raters have scored.
        differences: Between raters of an item.
        identical: Between the scores that a rater gave identical texts; None without texts.
        rater_means: Of the raters' mean scores the standard deviation (of a population), the least
            and the greatest (section 4.1).
        alpha: Krippendorff's, of interval scale; NaN without items that several scored.
        kappa: Fleiss'; NaN likewise.
        explained, adjusted: The share of the variance that each factor explains; raw, and less what
            chance gives.
        effects: The systems compared; None if there is but one.
        by_rater: The table of `consistency.by_rater`.
        careless: The raters that look careless.
        left_out: Careless raters whose ratings were left out.
        hasty: How many single ratings were left out as too fast.
    """

    scale: str
    table: pd.DataFrame = field(repr=False)
    ratings: int
    raters: int
    topics: int
    systems: int
    items: int
    rated_twice: int
    differences: Differences
    identical: Differences | None
    rater_means: tuple[float, float, float]
    alpha: float
    kappa: float
    explained: dict[str, float]
    adjusted: dict[str, float]
    effects: Effects | None
    by_rater: pd.DataFrame = field(repr=False)
    careless: tuple[str, ...]
    left_out: tuple[str, ...]
    hasty: int

    def record(self) -> dict[str, Any]:
        """The report as a JSON object; what is not defined is null."""
        compared = self.effects
        pairs = compared.p_values.items() if compared else ()
        record: dict[str, Any] = json_value(
            {
                "scale": self.scale,
                **{name: getattr(self, name) for name in _COUNTS},
                "difference_of_raters": self.differences.mean,
                "difference_of_identical": self.identical and self.identical.mean,
                "differences": self.differences.record(),
                "identical": self.identical and self.identical.record(),
                "rater_means": dict(zip(_MEANS, self.rater_means, strict=True)),
                **{name: getattr(self, name) for name in _SHARES},
                "effects": compared.rows() if compared else [],
                "p_values": [{"better": a, "worse": b, "p": p} for (a, b), p in pairs],
                "by_rater": self.by_rater.to_dict("records"),
                **{name: getattr(self, name) for name in ("careless", "left_out", "hasty")},
            }
        )
        return record


_COUNTS = ("ratings", "raters", "topics", "systems", "items", "rated_twice")
_SHARES = ("alpha", "kappa", "explained", "adjusted")
_MEANS = ("deviation", "least", "greatest")


def json_value(value: Any) -> Any:
    """A value as JSON has it: lists for tuples, and None for NaN."""
    if isinstance(value, Mapping):
        return {name: json_value(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return list(map(json_value, value))
    return None if isinstance(value, float) and value != value else value


def thinned(table: pd.DataFrame, *, seed: int = 0) -> pd.DataFrame:
    """One rating of each item, drawn at random; the order of the rows does not matter."""
    ordered = table.sort_values([*ITEM, RATER], kind="stable", ignore_index=True)
    order = np.random.default_rng(seed).permutation(len(ordered))
    return ordered.loc[order].drop_duplicates(ITEM).sort_index()


def _hasty(rated: pd.DataFrame, fast: float) -> pd.Series[bool]:
    """Whether each rating took less than `fast` seconds."""
    if SECONDS not in rated:
        raise CorpusError(
            f"the ratings have no column {SECONDS!r}, by which hasty ones are known. Add it, or "
            "keep all."
        )
    return rated[SECONDS].astype(float) < fast


def report(
    table: pd.DataFrame,
    scale: str,
    *,
    among: Sequence[str] = (RATER, TOPIC),
    fast: float = FAST,
    without_careless: bool = False,
    without_hasty: bool = False,
    one_each: int | None = None,
    source: str = "",
) -> RaterReport:
    """Look at raters and systems on one scale (Gillick and Liu 2010).

    Args:
        table: A row for each rating, see `ratings.checked`.
        scale: The column of the score.
        among: What stands beside the systems in the model, see `effects`.
        fast: Seconds under which a rating is too fast.
        without_careless: Leave out the ratings of raters who look careless.
        without_hasty: Leave out single ratings that were too fast, before that.
        one_each: Keep one rating of each item after that, drawn with this seed.
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
    rated, hasty = checked(table, scale, source=source), 0
    left_out: tuple[str, ...] = ()
    if without_hasty:
        is_hasty = _hasty(rated, fast)
        hasty, rated = int(is_hasty.sum()), checked(rated[~is_hasty], scale, source=source)
    if without_careless:
        left_out = tuple(careless(by_rater(rated, scale, fast=fast)))
        rated = checked(rated[~rated[RATER].isin(left_out)], scale, source=source)
    if one_each is not None:
        rated = thinned(rated, seed=one_each)
    raters = by_rater(rated, scale, fast=fast)
    means = rated.groupby(RATER)[scale].mean()
    several = rated.groupby(ITEM)[RATER].nunique()
    return RaterReport(
        scale=scale,
        table=rated,
        ratings=len(rated),
        raters=rated[RATER].nunique(),
        topics=rated[TOPIC].nunique(),
        systems=rated[SYSTEM].nunique(),
        items=len(several),
        rated_twice=int((several > 1).sum()),
        differences=between_raters(rated, scale),
        identical=within_raters(rated, scale) if TEXT in rated else None,
        rater_means=(float(means.std(ddof=0)), float(means.min()), float(means.max())),
        alpha=alpha_of_scores(rated, scale),
        kappa=fleiss_kappa(rated, scale),
        explained=variance_explained(rated, scale),
        adjusted=variance_adjusted(rated, scale),
        effects=effects(rated, scale, among=among) if rated[SYSTEM].nunique() > 1 else None,
        by_rater=raters,
        careless=() if left_out else tuple(careless(raters)),
        left_out=left_out,
        hasty=hasty,
    )
