"""A package inside of a zip archive, put into a folder: models and templates are read as files."""

import atexit
import os
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath


def unpack_package(archive: Path, package: PurePosixPath) -> Path:
    """The folder of a package that lies inside of a zip archive, such as a wheel on the path.

    Args:
        archive: The zip archive.
        package: Where the package stands in it.

    The folder is a temporary one of this process, which it removes when it ends. Errors of reading
    the archive and of writing the folder are not caught.

    Example:
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     with zipfile.ZipFile(file, "w") as archive:
        ...         archive.writestr("lib/birds/wren.txt", "small")
        ...     folder = unpack_package(Path(file.name), PurePosixPath("lib/birds"))
        >>> (folder / "wren.txt").read_text()
        'small'
    """
    place = tempfile.mkdtemp(prefix="salience-")
    atexit.register(_remove, place, os.getpid())
    with zipfile.ZipFile(archive) as members:
        names = [name for name in members.namelist() if name.startswith(f"{package}/")]
        members.extractall(place, names)
    return Path(place, package)


def _remove(folder: str, process: int) -> None:
    """A forked process leaves the folder to the one that made it."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
