"""Groups of raters held against each other, such as experts and people hired on the web.

Gillick and Liu (2010), "Non-Expert Evaluation of Summarization Systems is Risky", section 4.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.measures.people.correlation import METHODS, Correlation, Method, Pair, with_intervals
from salience.measures.raters.effects import variance_explained
from salience.measures.raters.ratings import RATER, SYSTEM, TOPIC
from salience.measures.raters.report import RaterReport, json_value, report, thinned
from salience.types import Record


@dataclass(frozen=True, slots=True)
class GroupComparison:
    """What groups of raters say of the same systems on a scale.

    `thinned` has the shares of variance with a single random rating of each item (Table 4), since
    groups may have different numbers of ratings; `correlations` are of systems' mean scores.
    """

    scale: str
    reports: Mapping[str, RaterReport]
    thinned: Mapping[str, dict[str, float]] = field(repr=False)
    correlations: Mapping[tuple[str, str], Mapping[Method, Correlation]] = field(repr=False)

    def advice(self) -> Iterator[str]:
        """What the paper would say of these groups, in sentences."""
        for name, shares in self.thinned.items():
            if shares[RATER] > shares[SYSTEM]:
                yield (
                    f"{name}: who rated explains more of the scores than which system it was; "
                    "collect more ratings of each item, or compare effects and not means."
                )
        first = {name: r.effects.systems[0] for name, r in self.reports.items() if r.effects}
        if len(set(first.values())) > 1:
            orders = ", ".join(f"{name} {system}" for name, system in first.items())
            yield (
                f"The groups put different systems first ({orders}): let each score some summaries "
                "that the other has scored before one stands for the other."
            )

    def to_dict(self) -> Record:
        """The comparison as a JSON object; what is not defined is null."""
        correlations = [
            {"groups": pair, "method": m, "value": c.value, "interval": c.interval, "systems": c.n}
            for pair, methods in self.correlations.items()
            for m, c in methods.items()
        ]
        record: Record = {"scale": self.scale}
        record |= {"groups": {name: report.record for name, report in self.reports.items()}}
        record |= {"one_rating_an_item": self.thinned, "correlations": correlations}
        return {n: json_value(v) for n, v in (record | {"advice": [*self.advice()]}).items()}


def compare_groups(
    tables: Mapping[str, pd.DataFrame],
    scale: str,
    *,
    n_bootstrap: int = 1000,
    seed: int = 0,
    **options: Any,
) -> GroupComparison:
    """Hold what groups of raters say of systems against each other.

    Args:
        tables: By group, a row for each rating, see `ratings.checked`.
        scale: The column of the score.
        n_bootstrap: Samples of topics for the intervals.
        seed: Of these, and of the ratings that are drawn.
        options: What `report` takes, for the ratings of all groups.

    Raises:
        CorpusError: As `report` raises it; or if there are fewer than two groups.

    Example:
        >>> rows = [(r, t, s, 5 + (s == "A") * 2 + (t == r)) for r in "12" for t in "123"
        ...         for s in "AB"]
        >>> table = pd.DataFrame(rows, columns=["rater", "topic", "system", "overall"])
        >>> turned = table.assign(overall=10 - table["overall"])
        >>> found = compare_groups({"experts": table, "crowd": turned}, "overall")
        >>> found.correlations["experts", "crowd"]["kendall"].value
        -1.0
        >>> [report.effects.ranking() for report in found.reports.values()]
        ['A  B <A', 'B  A <B']
    """
    if len(tables) < 2:
        raise CorpusError("one group can't be compared. Give two or more.")
    reports = {name: report(t, scale, source=name, **options) for name, t in tables.items()}
    one_each = {name: thinned(r.table, seed=seed) for name, r in reports.items()}
    return GroupComparison(
        scale,
        reports,
        {name: variance_explained(table, scale) for name, table in one_each.items()},
        {
            (a, b): _correlations(reports[a].table, reports[b].table, scale, n_bootstrap, seed)
            for a, b in combinations(reports, 2)
        },
    )


def _correlations(
    a: pd.DataFrame, b: pd.DataFrame, scale: str, n_bootstrap: int, seed: int
) -> dict[Method, Correlation]:
    """How far mean scores of systems go together, with intervals over topics."""
    systems = sorted({*a[SYSTEM]} & {*b[SYSTEM]})
    topics = sorted({*a[TOPIC]} | {*b[TOPIC]})
    grids = [
        table.pivot_table(scale, TOPIC, SYSTEM, aggfunc=how)
        .reindex(index=topics, columns=systems)
        .fillna(0)
        .to_numpy(np.float64)
        for table in (a, b)
        for how in ("sum", "count")
    ]

    def means(weights: Float64Array) -> Pair:
        sums_a, counts_a, sums_b, counts_b = (weights @ grid for grid in grids)
        with np.errstate(invalid="ignore"):
            return sums_a / counts_a, sums_b / counts_b

    return with_intervals(means, len(topics), METHODS[1:], n_bootstrap, seed)
