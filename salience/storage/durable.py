"""What must outlast a power failure is written to the disk before anything builds on it."""

import errno
import hashlib
import os
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
