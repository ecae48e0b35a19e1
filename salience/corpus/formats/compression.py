"""Compressed files: `.gz`, `.bz2`, and `.zst` where zstandard is installed."""

import bz2
import gzip
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from salience.errors import extra

COMPRESSED = (".gz", ".bz2", ".zst")
_SHORT = {".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".tbz": ".tar.bz2", ".tzst": ".tar.zst"}
_SHORT_END = re.compile(r"\.(tgz|tbz2?|tzst)$")


def suffixes(name: str) -> tuple[str, str]:
    """The format suffix of a file name, and its compression suffix."""
    path = PurePath(_SHORT_END.sub(lambda match: _SHORT[match[0]], name.lower()))
    if path.suffix in COMPRESSED:
        return path.with_suffix("").suffix, path.suffix
    return path.suffix, ""


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed."""
    path = Path(path)
    with path.open("rb") as file:
        yield decompressed(file, suffixes(path.name)[1])


def decompressed(file: BinaryIO, compression: str) -> BinaryIO:
    """The bytes behind a compression, read as they are needed."""
    if compression == ".gz":
        return cast(BinaryIO, gzip.open(file))
    if compression == ".bz2":
        return cast(BinaryIO, bz2.open(file))
    if compression == ".zst":
        check_zstandard(file.name if hasattr(file, "name") else "the file")
        return io.BufferedReader(_Zstandard(file))
    return file


def check_zstandard(name: object) -> None:
    """Make sure that `.zst` can be read."""
    with extra("zstd", f"{name}: .zst needs zstandard"):
        import zstandard  # noqa: F401


class _Zstandard(io.RawIOBase):
    """The bytes of a .zst file. Unlike zstandard's own reader it says that one is cut short."""

    _STEP = 256
    """Bytes read at once: they can't stand for more than some megabytes."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.waiting = memoryview(b"")
        self.frame: object = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self.waiting:
            if not self._more():
                return 0
        count = min(len(buffer), len(self.waiting))
        buffer[:count] = self.waiting[:count]
        self.waiting = self.waiting[count:]
        return count

    def _more(self) -> bool:
        """Decompress a little more; whether there was any."""
        import zstandard

        frame = cast("zstandard.ZstdDecompressionObj | None", self.frame)
        data = (frame.unused_data if frame and frame.eof else b"") or self.file.read(self._STEP)
        if not data:
            if frame and not frame.eof:
                raise EOFError("the file ends before its end marker")
            return False
        if frame is None or frame.eof:
            self.frame = frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            self.waiting = memoryview(frame.decompress(data))
        except zstandard.ZstdError as error:
            raise OSError(str(error)) from error
        return True
