"""A package inside of a zip archive, put into a folder: models and templates are read as files."""

import shutil
import tempfile
import zipfile
from multiprocessing.util import Finalize
from pathlib import Path, PurePosixPath


def unpack_package(archive: Path, package: PurePosixPath) -> Path:
    """The folder of a package that lies inside of a zip archive, such as a wheel on the path.

    Args:
        archive: The zip archive.
        package: Where the package stands in it.

    The folder is a temporary one of this process, which removes it at its end, unless it is killed.

    Raises:
        ImportError: If no temporary folder can be written.

    Example:
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     with zipfile.ZipFile(file, "w") as archive:
        ...         archive.writestr("lib/birds/wren.txt", "small")
        ...     folder = unpack_package(Path(file.name), PurePosixPath("lib/birds"))
        >>> (folder / "wren.txt").read_text()
        'small'
    """
    try:
        place = tempfile.mkdtemp(prefix="salience-")
        # Unlike what `atexit` runs, this is done in worker processes too, and by no fork.
        Finalize(None, shutil.rmtree, (place, True), exitpriority=0)
        with zipfile.ZipFile(archive) as members:
            names = [name for name in members.namelist() if name.startswith(f"{package}/")]
            members.extractall(place, names)
    except OSError as error:
        raise ImportError(
            f"{package} in the archive {archive} can't be unpacked into a temporary folder "
            f"({error}). Make room there, or install the archive (pip install {archive.name})."
        ) from error
    return Path(place, package)
