"""Corpora from files: JSON lines, CSV, Parquet and plain articles, one document at a time."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, get_args

from salience.errors import CorpusError, MissingExtraError, OnReject, Reject, warn_reject
from salience.types import Document

Format = Literal["jsonl", "csv", "parquet", "text"]
StrPath = str | os.PathLike[str]
Row = tuple[str, Mapping[str, Any] | str]
"""Where a row stood, and its fields, or the reason why it has none."""

STDIN = "-"
_SUFFIXES: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".txt": "text",
}
_FIELDS = ("id", "title", "text", "abstract")


def read_corpus(
    path: StrPath | Sequence[StrPath],
    *,
    format: str | None = None,
    limit: int | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[Document]:
    """Read the documents of one file, or of several in turn, without holding them in memory.

    A document has the fields `id`, `text` and, where there are any, `title` and `abstract` (a
    string, or in JSON and Parquet a list of several). Other fields go to `Document.meta`. Text is
    UTF-8 and stays as it is, line ends included; only a byte order mark is taken away.

    JSON lines end with LF or CRLF; a lone CR is white space. A quote in CSV that is not closed
    takes in what follows, up to the next quote or the end of the file: those rows are rejected as
    one.

    Args:
        path: `.jsonl`, `.csv` or `.parquet`; a `.txt` file is one article, whose id is the name
            of the file, or among several articles its path as given. All but Parquet may be
            compressed (`.gz`). `-` is standard input.
        format: `jsonl`, `csv`, `parquet` or `text`, whatever the name of the file says. Standard
            input is `jsonl` without it.
        limit: Read no more than so many documents.
        on_reject: Called with every document that can't be used: a line that is not JSON, an id
            or a text that is missing, an id that an earlier document has. Reading goes on.

    Raises:
        CorpusError: At once, if a file is missing or of an unknown format; while reading, if a
            column is missing or a file is damaged.
        MissingExtraError: If Parquet is read without pyarrow.

    Example:
        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "two.jsonl")
        >>> _ = path.write_text('{"id": 1, "text": "Rain in Oslo."}\\n{"id": 2, "text": "Sun."}')
        >>> [document.text for document in read_corpus(path, limit=1)]
        ['Rain in Oslo.']
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    sources = [(p, find_format(p, format)) for p in paths]
    several = sum(fmt == "text" for _, fmt in sources) > 1
    rows = itertools.chain.from_iterable(_rows(p, fmt, several) for p, fmt in sources)
    return itertools.islice(_documents(rows, on_reject), limit)


def find_format(path: StrPath, format: str | None = None) -> Format:
    """The format of a file that is there, by its suffix unless it is given.

    Raises:
        CorpusError: If it is not there, or nothing says what it is.
    """
    given: Format | None = next((f for f in get_args(Format) if f == format), None)
    if format is not None and given is None:
        raise CorpusError(f"unknown format {format!r}. Formats: {', '.join(get_args(Format))}.")
    if str(path) == STDIN:
        if given == "parquet":
            raise CorpusError("Parquet can't be read from standard input. Give it as a file.")
        return given or "jsonl"
    path = Path(path)
    if path.is_dir():
        raise CorpusError(f"{path} is a folder, and a corpus is a file. Name the files in it.")
    if not path.exists():
        raise CorpusError(f"{path}: no such file. Check the path.")
    suffix = Path(path.stem if path.suffix == ".gz" else path).suffix.lower()
    found = given or _SUFFIXES.get(suffix)
    if found is None:
        raise CorpusError(
            f"{path}: the suffix {suffix!r} does not say what the file is. Rename it to one of "
            f"{', '.join(_SUFFIXES)}, or give the format ({', '.join(get_args(Format))})."
        )
    return found


def has_text(path: StrPath) -> bool:
    """Whether a file is a corpus: its first row has a text, which a file of labels has not.

    Raises:
        CorpusError: If the file is missing or of an unknown format.
    """
    rows = _rows(path, find_format(path))
    try:
        _, fields = next(rows, ("", {}))
    except CorpusError:  # a column is missing
        return False
    return isinstance(fields, str) or "text" in fields


def _documents(rows: Iterable[Row], on_reject: OnReject) -> Iterator[Document]:
    """The documents of the rows that have what a document needs; the others are rejected."""
    seen: set[str] = set()
    for source, fields in rows:
        document = _document(fields) if not isinstance(fields, str) else fields
        if isinstance(document, str):
            id = _id(fields.get("id")) if isinstance(fields, Mapping) else None
            on_reject(Reject(id or "", source, document))
        elif document.id in seen:
            reason = "an earlier document has the same id, and ids must be unique; change one"
            on_reject(Reject(document.id, source, reason))
        else:
            seen.add(document.id)
            yield document


def _document(fields: Mapping[str, Any]) -> Document | str:
    """The document, or the reason why there is none."""
    id, text, title = _id(fields.get("id")), fields.get("text"), fields.get("title")
    if id is None:
        return f"id must be a string or an integer, but is {_short(fields, 'id')}; give it one"
    if not isinstance(text, str):
        return f"text must be a string, but is {_short(fields, 'text')}; give it one"
    if title is not None and not isinstance(title, str):
        return f"title must be a string, but is {_short(fields, 'title')}; change or drop it"
    abstracts = fields.get("abstract")
    abstracts = [abstracts] if isinstance(abstracts, str) else abstracts
    abstracts = [] if abstracts is None else abstracts
    if not isinstance(abstracts, list) or not all(isinstance(a, str) for a in abstracts):
        value = _short(fields, "abstract")
        return f"abstract must be a string or a list of strings, but is {value}; change or drop it"
    meta = {key: value for key, value in fields.items() if key not in _FIELDS}
    return Document(id, text, title or None, tuple(a for a in abstracts if a.strip()), meta)


def _id(value: object) -> str | None:
    """The id as a string; None if the value can't be one."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return str(value) or None


def _short(fields: Mapping[str, Any], name: str) -> str:
    """A value as an error shows it."""
    if name not in fields:
        return "missing"
    value = ascii(fields[name])
    return value if len(value) <= 40 else f"{value[:39]}…"


def _rows(path: StrPath, format: Format, several: bool = False) -> Iterator[Row]:
    """The rows of one file, whatever its format; articles named by path if there are several."""
    if format == "parquet":
        yield from _parquet_rows(Path(path))
        return
    read = {"jsonl": _jsonl_rows, "csv": _csv_rows, "text": _text_rows}[format]
    name = "stdin" if str(path) == STDIN else Path(path).name
    if format == "text" and several and name != "stdin":
        name = os.fspath(path)
    try:
        with _opened(path) as file:
            yield from read(file, name)
    except (OSError, EOFError, zlib.error, csv.Error) as error:
        raise CorpusError(f"{path} can't be read: {error}. Check or replace the file.") from error


@contextmanager
def _opened(path: StrPath) -> Iterator[BinaryIO]:
    """A file, compressed or not, or standard input, as bytes."""
    if str(path) == STDIN:
        yield sys.stdin.buffer
    elif Path(path).suffix == ".gz":
        with gzip.open(path) as file:
            yield file  # type: ignore[misc]
    else:
        with Path(path).open("rb") as file:
            yield file


def _jsonl_rows(file: BinaryIO, name: str) -> Iterator[Row]:
    for number, raw in enumerate(file, 1):
        line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if not line.strip():
            continue
        fields: object
        try:
            fields = json.loads(line.strip().decode("utf-8"))
        except (ValueError, RecursionError) as error:
            yield f"{name}:{number}", f"the line is not JSON in UTF-8 ({error}); correct it"
            continue
        if isinstance(fields, dict):
            yield f"{name}:{number}", fields
        else:
            kind = type(fields).__name__
            yield f"{name}:{number}", f"the line must be a JSON object, but is a {kind}; correct it"


def _csv_rows(file: BinaryIO, name: str) -> Iterator[Row]:
    # The limit of the csv module, 131,072 characters a field, is less than a long article.
    csv.field_size_limit(max(csv.field_size_limit(), 2**31 - 1))
    lines = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
    reader = csv.reader(lines, strict=True)
    header = next(reader, [])
    _check_columns(header, name)
    while True:
        source = f"{name}:{reader.line_num + 1}"
        try:
            values = next(reader, None)
            if values is None:
                break
            "".join(values).encode("utf-8")
        except (csv.Error, UnicodeEncodeError) as error:
            yield source, f"the row is not CSV in UTF-8 ({error}); correct it"
            continue
        if len(values) == len(header):
            yield source, dict(zip(header, values, strict=True))
        elif values:
            yield source, f"the row has {len(values)} fields, the header {len(header)}; correct it"
    lines.detach()  # else it would close standard input


def _parquet_rows(path: Path) -> Iterator[Row]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError(
            f"{path}: Parquet needs pyarrow. Install it: pip install 'salience[parquet]'."
        ) from error
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            _check_columns(file.schema_arrow.names, path.name)
            for batch in file.iter_batches(batch_size=64):
                for i in range(len(batch)):
                    number += 1
                    yield f"{path.name}:{number}", _parquet_fields(batch.slice(i, 1))
    except (OSError, pa.ArrowException) as error:
        raise CorpusError(f"{path} can't be read: {error}. Check or replace the file.") from error


def _parquet_fields(row: Any) -> Mapping[str, Any] | str:
    try:
        fields: Mapping[str, Any] = row.to_pylist()[0]
    except UnicodeDecodeError as error:
        return f"the row is not UTF-8 ({error}); correct it"
    return fields


def _text_rows(file: BinaryIO, name: str) -> Iterator[Row]:
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield name, f"the text is not UTF-8 ({error}); convert the file"
        return
    yield name, {"id": name, "text": text}


def _check_columns(columns: Sequence[str], name: str) -> None:
    missing = [column for column in ("id", "text") if column not in columns]
    if missing:
        raise CorpusError(
            f"{name} has no column {' and no column '.join(map(repr, missing))}. "
            f"Its columns: {', '.join(columns) or 'none'}. Rename or add it."
        )
