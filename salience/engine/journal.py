"""The file in which a long run keeps what it has finished, so that it can go on after any end.

The journal of `scores.jsonl` is `scores.jsonl.parts`. It is there while the run is, locked by its
process, and grows part by part:

    salience run of process 4711
    settings {"settings": {"--limit": 3}, "overwrite": false}
    results {"id": "d1", "entities": []}
    rejects {"id": "d2", "source": "", "reason": "text is empty"}
    part 2c26b46b… {"items": 2, "digest": "9f86d081…", "state": {}}

A line that begins with `part` ends a part, with the checksum of all since the part before, and it
is on the disk before the next one begins. So whatever ends the run, the journal holds whole parts,
and what follows the last of them does not count. Its suffix is none of a corpus, so that a run over
a folder reads no results in it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from salience.errors import Reject, SalienceError
from salience.storage.durable import on_disk
from salience.storage.remote import is_remote
from salience.types import Document

try:
    import fcntl
except ImportError:  # Windows, where two runs on one output are not noticed
    fcntl = None  # type: ignore[assignment]

PART_SECONDS = 10.0
PART_ITEMS = 1_000
PART_CHARACTERS = 16_000_000
"""A part ends at one of these."""

_BEGIN = b"salience run of process "
_HEADER = len(_BEGIN) + 11
_BLOCK = 1 << 20


class _Part(NamedTuple):
    """What is known at the end of a part: items, their digest, and what was counted."""

    items: int = 0
    digest: str = ""
    state: Mapping[str, Any] = {}


def journal_path(output: str | Path) -> Path:
    """Where the journal of an output lies; that of a URL in the working directory."""
    if isinstance(output, str) and is_remote(output):
        digits = hashlib.sha256(output.encode()).hexdigest()[:8]
        return Path(f"{output.rpartition('/')[2]}.{digits}.parts")
    return Path(f"{output}.parts")


@contextmanager
def open_journal(path: Path | None, *, overwrite: bool = False) -> Iterator[Journal]:
    """The journal of a run, locked until it is closed; one without a part is removed."""
    if path is None:
        with tempfile.TemporaryFile(buffering=0) as file:
            yield Journal(file, None, overwrite)  # type: ignore[arg-type]
        return
    with _locked(path) as file:
        journal = Journal(file, path, overwrite)
        try:
            yield journal
        finally:
            if not journal.items:
                path.unlink(missing_ok=True)


class Journal:
    """What a run has finished: lines of some kinds for each item, kept part by part."""

    def __init__(self, file: FileIO, path: Path | None, overwrite: bool) -> None:
        self.path, self.overwrite = path, overwrite
        self._file = file
        self._end = _HEADER
        self._kept = _Part()
        self._known_settings: Mapping[str, Any] = {}
        self._settings: Callable[[], Mapping[str, Any]] = dict
        self._state: Callable[[], Mapping[str, Any]] = dict
        if not overwrite:
            self._read_parts()
        file.truncate(self._end)
        self._digest = self._kept.digest
        self._read: deque[str] = deque()
        self._clear()

    def begin(
        self, settings: Callable[[], Mapping[str, Any]], state: Callable[[], Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """Begin, or go on with a run of the same `settings`. Returns the state it kept."""
        self._settings, self._state = settings, state
        if not self.items:
            return {}
        if different := _differences(self._known_settings, settings()):
            raise SalienceError(
                f"{self.path} is from a run that was asked for something else: "
                f"{'; '.join(different)}. Give the command of that run to go on with it, or begin "
                "anew with --overwrite."
            )
        return self._kept.state

    @property
    def items(self) -> int:
        """How many items of the input are in whole parts."""
        return self._kept.items

    def rest(self, items: Iterable[Document | Reject]) -> Iterator[Document | Reject]:
        """The items of the input that are not in whole parts."""
        items = iter(items)
        digest, n = "", 0
        for n, item in zip(range(1, self.items + 1), items, strict=False):  # noqa: B007
            digest = _digest(digest, item)
        if digest != self._kept.digest:
            what = "are others" if n == self.items else f"are only {n:,}"
            raise SalienceError(
                f"the input has changed: {self.items:,} documents of it are kept in {self.path}, "
                f"and now the first {what}. Give the input as it was to go on, or begin anew with "
                "--overwrite."
            )
        return self._noted(items, digest)

    def _noted(
        self, items: Iterator[Document | Reject], digest: str
    ) -> Iterator[Document | Reject]:
        """The items, whose digests wait until they are finished: they are read some way ahead."""
        for item in items:
            digest = _digest(digest, item)
            self._read.append(digest)
            yield item

    def add(self, lines: Mapping[str, str]) -> None:
        """Take what the next item has become: a line of ASCII for each of some kinds, or none."""
        self.put(lines)
        self._n += 1
        self._digest = self._read.popleft()
        if (
            self._n >= PART_ITEMS
            or self._characters >= PART_CHARACTERS
            or time.monotonic() - self._since >= PART_SECONDS
        ):
            self.keep()

    def put(self, lines: Mapping[str, str]) -> None:
        """Take lines that belong to the next item."""
        for kind, line in lines.items():
            self._waiting.append((kind, line))
            self._characters += len(line)

    def keep(self) -> None:
        """Write a part of all that waits."""
        if not self._n:
            return
        lines = [f"{kind} {line}\n" for kind, line in self._waiting]
        if not self.items and self.path is not None:
            self._known_settings = self._settings()
            first = {"settings": self._known_settings, "overwrite": self.overwrite}
            lines.insert(0, f"settings {json.dumps(first)}\n")
        part = _Part(self.items + self._n, self._digest, self._state())
        data = "".join(lines).encode("ascii")
        self._append(data + _part_line(hashlib.sha256(data), json.dumps(part._asdict())))
        self._kept = part
        self._clear()

    def lines(self, kind: str) -> Iterator[str]:
        """All lines of a kind, in order: those of the parts, and those that wait."""
        begin = f"{kind} ".encode("ascii")
        for line in self._lines(self._end):
            if line.startswith(begin):
                yield line[len(begin) :].decode("ascii")
        yield from (line for its_kind, line in self._waiting if its_kind == kind)

    def clear(self) -> None:
        """Forget all parts: the run has ended."""
        self._kept, self._end = _Part(), _HEADER
        self._file.truncate(self._end)
        self._clear()

    def _clear(self) -> None:
        self._waiting: list[tuple[str, str]] = []
        self._n, self._characters, self._since = 0, 0, time.monotonic()

    def _read_parts(self) -> None:
        """Find the whole parts; the first that is damaged ends them."""
        at, sum_, first = _HEADER, hashlib.sha256(), None
        for line in self._lines(os.fstat(self._file.fileno()).st_size):
            at += len(line) + 1
            if not line.startswith(b"part "):
                sum_.update(line + b"\n")
                first = first or line
                continue
            said = line.decode("utf-8", "replace").split(" ", 2)[-1]
            if line + b"\n" != _part_line(sum_, said):
                return
            if not self.items:
                begin = json.loads((first or b"").removeprefix(b"settings "))
                self._known_settings, self.overwrite = begin["settings"], begin["overwrite"]
            self._kept, self._end = _Part(**json.loads(said)), at
            sum_ = hashlib.sha256()

    def _lines(self, end: int) -> Iterator[bytes]:
        """The whole lines before a byte of the file, without their ends."""
        rest = b""
        for at in range(_HEADER, end, _BLOCK):
            self._file.seek(at)
            *whole, rest = (rest + self._file.read(min(_BLOCK, end - at))).split(b"\n")
            yield from whole

    def _append(self, data: bytes) -> None:
        """Add bytes on the disk; if that fails, nothing of them stays."""
        try:
            self._file.seek(self._end)
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            if self.path is not None:
                os.fsync(self._file.fileno())
                if not self.items:
                    on_disk(self.path.absolute().parent)  # else a power failure could take it
        except BaseException:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(data)


def _part_line(lines: Any, said: str) -> bytes:
    """The line that ends a part, with the checksum of its lines and of what it says itself."""
    sum_ = lines.copy()
    sum_.update(said.encode("utf-8"))
    return f"part {sum_.hexdigest()} {said}\n".encode()


@contextmanager
def _locked(path: Path) -> Iterator[FileIO]:
    """The file of a journal, made if it is not there, and locked."""
    while True:
        with _opened(path) as file:
            begin = file.read(_HEADER)
            if not _BEGIN.startswith(begin[: len(_BEGIN)]):
                raise SalienceError(f"{path} is no journal of a run. {_MOVE}")
            if fcntl is not None:
                try:
                    # Unlike those of flock, such locks are not inherited by worker processes, which
                    # may live for a moment longer than a run that was killed. They end when any
                    # handle of the file is closed, so that it is read by this one alone.
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError as error:
                    if error.errno in (errno.EAGAIN, errno.EACCES):
                        process = begin[len(_BEGIN) :].decode("ascii", "replace").strip()
                        raise SalienceError(
                            f"{path} is in use: another run (process {process or 'unknown'}) "
                            "writes this output. Wait for it or stop it, or name another output."
                        ) from error
                    # It is a file system without locks.
            if not _is_at(file, path):
                continue  # another run has just removed it
            file.seek(0)
            file.write(_BEGIN + f"{os.getpid():<10}\n".encode())
            yield file
            return


_MOVE = "Move it, or name another output."


def _opened(path: Path) -> FileIO:
    while True:
        try:
            return path.open("x+b", buffering=0)
        except FileExistsError:
            try:
                file = path.open("r+b", buffering=0)
            except FileNotFoundError:  # another run has just removed it
                continue
            except IsADirectoryError as error:
                raise SalienceError(f"{path} is a folder, and no journal. {_MOVE}") from error
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file
        file.close()
        raise SalienceError(f"{path} is no journal of a run. {_MOVE}")


def _is_at(file: FileIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _digest(before: str, item: Document | Reject) -> str:
    """The digest of all items up to one, from that of the items before it."""
    from salience.coref.external_clusters import FIELD  # imports spaCy

    if isinstance(item, Reject):
        said: list[Any] = [item.id, item.source, item.reason]
    else:
        said = [item.id, item.text, item.title, item.abstracts, item.meta.get(FIELD)]
    data = json.dumps([before, said], default=str).encode("ascii")
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between the settings of two runs, in words."""
    names = [*then, *(name for name in now if name not in then)]
    return [
        f"{name} was {_said(then.get(name))} and is {_said(now.get(name))}"
        for name in names
        if then.get(name) != now.get(name)
    ]


def _said(value: object) -> str:
    if value is None:
        return "not given"
    return value if isinstance(value, str) else json.dumps(value)
