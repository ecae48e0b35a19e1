"""Files of other machines by their URL, such as `s3://bucket/corpus.jsonl`, through fsspec.

Only what a user names is opened, never a URL that stands in a document.
"""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from salience.errors import MissingExtraError, SalienceError, extra

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_MAGIC = re.compile(r"[*?\[]")


class RemoteError(SalienceError, OSError):
    """What a URL names can't be reached, read or written."""


def is_remote(path: str | os.PathLike[str]) -> bool:
    """Whether a path is a URL. A `Path` is never one."""
    return isinstance(path, str) and _URL.match(path) is not None


class Remote:
    """What is at a URL: a file, a folder, or all files that a pattern such as `*.jsonl` fits."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = url.rstrip("/").rpartition("/")[2]
        with extra("remote", f"{url}: URLs need fsspec"):
            from fsspec.core import url_to_fs
        if "::" in url:
            raise RemoteError(f"{url}: '::' joins protocols, and one is read here. Name one.")
        protocol = url.partition("://")[0]
        try:
            self._files, self._path = url_to_fs(url)
        except ImportError as error:
            raise MissingExtraError(f"{url}: {protocol}:// needs a package: {error}.") from error
        except Exception as error:
            raise RemoteError(
                f"{url} can't be used: {_said(error)}. Check its beginning, {protocol}://, and "
                "what its package needs to get in."
            ) from error

    def is_file(self) -> bool:
        """Whether it is a file."""
        return bool(self._asked("isfile", self._path))

    def is_folder(self) -> bool:
        """Whether it is a folder, or a pattern that fits a file."""
        if _MAGIC.search(self._path):
            return bool(self._listed())
        return bool(self._asked("isdir", self._path))

    def files(self) -> list[str]:
        """The files of a folder or pattern as paths from it, sorted; those of subfolders last."""
        names = [path.removeprefix(self._root).lstrip("/") for path in self._listed()]

        def place(name: str) -> list[tuple[bool, str]]:
            *folders, file = name.split("/")
            return [*((True, folder) for folder in folders), (False, file)]

        return sorted(names, key=place)

    def exists(self, name: str) -> bool:
        """Whether there is a file of that path in the folder; without a name, beside it."""
        return bool(self._asked("isfile", f"{self._root}/{name}"))

    @contextmanager
    def open(self, name: str = "") -> Iterator[BinaryIO]:
        """The bytes of the file, or of one in the folder, to be read from any place."""
        path = f"{self._root}/{name}" if name else self._path
        with self._asked("open", path, "rb") as file:
            yield cast(BinaryIO, file)

    def put(self, local: Path) -> None:
        """Copy a file to the URL, where it appears whole or not at all."""
        folder, _, name = self._path.rpartition("/")
        part = f"{folder}/.{name}.{secrets.token_hex(8)}"
        try:
            if folder:
                self._asked("makedirs", folder, exist_ok=True)
            self._asked("put_file", str(local), part)
            self._asked("mv", part, self._path)
        except BaseException:
            with suppress(Exception):  # what is said is why it failed, not why a part is left
                if self._files.exists(part):
                    self._files.rm(part)
            raise

    @cached_property
    def _root(self) -> str:
        """The folder; of a pattern what stands before the first star, of a file where it is."""
        magic = _MAGIC.search(self._path)
        if magic:
            return self._path[: magic.start()].rpartition("/")[0]
        path: str = self._path.rstrip("/")
        return path if self.is_folder() else path.rpartition("/")[0]

    def _listed(self) -> list[str]:
        if not _MAGIC.search(self._path):
            return list(self._asked("find", self._path))
        return [path for path in self._asked("glob", self._path) if self._files.isfile(path)]

    def _asked(self, what: str, *words: Any, **more: Any) -> Any:
        """The answer of the file system, whose packages each have errors of their own."""
        try:
            return getattr(self._files, what)(*words, **more)
        except Exception as error:
            raise RemoteError(
                f"{self.url}: {_said(error)}. Check the URL, and who may use it."
            ) from error


def _said(error: Exception) -> str:
    """The first line of what an error says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
