"""Results in Parquet: columns with declared types, written as row groups, whatever the data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salience.errors import CorpusError, extra
from salience.tables.columns import MENTIONS, Column, Kind, columns_of
from salience.types import Record
from salience.version import __version__

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_KEY = b"salience.schema"
"""The key in a file's metadata that says what it holds, as JSON with `kind` and `version`."""
SCHEMA_VERSION = 1
"""Of the columns that are written. It grows when one is renamed, retyped or left out."""

GROUP_ROWS = 2**14
"""Rows of a row group, which are in memory at once."""


def write_parquet(
    path: str | Path, kind: Kind, rows: Iterable[Record], *, shares: bool = False
) -> None:
    """Write rows of entities to a file; one without rows has all columns too."""
    pa, parquet = import_pyarrow(path)
    schema, left = arrow_schema(kind, shares=shares), iter(rows)
    with parquet.ParquetWriter(path, schema) as writer:
        while group := list(islice(left, GROUP_ROWS)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def read_parquet(path: str | Path) -> pd.DataFrame:
    """The table of a file, or of a folder of files, without lists of mentions."""
    pa, parquet = import_pyarrow(path)
    try:
        files = parquet.ParquetDataset(path, partitioning=None)
        check_version(files.schema, str(path))
        left_out = {column.name for column in MENTIONS}
        table = files.read([name for name in files.schema.names if name not in left_out])
        table.validate(full=True)  # texts must be UTF-8
        frame: pd.DataFrame = table.to_pandas()
        return frame
    except CorpusError:
        raise
    except (ValueError, OSError, pa.ArrowException) as error:
        raise CorpusError(f"{path} is not a table: {error}. Write it again.") from error


def check_version(schema: Any, source: str) -> None:
    """Refuse a file whose columns a newer version of this library has written."""
    said = (schema.metadata or {}).get(SCHEMA_KEY)
    if said is None:
        return
    try:
        version = json.loads(said)["version"]
        known = version <= SCHEMA_VERSION
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise CorpusError(
            f"{source}: the metadata {SCHEMA_KEY.decode()!r} has no version: {said[:80]!r}. "
            "Write the file again."
        ) from error
    if not known:
        raise CorpusError(
            f"{source} has columns of version {version}, and salience {__version__} reads versions "
            f"up to {SCHEMA_VERSION}. Install a newer one, or write the file again."
        )


def arrow_schema(kind: Kind, *, shares: bool = False) -> Any:
    """The Arrow schema of a kind of results, with its version in the metadata."""
    pa, _ = import_pyarrow("the table")
    number, text = pa.int64(), pa.string()
    fields = (("start", number), ("end", number), ("text", text), ("kind", text))
    mention = pa.struct([pa.field(*field, nullable=False) for field in fields])
    types = {
        "text": text,
        "int64": number,
        "float64": pa.float64(),
        "bool": pa.bool_(),
        "mentions": pa.list_(pa.field("element", mention, nullable=False)),
    }

    def field(column: Column) -> Any:
        return pa.field(column.name, types[column.dtype], nullable=column.may_be_missing)

    said = json.dumps({"kind": kind, "version": SCHEMA_VERSION})
    return pa.schema(map(field, columns_of(kind, shares=shares)), {SCHEMA_KEY: said.encode()})


def import_pyarrow(path: object) -> tuple[Any, Any]:
    """The modules `pyarrow` and `pyarrow.parquet`."""
    with extra("parquet", f"{path}: Parquet needs pyarrow"):
        import pyarrow
        from pyarrow import parquet
    return pyarrow, parquet
