"""What the reader of a format takes, and what it yields."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from salience.corpus.formats.foreign import foreign_file

RawDocument = tuple[str, Mapping[str, Any] | str]
"""A place, such as `corpus.jsonl:3`, and the fields of the document there, or why it has none."""

OpenFile = Callable[[], AbstractContextManager[BinaryIO]]
"""Opens a file to read its bytes."""


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


def lines(source: SourceFile) -> Iterator[bytes | None]:
    """The lines of a file with their ends; None for one that is over the limit."""
    while line := source.file.readline(source.limit + 1):
        if len(line) <= source.limit:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.file.readline(source.limit)
        yield None


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
    data = whole(source)
    if isinstance(data, str):
        return "", data
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        if foreign := foreign_file(source.name, data):
            return "", f"the file is {foreign}"
        return "", f"the text is not UTF-8 ({error}); convert the file"
