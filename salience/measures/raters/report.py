"""All that is known of raters on one scale, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from salience.errors import CorpusError
from salience.measures.raters.consistency import (
    FAST,
    ITEM,
    alpha_of_scores,
    between_raters,
    by_rater,
    careless,
    fleiss_kappa,
    within_raters,
)
from salience.measures.raters.effects import Effects, effects, variance_adjusted, variance_explained
from salience.measures.raters.ratings import NAMED, RATER, SECONDS, SYSTEM, TEXT, TOPIC, checked
from salience.types import Record


@dataclass(frozen=True, slots=True)
class RaterReport:
    """What ratings say of raters and systems on a scale.

    Attributes:
        scale: The column of the score.
        table: The ratings that count.
        effects: The systems compared; None if there is but one.
        record: All figures as a JSON object, null where they are not defined: the numbers of
            `ratings`, `raters`, `topics`, `systems`, `items` (what a system made of a topic) and
            items `rated_twice`; `differences` of raters of an item, and of a rater's scores of
            `identical` texts; of `rater_means` the deviation (of a population), the least and the
            greatest (section 4.1); Krippendorff's `alpha` and Fleiss' `kappa`; the share of the
            variance that each factor `explained`, and `adjusted` for chance; `effects`,
            `p_values`; `by_rater`, see `consistency.by_rater`; who looks `careless`; who was
            `left_out`, and how many ratings were, as `hasty`.
    """

    scale: str
    table: pd.DataFrame = field(repr=False)
    effects: Effects | None = field(repr=False)
    record: Record = field(repr=False)

    def to_dict(self) -> Record:
        """All figures as a JSON object."""
        return self.record


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


def _hasty(rated: pd.DataFrame, fast: float) -> "pd.Series[bool]":
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
        >>> found.record["ratings"], found.effects.ranking(), round(found.record["alpha"], 2)
        (12, 'A  B <A', 0.75)
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
    compared = effects(rated, scale, among=among) if rated[SYSTEM].nunique() > 1 else None
    differences = between_raters(rated, scale)
    identical = within_raters(rated, scale) if TEXT in rated else None
    pairs = compared.p_values.items() if compared else ()
    record = {
        "scale": scale,
        "ratings": len(rated),
        **{f"{name}s": rated[name].nunique() for name in NAMED},
        "items": len(several),
        "rated_twice": int((several > 1).sum()),
        "difference_of_raters": differences.mean,
        "difference_of_identical": identical and identical.mean,
        "differences": differences.to_dict(),
        "identical": identical and identical.to_dict(),
        "rater_means": {
            "deviation": float(means.std(ddof=0)),
            "least": float(means.min()),
            "greatest": float(means.max()),
        },
        "alpha": alpha_of_scores(rated, scale),
        "kappa": fleiss_kappa(rated, scale),
        "explained": variance_explained(rated, scale),
        "adjusted": variance_adjusted(rated, scale),
        "effects": compared.rows() if compared else [],
        "p_values": [{"better": a, "worse": b, "p": p} for (a, b), p in pairs],
        "by_rater": raters.to_dict("records"),
        "careless": () if left_out else careless(raters),
        "left_out": left_out,
        "hasty": hasty,
    }
    return RaterReport(scale, rated, compared, json_value(record))
