"""Measures of texts as tables for a terminal."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from salience.measures.texts.comparison import MeasuredSystem
from salience.measures.texts.measure import Measure
from salience.text.formatting import fit, interval_text

_NAME = 14


def measured_table(rows: Sequence[MeasuredSystem]) -> str:
    """A table for each measure with a line for each system, and the signatures."""
    blocks = [list(block) for _, block in groupby(rows, key=lambda row: row.measure.name)]
    tables = ["\n".join(line.rstrip() for line in _block(block)) for block in blocks]
    return "\n\n".join([*tables, "\n".join(block[0].result.signature for block in blocks)])


def measures_table(measures: Iterable[Measure]) -> str:
    """The measures that there are: range, what they need, source, and what they measure."""
    lines = [f"{'measure':13} {'best':>4} {'worst':>5}  {'needs':9}  source"]
    for measure in measures:
        worst, best = measure.range if measure.rises else measure.range[::-1]
        needs = ", ".join(measure.needs)
        lines.append(
            f"{measure.name:13} {best:>4.0f} {worst:>5.0f}  {needs:9}  {measure.source}".rstrip()
        )
        lines.append(f"{'':13} {measure.title}")
    return "\n".join(lines)


def _block(rows: Sequence[MeasuredSystem]) -> Iterator[str]:
    first = rows[0]
    direction = "" if first.measure.rises else "; less is better"
    yield f"{first.measure.name}: {first.measure.title}{direction}"
    main, *others = first.result.scores
    shown = [name for name in others if name != main]
    yield f"{'':{_NAME}} {main:>7} {'interval':>15}" + "".join(f" {name:>9}" for name in shown)
    for row in rows:
        interval = interval_text(row.result.intervals.get(main), score_text)
        values = "".join(f" {score_text(row.result.scores[name]):>9}" for name in shown)
        yield f"{fit(row.system, _NAME)} {score_text(row.result.value):>7} {interval:>15}{values}"
    for row in rows[1:]:
        yield (
            f"  {first.system} less {row.system} {score_text(row.first_less_this)}, p {row.p:.3f}"
            + ("" if row.holm is None else f", Holm {row.holm:.3f}")
        )


def score_text(value: float | None) -> str:
    """A score with four decimals; `none` where it is not defined."""
    return "none" if value is None or math.isnan(value) else f"{value:.4f}"
