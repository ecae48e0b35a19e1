"""What tables of entities must have: columns, and values of the right kind in every row.

A message names the column, the rule, the value, and the first row that breaks the rule. Rows are
counted from 0 by their position, whatever the index says and whatever file they are from: *row 3*
is `table.iloc[3]`. Where there is a column `document`, the message has the row's document too.
Readers of files name the line of the file instead, counted from 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf, nan
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from salience.arrays import BoolArray
from salience.errors import CorpusError, a_kind
from salience.features.attributes import ATTRIBUTES, MAY_BE_MISSING, TEXTS
from salience.features.rows import EntityTable, is_frame, missing

if TYPE_CHECKING:
    import pandas as pd

_LONGEST = 120
"""Characters of a value in a message."""
_MAKE_ROWS = "Make labels with `salience label`, or rows with `attributes`."


@dataclass(frozen=True, slots=True)
class Rule:
    """What every value of a column must be, and how messages say that ("must be ...")."""

    words: str
    holds: Callable[[pd.Series[Any]], pd.Series[bool]]

    def or_missing(self) -> Rule:
        """The same rule for a column in which values may be missing."""
        return Rule(self.words, lambda column: column.isna() | self.holds(column))


def numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """The values as numbers; NaN for what is missing or no number, also true and false."""
    import pandas as pd

    column = column.mask(is_truth(column))
    try:
        return pd.to_numeric(column, errors="coerce").astype("float64")
    except (TypeError, OverflowError):  # lists and the like, or whole numbers beyond any float
        return column.map(_number).astype("float64")


def is_truth(column: pd.Series[Any]) -> pd.Series[bool]:
    """Which values are true or false, and no numbers."""
    if column.dtype == object:
        return column.map(lambda value: isinstance(value, bool | np.bool_)).astype(bool)
    return column.isin([True, False] if column.dtype == bool else [])


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return nan


def one_of(*values: Any) -> Rule:
    """The rule that a value is one of these."""
    return Rule(f"one of {', '.join(map(str, values))}", lambda column: column.isin(values))


GIVEN = Rule("given", lambda column: column.notna())
NAMED = Rule("given", lambda column: column.notna() & (column != ""))
TRUE_OR_FALSE = Rule("true or false", lambda column: column.isin([True, False]))
FINITE = Rule("a finite number", lambda column: numbers(column).abs() < inf)
SHARE = Rule("a number from 0 to 1", lambda column: numbers(column).between(0, 1))
AMOUNT = Rule(
    "a number of at least 0", lambda column: numbers(column).between(0, inf, inclusive="left")
)
COUNT = Rule(
    "a whole number of at least 0",
    lambda column: numbers(column).between(0, 2**63, inclusive="left") & (numbers(column) % 1 == 0),
)

_OF_TYPE = {"int64": COUNT, "Int64": COUNT.or_missing(), "float64": AMOUNT}
RULES: Mapping[str, Rule] = {
    "document": NAMED,
    **dict.fromkeys(("entity", "start", "end", "n_mentions", "abstracts", "grade"), COUNT),
    **dict.fromkeys(("salient", "ambiguous", "found"), TRUE_OR_FALSE),
    "score": FINITE,
    "rating": one_of(1, 2, 3, 4),
    **{name: _OF_TYPE[a.dtype] for name, a in ATTRIBUTES.items() if a.dtype in _OF_TYPE},
}
"""What the values of columns that we know must be, in every file that is read."""


def check_frame(table: object, wanted_by: str, source: str = "") -> None:
    """Refuse what is no table, such as the path of its file."""
    if not is_frame(table):
        _refuse_no_table(table, source or f"the table of {wanted_by}")


def _refuse_no_table(table: object, name: str) -> NoReturn:
    read = f"read_table({str(table)!r})" if isinstance(table, str | PathLike) else "read_table"
    raise CorpusError(
        f"{name} must be a table with a row per entity, but is {a_kind(table)}. Make it of a file "
        f"with {read}, or of results with to_frame."
    )


def require(
    table: pd.DataFrame,
    columns: Mapping[str, Rule],
    *,
    wanted_by: str,
    source: str = "",
    advice: str = "Add it.",
) -> None:
    """Refuse a table that lacks one of these columns, or has a value that breaks its rule."""
    check_frame(table, wanted_by, source)
    for name in columns:
        if name not in table:
            refuse_column(name, wanted_by, source=source, advice=advice)
    for name, rule in columns.items():
        require_rows(table, name, rule.holds(table[name]), rule.words, source=source)


def require_rows(
    table: pd.DataFrame,
    name: str,
    right: pd.Series[bool],
    words: str,
    *,
    source: str = "",
    advice: str = "",
    first_row: int = 0,
) -> None:
    """Refuse a table with a wrong value: `right` says of each row, `words` what it must be."""
    wrong = ~right.to_numpy(bool, na_value=False)
    if wrong.any():
        at = int(wrong.argmax())
        document = table["document"].tolist()[at] if "document" in table else None
        value = table[name].tolist()[at]
        _refuse(name, value, words, first_row + at, document, source, advice)


def _refuse(
    name: str,
    value: Any,
    words: str,
    row: int,
    document: Any = None,
    source: str = "",
    advice: str = "",
) -> NoReturn:
    """Raise the error of a wrong value."""
    at = f"{source}: " if source else ""
    where = f"in row {row}" + ("" if missing(document) else f" (document {_shown(document)})")
    if words == GIVEN.words:
        advice = advice or "Every row needs it."
        raise CorpusError(f"{at}{name!r} is missing {where}. {advice}")
    advice = advice or "Correct it, or leave the row out."
    raise CorpusError(f"{at}{name!r} must be {words}, but is {_shown(value)} {where}. {advice}")


def _shown(value: Any) -> str:
    """A value as messages show it: the start of a long one."""
    shown = repr(value)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def refuse_column(name: str, wanted_by: str, *, source: str = "", advice: str) -> NoReturn:
    """Raise the error of a column that is not there; the arguments are those of `require`."""
    table = source or "the table"
    wanted_by = wanted_by if " " in wanted_by else repr(wanted_by)  # names have quotes, words none
    raise CorpusError(f"{table} has no column {name!r}, which {wanted_by} needs. {advice}")


def take_columns(
    table: EntityTable,
    names: Iterable[str],
    wanted_by: str,
    *,
    source: str = "",
    first_row: int = 0,
) -> list[list[Any]]:
    """Some columns of a table as lists of Python values, whichever kind of table it is."""
    taken = []
    for name in names:
        try:
            column: Any = table[name] if is_frame(table) else [row[name] for row in table]
        except KeyError:
            columns = table.columns if is_frame(table) else table[0]
            refuse_column(name, wanted_by, source=source, advice=_advice(name, columns))
        except TypeError:
            _refuse_no_table(table, source or "the table")
        if is_frame(column):
            raise CorpusError(
                f"{source or 'the table'} has {column.shape[1]} columns {name!r}. Keep one of them."
            )
        values = column if isinstance(column, list) else column.tolist()
        if name in ATTRIBUTES and name not in MAY_BE_MISSING:
            gone = (
                column.isna().to_numpy()
                if is_frame(table)
                else np.array([missing(value) for value in values], bool)
            )
            if gone.any():
                row = int(gone.argmax())
                advice = f"{wanted_by!r} needs it: correct it, or leave the row out."
                document = _document(table, row)
                _refuse(name, None, GIVEN.words, first_row + row, document, source, advice)
        taken.append(values)
    return taken


def check_attribute(name: str, value: Any, row: int) -> None:
    """Refuse a value of an attribute that is of the wrong kind."""
    if name in MAY_BE_MISSING and missing(value):
        return
    if name in TEXTS:
        right, words = isinstance(value, str), "a text"
    else:
        right = isinstance(value, Real) and not isinstance(value, bool)
        right, words = right and 0 <= float(value) < math.inf, AMOUNT.words
    if not right:
        _refuse(name, value, words, row, advice=_MAKE_ROWS)


def _document(table: EntityTable, row: int) -> Any:
    """The document of a row, if the table says it."""
    if is_frame(table):
        return table["document"].iloc[row] if "document" in table else None
    return table[row].get("document")


def _advice(name: str, columns: Iterable[Any]) -> str:
    if name not in ATTRIBUTES:
        return _MAKE_ROWS
    if set(ATTRIBUTES).isdisjoint(columns):
        return (
            "It has no features, like files of `salience published` and of scores: make labels "
            "with `salience label`, or rows with `attributes`."
        )
    return (
        "Its labels are older than this feature: make them again with `salience label`, or train "
        "on groups that do not need it."
    )


def check_scored(table: pd.DataFrame, wanted_by: str) -> None:
    """Refuse a table without the documents, labels and scores that `evaluate` needs."""
    _check(table, wanted_by, {"score": SHARE}, {"grade": AMOUNT.or_missing()})
    if "found" in table:
        right = ~table["found"].isin([False]) | (numbers(table["score"]) == 0)
        require_rows(table, "score", right, "0 if 'found' is false")


def check_labelled(table: pd.DataFrame, wanted_by: str) -> None:
    """Refuse a table without documents and labels; scores may come from elsewhere."""
    _check(table, wanted_by, {}, {})


def _check(
    table: pd.DataFrame, wanted_by: str, needed: dict[str, Rule], optional: dict[str, Rule]
) -> None:
    check_frame(table, wanted_by)
    rules = {name: RULES[name] for name in ("document", "salient")} | needed
    optional = {name: RULES[name] for name in ("found", "first_sentence")} | optional
    rules |= {name: rule for name, rule in optional.items() if name in table}
    advice = "Join the labels with the scores by document and entity."
    require(table, rules, wanted_by=wanted_by, advice=advice)


def check_label_file(table: pd.DataFrame, source: str) -> None:
    """Refuse, before the work starts, a table that holds no labelled entities."""
    if not len(table):
        raise CorpusError(f"{source}: no labelled entities. Label documents first: salience label.")
    columns = ("document", "salient", "named", "nominal", "pronominal")
    take_columns(table, columns, "a table of labels", source=source)


def found_rows(table: pd.DataFrame) -> BoolArray:
    """Which entities the system found at all: all without a column `found`."""
    if "found" not in table:
        return np.ones(len(table), bool)
    return table["found"].to_numpy().astype(bool)
