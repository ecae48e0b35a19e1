"""Corpora from files, folders and archives of any known format, one document at a time."""

import csv
import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from salience.corpus.formats import FORMATS, SUFFIXES
from salience.corpus.formats.archives import (
    ARCHIVES,
    is_part,
    sources,
    standard_input,
    standard_input_format,
    unreadable,
    wanted_files,
)
from salience.corpus.formats.compression import COMPRESSED, check_zstandard, suffixes
from salience.corpus.formats.source import RawDocument, SourceFile, byte_limit, foreign_file, lines
from salience.corpus.formats.texts import main_of
from salience.corpus.formats.unpacking import DAMAGED
from salience.corpus.seen import SeenIds
from salience.errors import (
    CorpusError,
    MissingExtraError,
    OnReject,
    Reject,
    SalienceError,
    accepted,
    warn_reject,
)
from salience.storage.remote import Remote, is_remote
from salience.text.titles import title_line
from salience.types import Document

StrPath = str | os.PathLike[str]

STDIN = "-"
MAX_LENGTH = 1_000_000
FIELDS = ("id", "title", "text", "abstract")
_DEEPEST = 3
_MISSING = object()
_WITH_PLACES = ("jsonl", "json", "csv", "parquet", "xml", "sgml", "mbox")
"""The formats whose documents have their places as ids, if they have none of their own."""


def read_corpus(
    path: StrPath | Sequence[StrPath],
    *,
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    limit: int | None = None,
    max_length: int = MAX_LENGTH,
    on_reject: OnReject = warn_reject,
) -> Iterator[Document]:
    """Read the documents of one path, or of several in turn, without holding them in memory.

    A document has the fields `text` and, where there are any, `id`, `title` and `abstract` (a
    string, or in JSON and Parquet a list of several). Other fields go to `Document.meta`. Without
    an id it gets one such as `corpus.jsonl:17`. Text is UTF-8, or UTF-16 with a mark at its start.

    The suffix tells the format: JSON lines, JSON, CSV, Parquet, plain text, Markdown, HTML, stories
    of CNN/DailyMail, XML (NITF, RSS, Atom, JATS, PubMed), SGML of DUC and TAC, mails, subtitles,
    CoNLL-U and trees in brackets; docs/formats.md says more.

    A document without a title has the first line as its title, if that looks like one; an empty
    title says that there is none. The title of `rain.txt` is in `rain.title.txt`, its abstracts
    are in `rain.abstract.txt`, `rain.abstract1.txt` and so on, where there are such files.

    All formats but Parquet may be compressed (`.gz`, `.bz2`, `.zst`). Folders and archives (`.tar`,
    `.zip`) are read with all that they hold, and nothing is unpacked to disk.

    Args:
        path: A file, a folder or an archive; `-` is standard input. A URL such as
            `s3://bucket/*.jsonl` is read through fsspec. The id of an article that has none of its
            own is its path in the folder or archive, or the name of the file.
        format: Such as `jsonl`, whatever the name of the file says. In a folder or archive only
            files of that format are read, and those without a suffix, such as `wiki_00`.
        fields: By the name of a field, what JSON, CSV or Parquet call it, such as `{"text":
            "body", "id": "url"}`; `data.text` is the field `text` of an object `data`.
        limit: Read no more than so many documents.
        max_length: Characters. A longer document is rejected before it fills the memory.
        on_reject: Called with every document that can't be used, such as a line that is not JSON, a
            document without a text, or with the id of an earlier one. Reading goes on.

    Raises:
        CorpusError: At once, if a path is missing or of an unknown format; while reading, if a
            file is damaged from its start, or lacks a column.
        MissingExtraError: If a package is missing that the format, `.zst` or a URL needs.
        RemoteError: If what a URL names can't be reached.

    Example:
        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "two.jsonl")
        >>> _ = path.write_text('{"id": 1, "text": "Rain in Oslo."}\\n{"id": 2, "text": "Sun."}')
        >>> [document.text for document in read_corpus(path, limit=1)]
        ['Rain in Oslo.']
    """
    items = read_items(path, format=format, fields=fields, limit=limit, max_length=max_length)
    return accepted(items, on_reject)


def read_items(
    path: StrPath | Sequence[StrPath],
    *,
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    limit: int | None = None,
    max_length: int = MAX_LENGTH,
) -> Iterator[Document | Reject]:
    """Read as `read_corpus` does; what can't be used is a reject where it stands."""
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    formats = [find_format(p, format) for p in paths]
    articles = [kind not in FORMATS or FORMATS[kind].one_document for kind in formats]
    names_of_fields = check_fields(fields or {})
    names = {os.fspath(p) for p in paths}
    rows = itertools.chain.from_iterable(
        _rows(
            p,
            kind,
            format,
            byte_limit(max_length),
            several=sum(articles) > 1 if article else len(paths) > 1 and kind in _WITH_PLACES,
            fields=names_of_fields,
        )
        for p, kind, article in zip(paths, formats, articles, strict=True)
        if not (kind == "text" and not is_remote(p) and is_part(Path(p), names))
    )
    return _limited(_items(rows), limit)


def find_format(path: StrPath, format: str | None = None) -> str:
    """The format of a path that is there: `folder`, `archive`, the one given, or by its suffix."""
    if format is not None and format not in FORMATS:
        raise CorpusError(f"unknown format {format!r}. Formats: {', '.join(FORMATS)}.")
    if str(path) == STDIN:
        if format == "parquet":
            raise CorpusError("Parquet can't be read from standard input. Give it as a file.")
        return format or standard_input_format()
    if is_remote(path):
        remote = Remote(str(path))
        name, folder, there = remote.name, remote.is_folder(), remote.is_file()
    else:
        path = Path(path)
        name, folder, there = path.name, path.is_dir(), path.exists()
        if folder:
            _look_into(path, format)
    if folder:
        return "folder"
    if not there:
        raise CorpusError(f"{path}: no such file. Check the path.")
    suffix, compression = suffixes(name)
    if compression == ".zst":
        check_zstandard(path)
    if suffix in ARCHIVES:
        return "archive"
    kind = format or SUFFIXES.get(suffix)
    if kind is None:
        if reason := foreign_file(name):
            raise CorpusError(f"{path} is {reason}")
        raise CorpusError(
            f"{path}: the suffix {suffix!r} does not say what the file is. Rename it to one of "
            f"{', '.join((*SUFFIXES, *ARCHIVES, *COMPRESSED))}, or give the format "
            f"({', '.join(FORMATS)})."
        )
    return kind


def _look_into(folder: Path, format: str | None) -> None:
    try:
        first = next(wanted_files(folder, format), None)
    except OSError as error:
        raise CorpusError(f"{folder} can't be read: {error}. Check it.") from error
    if first is None:
        raise CorpusError(_nothing(folder, format, folder=True))


def count_documents(
    path: StrPath | Sequence[StrPath], format: str | None = None, limit: int | None = None
) -> int | None:
    """How many documents there seem to be; None where only reading them would tell."""
    total = 0
    for given in [path] if isinstance(path, str | os.PathLike) else path:
        if str(given) == STDIN or is_remote(given):
            return None
        kind, file = find_format(given, format), Path(given)
        names = wanted_files(file, format) if kind == "folder" else [""]
        for name in names:
            try:
                n = _count_file(file / name, format if kind == "folder" else kind)
            except (OSError, csv.Error, ValueError, ImportError):  # reading will say what is wrong
                n = None
            if n is None:
                return None
            total += n
            if limit is not None and total >= limit:
                return limit
    return total


def _count_file(path: Path, kind: str | None) -> int | None:
    suffix, compression = suffixes(path.name)
    kind = kind or SUFFIXES.get(suffix)
    if kind in FORMATS and FORMATS[kind].one_document:
        return int(main_of(path.name) is None)
    if compression or kind not in ("jsonl", "parquet"):
        return None
    if kind == "parquet":
        from pyarrow import parquet

        return int(parquet.read_metadata(path).num_rows)
    with path.open("rb") as file:
        source = SourceFile(kind, path.name, "", file, byte_limit(MAX_LENGTH))
        return sum(1 for line in lines(source) if line is None or not line.isspace())


def _nothing(path: StrPath, format: str | None, *, folder: bool) -> str:
    """The message for a folder or an archive without documents."""
    what = "a folder" if folder else "an archive"
    ends = FORMATS[format].suffixes if format else SUFFIXES
    return (
        f"{path} is {what}, and no file in it is of {format or 'a known format'}. Name another, or "
        f"let its files end in {', '.join((*ends, *ARCHIVES))}."
    )


def has_text(path: StrPath) -> bool:
    """Whether a file is a corpus: its first row has a text, which files of labels do not have."""
    try:
        _, fields = next(read_raw(path), ("", {}))
    except CorpusError:  # a column is missing
        return False
    return isinstance(fields, str) or "text" in fields


def read_raw(path: StrPath, format: str | None = None) -> Iterator[RawDocument]:
    """Places with the fields that stand there, or the reasons why none do, of a path."""
    return _rows(path, find_format(path, format), format, byte_limit(MAX_LENGTH))


def _rows(
    path: StrPath,
    kind: str,
    format: str | None,
    limit: int,
    *,
    several: bool = False,
    fields: Mapping[str, str] | None = None,
) -> Iterator[RawDocument]:
    """The rows of one path. Where it is damaged after its first rows, the last one says so."""
    row = None
    try:
        found = sources(path, format, limit, several=several)
        source = None
        for source in [standard_input(kind, limit)] if str(path) == STDIN else found:
            rows: Iterable[RawDocument] = (
                _read(replace(source, fields=fields or {}))
                if isinstance(source, SourceFile)
                else [source]
            )
            for row in rows:
                yield row
        if source is None:
            raise CorpusError(_nothing(path, format, folder=kind == "folder"))
    except (*DAMAGED, csv.Error) as error:
        if row is None:
            raise CorpusError(
                f"{path} can't be read: {error}. Check or replace the file."
            ) from error
        yield Path(path).name, f"the rest of it is lost: {unreadable(error)}"


def _read(source: SourceFile) -> Iterator[RawDocument]:
    """The rows of one file. If it is one of many, a fault of it becomes a reason for a reject."""
    try:
        for place, row in FORMATS[source.format].read(source):
            yield place, row if isinstance(row, str) else _named(row, place, source)
    except (*DAMAGED, csv.Error, CorpusError, MissingExtraError) as error:
        if not source.member:
            raise
        reason = str(error) if isinstance(error, SalienceError) else unreadable(error)
        yield source.name, reason.removeprefix(f"{source.name}: ")


def _named(row: Mapping[str, Any], place: str, source: SourceFile) -> Mapping[str, Any]:
    """The row with fields under our names, and with an id, made of its place if it has none."""
    if source.fields:
        theirs = set(source.fields.values())
        found = {our: _value(row, their) for our, their in source.fields.items()}
        renamed = {our: value for our, value in found.items() if value is not _MISSING}
        row = {key: value for key, value in row.items() if key not in theirs} | renamed
    if row.get("id") in (None, ""):
        row = {**row, "id": source.id + place.removeprefix(source.name)}
    return row


def _value(row: Any, path: str) -> Any:
    """The value of a field, or of one in it, such as `data.text`; `_MISSING` if there is none."""
    if not isinstance(row, Mapping):
        return _MISSING
    name, _, inner = path.partition(".")
    return row[path] if path in row else _value(row.get(name), inner) if inner else _MISSING


def _longest(row: Mapping[str, Any], before: str = "", deep: int = _DEEPEST) -> tuple[int, str]:
    """How long the longest text of a row is, and where it stands."""
    best = (0, "NAME")
    for name, value in row.items():
        if isinstance(value, str) and name != "id":
            best = max(best, (len(value), before + name))
        elif isinstance(value, Mapping) and deep:
            best = max(best, _longest(value, f"{before}{name}.", deep - 1))
    return best


def check_fields(fields: Mapping[str, str]) -> Mapping[str, str]:
    """The same fields; a CorpusError if a document has no field of a name."""
    for name in fields:
        if name not in FIELDS:
            raise CorpusError(f"no field {name!r}: fields are {', '.join(FIELDS)}. Name one.")
    return fields


def _limited(items: Iterable[Document | Reject], limit: int | None) -> Iterator[Document | Reject]:
    """So many documents, and the rejects before the last of them."""
    left = itertools.count() if limit is None else iter(range(limit))
    for _ in left:
        for item in items:
            yield item
            if isinstance(item, Document):
                break
        else:
            return


def _items(rows: Iterable[RawDocument]) -> Iterator[Document | Reject]:
    """The documents of the rows that have what a document needs; the others are rejects."""
    seen = SeenIds()
    for source, fields in rows:
        document = document_of(fields) if not isinstance(fields, str) else fields
        if isinstance(document, str):
            if not isinstance(fields, str) and "text" not in fields:
                _, name = _longest(fields)
                document += f", or say which field it is (fields, --field text={name})"
            id = _id(fields.get("id")) if isinstance(fields, Mapping) else None
            yield Reject(id or "", source, document)
        else:
            yield seen.checked(document, source)


def document_of(fields: Mapping[str, Any]) -> Document | str:
    """The document with these fields, or the reason why there is none."""
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
    if not isinstance(abstracts, list | tuple) or not all(isinstance(a, str) for a in abstracts):
        value = _short(fields, "abstract")
        return f"abstract must be a string or a list of strings, but is {value}; change or drop it"
    meta = {key: value for key, value in fields.items() if key not in FIELDS}
    title = title_line(text) if title is None else title
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
