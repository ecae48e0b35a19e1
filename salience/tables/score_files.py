"""Scores that another program gave to entities, joined to a table of labels."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_scalar

from salience.arrays import Float64Array
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.features.table_rules import FINITE, RULES, Rule, numbers, require, require_rows
from salience.tables.record_tables import read_file
from salience.tables.records import table_text

KEYS = ("entity", "id", "start", "name", "head")
"""Columns that may say which entity of a document is meant, in the order in which they count."""
COLUMNS = ("document", "score", *KEYS)
_A_NAME = Rule(
    "a text or a number",
    lambda column: column.map(lambda value: is_scalar(value) and not isinstance(value, bytes)),
)
_ADVICE = (
    "Every row needs document, score and what the entity is called: entity, id, start, name or "
    "head."
)


@dataclass(frozen=True, slots=True)
class JoinedScores:
    """The score of each entity of the labels, NaN without one, and what could not be joined."""

    scores: Float64Array
    unknown_documents: int
    unknown_entities: int
    example: str


def read_scores(path: str | Path) -> pd.DataFrame:
    """The rows of a file of scores: `document`, `score` and one of `KEYS` or more."""
    path = Path(path)
    table = read_file(path, "scores", _from_lines)
    if not len(table):
        raise CorpusError(f"{path} has no scores. {_ADVICE}")
    keys = [key for key in KEYS if key in table]
    missing = [name for name in ("document", "score") if name not in table]
    if missing or not keys:
        lacking = missing or ["entity"]
        raise CorpusError(f"{path} has no column {lacking[0]!r}. {_ADVICE}")
    require_rows(
        table, "document", _A_NAME.holds(table["document"]), _A_NAME.words, source=str(path)
    )
    rules = {"document": RULES["document"], "score": FINITE}
    require(table, rules, wanted_by="a file of scores", source=str(path))
    table["document"] = table["document"].astype(str)
    return table[["document", *keys]].assign(score=numbers(table["score"]))


def _from_lines(path: Path) -> pd.DataFrame:
    lines = read_json_lines(path, _rows, "a record of scores", _ADVICE)
    return pd.DataFrame([row for _, rows in lines for row in rows], dtype=object)


def _rows(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a line: one, or those of a document."""
    if "entities" not in record:
        return [_row(record)]
    document = record["document"] if "document" in record else record["id"]
    return [_row({**row, "document": document}) for row in record["entities"]]


def _row(record: Mapping[str, Any]) -> dict[str, Any]:
    """What counts of a row, as tables of labels hold it."""
    return {name: table_text(record[name]) for name in COLUMNS if name in record}


def join_scores(labels: pd.DataFrame, given: pd.DataFrame) -> JoinedScores:
    """Give each entity of the labels the highest score that another program gave it.

    A row means the entities of the first of `KEYS` that any fits.
    """
    scores = np.full(len(labels), np.nan)
    rows_of = labels.groupby(labels["document"].astype(str)).indices
    unknown_documents: dict[str, None] = {}
    unknown: list[str] = []
    for id, rows in given.groupby("document", sort=False):
        if id not in rows_of:
            unknown_documents[str(id)] = None
            continue
        places = rows_of[id]
        find = _finder(labels.iloc[places])
        for row in rows.to_dict("records"):
            meant = find(row)
            if not meant:
                unknown.append(f"{_called(row) or 'no entity'} of document {id!r}")
            for n in meant:
                scores[places[n]] = np.fmax(scores[places[n]], row["score"])
    example = next(iter(unknown), None) or next((f"document {x!r}" for x in unknown_documents), "")
    return JoinedScores(scores, len(unknown_documents), len(unknown), example)


def _finder(entities: pd.DataFrame) -> Callable[[Mapping[Hashable, Any]], list[int]]:
    """A function from a row of scores to the places of the entities of a document it means."""
    index: dict[tuple[str, Any], list[int]] = defaultdict(list)
    columns = ["start", "end", "n_mentions", *(name for name in _CALLED if name in entities)]
    rows = entities[columns].to_dict("records")
    for n, row in enumerate(rows):
        for key in {make(row[name]) for name, make in _CALLED.items() if _has(row, name)}:
            index[key].append(n)

    def find(row: Mapping[Hashable, Any]) -> list[int]:
        for name in filter(lambda name: _has(row, name), KEYS):
            if name == "start":
                found = [n for n, entity in enumerate(rows) if _covers(entity, _whole(row[name]))]
            else:
                keys = (_CALLED[each](row[name]) for each in _WAYS.get(name, (name,)))
                found = next(filter(None, map(index.get, keys)), [])
            if found:
                return found
        return []

    return find


def _covers(entity: Mapping[Hashable, Any], place: int | None) -> bool:
    """Whether a character is one of the first mention in the text."""
    in_text = entity["n_mentions"] > 0 and place is not None
    return bool(in_text and entity["start"] <= place < entity["end"])


def _plain(text: Any) -> str:
    return " ".join(str(text).casefold().split())


def _whole(value: Any) -> int | None:
    """A whole number, also one that is written as text or as 3.0."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() else None


def _has(row: Mapping[Hashable, Any], key: str) -> bool:
    """Whether a row says it; a list of several says nothing."""
    return key in row and np.ndim(row[key]) == 0 and not pd.isna(row[key])


def _called(row: Mapping[Hashable, Any]) -> str:
    return ", ".join(f"{key} {row[key]!r}" for key in KEYS if _has(row, key))


_CALLED: dict[str, Callable[[Any], tuple[str, Any]]] = {
    "entity": lambda value: ("number", _whole(value)),
    "id": lambda value: ("id", str(value)),
    "kb_id": lambda value: ("id", str(value)),
    "name": lambda value: ("name", _plain(value)),
    "head": lambda value: ("head", _plain(value)),
}
"""By column, what a value of it says of an entity, so that it can be compared."""
_WAYS = {"entity": ("entity", "id", "name", "head")}
"""What a value of a column may be; others are what the column is called."""
