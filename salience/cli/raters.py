"""The command `salience raters`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from salience.cli.options import Json, option

Among = Literal["both", "rater", "topic", "none"]
_AMONG = {"both": ("rater", "topic"), "rater": ("rater",), "topic": ("topic",), "none": ()}


def raters(
    files: Annotated[list[Path], typer.Argument(help="Files of ratings, .csv or .jsonl.")],
    scale: Annotated[
        list[str] | None, option("Column with scores; may be repeated. By default all.", "--scale")
    ] = None,
    among: Annotated[Among, option("What the linear model has beside the systems.")] = "both",
    fast: Annotated[
        float, option("Least number of seconds that a rating should take.", min=0)
    ] = 25.0,
    without_careless: Annotated[
        bool, option("Leave out raters who look careless.", "--without-careless")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure how far raters agree, and what they say of systems.

    A row of a file is a rating: rater, topic, system, and a number on one scale or more, such as
    overall. seconds and text (what was rated) are looked at if they are there. A file without the
    column rater is of one person, whom its name names. The page of `salience annotate summaries`
    saves such files.

    \b
    Example:
      salience raters ada.csv noor.csv
      salience raters ratings.csv --scale overall --without-careless
    """
    import pandas as pd

    from salience.measures.raters.ratings import read_rating_table, scales
    from salience.measures.raters.report import report
    from salience.measures.raters.tables import rater_report

    table = pd.concat(map(read_rating_table, files), ignore_index=True)
    found = [
        report(
            table,
            name,
            among=_AMONG[among],
            fast=fast,
            without_careless=without_careless,
            source=str(files[0]) if len(files) == 1 else "the ratings",
        )
        for name in scale or scales(table)
    ]
    if as_json:
        print("\n".join(json.dumps(each.record()) for each in found))
    else:
        print("\n\n".join(map(rater_report, found)))
