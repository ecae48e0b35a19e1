"""A trained model as a folder: plain arrays and a card, read without running code from them.

`meta.json` is for people: what the model is, which version wrote it, and its card. `arrays.npz`
has the numbers, and its checksum stands in `meta.json`. Each kind of model has a format name.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.errors import ModelError, ResourceError, SalienceError
from salience.resources import model_path
from salience.storage.unfinished import beside
from salience.version import __version__

FORMAT_VERSION = 1
META = "meta.json"
ARRAYS = "arrays.npz"
CHECKSUMS = "sha256"
AGAIN = "Copy or install the model again, or train it again."

DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RecursionError,
    SalienceError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading broken bytes, or fields of another kind, can raise."""

Arrays = Mapping[str, NDArray[Any]]


def model_files(
    format_: str,
    arrays: Arrays,
    fields: Mapping[str, Any],
    *,
    card: Mapping[str, Any] | None = None,
    checksums: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """The files of a model by name; the same bytes for the same model.

    Args:
        format_: The kind of model, such as `salience-model`.
        arrays: Its numbers.
        fields: What else stands in `meta.json`, in this order.
        card: What a reader should know of the model; None for a kind without a card.
        checksums: SHA-256 of other things than the arrays, by name.

    Raises:
        ModelError: If a part of the card can't be JSON.

    Example:
        >>> files = model_files("toy", {"weights": np.zeros(2)}, {"size": 2}, card={"name": "t"})
        >>> list(json.loads(files["meta.json"]))
        ['format', 'format_version', 'salience', 'size', 'sha256', 'card']
    """
    packed = _pack(arrays)
    if card is not None:
        check_card(card)
    digests = {ARRAYS: hashlib.sha256(packed).hexdigest(), **(checksums or {})}
    meta = {
        "format": format_,
        "format_version": FORMAT_VERSION,
        "salience": __version__,
        **fields,
        CHECKSUMS: digests,
        **({} if card is None else {"card": dict(card)}),
    }
    return {META: (json.dumps(meta, indent=2, allow_nan=False) + "\n").encode(), ARRAYS: packed}


def check_card(card: Mapping[str, Any]) -> None:
    """Check that a card can be written as JSON.

    Raises:
        ModelError: If a part of it can't be JSON, which has no NaN.

    Example:
        >>> check_card({"score": float("nan")})
        Traceback (most recent call last):
            ...
        salience.errors.ModelError: card['score'] can't be JSON: Out of range float values...
    """
    for key, value in card.items():
        try:
            if not isinstance(key, str):
                raise TypeError("keys must be texts")
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise ModelError(
                f"card[{key!r}] can't be JSON: {error}. Make it of texts, finite numbers, lists "
                "and dictionaries with texts as keys."
            ) from None


def read_folder(path: Path) -> dict[str, bytes]:
    """The contents of the files of a model folder by name; a missing file is left out.

    Raises:
        ModelError: If there is no such folder, or a file can't be read.
    """
    if not path.is_dir():
        raise ModelError(f"{path} is not a folder. Give the folder that a model was saved in.")
    try:
        return {n: (path / n).read_bytes() for n in (META, ARRAYS) if (path / n).exists()}
    except OSError as error:
        raise ModelError(f"{path} can't be read: {error}.") from error


def check_folder_for_model(path: Path) -> None:
    """Check before the work starts that a model may be written to a path.

    Raises:
        ModelError: If something else than a model is there.
    """
    if path.exists() and not (
        path.is_dir() and {file.name for file in path.iterdir()} <= {META, ARRAYS}
    ):
        raise ModelError(
            f"{path} is there and holds something else than a model. Name another folder."
        )


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, which appears only when it is complete.

    A model that is there already is replaced; nothing else is.

    Raises:
        ModelError: If the folder can't be written, or would replace something else.
    """
    path = path.resolve()
    check_folder_for_model(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The folder for the work is the owner's alone; the one in it has the usual permissions.
        with beside(path, folder=True) as work:
            made, old = Path(work, "new"), Path(work, "old")
            made.mkdir()
            for name, content in files.items():
                (made / name).write_bytes(content)
            if path.exists():
                path.rename(old)
            try:
                made.rename(path)
            except OSError:
                if old.exists():
                    old.rename(path)
                raise
    except OSError as error:
        raise ModelError(f"{path} can't be written: {error}. Name another folder.") from error


def format_of(files: Mapping[str, bytes]) -> str:
    """The format that a model says it has; empty if it says none that can be read."""
    try:
        meta = json.loads(files.get(META, b""))
    except (ValueError, RecursionError):
        return ""
    return str(meta.get("format", "")) if isinstance(meta, dict) else ""


def read_whole(files: Mapping[str, bytes], source: str, format_: str) -> dict[str, Any]:
    """The content of `meta.json`, if all files of a model are there and undamaged.

    Raises:
        ModelError: If they are not, or are of another format or a newer version.
    """
    for name in (META, ARRAYS):
        if name not in files:
            raise ModelError(f"{source} is not a model: it has no {name}. {AGAIN}")
    meta = read_meta(files[META], f"{source}/{META}", format_)
    checksums = meta.get(CHECKSUMS)
    if not isinstance(checksums, dict) or ARRAYS not in checksums:
        raise damaged(f"{source}/{META}", f"it has no checksum of {ARRAYS} in {CHECKSUMS!r}")
    found, expected = hashlib.sha256(files[ARRAYS]).hexdigest(), checksums[ARRAYS]
    if found != expected:
        raise damaged(f"{source}/{ARRAYS}", f"its SHA-256 must be {expected}, but is {found}")
    return meta


def read_meta(content: bytes, where: str, format_: str) -> dict[str, Any]:
    """The content of `meta.json`, if this version can read that format.

    Raises:
        ModelError: If it is damaged, of another format, or of a newer version.
    """
    try:
        meta = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise damaged(where, f"not JSON: {error}") from error
    if not isinstance(meta, dict) or meta.get("format") != format_:
        raise ModelError(f"{where} is not that of a model: 'format' must be {format_!r}. {AGAIN}")
    version = meta.get("format_version")
    if type(version) is not int or not 1 <= version <= FORMAT_VERSION:
        raise ModelError(
            f"{where} is of format version {version!r}, written by salience "
            f"{meta.get('salience')}; this is salience {__version__}, which reads versions 1 to "
            f"{FORMAT_VERSION}. Upgrade salience, or train the model again."
        )
    return meta


def _pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack arrays by name into the bytes of an `.npz` file, always the same for the same arrays."""
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    return packed.getvalue()


def unpack(files: Mapping[str, bytes]) -> dict[str, NDArray[Any]]:
    """The arrays of a model by name. No code in them is run.

    Raises:
        Any of `DAMAGE`: If they are damaged; `damaged` makes that a ModelError.
    """
    with np.load(io.BytesIO(files[ARRAYS]), allow_pickle=False) as arrays:
        return dict(arrays)


def damaged(where: str, reason: object) -> ModelError:
    """The error of a model that can't be read, with what to do next.

    Example:
        >>> str(damaged("my-model", "weights must be finite"))
        'my-model is damaged: weights must be finite. Copy or install the model again, or train...'
    """
    return ModelError(f"{where} is damaged: {reason}. {AGAIN}")


def load_files(name_or_path: str | Path) -> tuple[dict[str, bytes], str]:
    """The files of the model that `find_model` finds, and what messages call it.

    Raises:
        ResourceError: If no such model ships and there is no such folder.
        ModelError: If a path is given and there is no such folder, or a file can't be read.
    """
    path = find_model(name_or_path)
    return read_folder(path), shown_path(path)


def find_model(name_or_path: str | Path) -> Path:
    """The folder of a model: of one that ships by its name, else the folder of that path.

    The same rule holds for salience models, coreference models and pipelines. A plain name that
    ships goes before a folder of that name in the working directory; `./name` and a `Path` are
    always folders.

    Raises:
        ResourceError: If it is a plain name, no model of that name ships, and the working directory
            has no such folder. A `Path`, and a text such as `a/b`, come back unchecked; reading
            says if there is no such folder.

    Example:
        >>> find_model("en-salience").parent.name
        'models'
        >>> find_model("no-such-model")
        Traceback (most recent call last):
            ...
        salience.errors.ResourceError: no model 'no-such-model' ships with salience...
    """
    path = Path(name_or_path)
    if isinstance(name_or_path, str) and path.name == name_or_path:
        try:
            return model_path(name_or_path)
        except ResourceError:
            if not name_or_path or not path.is_dir():
                raise
    return path


def shown_path(path: Path) -> str:
    """A path as messages show it: `./name` for a folder in the working directory.

    A plain name would be taken for that of a model that ships.

    Example:
        >>> shown_path(Path("en-salience")), shown_path(Path("models/mine"))
        ('./en-salience', 'models/mine')
    """
    return f"./{path}" if len(path.parts) == 1 and not path.is_absolute() else str(path)
