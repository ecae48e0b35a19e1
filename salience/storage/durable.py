"""Files that are whole or not there: what must outlast a power failure is on the disk before
anything builds on it, and what is not finished is hidden, and removed by the next run if its died.
"""

import errno
import hashlib
import os
import re
import shutil
import socket
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CAN_NOT = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)


def on_disk(path: Path) -> None:
    """Wait until a file, or the list of the files in a folder, is on the disk, if systems can."""
    try:
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)  # as Windows asks for
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if not (path.is_dir() and error.errno in _CAN_NOT):
            raise


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def is_full(error: OSError) -> bool:
    """Whether there was no room for a file that was written."""
    return error.errno in _FULL


def said_of(error: OSError) -> str:
    """What went wrong with a file that is written, and what to do."""
    reason = error.strerror or str(error)
    if is_full(error):
        return f"{reason}. Make room on the disk, or name another place."
    return f"{reason}. Name another place."


def checksum(path: Path) -> str:
    """The SHA-256 of a file, or of all that a folder holds, with the names of its files."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        said = "".join(f"{file.relative_to(path).as_posix()} {checksum(file)}\n" for file in files)
        return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def beside(path: Path, *, folder: bool = False) -> Iterator[Path]:
    """A new hidden file or folder beside `path`; those of killed processes are removed."""
    where = path.absolute().parent
    machine = f"{zlib.crc32(socket.gethostname().encode()):08x}"
    for old in _of_the_dead(path, machine):
        _remove(old)
    begin = f".{path.name}.{machine}-{os.getpid()}."
    if folder:
        part = Path(tempfile.mkdtemp(".part", begin, where))
    else:
        handle, name = tempfile.mkstemp(".part", begin, where)
        os.close(handle)
        part = Path(name)
    try:
        yield part
    finally:
        _remove(part)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder that takes the place of `path` when all in it is written, and is gone if not."""
    with beside(path, folder=True) as work:
        # The folder for the work is the owner's alone; the one in it has the usual permissions.
        made, old = work / "new", work / "old"
        made.mkdir()
        yield made
        try:
            if path.exists():
                path.rename(old)
            made.rename(path)
        except BaseException:
            if old.exists() and not path.exists():
                old.rename(path)
            raise


def _of_the_dead(path: Path, machine: str) -> Iterator[Path]:
    """What processes of this machine have left beside `path` that live no more."""
    if os.name == "nt":  # which can't be asked without harm
        return
    name = re.compile(rf"\.{re.escape(path.name)}\.{machine}-(\d+)\.[a-z0-9_]{{8}}\.part")
    with suppress(PermissionError):  # a folder may be written to that can't be listed
        for file in path.absolute().parent.iterdir():
            if match := name.fullmatch(file.name):
                try:
                    os.kill(int(match[1]), 0)
                except ProcessLookupError:
                    yield file
                except PermissionError:  # it lives, and is somebody else's
                    pass


def _remove(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part, ignore_errors=True)
    else:
        with suppress(FileNotFoundError, PermissionError):  # another run was quicker, or owns it
            part.unlink()
