"""Files as they lie: compressed, in folders and in archives, read without unpacking to disk.

A name in an archive is used in ids and messages only: no file of that name is opened or made.
"""

import os
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, BinaryIO, Self, cast

from salience.corpus.formats import FORMATS, SUFFIXES
from salience.corpus.formats.compression import decompressed, suffixes
from salience.corpus.formats.source import OpenFile, RawDocument, SourceFile, text_start
from salience.corpus.formats.texts import MOST_ABSTRACTS, main_of, parts_of
from salience.corpus.formats.unpacking import DAMAGED, Allowance, Headers, counted
from salience.storage.remote import Remote, is_remote

ARCHIVES = (".tar", ".zip")
_HIDDEN = re.compile(r"\.(?!\.?$).*|__MACOSX", re.DOTALL)
_DEEPEST = 3
_MOST_HEADERS = 2**16
"""Bytes that may stand before a file in a tar archive: long names, attributes, maps of holes."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a file is: see `SourceFile`; how deep, and in which file on disk."""

    name: str
    id: str
    limit: int
    format: str | None
    allowance: Allowance | None = None
    depth: int = 0
    packed: bool = False

    def inside(self, member: str) -> Self:
        id = f"{self.id}/{member}" if self.id else member
        return replace(self, name=f"{self.name}/{member}", id=id, depth=self.depth + 1)


def sources(
    path: str | os.PathLike[str], format: str | None, limit: int, *, several: bool
) -> Iterator[SourceFile | RawDocument]:
    """The files at a path, one after the other; each must be read before the next is asked for."""
    given = os.fspath(path)
    opened: OpenFile
    if is_remote(given):
        remote = Remote(given)
        name, folder, opened = remote.name or given, remote.is_folder(), remote.open
        files = _Files(remote.exists, lambda name: partial(remote.open, name))
    else:
        name, folder, opened = Path(given).name or given, Path(given).is_dir(), _opener(given)
        files = _Files(os.path.isfile, _opener)
    container = folder or suffixes(name)[0] in ARCHIVES
    place = _Place(name, given if several else "" if container else name, limit, format)
    if not folder:
        parts = files.parts(name if is_remote(given) else given)
        with opened() as file:
            yield from _file(file, place, {part: files.opener(n) for part, n in parts.items()})
    elif not is_remote(given):
        yield from _folder(Path(given), place)
    else:
        for member in filter(lambda member: _wanted(member, format), remote.files()):
            yield from _member(member, place, files, files.opener(member))


def standard_input(format: str, limit: int) -> SourceFile:
    """Standard input as a source."""
    return SourceFile(format, "stdin", "stdin", sys.stdin.buffer, limit)


def standard_input_format() -> str:
    """What standard input is by its first characters, which are not used up."""
    start = text_start(sys.stdin.buffer).lstrip()
    if start.startswith("[") and start[1:].lstrip()[:1] in ("{", "]"):
        return "json"
    first, _, more = start.partition("\n")
    if first.strip() == "{" and more:
        return "json"  # an object in several lines
    return "jsonl" if start[:1] in ("{", "") else "text"


def is_part(path: Path, others: set[str]) -> bool:
    """Whether a file is the title or an abstract of an article among the others."""
    return main_of(os.fspath(path)) in others and path.is_file()


def _file(
    file: BinaryIO, place: _Place, beside: dict[str, OpenFile]
) -> Iterator[SourceFile | RawDocument]:
    """A file that has been opened, or what is in it."""
    kind, compression = suffixes(place.name)
    packed = place.packed or bool(compression)
    allowance = place.allowance or Allowance.for_file(file)
    place = replace(place, allowance=allowance)
    if kind in ARCHIVES and place.depth == _DEEPEST:
        yield place.name, f"archives lie in each other over {_DEEPEST} deep; unpack some"
    elif kind == ".zip" and packed:
        yield place.name, "a zip archive must be a file of its own, not packed; unpack it"
    elif kind == ".zip":
        yield from _zip(file, replace(place, packed=True), allowance)
    elif kind == ".tar":
        file = decompressed(file, compression)
        yield from _tar(file, replace(place, packed=True), allowance)
    else:
        format = place.format or SUFFIXES[kind]
        if compression:
            file = counted(decompressed(file, compression), allowance)
        member = place.depth > 0
        yield SourceFile(format, place.name, place.id, file, place.limit, member, packed, beside)


def _wanted(name: str, format: str | None) -> bool:
    """Whether a file in a folder or archive is read."""
    if any(_HIDDEN.fullmatch(part) for part in name.split("/")):
        return False
    kind = suffixes(name)[0]
    if format is None:
        return kind in ARCHIVES or kind in SUFFIXES
    # Many corpora have files such as `wiki_00` or `APW19981016.0240`.
    return kind in ARCHIVES or kind in FORMATS[format].suffixes or not kind.strip(".0123456789")


def wanted_files(path: Path, format: str | None) -> Iterator[str]:
    """The files of a folder that are read, sorted; those of its subfolders come last."""

    def fail(error: OSError) -> None:
        raise error

    try:
        for top, folders, files in os.walk(path, onerror=fail):
            folders.sort()
            for file in sorted(files):
                name = Path(top, file).relative_to(path).as_posix()
                if _wanted(name, format) and (path / name).is_file():  # a pipe would not end
                    yield name
    except RecursionError as error:
        raise OSError(f"folders in it lie too deep in each other ({error})") from error


class _Files:
    """The files of a folder or zip archive, by their names."""

    def __init__(self, exists: Callable[[str], bool], opener: Callable[[str], OpenFile]) -> None:
        self.exists = exists
        self.opener = opener
        # Each file of an article asks for all of them, and they come one after the other.
        self.parts = lru_cache(16)(partial(parts_of, exists=exists))


def _folder(path: Path, place: _Place) -> Iterator[SourceFile | RawDocument]:
    root = path.resolve()

    def leads_out(name: str) -> bool:
        file = path / name
        return file.is_symlink() and not file.resolve().is_relative_to(root)

    def exists(name: str) -> bool:
        return (path / name).is_file() and not leads_out(name)

    files = _Files(exists, lambda name: _opener(path / name))
    for name in wanted_files(path, place.format):
        if leads_out(name):
            reason = "it is a link that leads out of the folder; name the file itself, or copy it"
            yield place.inside(name).name, reason
            continue
        yield from _member(name, place, files, files.opener(name))


def _zip(file: BinaryIO, place: _Place, allowance: Allowance) -> Iterator[SourceFile | RawDocument]:
    with _opened_zip(file) as archive:
        opener = partial(_open_in_zip, archive, allowance)
        files = _Files(set(archive.namelist()).__contains__, lambda name: partial(opener, name))
        for info in archive.infolist():
            name = info.filename
            if info.is_dir() or not _wanted(name, place.format):
                continue
            if info.flag_bits & 1:
                yield place.inside(name).name, "it needs a password; unpack the archive"
                continue
            # Not by its name, which another may have too.
            yield from _member(name, place, files, partial(opener, info))


def _opened_zip(file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except UnicodeDecodeError as error:
        raise zipfile.BadZipFile(f"a name in it is not UTF-8 ({error})") from error
    except (ValueError, OverflowError, MemoryError) as error:  # places and sizes that lie
        raise zipfile.BadZipFile(f"{type(error).__name__}: {error}") from error


def _open_in_zip(
    archive: zipfile.ZipFile, allowance: Allowance, member: str | zipfile.ZipInfo
) -> BinaryIO:
    try:
        return counted(archive.open(member), allowance)
    except DAMAGED:
        raise
    except Exception as error:  # a password, a broken name, a place before the file
        raise OSError(str(error)) from error


def _member(
    name: str, place: _Place, files: _Files, opened: OpenFile
) -> Iterator[SourceFile | RawDocument]:
    """One of many files; a damaged one is a reason, and the others follow."""
    inside = place.inside(name)
    main = main_of(name)
    if main is not None:
        if not files.exists(main):
            yield inside.name, f"there is no {main} that it belongs to; rename one"
        elif name not in files.parts(main).values():
            numbers = f"from 1 on, without a gap and up to {MOST_ABSTRACTS}"
            yield inside.name, f"abstracts of {main} must be numbered {numbers}; rename them"
        return
    beside = {part: files.opener(file) for part, file in files.parts(name).items()}
    try:
        with opened() as file:
            yield from _file(file, inside, beside)
    except DAMAGED as error:
        yield inside.name, unreadable(error)


def unreadable(error: Exception) -> str:
    """The reason why a damaged file has no documents, or no more."""
    return f"it can't be read: {error or type(error).__name__}; check or replace it"


def _tar(file: BinaryIO, place: _Place, allowance: Allowance) -> Iterator[SourceFile | RawDocument]:
    """The files of a tar archive, in its order and without going back."""
    for header, data in _members(file, allowance):
        name = header.name.removeprefix("./")
        if not _wanted(name, place.format):
            continue
        inside = place.inside(name)
        if main_of(name) is not None:
            reason = "titles and abstracts beside texts are found in folders and zip archives"
            yield inside.name, f"{reason}, not in tar archives; unpack it"
            continue
        try:
            yield from _file(counted(data, allowance), inside, {})
        except DAMAGED as error:
            yield inside.name, unreadable(error)


def _members(file: BinaryIO, allowance: Allowance) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    """The files of a tar archive with their data, to be read at once; links are passed over."""
    stream = Headers(file, allowance)
    stream.stop = _MOST_HEADERS
    try:
        with tarfile.open(fileobj=cast(BinaryIO, stream), mode="r|") as archive:
            while (header := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined]  # else it keeps every header
                archive.pax_headers = {}  # and those that are meant for all files
                if (data := archive.extractfile(header) if header.isreg() else None) is not None:
                    stream.stop = None
                    yield header, data
                stream.stop = archive.offset + _MOST_HEADERS  # type: ignore[attr-defined]
    except (ValueError, RecursionError, OverflowError) as error:  # of strange headers
        raise tarfile.ReadError(f"{type(error).__name__}: {error}") from error


def _opener(path: str | os.PathLike[str]) -> OpenFile:
    return partial(cast(Callable[..., BinaryIO], open), path, "rb")
