"""What comes out of compressed files and archives, counted: a bomb is found before it does harm."""

import io
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from typing import IO, BinaryIO, Self, cast

DAMAGED = (
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    NotImplementedError,  # zipfile: an unknown compression
)
"""The errors of reading a damaged file."""

_RATIO = 200  # English text is packed to a third; what says the same over and over, to a fiftieth
_FREE = 2**28
_BUFFER = 2**16


class Allowance:
    """How many bytes may come out of a file in all: 256 MiB and 200 times its size."""

    def __init__(self, size: int | None) -> None:
        self._most = None if size is None else _FREE + _RATIO * size
        self._taken = 0

    @classmethod
    def for_file(cls, file: BinaryIO) -> Self:
        """The allowance of a file on disk or at a URL; a pipe has no size."""
        try:
            status = os.fstat(file.fileno())
        except io.UnsupportedOperation:  # at a URL
            file.seek(0, io.SEEK_END)
            size = file.tell()
            file.seek(0)
            return cls(size)
        return cls(status.st_size if stat.S_ISREG(status.st_mode) else None)

    def take(self, count: int) -> None:
        """Count bytes."""
        self._taken += count
        if self._most is not None and self._taken > self._most:
            raise OSError(
                f"it unpacks to over {self._most:,} bytes, far more than its size, as bombs do; if "
                "it is none, unpack it first"
            )


def counted(file: IO[bytes], allowance: Allowance) -> BinaryIO:
    """A file that is unpacked while it is read, forward only, and only as far as it may."""
    return cast(BinaryIO, io.BufferedReader(Unpacked(file, allowance), _BUFFER))


class Unpacked(io.RawIOBase):
    """The bytes of a file, counted. Whatever is wrong with it is one of `DAMAGED`."""

    def __init__(self, file: IO[bytes], allowance: Allowance) -> None:
        # What is good before a damaged place is lost by a `read` that asks for more.
        self._read = getattr(file, "read1", file.read)
        self._allowance = allowance

    def readable(self) -> bool:
        """It can be read, and nothing else."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read and count a little at a time, so that a bomb in an archive ends it early."""
        try:
            data = self._read(min(len(buffer), _BUFFER))
        except DAMAGED:
            raise
        except Exception as error:  # such as a MemoryError of LZMA, which is told what to take
            raise OSError(f"{type(error).__name__}: {error}") from error
        self._allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


class Headers(Unpacked):
    """The bytes of a tar archive for tarfile, which believes its headers; none may reach `stop`."""

    def __init__(self, file: IO[bytes], allowance: Allowance) -> None:
        super().__init__(file, allowance)
        self.stop: int | None = None
        self._place = 0
        self._ended = False

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read what fits into a buffer, as far as tarfile has a reason to read."""
        count = super().readinto(buffer)
        self._place += count
        if self.stop is not None and self._place > self.stop:
            raise tarfile.ReadError("a header in it is too long")
        if not count and self._ended:  # it would read on, for as long as a header says
            raise EOFError("it ends early")
        self._ended = not count
        return count
