"""Tables of documents: CSV and Parquet, a document per row."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from salience.corpus.formats.source import RawDocument, SourceFile, too_long, utf8
from salience.errors import CorpusError, extra

_PAGE = 2**20
"""Bytes that are read of a column at once."""
_MOST_COLUMNS = 10_000
_SHOWN = 20
_SEPARATORS = ",;\t|"


class CsvLines:
    """The lines of a CSV file. A row over the limit is an error, and the next line follows."""

    def __init__(self, source: SourceFile) -> None:
        self.text = io.TextIOWrapper(
            utf8(source.file), encoding="utf-8-sig", errors="surrogateescape", newline=""
        )
        self.limit = source.limit
        self.row = 0  # characters of the row, which may have several lines

    def __iter__(self) -> CsvLines:
        return self

    def __next__(self) -> str:
        line = self.text.readline(self.limit + 1)
        if not line:
            raise StopIteration
        if len(line) > self.limit:
            while line and line[-1] not in "\r\n":
                line = self.text.readline(self.limit)
            raise csv.Error(too_long("line", self.limit))
        self.row += len(line)
        if self.row > self.limit:
            raise csv.Error(too_long("row", self.limit))
        return line


def read_csv(source: SourceFile) -> Iterator[RawDocument]:
    """A row per document, under a header with the names of the fields.

    The header tells what separates them: commas, semicolons, tabs or strokes. A quote that is not
    closed takes in what follows: those rows are rejected as one.
    """
    # The limit of the csv module, 131,072 characters a field, is less than a long article; it is
    # one for the whole process.
    csv.field_size_limit(max(csv.field_size_limit(), source.limit))
    text = CsvLines(source)
    first = next(text, "")
    mark = _separator(first, source)
    reader = csv.reader(itertools.chain([first], text), delimiter=mark, strict=True)
    header = next(reader, [])
    check_columns(header, source)
    while True:
        where = f"{source.name}:{reader.line_num + 1}"
        text.row = 0
        try:
            values = next(reader, None)
            if values is None:
                break
            "".join(values).encode("utf-8")
        except UnicodeEncodeError:  # a byte that was not UTF-8 is a lone surrogate here
            yield where, "the row is not in UTF-8; save the file as UTF-8"
            continue
        except csv.Error as error:
            yield where, f"the row is not CSV in UTF-8 ({error}); correct it"
            continue
        if len(values) == len(header):
            yield where, dict(zip(header, values, strict=True))
        elif values:
            yield (
                where,
                f"the row has {len(values):,} fields, the header {len(header):,}; correct it",
            )
    text.text.detach()  # else it would close standard input


def _separator(header: str, source: SourceFile) -> str:
    """What separates the columns: what makes those that are wanted of a header, else the most."""
    wanted = _wanted(source)

    def fit(mark: str) -> tuple[int, int]:
        columns = header.rstrip("\r\n").replace('"', "").split(mark)
        return len(wanted.intersection(columns)), len(columns)

    return max(_SEPARATORS, key=fit)


def read_parquet(source: SourceFile) -> Iterator[RawDocument]:
    """A row per document of a file on disk, of which a page at a time is in memory."""
    if source.packed:
        yield source.name, "Parquet must be a file of its own, not compressed or packed; unpack it"
        return
    with extra("parquet", f"{source.name}: Parquet needs pyarrow"):
        import pyarrow as pa
        from pyarrow import parquet
    try:
        with parquet.ParquetFile(source.file, buffer_size=_PAGE, pre_buffer=False) as file:
            check_columns(file.schema_arrow.names, source)
            # One row at a time: long texts that are stored once may be those of many rows.
            for number, row in enumerate(file.iter_batches(batch_size=1), 1):
                yield f"{source.name}:{number}", _parquet_fields(row, source.limit)
    except (pa.ArrowException, UnicodeDecodeError) as error:  # the latter in names of columns
        raise OSError(str(error)) from error


def _parquet_fields(row: Any, limit: int) -> Mapping[str, Any] | str:
    if sum(map(_size, row.columns)) > limit:
        return too_long("row", limit)
    try:
        fields: Mapping[str, Any] = row.to_pylist()[0]
    except UnicodeDecodeError as error:
        return f"the row is not UTF-8 ({error}); correct it"
    except (ValueError, OverflowError) as error:  # such as a date that Python has none for
        return f"a value of the row can't be read ({error}); correct it, or leave its column out"
    return fields


def _size(value: Any) -> int:
    """Bytes of one value of a column; texts that are stored once for many rows count in each."""
    return (value.dictionary_decode() if hasattr(value, "dictionary") else value).nbytes


def _wanted(source: SourceFile) -> set[str]:
    """The columns that a table must have."""
    return set({"text": "text", **source.fields}.values())


def check_columns(columns: Sequence[str], source: SourceFile) -> None:
    """Make sure that a table has the text of a document, and the columns that were named, once."""
    if len(columns) > _MOST_COLUMNS:
        raise CorpusError(
            f"{source.name} has {len(columns):,} columns, and the limit is {_MOST_COLUMNS:,}. "
            "Leave some out."
        )
    wanted = sorted(_wanted(source))
    missing = [name for name in wanted if {name, name.partition(".")[0]}.isdisjoint(columns)]
    if missing:
        shown = ", ".join(column[:100] for column in columns[:_SHOWN]) or "none"
        more = f" and {len(columns) - _SHOWN:,} more" if len(columns) > _SHOWN else ""
        raise CorpusError(
            f"{source.name} has no column {' and no column '.join(map(repr, missing))}. "
            f"Its columns: {shown}{more}. "
            "Say which it is (fields, --field text=NAME), rename or add it."
        )
    twice = [column for column in wanted if columns.count(column) > 1]
    if twice:
        raise CorpusError(f"{source.name} has the column {twice[0]!r} twice. Rename or drop one.")
