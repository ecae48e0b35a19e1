"""A run over many documents that goes on after any end: what is finished is kept part by part."""

from __future__ import annotations

import hashlib
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from salience.coref.external_clusters import FIELD
from salience.engine.parts import Manifest, Part, add_part, differences, part_lines
from salience.errors import Reject, SalienceError
from salience.types import Document

PART_SECONDS = 10.0
PART_ITEMS = 1_000
PART_CHARACTERS = 16_000_000
"""A part ends at one of these."""


class Parts:
    """What a run has finished: lines of some kinds for each item of its input.

    Lines wait in memory until there are enough for a part, and are on the disk then.

    Args:
        folder: The folder of the run, which this process has locked.
        found: The manifest that lies there; None for a run that begins.

    Example:
        >>> import tempfile
        >>> from salience.engine.parts import locked, read_manifest
        >>> documents = [Document(id, "Rain.") for id in "abc"]
        >>> def run(folder, found, settings):
        ...     parts = Parts(folder, found)
        ...     _ = parts.begin(lambda: settings, dict)
        ...     for document in parts.rest(documents):
        ...         parts.add({"results": document.id})
        ...         if document.id == "b":
        ...             parts.keep()
        ...             break  # the run is stopped
        ...     return list(parts.lines("results"))
        >>> with tempfile.TemporaryDirectory() as folder, locked(Path(folder)):
        ...     print(run(Path(folder), None, {"--limit": 3}))
        ...     print(run(Path(folder), read_manifest(Path(folder)), {"--limit": 3}))
        ['a', 'b']
        ['a', 'b', 'c']
    """

    def __init__(self, folder: Path, found: Manifest | None, *, overwrite: bool = False) -> None:
        self.folder = folder
        self._manifest = found or Manifest({}, overwrite)
        self._settings: Callable[[], Mapping[str, Any]] = dict
        self._state: Callable[[], Mapping[str, Any]] = dict
        self._digest = self._kept.digest
        self._read: deque[str] = deque()
        self._clear()

    def begin(
        self, settings: Callable[[], Mapping[str, Any]], state: Callable[[], Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """Begin, or go on with a run of the same settings.

        Args:
            settings: Says what results depend on beside the documents, as JSON. It may take a
                moment, and is not called for a run that ends before its first part.
            state: Says what was counted so far, as JSON that is kept with each part.

        Returns:
            The state that was kept last; empty if the run begins.

        Raises:
            SalienceError: If the settings of the run that is to go on were others.
        """
        self._settings, self._state = settings, state
        if not self.items:
            return {}
        different = differences(self._manifest.settings, settings())
        if different:
            raise SalienceError(
                f"{self.folder} is from a run that was asked for something else: "
                f"{'; '.join(different)}. Give the command of that run to go on with it, or begin "
                "anew with --overwrite."
            )
        return self._kept.state

    @property
    def items(self) -> int:
        """How many items are kept on the disk."""
        return self._kept.items

    @property
    def overwrite(self) -> bool:
        """Whether the run may replace whatever is at its output."""
        return self._manifest.overwrite

    def rest(self, items: Iterable[Document | Reject]) -> Iterator[Document | Reject]:
        """The items of the input that are not kept yet.

        Raises:
            SalienceError: At once, if those that are kept were others.
        """
        items = iter(items)
        digest, n = "", 0
        for n, item in zip(range(1, self.items + 1), items, strict=False):  # noqa: B007
            digest = _digest(digest, item)
        if digest != self._kept.digest:
            what = "are others" if n == self.items else f"are only {n:,}"
            raise SalienceError(
                f"the input has changed: {self.items:,} documents of it are kept in {self.folder}, "
                f"and now the first {what}. Give the input as it was to go on, or begin anew with "
                "--overwrite."
            )
        return self._noted(items, digest)

    def _noted(
        self, items: Iterator[Document | Reject], digest: str
    ) -> Iterator[Document | Reject]:
        """The items, whose digests wait until they are finished: they are read some way ahead."""
        for item in items:
            digest = _digest(digest, item)
            self._read.append(digest)
            yield item

    def add(self, lines: Mapping[str, str]) -> None:
        """Take what the next item has become: a line for each of some kinds, or none.

        Raises:
            OSError: If a part that is full can't be written.
        """
        for kind, line in lines.items():
            self._waiting.setdefault(kind, []).append(line)
            self._characters += len(line)
        self._n += 1
        self._digest = self._read.popleft()
        if (
            self._n >= PART_ITEMS
            or self._characters >= PART_CHARACTERS
            or time.monotonic() - self._since >= PART_SECONDS
        ):
            self.keep()

    def keep(self) -> None:
        """Write a part of all that waits.

        Raises:
            OSError: If it can't be written; the parts before it stand.
        """
        if not self._n:
            return
        if not self.items:
            self._manifest = Manifest(self._settings(), self.overwrite)
        self._manifest = add_part(
            self.folder,
            self._manifest,
            self._waiting,
            items=self.items + self._n,
            digest=self._digest,
            state=self._state(),
        )
        self._clear()

    def lines(self, kind: str) -> Iterator[str]:
        """All lines of a kind, in order: those of the parts, and those that wait."""
        yield from part_lines(self.folder, self._manifest, kind)
        yield from self._waiting.get(kind, ())

    @property
    def _kept(self) -> Part:
        return self._manifest.parts[-1] if self._manifest.parts else Part(0, "", {}, {})

    def _clear(self) -> None:
        self._waiting: dict[str, list[str]] = {}
        self._n, self._characters, self._since = 0, 0, time.monotonic()


def _digest(before: str, item: Document | Reject) -> str:
    """The digest of all items up to one, from that of the items before it."""
    if isinstance(item, Reject):
        said: list[Any] = [item.id, item.source, item.reason]
    else:
        said = [item.id, item.text, item.title, item.abstracts, item.meta.get(FIELD)]
    data = json.dumps([before, said], default=str).encode("ascii")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
