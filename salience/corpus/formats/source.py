"""What the reader of a format takes, and what it yields."""

import codecs
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

RawDocument = tuple[str, Mapping[str, Any] | str]
"""A place, such as `corpus.jsonl:3`, and the fields of the document there, or why it has none."""

OpenFile = Callable[[], AbstractContextManager[BinaryIO]]
"""Opens a file to read its bytes."""

_STEP = 2**13


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read: on disk, in an archive, or standard input.

    A document that takes more bytes than `limit` is rejected. What is `packed` can't be read from
    its end; `beside` has the title and abstracts of an article.
    """

    format: str
    name: str
    id: str
    file: BinaryIO
    limit: int
    member: bool = False
    packed: bool = False
    beside: Mapping[str, OpenFile] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)


Reader = Callable[[SourceFile], Iterator[RawDocument]]
"""Reads the documents of a file in one format."""


def byte_limit(max_length: int) -> int:
    """Bytes for a document: 12 for each character, as JSON may write it, and for its markup."""
    return 16 * max_length + 2**20


def too_long(what: str, limit: int) -> str:
    """The reason why something is not read."""
    return (
        f"the {what} takes over {limit:,} bytes, too much for one document; split it, or raise the "
        "limit (max_length, --max-length) if memory allows"
    )


_ENCODINGS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""By the mark that a file begins with, its encoding, where that is not UTF-8."""


def text_start(file: BinaryIO) -> str:
    """The first characters of a file of text, which are not used up."""
    start = _first_bytes(file)
    return start.decode(_ENCODINGS.get(start[:2], "utf-8"), "ignore").removeprefix("\ufeff")


def _first_bytes(file: BinaryIO) -> bytes:
    if hasattr(file, "peek"):
        return cast(io.BufferedReader, file).peek(_STEP)
    if not file.seekable():
        return b""
    place = file.tell()
    start = file.read(_STEP)
    file.seek(place)
    return start


def utf8(file: BinaryIO) -> BinaryIO:
    """A file of text as UTF-8, with its mark: UTF-16 is told by the mark at its start."""
    encoding = _ENCODINGS.get(_first_bytes(file)[:2])
    return file if encoding is None else io.BufferedReader(_Recoded(file, encoding))


class _Recoded(io.RawIOBase):
    """A file in another encoding, as UTF-8."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self.file = file
        self.decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self.waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = b"."
        while data and not self.waiting:
            data = self.file.read(_STEP)
            try:
                text = self.decoder.decode(data, final=not data)
            except UnicodeDecodeError as error:
                raise EOFError("its UTF-16 ends in the middle of a character") from error
            self.waiting = text.encode("utf-8", "surrogatepass")  # else no line would be at fault
        count = min(len(buffer), len(self.waiting))
        buffer[:count] = self.waiting[:count]
        self.waiting = self.waiting[count:]
        return count


def lines(source: SourceFile) -> Iterator[bytes | None]:
    """The lines of a file of text with their ends; None for one that is over the limit."""
    file = utf8(source.file)
    mark = codecs.BOM_UTF8
    while line := file.readline(source.limit + 1):
        if len(line) <= source.limit:
            yield line.removeprefix(mark)
            mark = b""
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(source.limit)
        yield None


def documents_of_lines(
    source: SourceFile, begins: Callable[[bytes, bool], bool]
) -> Iterator[tuple[str, bytes | str]]:
    """The bytes of each document of a file, or why it is not read, with its place.

    It goes from a line that `begins` one to the next; whether a line is the first, or stands behind
    a blank one, is said.
    """
    place, size = "", 0
    kept: list[bytes] = []
    first = True
    for number, line in enumerate(lines(source), 1):
        if line is not None and begins(line, first):
            if place:
                yield place, _joined(kept, size, source.limit)
            place, size, kept = f"{source.name}:{number}", 0, []
        size += source.limit + 1 if line is None else len(line)
        if line is not None and place and size <= source.limit:
            kept.append(line)
        first = line is not None and not line.strip()
    if place:
        yield place, _joined(kept, size, source.limit)


def _joined(kept: list[bytes], size: int, limit: int) -> bytes | str:
    return b"".join(kept) if size <= limit else too_long("document", limit)


def text_reader(fields_of: Callable[[SourceFile, str], Mapping[str, Any] | str]) -> Reader:
    """A reader of files that are one text each, from what makes fields of it, or says why not."""

    def read(source: SourceFile) -> Iterator[RawDocument]:
        text, reason = whole_text(source)
        yield source.name, fields_of(source, text) if reason is None else reason

    return read


def whole(source: SourceFile) -> bytes | str:
    """All bytes of a file, or the reason why it can't be a document."""
    data = source.file.read(source.limit + 1)
    return data if len(data) <= source.limit else too_long("file", source.limit)


def whole_text(source: SourceFile) -> tuple[str, str | None]:
    """The text of a file and None, or the empty string and the reason why it has none."""
    data = whole(replace(source, file=utf8(source.file)))
    if isinstance(data, str):
        return "", data
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        if foreign := foreign_file(source.name, data):
            return "", f"the file is {foreign}"
        return "", f"the text is not UTF-8 ({error}); convert the file"


_ADVICE = {
    ".pdf": "make text of it first (pdftotext)",
    ".docx .odt .rtf .epub .tex .rst .ipynb": "make text of it first (pandoc -t plain)",
    ".doc .pptx": "make text of it first (libreoffice --convert-to txt)",
    ".xlsx .xls .ods .sqlite": "save a column of texts as CSV",
    ".feather .arrow .orc .pkl": "save it as Parquet",
    ".msg .pst": "export its messages as .eml or .mbox",
    ".ass .ssa .ttml .sub": "make .srt of it first (ffmpeg)",
    ".7z .rar .xz .lz4": "unpack it",
}
_HOW = {suffix: how for suffixes, how in _ADVICE.items() for suffix in suffixes.split()}
_BEGINS = {b"%PDF-": ".pdf", b"{\\rtf": ".rtf", b"\xd0\xcf\x11\xe0": ".doc"}
"""By the first bytes of a file, what it is whatever its name says."""


def foreign_file(name: str, begins: bytes = b"") -> str | None:
    """What a file is that is not read, and what makes text of it; None if that is not known."""
    kinds = (kind for start, kind in _BEGINS.items() if begins.startswith(start))
    suffix = next(kinds, Path(name).suffix.lower())
    if suffix not in _HOW:
        return None
    return f"a {suffix} file, which is not read; {_HOW[suffix]}"
