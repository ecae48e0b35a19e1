"""The folders of saved models: found by name or path, read within bounds, written whole.

A folder has `meta.json`, to be read by people, and `arrays.npz`, see
`salience.storage.saved_model`. Models that ship have their checksums in `SHA256SUMS` beside their
folders.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from salience.errors import ModelError, ResourceError
from salience.resources import model_path, resource_dir
from salience.storage.durable import checksum, new_folder, said_of

META = "meta.json"
ARRAYS = "arrays.npz"
SUMS = "SHA256SUMS"
"""The checksums of the files of models that ship, as `sha256sum` writes them."""
AGAIN = "Copy or install the model again, or train it again."

_LARGEST = {META: 2**26, ARRAYS: 2**32}
"""Bytes of a file. Counts of large corpora are the largest arrays."""


def read_folder(path: Path, *, links: bool = False) -> dict[str, bytes]:
    """The files of a model folder by name; pipes, which might not end, are refused."""
    if not path.is_dir():
        raise ModelError(f"{path} is not a folder. Give the folder that a model was saved in.")
    try:
        return {name: _read(path, name, links) for name in _LARGEST if os.path.lexists(path / name)}
    except OSError as error:
        raise ModelError(f"{path} can't be read: {error}.") from error
    except MemoryError as error:
        raise ModelError(f"{path} is larger than the memory that is left. {AGAIN}") from error


def _read(folder: Path, name: str, links: bool) -> bytes:
    shown, path = folder / name, (folder / name).resolve(strict=True)
    if not links and not path.is_relative_to(folder.resolve()):
        raise ModelError(f"{shown} is a link out of the folder. Put the file itself there.")
    # A pipe is opened at once so, and not when somebody writes to it.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ModelError(f"{shown} is no regular file. {AGAIN}")
        if status.st_size > _LARGEST[name]:
            raise ModelError(
                f"{shown} must have at most {_LARGEST[name]:,} bytes, but has {status.st_size:,}. "
                f"{AGAIN}"
            )
        return file.read(status.st_size)


def check_folder_for_model(path: Path) -> None:
    """Check before the work starts that a model may be written to a path."""
    if path.exists() and not (
        path.is_dir() and {file.name for file in path.iterdir()} <= {META, ARRAYS}
    ):
        raise ModelError(
            f"{path} is there and holds something else than a model. Name another folder."
        )


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which appears when it is complete, in place of a model at most."""
    path = path.resolve()
    check_folder_for_model(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_folder(path) as made:
            for name, content in files.items():
                (made / name).write_bytes(content)
    except OSError as error:
        raise ModelError(f"{path} can't be written: {said_of(error)}") from error


def load_files(name_or_path: str | Path) -> tuple[dict[str, bytes], str]:
    """The files of the model that `find_model` finds, and what messages call it."""
    path = find_model(name_or_path)
    return read_folder(path, links=check_shipped(path)), shown_path(path)


def check_shipped(path: Path) -> bool:
    """Whether a model ships; what has checksums beside it must be as it was."""
    models = resource_dir() / "models"
    if path.parent == models:
        _check_sums(models, f"{path.name}/", "Install salience again.")
        return True
    if (path / SUMS).is_file():
        _check_sums(path, "", f"Copy the folder again, or delete {SUMS} if the change is yours.")
    return False


def _check_sums(folder: Path, begin: str, advice: str) -> None:
    """Compare files of a folder whose names begin so with its checksums."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
        expected = {name: sum_ for sum_, name in (line.split("  ", 1) for line in lines)}
        names = [name for name in expected if name.startswith(begin)]
        files = {name: folder / name for name in names}
        changed = [f for n, f in files.items() if not f.is_file() or checksum(f) != expected[n]]
    except (OSError, ValueError) as error:
        shown = folder / begin
        raise ModelError(f"{shown} can't be checked against {SUMS}: {error}. {advice}") from error
    if not names:
        raise ModelError(f"{folder / begin} does not stand in {folder / SUMS}. {advice}")
    if changed:
        raise ModelError(f"{changed[0]} is not as it was shipped. {advice}")


def find_model(name_or_path: str | Path) -> Path:
    """The folder of a model: of one that ships by its name, else the folder of that path."""
    path = Path(name_or_path)
    if isinstance(name_or_path, str) and path.name == name_or_path:
        try:
            return model_path(name_or_path)
        except ResourceError:
            if not name_or_path or not path.is_dir():
                raise
    return path


def shown_path(path: Path) -> str:
    """A path as messages show it: `./name` for what would be taken for a model that ships."""
    return f"./{path}" if len(path.parts) == 1 and not path.is_absolute() else str(path)
