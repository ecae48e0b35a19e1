"""Files of ratings as tables: a row for each time that a person scored something."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pandas as pd

from salience.corpus.formats.compression import opened, suffixes
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.tables.records import table_text

RATER = "rater"


def read_rating_table(path: str | Path) -> pd.DataFrame:
    """The rows of a file of ratings, with the rater of each.

    Args:
        path: CSV, or JSON lines with an object for each rating; both may be compressed. A file
            without the column `rater` is of one person: its name without suffixes is theirs.

    Raises:
        CorpusError: If the file can't be read or has no rows; the message names file and line.

    Example:
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "ada.csv"
        >>> _ = path.write_text("topic,system,overall\\nt1,A,7\\n")
        >>> read_rating_table(path).to_dict("records")
        [{'topic': 't1', 'system': 'A', 'overall': '7', 'rater': 'ada'}]
    """
    path = Path(path)
    kind, _ = suffixes(path.name)
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. Give the path of a file of ratings.")
    if kind == ".jsonl":
        rows = read_json_lines(path, _row, "a rating", "Correct it.")
        table = pd.DataFrame([row for _, row in rows])
    elif kind == ".csv":
        try:
            with opened(path) as file:
                table = pd.read_csv(file, dtype=str, keep_default_na=False)
        except (ValueError, OSError, EOFError, zlib.error) as error:
            raise CorpusError(f"{path} is not a table: {error}. Write it again.") from error
        table = table.mask(table == "")
    else:
        raise CorpusError(f"{path} must end in .csv or .jsonl. Rename it.")
    if table.empty:
        raise CorpusError(f"{path} has no ratings. Give a file with a row for each.")
    return table if RATER in table else table.assign(**{RATER: path.name.split(".")[0]})


def _row(record: dict[str, Any]) -> dict[str, Any]:
    return {name: table_text(value) for name, value in record.items()}
