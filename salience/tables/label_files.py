"""One or several files of labels as one table."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from salience.features.table_rules import check_label_file
from salience.tables.missed_entities import with_missed
from salience.tables.record_tables import read_table
from salience.tables.splits import refuse_repeats


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
