"""Reports on raters for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from salience.measures.raters.consistency import Differences
from salience.measures.raters.effects import Effects
from salience.measures.raters.ratings import NAMED, RATER, SECONDS
from salience.measures.raters.report import RaterReport
from salience.text.formatting import fit

if TYPE_CHECKING:
    import pandas as pd

_NAME = 24
_SHOWN = 12
"""Raters that are listed; the others are counted."""


def rater_report(found: RaterReport) -> str:
    """A report as plain tables.

    Example:
        >>> import pandas as pd
        >>> from salience.measures.raters.report import report
        >>> rows = [(r, t, s, 5 + (s == "A") * 2 + (t == r)) for r in "12" for t in "123"
        ...         for s in "AB"]
        >>> table = pd.DataFrame(rows, columns=["rater", "topic", "system", "overall"])
        >>> print(rater_report(report(table, "overall")))
        overall: ratings 12, raters 2, topics 3, systems 2
        system                    ratings   mean  effect  worse than
        A                               6   7.33   +1.00
        B                               6   5.33   -1.00  A
        ranking (Tukey's HSD, 95 %): A  B <A
        of the variance, explained by: rater 0 %, topic 5 %, system 82 %
        less what chance explains: rater -10 %, topic -17 %, system 80 %
        two raters of an item (6 items): 0.67 apart on average
        Krippendorff's alpha (interval) 0.75, Fleiss' kappa 0.08
        rater                     ratings   mean    sd  others  apart  seconds
        1                               6   6.33  1.11    0.73   0.67
        2                               6   6.33  1.11    0.73   0.67
    """
    lines = [
        f"{found.scale}: ratings {found.ratings:,}, raters {found.raters:,}, topics "
        f"{found.topics:,}, systems {found.systems:,}"
    ]
    if found.left_out:
        lines.append(f"left out as careless: {', '.join(found.left_out)}")
    if found.effects:
        lines += _systems(found.effects)
    lines += [
        f"of the variance, explained by: {_shares(found.explained)}",
        f"less what chance explains: {_shares(found.adjusted)}",
        _apart("two raters of an item", found.differences, f"{found.rated_twice:,} items"),
    ]
    if found.identical:
        pairs = f"{found.identical.pairs:,} pairs"
        lines.append(_apart("a rater of identical texts", found.identical, pairs))
    if found.rated_twice:
        lines.append(
            f"Krippendorff's alpha (interval) {_number(found.alpha) or '-'}, Fleiss' kappa "
            f"{_number(found.kappa) or '-'}"
        )
    lines += _raters(found)
    return "\n".join(line.rstrip() for line in lines)


def comprehension_table(found: Mapping[str, pd.DataFrame]) -> str:
    """Shares of answers found in summaries, as plain tables.

    Args:
        found: What `comprehension` gives: for `all`, by `summary` and by `questions`.

    Example:
        >>> from salience.measures.people.cross_comprehension import COLUMNS, comprehension
        >>> import pandas as pd
        >>> rows = pd.DataFrame([("t", "A", "B", n, a) for n, a in enumerate("NRIP")],
        ...                     columns=COLUMNS)
        >>> print(comprehension_table({"all": comprehension(rows)}))
                                    asked  relevant  partially  irrelevant  not found
        all                             4      25 %       25 %        25 %       25 %
    """
    lines = []
    heads = {"all": "", "summary": "summary by", "questions": "questions by"}
    for side, rows in found.items():
        lines.append(
            f"{heads[side]:{_NAME}} {'asked':>8} {'relevant':>9} {'partially':>10} "
            f"{'irrelevant':>11} {'not found':>10}"
        )
        lines += [
            f"{fit(str(row['author']), _NAME)} {row['asked']:>8,} "
            + " ".join(
                f"{100 * row[answer]:>{width}.0f} %"
                for answer, width in (("R", 7), ("P", 8), ("I", 9), ("N", 8))
            )
            for row in rows.to_dict("records")
        ]
    return "\n".join(line.rstrip() for line in lines)


def _systems(found: Effects) -> Iterator[str]:
    yield f"{'system':{_NAME}} {'ratings':>8} {'mean':>6} {'effect':>7}  worse than"
    for i, name in enumerate(found.systems):
        yield (
            f"{fit(name, _NAME)} {found.ratings[i]:>8,} {found.means[i]:>6.2f} "
            f"{found.coefficients[i]:>+7.2f}  {found.worse_than(name) or ''}"
        )
    yield f"ranking (Tukey's HSD, {1 - found.level:.0%}): ".replace("%)", " %)") + found.ranking()


def _shares(shares: dict[str, float]) -> str:
    return ", ".join(
        f"{name} {'-' if shares[name] != shares[name] else f'{shares[name] * 100:.0f} %'}"
        for name in NAMED
    )


def _apart(what: str, found: Differences, number: str) -> str:
    if not found.pairs:
        return f"{what}: none"
    return f"{what} ({number}): {found.mean:.2f} apart on average"


def _raters(found: RaterReport) -> Iterator[str]:
    yield (
        f"{'rater':{_NAME}} {'ratings':>8} {'mean':>6} {'sd':>5} {'others':>7} {'apart':>6} "
        f"{SECONDS:>8}"
    )
    rows = found.by_rater.to_dict("records")
    rows.sort(key=lambda row: row[RATER] not in found.careless)
    for row in rows[:_SHOWN]:
        mark = "  careless?" if row[RATER] in found.careless else ""
        yield (
            f"{fit(row[RATER], _NAME)} {row['ratings']:>8,} {row['mean']:>6.2f} "
            f"{row['deviation']:>5.2f} {_number(row['others']):>7} {_number(row['apart']):>6} "
            f"{_number(row[SECONDS], 0):>8}{mark}"
        )
    if len(rows) > _SHOWN:
        yield f"{len(rows) - _SHOWN:,} more raters (all with --json)"


def _number(value: float, digits: int = 2) -> str:
    return "" if value != value else f"{value:.{digits}f}"
