"""Files and folders that are not finished: hidden, and removed by the next run if theirs died."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where what a run that died has left stays
    fcntl = None  # type: ignore[assignment]

_SUFFIX = ".part"


@contextmanager
def beside(path: Path, *, folder: bool = False) -> Iterator[Path]:
    """A new hidden file or folder beside `path`, of which nothing is left at the end.

    Whoever makes it moves it to `path` when it is finished. It is locked as long as its process
    lives, which is how those of processes that were killed are known, and removed here.
    """
    for old in _of_others(path):
        _remove_if_dead(old)
    part, lock = _new(path, folder)
    try:
        yield part
    finally:
        _remove(part)
        if lock is not None:
            os.close(lock)


def _of_others(path: Path) -> list[Path]:
    # As `tempfile` makes names.
    is_part = re.compile(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}{re.escape(_SUFFIX)}").fullmatch
    try:
        return [file for file in path.absolute().parent.iterdir() if is_part(file.name)]
    except PermissionError:  # A folder may be written to that can't be listed.
        return []


def _new(path: Path, folder: bool) -> tuple[Path, int | None]:
    """A new file or folder, and the handle that locks it; None where there are no locks."""
    where = path.absolute().parent
    while True:
        if folder:
            part = Path(tempfile.mkdtemp(_SUFFIX, f".{path.name}.", where))
        else:
            handle, name = tempfile.mkstemp(_SUFFIX, f".{path.name}.", where)
            os.close(handle)
            part = Path(name)
        if fcntl is None:
            return part, None
        # Another process may take it for dead, and remove it, before it is locked.
        with suppress(FileNotFoundError):
            lock = os.open(part, os.O_RDONLY)
            if _locked(lock, wait=True) and part.exists():
                return part, lock
            os.close(lock)


def _remove_if_dead(part: Path) -> None:
    if fcntl is None:
        return
    with suppress(OSError):  # another process was quicker, or it belongs to somebody else
        lock = os.open(part, os.O_RDONLY)
        try:
            if _locked(lock, wait=False):
                _remove(part)
        finally:
            os.close(lock)


def _locked(handle: int, *, wait: bool) -> bool:
    """Lock a file; if another process has the lock, wait for it or return False."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return wait  # Some file systems know no locks: then nothing is taken for dead.
    return True


def _remove(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part, ignore_errors=True)
    else:
        part.unlink(missing_ok=True)
