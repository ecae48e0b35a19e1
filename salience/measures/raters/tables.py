"""Reports on raters for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from salience.measures.people.correlation import Correlation
from salience.measures.raters.effects import Effects
from salience.measures.raters.groups import GroupComparison
from salience.measures.raters.ratings import NAMED, RATER, SECONDS
from salience.measures.raters.report import RaterReport
from salience.text.formatting import fit, one_line
from salience.types import Record

if TYPE_CHECKING:
    import pandas as pd

_NAME = 24
_SYSTEM = 13
_SHOWN = 12
"""Raters that are listed; the others are counted."""
_DIFFERENCES = 12
"""Different differences that are listed; of scores with decimals there are too many."""
_COUNTED = ("ratings", "raters", "topics", "systems")


def rater_report(report: RaterReport) -> str:
    """A report as plain tables."""
    said = report.record
    lines = [f"{report.scale}: " + ", ".join(f"{name} {said[name]:,}" for name in _COUNTED)]
    if said["left_out"]:
        lines.append(f"left out as careless: {', '.join(said['left_out'])}")
    if said["hasty"]:
        lines.append(f"left out as too fast: {said['hasty']:,} ratings")
    if report.effects:
        lines += _systems(report.effects)
    lines += [
        f"of the variance, explained by: {_shares(said['explained'])}",
        f"less what chance explains: {_shares(said['adjusted'])}",
        *_spreads(said),
    ]
    if said["rated_twice"]:
        alpha, kappa = (_number(said[name]) or "-" for name in ("alpha", "kappa"))
        lines.append(f"Krippendorff's alpha (interval) {alpha}, Fleiss' kappa {kappa}")
    lines += _raters(said)
    return "\n".join(line.rstrip() for line in lines)


def group_table(comparison: GroupComparison) -> str:
    """Groups of raters side by side, as plain tables (Gillick and Liu 2010, Tables 3 to 5)."""
    reports = comparison.reports
    effects = {name: report.effects for name, report in reports.items() if report.effects}
    rows = {name: {row["system"]: row for row in e.rows()} for name, e in effects.items()}
    lines = [
        fit(comparison.scale, _SYSTEM) + "".join(f"{one_line(n, 16):>18}" for n in reports),
        f"{'system':{_SYSTEM}}" + f"{'mean':>10}{'effect':>8}" * len(reports),
    ]
    for system in dict.fromkeys(system for each in rows.values() for system in each):
        cells = (rows.get(name, {}).get(system) for name in reports)
        lines.append(
            fit(system, _SYSTEM)
            + "".join(
                f"{cell['mean']:>10.2f}{cell['effect']:>+8.2f}" if cell else f"{'-':>10}{'-':>8}"
                for cell in cells
            )
        )
    for name in ("ratings", "raters"):
        counts = (report.record[name] for report in reports.values())
        lines.append(f"{name:{_SYSTEM}}" + "".join(f"{count:>10,}{'':8}" for count in counts))
    lines += [f"{name}: {each.ranking()}" for name, each in effects.items()]
    for name, report in reports.items():
        lines += [f"{name}:", *(f"  {line}" for line in _spreads(report.record))]
    lines.append("of the variance, explained by (one rating an item)")
    lines += [f"{name}: {_shares(shares)}" for name, shares in comparison.thinned.items()]
    for (a, b), methods in comparison.correlations.items():
        values = ", ".join(f"{m.capitalize()} {_with_interval(c)}" for m, c in methods.items())
        lines.append(f"{a} and {b}: {values}")
    for text in comparison.advice():
        lines += textwrap.wrap(text, 80)
    return "\n".join(line.rstrip() for line in lines)


def _with_interval(correlation: Correlation) -> str:
    ends = correlation.interval
    return (_number(correlation.value) or "-") + (
        " ({:.2f} to {:.2f})".format(*ends) if ends else ""
    )


def comprehension_table(tables: Mapping[str, pd.DataFrame]) -> str:
    """Shares of answers found in summaries, as tables: `all`, by `summary`, by `questions`."""
    lines = []
    heads = {"all": "", "summary": "summary by", "questions": "questions by"}
    for side, rows in tables.items():
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


def _systems(effects: Effects) -> Iterator[str]:
    yield f"{'system':{_NAME}} {'ratings':>8} {'mean':>6} {'effect':>7}  worse than"
    for row in effects.rows():
        yield (
            f"{fit(row['system'], _NAME)} {row['ratings']:>8,} {row['mean']:>6.2f} "
            f"{row['effect']:>+7.2f}  {row['worse_than'] or ''}"
        )
    yield (
        f"ranking (Tukey's HSD, {1 - effects.level:.0%}): ".replace("%)", " %)") + effects.ranking()
    )


def _shares(shares: Mapping[str, float | None]) -> str:
    shown = (_number(x if x is None else 100 * x, 0) for x in (shares[name] for name in NAMED))
    return ", ".join(f"{n} {(x and f'{x} %') or '-'}" for n, x in zip(NAMED, shown, strict=True))


def reversed_table(
    names: Sequence[str], correlation: float, apart: Record, by_rater: Mapping[str, float]
) -> str:
    """Answers to a statement and to its reverse, see `reversed_statements`, as plain lines."""
    lines = [
        f"{' and its reverse '.join(names)}: correlation {_number(correlation) or '-'}",
        *_apart("the two, one turned round", apart, "ratings"),
    ]
    worst = sorted(by_rater.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN]
    return "\n".join(
        [*lines, *(f"  {fit(name, _NAME)} {mean:>6.2f} apart" for name, mean in worst)]
    )


def _spreads(said: Record) -> Iterator[str]:
    """How far scores and raters are apart (Gillick and Liu 2010, Table 2 and section 4.1)."""
    items = f"{said['rated_twice']:,} items"
    yield from _apart("two raters of an item", said["differences"], items)
    if said["identical"]:
        yield from _apart("a rater of identical texts", said["identical"], "pairs")
    deviation, least, greatest = said["rater_means"].values()
    yield f"means of raters: deviation {deviation:.2f}, from {least:.2f} to {greatest:.2f}"


def _apart(what: str, apart: Record, number: str) -> Iterator[str]:
    """How far scores are apart, of so many things, or of as many pairs as there are."""
    counts = {row["difference"]: row["pairs"] for row in apart["counts"]}
    if not counts:
        yield f"{what}: none"
        return
    of = number if number[0].isdigit() else f"{sum(counts.values()):,} {number}"
    mean, deviation = apart["mean"], apart["deviation"]
    yield f"{what} ({of}): {mean:.2f} apart on average, deviation {deviation:.2f}"
    if len(counts) <= _DIFFERENCES:
        listed = ", ".join(f"{value:g} apart: {n:,}" for value, n in counts.items())
        yield from textwrap.wrap(listed, 78, initial_indent="  ", subsequent_indent="  ")


def _raters(said: Record) -> Iterator[str]:
    yield (
        f"{'rater':{_NAME}} {'ratings':>8} {'mean':>6} {'sd':>5} {'others':>7} {'apart':>6} "
        f"{SECONDS:>8}"
    )
    rows = sorted(said["by_rater"], key=lambda row: row[RATER] not in said["careless"])
    for row in rows[:_SHOWN]:
        mark = "  careless?" if row[RATER] in said["careless"] else ""
        yield (
            f"{fit(row[RATER], _NAME)} {row['ratings']:>8,} {row['mean']:>6.2f} "
            f"{row['deviation']:>5.2f} {_number(row['others']):>7} {_number(row['apart']):>6} "
            f"{_number(row[SECONDS], 0):>8}{mark}"
        )
    if len(rows) > _SHOWN:
        yield f"{len(rows) - _SHOWN:,} more raters (all with --json)"


def _number(value: float | None, digits: int = 2) -> str:
    return "" if value is None or value != value else f"{value:.{digits}f}"
