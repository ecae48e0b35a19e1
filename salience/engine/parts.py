"""The folder in which a long run keeps what it has finished, so that it can go on after any end.

The folder of `scores.jsonl` is `scores.jsonl.parts`. It is there while the run is, and holds

- `lock`, which the process that writes holds locked, so that no other writes there;
- `manifest`: a line with the settings of the run, then one for each part;
- the files of the parts, such as `000001.results`: some lines of each kind of lines.

No suffix of theirs is one of a corpus, so that a run over a folder reads no results in it.

A part is on the disk before the manifest names it. So whatever ends the run, the manifest names
whole parts, and nothing else in the folder counts.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from salience.errors import SalienceError
from salience.storage.durable import checksum, on_disk
from salience.storage.remote import is_remote

try:
    import fcntl
except ImportError:  # Windows, where two runs on one output are not noticed
    fcntl = None  # type: ignore[assignment]

_LOCK, _MANIFEST = "lock", "manifest"
_OURS = re.compile(r"lock|manifest(\.new)?|\d{6,}\.[a-z]+").fullmatch


@dataclass(frozen=True, slots=True)
class Part:
    """Finished items of the input, in order.

    Attributes:
        items: How many items are done with this part and those before it.
        digest: The digest of all these items, by which the input is known again.
        state: What was counted up to its end.
        files: By kind of lines, the size in bytes and the SHA-256 of its file. Kinds without lines
            have none.
    """

    items: int
    digest: str
    state: Mapping[str, Any]
    files: Mapping[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run was asked for, and the parts that it has finished.

    Attributes:
        settings: All that results depend on, by the name that a person knows it by.
        overwrite: Whether the run may replace whatever is at its output.
        parts: In order.

    Example:
        >>> manifest = Manifest({"--limit": 3}, False, (Part(2, "a1", {"documents": 2}, {}),))
        >>> Manifest.of_lines(manifest.lines()) == manifest
        True
    """

    settings: Mapping[str, Any]
    overwrite: bool = False
    parts: tuple[Part, ...] = ()

    def lines(self) -> list[str]:
        """The manifest as JSON lines: the settings, then a line for each part."""
        first = {"settings": self.settings, "overwrite": self.overwrite}
        return [json.dumps(first), *(json.dumps(asdict(part)) for part in self.parts)]

    @classmethod
    def of_lines(cls, lines: Sequence[str]) -> Manifest:
        """The manifest that `lines` made.

        Raises:
            ValueError, LookupError, TypeError: If it did not.
        """
        first, *parts = map(json.loads, lines)
        return cls(first["settings"], first["overwrite"], tuple(map(_part, parts)))


def _part(fields: Mapping[str, Any]) -> Part:
    files = {kind: (size, digest) for kind, (size, digest) in fields["files"].items()}
    return Part(**{**fields, "files": files})


def parts_folder(output: str | Path) -> Path:
    """Where the parts of an output lie until they are joined; of a URL in the working directory.

    URLs of one file name have folders of their own, by the first digits of their SHA-256.

    Example:
        >>> parts_folder("runs/scores.jsonl").name, str(parts_folder("s3://bucket/scores.jsonl"))
        ('scores.jsonl.parts', 'scores.jsonl.57cea2d5.parts')
    """
    if isinstance(output, str) and is_remote(output):
        digits = hashlib.sha256(output.encode()).hexdigest()[:8]
        return Path(f"{output.rpartition('/')[2]}.{digits}.parts")
    return Path(f"{output}.parts")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder of a run and lock it; without a manifest in it, it is removed at the end.

    The lock ends with its process, however that ends. Where a file system knows no locks, two runs
    on one output are not noticed.

    Raises:
        SalienceError: If another process has locked it, or something else lies there.
    """
    _refuse_others(folder)
    handle = _lock(folder)
    try:
        yield
    finally:
        if not (folder / _MANIFEST).exists():
            clear(folder)
            (folder / _LOCK).unlink(missing_ok=True)
            with suppress(OSError):  # it is not empty: something else lies there, or a new lock
                folder.rmdir()
        if handle is not None:
            os.close(handle)


def _refuse_others(folder: Path) -> None:
    """Refuse a folder that no run has made, in which nothing may be touched."""
    try:
        names = sorted(file.name for file in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    strange = [name for name in names if not _OURS(name)]
    if not {_LOCK, _MANIFEST} & {*names}:  # files of others may be called as parts are
        strange = strange or names
    if strange:
        raise SalienceError(
            f"{folder} holds {strange[0]!r}, which is no part of a run. Move it, or name another "
            "output."
        )


def _lock(folder: Path) -> int | None:
    """Make the folder and lock it. Returns the handle that does; None where there are no locks."""
    while True:
        try:
            folder.mkdir(exist_ok=True)
            handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:  # a run that ends has just removed the folder
            if not folder.parent.is_dir():
                raise
            continue
        except (FileExistsError, NotADirectoryError) as error:
            raise SalienceError(
                f"{folder} is a file, where the parts of the output would lie. Move it, or name "
                "another output."
            ) from error
        if fcntl is None:  # Windows could not remove it if it were open
            os.close(handle)
            return None
        try:
            # Unlike those of flock, such locks are not inherited by worker processes, which may
            # live for a moment longer than a run that was killed.
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            process = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            os.close(handle)
            raise SalienceError(
                f"{folder} is in use: another run (process {process or 'unknown'}) writes this "
                "output. Wait for it or stop it, or name another output."
            ) from error
        except OSError:  # a file system without locks
            return handle
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(folder / _LOCK)):  # noqa: PTH116
                os.pwrite(handle, f"{os.getpid():<20}".encode(), 0)
                return handle
        os.close(handle)  # of a folder that a run has just removed


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a run that has not ended well; None if there is none, or it names no part.

    A line that was not written to its end is removed, and so are parts from the first on whose
    files are not those that the manifest names: the run goes on before them.

    Raises:
        SalienceError: If the manifest is damaged elsewhere.
    """
    path = folder / _MANIFEST
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    lines = content.decode("utf-8", "replace").split("\n")
    try:
        found = Manifest.of_lines(lines[:-1]) if lines[:-1] else None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise SalienceError(
            f"{path} is damaged: {error}. Begin the run anew with --overwrite."
        ) from error
    if found is None:
        path.unlink()
        return None
    whole = replace(found, parts=tuple(_whole_parts(folder, found.parts)))
    if not whole.parts:
        path.unlink()
        return None
    if lines[-1] or whole != found:
        _write_manifest(folder, whole)
    return whole


def _whole_parts(folder: Path, parts: Sequence[Part]) -> Iterator[Part]:
    for number, part in enumerate(parts, 1):
        for kind, (size, digest) in part.files.items():
            file = folder / _name(number, kind)
            if not file.is_file() or file.stat().st_size != size or checksum(file) != digest:
                return
        yield part


def add_part(
    folder: Path,
    manifest: Manifest,
    lines: Mapping[str, Sequence[str]],
    *,
    items: int,
    digest: str,
    state: Mapping[str, Any],
) -> Manifest:
    """Write a part to the disk, and then its line in the manifest.

    Args:
        folder: The folder, which this process has locked.
        manifest: What is there. Its settings are written with the first part.
        lines: By kind, the lines of the part: ASCII, without their ends.
        items, digest, state: As in `Part`.

    Returns:
        The manifest with the part.

    Raises:
        OSError: If it can't be written; the parts before it stand.
    """
    number = len(manifest.parts) + 1
    files = {}
    for kind, some in lines.items():
        if some:
            data = "".join(f"{line}\n" for line in some).encode("ascii")
            _write(folder / _name(number, kind), data)
            files[kind] = (len(data), hashlib.sha256(data).hexdigest())
    on_disk(folder)
    part = Part(items, digest, state, files)
    grown = replace(manifest, parts=(*manifest.parts, part))
    if number == 1:
        _write_manifest(folder, grown)
        on_disk(folder.absolute().parent)  # else a power failure could take the folder
    else:
        _append(folder / _MANIFEST, f"{json.dumps(asdict(part))}\n".encode("ascii"))
    return grown


def _append(path: Path, line: bytes) -> None:
    """Add a line to a file on the disk; if that fails, nothing of it stays."""
    size = path.stat().st_size
    try:
        _put(path, "ab", line)
    except BaseException:
        os.truncate(path, size)
        raise


def part_lines(folder: Path, manifest: Manifest, kind: str) -> Iterator[str]:
    """The lines of a kind in all parts, in order, without their ends.

    Raises:
        SalienceError: If a file is not what the manifest says, since its disk or a person changed
            it after the run began to read it.
    """
    for number, part in enumerate(manifest.parts, 1):
        if kind not in part.files:
            continue
        path, digest = folder / _name(number, kind), hashlib.sha256()
        with path.open("rb") as file:
            for line in file:
                digest.update(line)
                yield line[:-1].decode("ascii")
        if digest.hexdigest() != part.files[kind][1]:
            raise SalienceError(f"{path} was changed. Run the command again: it makes it anew.")


def differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between the settings of two runs, in words.

    Example:
        >>> differences({"--limit": None, "corpus.jsonl": "12 bytes"}, {"--limit": 3})
        ['--limit was not given and is 3', 'corpus.jsonl was 12 bytes and is not given']
    """
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


def clear(folder: Path) -> None:
    """Remove the manifest, so that no run goes on, and then all parts."""
    (folder / _MANIFEST).unlink(missing_ok=True)
    for file in folder.iterdir():
        if _OURS(file.name) and file.name != _LOCK:
            file.unlink(missing_ok=True)


def _name(number: int, kind: str) -> str:
    return f"{number:06}.{kind}"


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    path = folder / _MANIFEST
    new = path.with_name(f"{_MANIFEST}.new")
    _write(new, "".join(f"{line}\n" for line in manifest.lines()).encode("ascii"))
    new.replace(path)
    on_disk(folder)


def _write(path: Path, data: bytes) -> None:
    """Write a file to the disk; what can't be written whole is removed, for the room it takes."""
    try:
        _put(path, "wb", data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _put(path: Path, mode: Literal["ab", "wb"], data: bytes) -> None:
    with path.open(mode) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
