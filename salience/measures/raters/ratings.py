"""Tables of ratings: a row for each time that a rater scored what a system made of a topic."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pandas as pd

from salience.corpus.formats.compression import suffixes
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.features.table_rules import GIVEN, Rule, numbers, require
from salience.tables.csv_files import read_csv
from salience.tables.records import table_text

RATER, TOPIC, SYSTEM, SECONDS, TEXT = "rater", "topic", "system", "seconds", "text"
"""Columns with a meaning. `seconds`, which a rating took, and `text`, that was rated, may miss."""

OTHER = "other"
"""The system that another one was compared with; a score above 0 says that the other is worse."""

NAMED = (RATER, TOPIC, SYSTEM)
"""The columns that each table of ratings has."""

SCALES = ("overall", "linguistic", "content")
"""The scales of Gillick and Liu (2010, section 3), on which people rate summaries from 1 to 10."""

_SCORE = Rule("a number", lambda column: numbers(column).between(-inf, inf, inclusive="neither"))
_SCORE_OR_NOTHING = Rule(_SCORE.words, lambda column: ~_given(column) | _SCORE.holds(column))
_OTHERS = (*NAMED, OTHER, SECONDS, TEXT)
_ADVICE = (
    "Ratings need rater, topic and system, and a column with numbers for each scale. "
    "`salience annotate summaries` makes a page that saves such a file."
)


def read_rating_table(path: str | Path) -> pd.DataFrame:
    """The rows of a file of ratings, CSV or JSON lines; without the column `rater` all are of one
    person, after whom the file is named.
    """
    path = Path(path)
    kind, _ = suffixes(path.name)
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. Give the path of a file of ratings.")
    if kind == ".jsonl":
        rows = read_json_lines(
            path, lambda r: {k: table_text(v) for k, v in r.items()}, "a rating", "Correct it."
        )
        table = pd.DataFrame([row for _, row in rows])
    elif kind == ".csv":
        table = read_csv(path)
    else:
        raise CorpusError(f"{path} must end in .csv or .jsonl. Rename it.")
    if table.empty:
        raise CorpusError(f"{path} has no ratings. Give a file with a row for each.")
    return table if RATER in table else table.assign(**{RATER: path.name.split(".")[0]})


def scales(table: pd.DataFrame) -> list[str]:
    """The columns that are scores: those of `SCALES` that are there, else all other numbers."""
    known = [name for name in SCALES if name in table]
    others = [str(name) for name in table if name not in _OTHERS and _is_scale(table[name])]
    if not known and not others:
        there = ", ".join(map(str, table.columns)) or "none"
        raise CorpusError(
            f"no column of the ratings is a scale; there are {there}. Add one with numbers, such "
            "as overall."
        )
    return known or others


def _given(column: pd.Series[Any]) -> pd.Series[bool]:
    return column.notna() & (column.astype(str).str.strip() != "")


def _is_scale(column: pd.Series[Any]) -> bool:
    given = column[_given(column)]
    return bool(len(given) and _SCORE.holds(given).all())


def checked(table: pd.DataFrame, scale: str, *, source: str = "") -> pd.DataFrame:
    """The rows with a score, as a number, on a scale; messages name the `source`."""
    wanted_by = f"the scale {scale}"
    columns = dict.fromkeys(NAMED, GIVEN) | {scale: _SCORE_OR_NOTHING}
    require(table, columns, wanted_by=wanted_by, source=source, advice=_ADVICE)
    rated = table[_given(table[scale])]
    if rated.empty:
        said = f"{source}: " if source else ""
        raise CorpusError(f"{said}no row has a score in {scale!r}. Give ratings on that scale.")
    named = {name: rated[name].astype(str) for name in NAMED}
    return rated.assign(**named, **{scale: numbers(rated[scale])}).reset_index(drop=True)
