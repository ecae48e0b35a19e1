"""Files and folders that are not finished: hidden, and removed by the next run if theirs died."""

import os
import re
import shutil
import socket
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


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
