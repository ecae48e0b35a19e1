"""Files of labels as one table, also with entities that a system did not find: so scores can be
measured end to end.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from salience.errors import CorpusError
from salience.features.table_rules import check_frame, check_label_file
from salience.tables.record_files import read_records
from salience.tables.record_tables import read_table
from salience.tables.records import table_text
from salience.tables.splits import refuse_repeats
from salience.text.formatting import one_line
from salience.types import NOT_FOUND, Record


def read_labels(paths: Sequence[str | Path], *, missed: bool = False) -> pd.DataFrame:
    """The table of files of labels; ids in two files begin with the number of the file."""
    tables = [read_table(path) for path in paths]
    for path, table in zip(paths, tables, strict=True):
        check_label_file(table, str(path))
    refuse_repeats(tables, list(map(str, paths)))
    if missed:
        tables = [with_missed(t, path) for t, path in zip(tables, paths, strict=True)]
        tables = [table.drop(columns="score", errors="ignore") for table in tables]
    ids = [set(table["document"]) for table in tables]
    if sum(map(len, ids)) > len(set().union(*ids)):
        for number, table in enumerate(tables):
            table["document"] = f"{number}:" + table["document"].astype(str)
    return pd.concat(tables, ignore_index=True)


def with_missed(table: pd.DataFrame, labels: str | Path) -> pd.DataFrame:
    """The table, and a row for each salient entity that the pipeline did not find.

    A name of an abstract whose words the document has, but none of its entities was aligned with,
    stands for an entity that was missed: it is salient, its score is 0, and `found` is false.
    `evaluate` then has the `coverage`, and counts these entities as missed.

    Args:
        table: The entities of one file of labels, from `read_table`, with `score`.
        labels: The same file, `.jsonl`; tables do not tell what was not aligned.

    Raises:
        CorpusError: If it is not a file of labels as JSON lines.

    Example:
        >>> import json, tempfile
        >>> record = {"id": "d1", "abstracts": 1, "entities": [], "unaligned": [
        ...     {"abstract": 0, "start": 0, "end": 3, "text": "Oslo", "reason": "not found"}]}
        >>> table = pd.DataFrame({"document": ["d1"], "salient": [True], "score": [0.9]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "labels.jsonl")
        ...     _ = path.write_text(json.dumps(record))
        ...     with_missed(table, path)
          document  salient  score  found  name
        0       d1     True    0.9   True   NaN
        1       d1     True    0.0  False  Oslo
    """
    check_frame(table, "with_missed")
    rows = [row for _, record in read_records(str(labels)) for row in _missed(record)]
    missed = pd.DataFrame(rows, columns=["document", "name", "grade", "abstracts"])
    missed = missed.assign(salient=True, score=0.0, found=False)
    missed = missed.drop(columns=[c for c in ("grade", "abstracts") if c not in table])
    marked = table.assign(found=True)
    return pd.concat([marked, missed], ignore_index=True) if len(missed) else marked


def _missed(record: Record) -> list[dict[str, Any]]:
    abstracts: dict[str, set[int]] = {}
    names: dict[str, str] = {}
    try:
        for entity in record.get("unaligned", []):
            if entity["reason"] == NOT_FOUND:
                name = table_text(entity["text"])
                names.setdefault(name.casefold(), name)
                abstracts.setdefault(name.casefold(), set()).add(entity["abstract"])
        return [
            {
                "document": table_text(str(record["id"])),
                "name": name,
                "grade": len(abstracts[key]),
                "abstracts": record["abstracts"],
            }
            for key, name in names.items()
        ]
    except (LookupError, TypeError, AttributeError) as error:
        raise CorpusError(
            f"document {one_line(str(record.get('id')), 120)!r}: 'unaligned' must be a list of "
            f"mentions with reason, text and abstract ({error!r}). Make the file with `salience "
            "label`."
        ) from error
