"""What a table must have: columns, and values of the right kind in every row.

A message names the column, the rule, the value, and the first row that breaks the rule. Rows are
counted from 0 by their position, whatever the index says and whatever file they are from: *row 3*
is `table.iloc[3]`. Where there is a column `document`, the message has the row's document too.
Readers of files name the line of the file instead, counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, Any, NoReturn

from salience.errors import CorpusError

if TYPE_CHECKING:
    import pandas as pd


_LONGEST = 120
"""Characters of a value in a message."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What every value of a column must be.

    Attributes:
        words: What messages call it: "must be ...".
        holds: From the column to whether each value is right.

    Example:
        >>> import pandas as pd
        >>> SHARE.words, SHARE.holds(pd.Series([0.5, 2])).tolist()
        ('a number from 0 to 1', [True, False])
    """

    words: str
    holds: Callable[[pd.Series[Any]], pd.Series[bool]]


def numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """The values as numbers; NaN for values that are missing or not numbers.

    Example:
        >>> import pandas as pd
        >>> numbers(pd.Series([1, "2.5", "x", None])).tolist()
        [1.0, 2.5, nan, nan]
    """
    import pandas as pd

    try:
        return pd.to_numeric(column, errors="coerce").astype("float64")
    except (TypeError, OverflowError):  # lists and the like, or whole numbers beyond any float
        return column.map(_number).astype("float64")


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return nan


def one_of(*values: Any) -> Rule:
    """The rule that a value is one of these."""
    return Rule(f"one of {', '.join(map(str, values))}", lambda column: column.isin(values))


GIVEN = Rule("given", lambda column: column.notna())
TRUE_OR_FALSE = Rule("true or false", lambda column: column.isin([True, False]))
SHARE = Rule("a number from 0 to 1", lambda column: numbers(column).between(0, 1))
AMOUNT = Rule(
    "a number of at least 0", lambda column: numbers(column).between(0, inf, inclusive="left")
)
COUNT = Rule(
    "a whole number of at least 0",
    lambda column: AMOUNT.holds(column) & (numbers(column) % 1 == 0),
)


def require(
    table: pd.DataFrame,
    columns: Mapping[str, Rule],
    *,
    wanted_by: str,
    source: str = "",
    advice: str = "Add it.",
) -> None:
    """Find out whether a table has columns, and whether all their values are right.

    Args:
        table: Any table.
        columns: The columns that it must have, each with the rule of its values.
        wanted_by: What needs them, for messages.
        source: What messages call the table, such as the name of its file.
        advice: What to do if a column is missing: a sentence.

    Raises:
        CorpusError: If a column is missing, or a value is wrong.

    Example:
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": ["a", "b"], "score": [0.5, 1.5]})
        >>> require(table, {"document": GIVEN, "score": SHARE}, wanted_by="a plot")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: 'score' must be a number from 0 to 1, but is 1.5 in row 1
        (document 'b'). Correct it, or leave the row out.
        >>> require(table, {"salient": TRUE_OR_FALSE}, wanted_by="a plot", source="t.csv")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: t.csv has no column 'salient', which a plot needs. Add it.
    """
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
    """Refuse a table with a wrong value; for rules that need several columns.

    Args:
        table: The table.
        name: The column with the value that the message shows.
        right: Whether each row is right.
        words: What the value must be.
        source: As for `require`.
        advice: What to do: a sentence. Without it: correct the row, or leave it out.
        first_row: The number of the table's first row, if it is a part of another.

    Raises:
        CorpusError: If a row is wrong.

    Example:
        >>> import pandas as pd
        >>> table = pd.DataFrame({"found": [False], "score": [0.5]})
        >>> require_rows(table, "score", table["found"], "0 where 'found' is false")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: 'score' must be 0 where 'found' is false, but is 0.5 in...
    """
    wrong = ~right.to_numpy(bool, na_value=False)
    if wrong.any():
        at = int(wrong.argmax())
        document = table["document"].tolist()[at] if "document" in table else None
        value = table[name].tolist()[at]
        row = first_row + at
        refuse_value(name, value, words, row, document=document, source=source, advice=advice)


def refuse_value(
    name: str,
    value: Any,
    words: str,
    row: int,
    *,
    document: Any = None,
    source: str = "",
    advice: str = "",
) -> NoReturn:
    """Raise the error of a wrong value.

    Args:
        name: Its column.
        value: The value.
        words: What it must be.
        row: Its row, from 0.
        document: The row's document, if that is known.
        source, advice: As for `require_rows`.

    Raises:
        CorpusError: Always.
    """
    from pandas import isna
    from pandas.api.types import is_scalar

    said = f"{source}: " if source else ""
    unknown = is_scalar(document) and isna(document)
    where = f"in row {row}" + ("" if unknown else f" (document {_shown(document)})")
    if words == GIVEN.words:
        advice = advice or "Every row needs it."
        raise CorpusError(f"{said}{name!r} is missing {where}. {advice}")
    advice = advice or "Correct it, or leave the row out."
    raise CorpusError(f"{said}{name!r} must be {words}, but is {_shown(value)} {where}. {advice}")


def _shown(value: Any) -> str:
    """A value as messages show it: the start of a long one."""
    shown = repr(value)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def refuse_column(name: str, wanted_by: str, *, source: str = "", advice: str) -> NoReturn:
    """Raise the error of a column that is not there.

    Args:
        name: The column.
        wanted_by, source, advice: As for `require`.

    Raises:
        CorpusError: Always.
    """
    table = source or "the table"
    wanted_by = wanted_by if " " in wanted_by else repr(wanted_by)  # names have quotes, words none
    raise CorpusError(f"{table} has no column {name!r}, which {wanted_by} needs. {advice}")
