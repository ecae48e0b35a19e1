"""Whether a table has the attributes that features, baselines and counts are made from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

from salience.errors import CorpusError
from salience.features.attributes import ATTRIBUTES, MAY_BE_MISSING, TEXTS
from salience.features.rows import EntityTable, is_frame, missing
from salience.table_rules import AMOUNT, GIVEN, refuse_column, refuse_value

_MAKE_ROWS = "Make labels with `salience label`, or rows with `attributes`."


def take_columns(
    table: EntityTable,
    names: Iterable[str],
    wanted_by: str,
    *,
    source: str = "",
    first_row: int = 0,
) -> list[list[Any]]:
    """Some columns of a table as lists of Python values, whichever kind of table it is.

    Args:
        table: A DataFrame, or a list of mappings.
        names: The columns.
        wanted_by: What needs them, for messages.
        source: What messages call the table, such as the name of its file.
        first_row: The number of its first row, if it is a part of a table.

    Raises:
        CorpusError: If a column is missing or there twice, or a row has no value for an attribute.

    Example:
        >>> take_columns([{"named": 1, "head": "nasa"}], ["head", "named"], "a test")
        [['nasa'], [1]]
    """
    found = []
    for name in names:
        try:
            column: Any = table[name] if is_frame(table) else [row[name] for row in table]
        except KeyError:
            there = table.columns if is_frame(table) else table[0]
            refuse_column(name, wanted_by, source=source, advice=_advice(name, there))
        if is_frame(column):
            raise CorpusError(
                f"{source or 'the table'} has {column.shape[1]} columns {name!r}. Keep one of them."
            )
        values = column if isinstance(column, list) else column.tolist()
        if name in ATTRIBUTES and name not in MAY_BE_MISSING:
            if is_frame(table):
                row = next(iter(column.isna().to_numpy().nonzero()[0].tolist()), None)
            else:
                row = next((row for row, value in enumerate(values) if missing(value)), None)
            if row is not None:
                advice = f"{wanted_by!r} needs it: correct it, or leave the row out."
                refuse_value(
                    name,
                    None,
                    GIVEN.words,
                    first_row + row,
                    document=_document(table, row),
                    source=source,
                    advice=advice,
                )
        found.append(values)
    return found


def check_attribute(name: str, value: Any, row: int) -> None:
    """Find out whether the value of an attribute is of the right kind.

    Args:
        name: The attribute.
        value: Its value.
        row: The row of the value, from 0.

    Raises:
        CorpusError: If a text is not a string, or a number is not one of at least 0.

    Example:
        >>> check_attribute("named", -1, 3)
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: 'named' must be a number of at least 0, but is -1 in row 3...
    """
    if name in MAY_BE_MISSING and missing(value):
        return
    if name in TEXTS:
        right, words = isinstance(value, str), "a text"
    else:
        right = isinstance(value, (int, float, Real)) and 0 <= float(value) < math.inf
        words = AMOUNT.words
    if not right:
        refuse_value(name, value, words, row, advice=_MAKE_ROWS)


def _document(table: EntityTable, row: int) -> Any:
    """The document of a row, if the table says it."""
    if is_frame(table):
        return table["document"].iloc[row] if "document" in table else None
    return table[row].get("document")


def _advice(name: str, there: Iterable[Any]) -> str:
    if name not in ATTRIBUTES:
        return _MAKE_ROWS
    if set(ATTRIBUTES).isdisjoint(there):
        return (
            "It has no features, like files of `salience published` and of scores: make labels "
            "with `salience label`, or rows with `attributes`."
        )
    return (
        "Its labels are older than this feature: make them again with `salience label`, or train "
        "on other groups, such as 'dunietz-gillick'."
    )
