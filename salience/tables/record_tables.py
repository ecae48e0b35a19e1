"""Tables of labelled or scored entities: from results, and from files of records or tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from salience.corpus.formats.compression import suffixes
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, a_kind
from salience.features.attributes import MAY_BE_MISSING
from salience.features.table_rules import GIVEN, RULES, is_truth, require_rows
from salience.tables.columns import COLUMNS, MENTIONS, REASON, SHARE
from salience.tables.csv_files import read_csv
from salience.tables.parquet import read_parquet
from salience.tables.records import to_rows
from salience.types import Record, Result

_COLUMNS = {c.name: c for columns in COLUMNS.values() for c in columns if c not in MENTIONS}
_TEXT = [name for name, c in _COLUMNS.items() if c.dtype == "text"]
_MAY_BE_MISSING = ("kb_id", *MAY_BE_MISSING)
_DTYPES: dict[str, str] = {
    **{name: c.dtype for name, c in _COLUMNS.items() if c.dtype != "text"},
    SHARE.name: SHARE.dtype,
    **dict.fromkeys(MAY_BE_MISSING, "Int64"),
    "kb_id": "string",
    "rating": "int64",  # a person's, see `salience annotate`
}
_OFTEN_UNKNOWN = ("pipeline", "date", "text_hash")
_OF_SOME = {"date": "", "text_hash": ""}
"""What some documents of a file have, and its value for the others."""
_KEYS = [column.name for column in COLUMNS["names"] if column not in MENTIONS]
_CHUNK = 50_000


def to_frame(results: Iterable[Result | Record]) -> pd.DataFrame:
    """A table of labelled, scored or parsed documents, one row per entity; see `to_rows`.

    Their records (`to_dict`) will do, too. A document without entities has no
    row. `first_sentence` and `kb_id` may be missing.

    Raises:
        CorpusError: If labelled and scored documents are mixed, or something is none of these.

    Example:
        >>> len(to_frame([]))
        0
    """
    if isinstance(results, str | Path | pd.DataFrame) or not isinstance(results, Iterable):
        _refuse_result(results)
    records = map(_record_of, results)
    return _frame((row for record in records for row in to_rows(record)), "the table")


def _record_of(result: Result | Record) -> Record:
    if isinstance(result, dict):
        return result
    if not isinstance(result, Result):
        _refuse_result(result)
    return result.to_dict()


def _refuse_result(result: object) -> NoReturn:
    raise CorpusError(
        "a table is made of a list of labelled, scored or parsed documents, or of their records, "
        f"but got {a_kind(result)}. Read a file with read_table; label or score documents first."
    )


def read_table(path: str | Path) -> pd.DataFrame:
    """The table of a file of labels or scores, as `to_frame` would have made it.

    Args:
        path: JSON lines of records (`.jsonl`), or a table written to `.csv` or `.parquet` without
            its index. The first two may be compressed (`.gz`, `.bz2`, `.zst`). A folder whose name
            ends in `.parquet` has files of one table, as Spark writes them. Lists of mentions are
            left out, and so are rejects.

    Raises:
        CorpusError: If the file is not there, is of another kind, or is broken; the message names
            the file, and the line, row or value.
        MissingExtraError: If Parquet is read without pyarrow, or `.zst` without zstandard.

    Example:
        >>> import tempfile
        >>> table = pd.DataFrame([{"document": "d1", "entity": 0, "name": "Ann", "score": 0.5}])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     table.to_csv(f"{folder}/scores.csv", index=False)
        ...     read_table(f"{folder}/scores.csv")["score"].tolist()
        [0.5]
    """
    path = Path(path)
    table = read_file(path, "labels or scores", lambda path: _frame(read_rows(path), str(path)))
    kind, _ = suffixes(path.name)
    if kind == ".jsonl":
        return table
    if kind == ".parquet":
        if REASON in table:  # as Spark writes it, with a row for each reject
            table = table[table[REASON].isna()].drop(columns=REASON).reset_index(drop=True)
        unknown = [name for name in _OFTEN_UNKNOWN if name in table and table[name].isna().all()]
        table = table.drop(columns=unknown)  # as in a table that has no such column
    return typed(table, str(path))


def read_file(path: Path, what: str, from_lines: Callable[[Path], pd.DataFrame]) -> pd.DataFrame:
    """The table of a file by its suffix, in which columns have no types yet."""
    kind, compression = suffixes(path.name)
    if not path.is_file() and not (path.is_dir() and kind == ".parquet"):
        raise CorpusError(f"{path} is not a file. Give the path of a file of {what}.")
    if kind == ".jsonl":
        return from_lines(path)
    if kind == ".csv":
        return read_csv(path)
    if kind == ".parquet" and not compression:
        return read_parquet(path)
    raise CorpusError(
        f"{path} must end in .jsonl, .csv or .parquet; the first two may be compressed (.gz, .bz2, "
        ".zst). Rename it; of a database (.sqlite) write the results again to such a file."
    )


def read_rows(path: Path) -> Iterator[Record]:
    """The rows of a file of records (`.jsonl`, may be compressed), one by one; see `to_rows`."""
    advice = "Make it with `salience label` or `salience score`."
    for _, rows in read_json_lines(path, to_rows, "a record of labels or scores", advice):
        yield from rows


def _frame(rows: Iterator[Record], source: str) -> pd.DataFrame:
    """A typed table of rows, in pieces so that a large one takes no more than it must."""
    pieces: list[pd.DataFrame] = []
    while piece := list(itertools.islice(rows, _CHUNK)):
        before = sum(map(len, pieces))
        pieces.append(typed(pd.DataFrame(piece), source, before))
        if set(pieces[-1].columns).symmetric_difference(pieces[0].columns) - _OF_SOME.keys():
            raise CorpusError(
                f"{source}: row {before} or a later one has other columns than the rows before it, "
                "and labels and scores can't be mixed. Keep them apart."
            )
    if not pieces:
        return typed(pd.DataFrame(columns=list(_KEYS)), source)
    table = pd.concat(pieces, ignore_index=True)
    return table.fillna(_OF_SOME)


def typed(table: pd.DataFrame, source: str, first_row: int = 0) -> pd.DataFrame:
    """The table with the type of each column that we know; others as they are."""
    for name in table.columns:
        if name in _TEXT and name not in _MAY_BE_MISSING:
            table[name] = table[name].fillna("")  # CSV can't tell an empty text from none
        if name == "document":  # a number is an id too, as in a corpus
            table[name] = table[name].astype(str)
            right = RULES[name].holds(table[name])
            require_rows(table, name, right, GIVEN.words, source=source, first_row=first_row)
        if name in _DTYPES:
            table[name] = _typed_column(table, name, source, first_row)
    return table


def _typed_column(table: pd.DataFrame, name: str, source: str, first_row: int) -> pd.Series[Any]:
    column, rule = table[name], RULES.get(name)
    if name not in _MAY_BE_MISSING:
        require_rows(
            table,
            name,
            column.notna(),
            GIVEN.words,
            source=source,
            advice="Every row needs it, and labels and scores can't be mixed.",
            first_row=first_row,
        )
    try:
        values = _converted(column, _DTYPES[name])
    except (ValueError, TypeError, OverflowError) as error:
        words = "of its type" if rule is None else rule.words
        if rule is not None:
            right = column.isna() | rule.holds(column)
            require_rows(table, name, right, words, source=source, first_row=first_row)
        raise CorpusError(f"{source}: {name!r} must be {words}: {error}. Correct it.") from error
    if rule is not None:
        right = rule.holds(values)
        require_rows(table, name, right, rule.words, source=source, first_row=first_row)
    return values


def _converted(column: pd.Series[Any], dtype: str) -> pd.Series[Any]:
    """A column in a type; any error of pandas if it does not fit."""
    if dtype == "bool":
        values = _truth(column)
        if values.isna().any():
            raise ValueError("neither true nor false")
        return values.astype(bool)
    if dtype == "string":
        return column.astype("string")
    if is_truth(column).any():
        raise ValueError("true or false is no number")
    values = pd.to_numeric(column)
    if (values.isna() & column.notna()).any():
        raise ValueError("not a number")
    if dtype == "float64":
        return values.astype("float64")
    if (values.abs() >= 2**63).any():  # of which a cast makes another number, with a warning
        raise OverflowError("too large")
    integers = values.astype("Int64")  # refuses 1.5, which int64 would cut
    return integers if dtype == "Int64" else integers.astype("int64")


def _truth(column: pd.Series[Any]) -> pd.Series[Any]:
    """True or False for each value; spreadsheets write TRUE and FALSE, others 1 and 0."""
    said = {True: True, "true": True, "1": True, False: False, "false": False, "0": False}

    def truth(value: Any) -> bool | None:
        key = value.lower() if isinstance(value, str) else value
        return said.get(key) if isinstance(key, Hashable) else None

    return column.map(truth)
