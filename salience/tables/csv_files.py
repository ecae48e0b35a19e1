"""Tables as CSV that spreadsheets show and do not run: cells that begin a formula get a mark.

A spreadsheet computes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Texts
of documents may begin so; with an apostrophe before it such a cell is text. The apostrophe goes
when the table is read here.
"""

import csv
import io
import re
import zlib
from pathlib import Path
from typing import IO, Any

import pandas as pd

from salience.corpus.formats.compression import opened
from salience.errors import CorpusError

_FORMULA = re.compile(r"'*[=+\-@\t\r]")  # with those that have apostrophes of their own
_MARKED = re.compile(r"'+[=+\-@\t\r]")


def marked(cell: Any) -> Any:
    """A cell as it is written: a text that begins as a formula does has an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def unmarked(cell: Any) -> Any:
    """The cell that `marked` has written."""
    return cell[1:] if isinstance(cell, str) and _MARKED.match(cell) else cell


def write_csv(table: pd.DataFrame, file: IO[str], *, exact: bool = False, **form: Any) -> None:
    """Write a table to a file, with the names of its columns if the file is empty."""
    if not exact:
        texts = table.select_dtypes(exclude=["number", "bool"]).columns
        table = table.assign(**{n: table[n].map(marked, na_action="ignore") for n in texts})
        table = table.rename(columns=marked)
    # All texts are in quotes: csv leaves a lone CR without them, and it would end a line.
    form = {"quoting": csv.QUOTE_NONNUMERIC} | form
    table.to_csv(file, index=False, header=not file.tell(), lineterminator="\n", **form)


def csv_lines(table: pd.DataFrame, *, exact: bool = False, **form: Any) -> list[str]:
    """The lines of a table as CSV, with quotes where a cell needs them."""
    file = io.StringIO(newline="")
    write_csv(table, file, exact=exact, quoting=csv.QUOTE_MINIMAL, **form)
    return file.getvalue().removesuffix("\n").split("\n")


def read_csv(path: Path) -> pd.DataFrame:
    """The table of a file, all cells as texts; an empty one is missing."""
    try:
        with opened(path) as file:
            table = pd.read_csv(file, dtype=str, keep_default_na=False)
    except (ValueError, OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{path} is not a table: {error}. Write it again.") from error
    table = table.map(unmarked).rename(columns=unmarked)
    return table.mask(table == "")
