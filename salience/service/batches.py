"""Documents of all requests, read in batches by whoever is free."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from salience.engine.batches import in_batches
from salience.types import Document

ReadBatch = Callable[[list[Document]], Awaitable[Sequence[Any]]]
"""Does what is wanted of documents: one outcome for each, in order."""


class Batches:
    """Documents wait here, and are taken in batches as soon as a reader is free."""

    def __init__(self, read: ReadBatch, readers: int):
        self._read, self._readers = read, readers
        self._waiting: deque[tuple[Document, asyncio.Future[Any]]] = deque()
        self._some = asyncio.Event()

    def add(self, document: Document) -> asyncio.Future[Any]:
        """What comes out of a document. If that is cancelled while it waits, it is not read."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((document, future))
        self._some.set()
        return future

    async def run(self) -> None:
        """Read what comes, until this is cancelled."""
        async with asyncio.TaskGroup() as readers:
            for _ in range(self._readers):
                readers.create_task(self._reader())

    async def _reader(self) -> None:
        while True:
            await self._some.wait()
            if batch := self._next():
                await self._finish(batch)

    def _next(self) -> list[tuple[Document, asyncio.Future[Any]]]:
        """The first batch of what waits."""
        wanted = deque(pair for pair in self._waiting if not pair[1].cancelled())
        batches = in_batches(document for document, _ in wanted)
        taken = [wanted.popleft() for _ in next(batches, ())]
        self._waiting = wanted
        if not wanted:
            self._some.clear()
        return taken

    async def _finish(self, batch: list[tuple[Document, asyncio.Future[Any]]]) -> None:
        futures = [future for _, future in batch]
        try:
            outcomes = await self._read([document for document, _ in batch])
            for future, outcome in zip(futures, outcomes, strict=True):
                if not future.done():  # nobody waits for it any more
                    future.set_result(outcome)
        except Exception as error:
            for future in futures:
                if not future.done():
                    future.set_exception(error)
