"""Documents of many requests in batches: none is lost, swapped or read in vain."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from salience.engine.reading import BATCH_SIZE
from salience.errors import Reject
from salience.service.batches import Batches
from salience.types import Document


class Reader:
    """Reads a batch whenever the test lets it; the outcome of a document is a reject of its id."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.open = asyncio.Semaphore(0)

    async def __call__(self, documents: list[Document]) -> Sequence[Reject]:
        self.batches.append([document.id for document in documents])
        await self.open.acquire()
        if any(document.text == "broken" for document in documents):
            raise RuntimeError("broken")
        return [Reject(document.id, "", "read") for document in documents]


def run(test: Callable[[Batches, Reader], Awaitable[None]], readers: int = 1) -> None:
    async def main() -> None:
        read = Reader()
        batches = Batches(read, readers)
        running = asyncio.create_task(batches.run())
        async with asyncio.timeout(10):
            await test(batches, read)
        running.cancel()

    asyncio.run(main())


def document(id: object, text: str = "Rain.") -> Document:
    return Document(str(id), text)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_comes_while_a_reader_is_busy_is_the_next_batch() -> None:
    async def test(batches: Batches, read: Reader) -> None:
        first = batches.add(document("first"))
        await settle()
        others = [batches.add(document(n)) for n in range(BATCH_SIZE + 1)]
        assert read.batches == [["first"]]
        for _ in range(3):
            read.open.release()
        found = await asyncio.gather(first, *others)
        assert [one.id for one in found] == ["first", *map(str, range(BATCH_SIZE + 1))]
        assert list(map(len, read.batches)) == [1, BATCH_SIZE, 1]

    run(test)


def test_readers_read_side_by_side() -> None:
    async def test(batches: Batches, read: Reader) -> None:
        found = []
        for n in range(3):
            found.append(batches.add(document(n)))
            await settle()
        assert read.batches == [["0"], ["1"]]
        for _ in range(3):
            read.open.release()
        assert [one.id for one in await asyncio.gather(*found)] == ["0", "1", "2"]

    run(test, readers=2)


def test_what_nobody_waits_for_any_more_is_not_read() -> None:
    async def test(batches: Batches, read: Reader) -> None:
        busy, gone, kept = (batches.add(document(n)) for n in ("busy", "gone", "kept"))
        later = [batches.add(document(n, "Rain. " * 2000)) for n in ("long", "gone too")]
        await settle()
        for future in (busy, later[1]):
            future.cancel()
        gone.cancel()
        for _ in range(4):
            read.open.release()
        assert (await kept).id == "kept" and (await later[0]).id == "long"
        assert "gone too" not in [id for batch in read.batches for id in batch]

    run(test)


def test_an_error_of_a_batch_is_one_of_its_documents_alone() -> None:
    async def test(batches: Batches, read: Reader) -> None:
        broken = batches.add(document("a", "broken"))
        await settle()
        good = batches.add(document("b"))
        read.open.release()
        read.open.release()
        with pytest.raises(RuntimeError):
            await broken
        assert (await good).id == "b"

    run(test)
