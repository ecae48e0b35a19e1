"""The command `salience raters`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from salience.cli import options as opt
from salience.cli.options import option
from salience.types import Record

if TYPE_CHECKING:
    import pandas as pd

Among = Literal["both", "rater", "topic", "none"]
_AMONG = {"both": ("rater", "topic"), "rater": ("rater",), "topic": ("topic",), "none": ()}
_OF_SCORES = ("among", "fast", "without_careless", "without_hasty", "one_each", "seed")
"""Options that preferences of one of two have no use for."""


def raters(
    context: typer.Context,
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of ratings, .csv or .jsonl.")
    ] = None,
    group: Annotated[
        list[str] | None,
        option("Files of a group of raters: name=file,file; repeat it to compare.", "--group"),
    ] = None,
    scale: Annotated[
        list[str] | None, option("Column with scores; may be repeated. By default all.", "--scale")
    ] = None,
    reversed_: Annotated[
        list[str] | None,
        option("Scales of a statement and its reverse: one=other; may be repeated.", "--reversed"),
    ] = None,
    among: Annotated[Among, option("Effects in the linear model, beside the systems.")] = "both",
    fast: Annotated[
        float, option("Least number of seconds that a rating should take.", min=0)
    ] = 25.0,
    without_careless: Annotated[
        bool, option("Leave out raters who look careless.", "--without-careless")
    ] = False,
    without_hasty: Annotated[
        bool, option("Leave out ratings that took less time than --fast.", "--without-hasty")
    ] = False,
    one_each: Annotated[
        bool, option("Keep one rating of each item, drawn at random.", "--one-each")
    ] = False,
    seed: Annotated[int, option("Seed of intervals and of ratings that are drawn.", min=0)] = 0,
    as_json: opt.Json = False,
) -> None:
    """Measure how far raters agree, and what they say of systems.

    A row of a file is a rating: rater, topic, system, and a number on one scale or more, such as
    overall; the columns seconds and text (what was rated) may be there too. A file without the
    column rater holds the ratings of one person, after whom it is named. The page of `salience
    annotate summaries` saves such files. Groups of raters, such as experts and others, are shown
    side by side. With a column other, a row says which of two summaries is better: that of system
    if the number is above 0.

    \b
    Example:
      salience raters ada.csv noor.csv
      salience raters ratings.csv --scale overall --without-careless
      salience raters --group experts=ada.csv,noor.csv --group crowd=crowd.csv
    """
    import pandas as pd

    from salience.measures.raters.groups import compare_groups
    from salience.measures.raters.head_to_head import preference_table, preferences
    from salience.measures.raters.ratings import OTHER, read_rating_table, scales
    from salience.measures.raters.report import json_value, report
    from salience.measures.raters.tables import group_table, rater_report, reversed_table

    named = _groups(files, group)
    tables = {
        name: pd.concat(map(read_rating_table, paths), ignore_index=True)
        for name, paths in named.items()
    }
    shared = scale or [
        s for s in scales(next(iter(tables.values()))) if all(s in each for each in tables.values())
    ]
    options: dict[str, Any] = {
        "among": _AMONG[among],
        "fast": fast,
        "without_careless": without_careless,
        "without_hasty": without_hasty,
        "one_each": seed if one_each else None,
    }
    if group and any(OTHER in table for table in tables.values()):
        raise typer.BadParameter(
            "compare groups by scores; give files with the column other without --group",
            param_hint="--group",
        )
    if group:
        compared = [compare_groups(tables, name, seed=seed, **options) for name in shared]
        records, texts = [c.to_dict() for c in compared], map(group_table, compared)
    elif OTHER in (table := next(iter(tables.values()))):
        opt.refuse_given(context, _OF_SCORES, f"is for scores; these have the column {OTHER}")
        records = [preferences(table, name, source=next(iter(tables))) for name in shared]
        texts = map(preference_table, records)
    else:
        ((source, table),) = tables.items()
        reports = [report(table, name, source=source, **options) for name in shared]
        records, texts = [each.record for each in reports], map(rater_report, reports)
    checks = [_reversed(pd.concat(tables.values()), pair) for pair in reversed_ or ()]
    for names, correlation, apart, by_rater in checks:
        record = {"reversed": names, "correlation": correlation, "differences": apart}
        records.append(json_value(record | {"by_rater": by_rater}))
    shown = [*texts, *(reversed_table(*check) for check in checks)]
    print("\n".join(map(json.dumps, records)) if as_json else "\n\n".join(shown))


def _reversed(table: pd.DataFrame, pair: str) -> tuple[list[str], float, Record, dict[str, float]]:
    """The scales of `one=other`, and what `reversed_statements` finds of them."""
    from salience.measures.raters.consistency import reversed_statements
    from salience.measures.raters.ratings import checked

    names = [name for name in pair.split("=") if name]
    if len(names) != 2:
        raise typer.BadParameter("name two scales: fluent=clumsy", param_hint="--reversed")
    for name in names:
        table = checked(table, name)
    correlation, apart, by_rater = reversed_statements(table, *names)
    return names, correlation, apart.to_dict(), by_rater


def _groups(files: Sequence[Path] | None, group: Sequence[str] | None) -> dict[str, list[Path]]:
    """By the name of each group, its files; files without groups are one."""
    if bool(files) == bool(group):
        raise typer.BadParameter("give files, or --group for each group", param_hint="FILES")
    if files:
        return {str(files[0]) if len(files) == 1 else "the ratings": list(files)}
    pairs = [text.partition("=")[::2] for text in group or ()]
    if len(dict(pairs)) < 2 or len(dict(pairs)) < len(pairs) or not all(map(all, pairs)):
        raise typer.BadParameter(
            "give two groups or more, each with its own name: experts=ada.csv,noor.csv",
            param_hint="--group",
        )
    return {name: list(map(Path, paths.split(","))) for name, paths in pairs}
