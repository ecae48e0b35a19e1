"""The base of all models that are saved: plain arrays and a card, read without running code.

`meta.json` is for people: which kind of model it is, which version wrote it, its fields, and its
card. `arrays.npz` has the numbers, and its checksum stands in `meta.json`. A kind of model says
what it holds, and checks what it reads; all else is the same for all.
"""

import hashlib
import io
import json
import math
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from salience.errors import ModelError, SalienceError
from salience.storage.model_folder import AGAIN, ARRAYS, META, load_files, write_folder
from salience.version import __version__

FORMAT_VERSION = 1
CHECKSUMS = "sha256"
GREATEST = 1e15
"""No weight is greater: sums of any number of them are finite."""

DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    RecursionError,
    SalienceError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading broken bytes, or fields of another kind, can raise."""

_END = "\x1e"  # of a text among bytes
_RATIO, _FREE = 200, 2**24
_MOST_ARRAYS = 100


@dataclass(frozen=True)
class Contents:
    """What a model holds: arrays, fields of `meta.json`, a card, and SHA-256 of other things."""

    arrays: Mapping[str, NDArray[Any]]
    fields: Mapping[str, Any]
    card: Mapping[str, Any] | None = None
    checksums: Mapping[str, str] = field(default_factory=dict)

    def numbers(
        self,
        name: str,
        *,
        least: float = -GREATEST,
        most: float = GREATEST,
        whole: bool = False,
        ndim: int = 1,
    ) -> NDArray[Any]:
        """An array, if its numbers are of the right kind and in their range."""
        array = self.arrays[name]
        kinds = "iu" if whole else "iuf"
        if array.dtype.kind not in kinds or array.ndim != ndim:
            raise ValueError(
                f"{name} must be {'whole ' * whole}numbers in {ndim} dimensions, but has type "
                f"{array.dtype} and shape {array.shape}"
            )
        # The smallest and the greatest are NaN if any number is.
        if array.size and not least <= float(array.min()) <= float(array.max()) <= most:
            finite = "" if whole else "finite "
            raise ValueError(f"{name} must be {finite}numbers from {least:g} to {most:g}")
        return array

    def number(self, name: str, *, least: float = -GREATEST, most: float = GREATEST) -> float:
        """A field, if it is a number in its range."""
        return number(self.fields[name], name, least=least, most=most)

    def count(self, name: str, *, least: int = 0, most: int = 2**53) -> int:
        """A field, if it is a whole number in its range."""
        value = self.fields[name]
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{name} must be a whole number from {least} to {most}")
        return value

    def flag(self, name: str) -> bool:
        """A field, if it is true or false."""
        value = self.fields[name]
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
        return value

    def texts(self, name: str) -> list[str]:
        """The texts that an array of `text_bytes` stands for."""
        return self.numbers(name, least=0, most=255, whole=True).astype(np.uint8).tobytes().decode(
        ).split(_END)[:-1]  # fmt: skip


def number(value: Any, name: str, *, least: float = -GREATEST, most: float = GREATEST) -> float:
    """A number in its range, as the parts of a field may be."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{name} must be a number from {least:g} to {most:g}")
    return float(value)


class SavedModel(ABC):
    """A model that is written to a folder, and read again.

    FORMAT says which kind it is, WHAT what messages call it, ADVICE what to do if it can't be read.
    Arrays may unpack to ALLOWANCE bytes, and no model to more than 16 MB and 200 times its file.
    """

    __slots__ = ()
    FORMAT: ClassVar[str]
    ALLOWANCE: ClassVar[int]
    WHAT: ClassVar[str] = "model"
    ADVICE: ClassVar[str] = AGAIN

    def __repr__(self) -> str:
        card: Mapping[str, Any] = getattr(self, "card", {})
        names = [str(card[key]) for key in ("name", "version") if key in card]
        return f"<{' '.join([type(self).__name__, *names])}>"

    @abstractmethod
    def contents(self) -> Contents:
        """What is saved."""

    @classmethod
    @abstractmethod
    def from_contents(cls, contents: Contents) -> Self:
        """The model that holds this; any of `DAMAGE` if it is not what `contents` gives."""

    def to_files(self) -> dict[str, bytes]:
        """The files of the model by name; the same bytes for the same model."""
        contents = self.contents()
        card = contents.card
        if card is not None:
            check_card(card)
        packed = io.BytesIO()
        np.savez_compressed(packed, **contents.arrays)  # type: ignore[arg-type]
        arrays = packed.getvalue()
        meta = {
            "format": self.FORMAT,
            "format_version": FORMAT_VERSION,
            "salience": __version__,
            **contents.fields,
            CHECKSUMS: {ARRAYS: hashlib.sha256(arrays).hexdigest(), **contents.checksums},
            **({} if card is None else {"card": dict(card)}),
        }
        return {META: (json.dumps(meta, indent=2, allow_nan=False) + "\n").encode(), ARRAYS: arrays}

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], source: str = "model") -> Self:
        """The model whose files these are; a ModelError if they are damaged, or of another kind."""
        for name in (META, ARRAYS):
            if name not in files:
                raise ModelError(f"{source} is not a {cls.WHAT}: it has no {name}. {cls.ADVICE}")
        meta = cls.check_meta(files[META], f"{source}/{META}")
        checksums = meta[CHECKSUMS]
        expected, actual = checksums[ARRAYS], hashlib.sha256(files[ARRAYS]).hexdigest()
        if actual != expected:
            reason = f"its SHA-256 must be {expected}, but is {actual}"
            raise damaged(f"{source}/{ARRAYS}", reason, cls.ADVICE)
        try:
            arrays = _unpacked(files[ARRAYS], cls.ALLOWANCE)
            return cls.from_contents(Contents(arrays, meta, dict(meta.get("card", {})), checksums))
        except MemoryError as error:
            raise ModelError(
                f"{source} does not fit into the memory that is left. Free some, or take another "
                f"{cls.WHAT}."
            ) from error
        except ModelError as error:  # of what a model holds, which does not know its name
            raise ModelError(f"{source}: {error}") from error
        except DAMAGE as error:
            raise damaged(source, _reason(error), cls.ADVICE) from error

    def save(self, path: str | Path) -> None:
        """Write the model as a folder, in place of a model that is there, when it is complete."""
        write_folder(Path(path), self.to_files())

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """The model that ships by that name, else the one in that folder; see `find_model`."""
        return cls.from_files(*load_files(name_or_path))

    @classmethod
    def check_meta(cls, content: bytes, where: str) -> dict[str, Any]:
        """The content of `meta.json`, if it is one of this kind of model."""
        try:
            meta = json.loads(content, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise damaged(where, f"not JSON: {error}", cls.ADVICE) from error
        if not isinstance(meta, dict) or meta.get("format") != cls.FORMAT:
            raise ModelError(
                f"{where} is not that of a {cls.WHAT}: 'format' must be {cls.FORMAT!r}. "
                f"{cls.ADVICE}"
            )
        version = meta.get("format_version")
        if type(version) is not int or not 1 <= version <= FORMAT_VERSION:
            raise ModelError(
                f"{where} is of format version {version!r}, written by salience "
                f"{meta.get('salience')}; this is salience {__version__}, which reads versions 1 "
                f"to {FORMAT_VERSION}. Upgrade salience, or train the model again."
            )
        checksums = meta.get(CHECKSUMS)
        if not isinstance(checksums, dict) or ARRAYS not in checksums:
            reason = f"it has no checksum of {ARRAYS} in {CHECKSUMS!r}"
            raise damaged(where, reason, cls.ADVICE)
        return meta


def check_card(card: Mapping[str, Any]) -> None:
    """Check that a card can be written as JSON."""
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


def format_of(files: Mapping[str, bytes]) -> str:
    """The format that a model says it has; empty if it says none that can be read."""
    try:
        meta = json.loads(files.get(META, b""))
    except (ValueError, RecursionError):
        return ""
    return str(meta.get("format", "")) if isinstance(meta, dict) else ""


def writable(text: str) -> bool:
    """Whether a text comes back from bytes: it must not have the character that ends one."""
    return _END not in text


def text_bytes(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Texts as bytes, one behind the other; see `Contents.texts`."""
    return np.frombuffer("".join(t + _END for t in texts).encode("utf-8", "replace"), np.uint8)


def damaged(where: str, reason: object, advice: str = AGAIN) -> ModelError:
    """The error of a model that can't be read, with what to do next."""
    return ModelError(f"{where} is damaged: {reason}. {advice}")


def _unpacked(packed: bytes, allowance: int) -> dict[str, NDArray[Any]]:
    """The arrays of an `.npz` file, of which no more is read than it declares."""
    left = min(allowance, _FREE + _RATIO * len(packed))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        entries = archive.infolist()
        if len(entries) > _MOST_ARRAYS or len({entry.filename for entry in entries}) < len(entries):
            raise ValueError(f"{ARRAYS} must have at most {_MOST_ARRAYS} arrays, each of its name")
        size = sum(entry.file_size for entry in entries)
        if size > left:
            raise ValueError(
                f"{ARRAYS} unpacks to {size:,} bytes, and a file of its kind and size to at most "
                f"{left:,}"
            )
        return {e.filename.removesuffix(".npy"): _array(archive, e) for e in entries}


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> NDArray[Any]:
    """An array of numbers, or of truth values, whose header fits its bytes."""
    name = entry.filename
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} must be stored or deflated, without a password")
    with archive.open(entry) as file:
        try:
            version = np.lib.format.read_magic(file)
            read = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }[version]
            shape, fortran, dtype = read(file)
        except Exception as error:  # of Python's tokenizer and parser too, which read it
            raise ValueError(f"{name} has no header of an array that can be read") from error
        begins = file.tell()
        if dtype.kind not in "biuf":
            raise ValueError(f"{name} must be an array of numbers, but is of type {dtype}")
        if (
            any(n < 0 for n in shape)
            or math.prod(shape) * dtype.itemsize != entry.file_size - begins
        ):
            raise ValueError(f"{name} has {entry.file_size:,} bytes, which its header does not fit")
        array = np.frombuffer(bytearray(file.read()), dtype)
    return array.reshape(shape, order="F" if fortran else "C")


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _reason(error: BaseException) -> str:
    """What is wrong with a model, from what reading it has raised."""
    if isinstance(error, KeyError):
        return f"it has no {error}"
    if isinstance(error, ValueError | SalienceError) and str(error):
        return str(error).rstrip(".")
    return f"{type(error).__name__}: {error}"
