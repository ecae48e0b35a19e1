"""Batches of documents, read in this process or by worker processes, with the results in order."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Any

from salience.errors import Reject, SalienceError
from salience.run.tasks import R, Task
from salience.types import Document

BATCH_CHARACTERS = 10_000
"""A batch ends here even if it has fewer documents: what is computed for the words of more text
does not fit into a processor's cache, and the parse of long documents takes half as long again."""

_REPEATED = 5  # A text that can be packed to a fifth says the same over and over.
_LOOK = 0.5  # seconds after which a worker looks whether its parent still wants what it reads


def in_batches(
    items: Iterable[Document | Reject], batch_size: int
) -> Iterator[list[Document | Reject]]:
    """Items in lists of at most `batch_size`; a list ends early at `BATCH_CHARACTERS`.

    A document is alone that is longer, or that says the same over and over. Between equal words the
    last bits of their numbers decide, and these depend on what else is computed with them.

    Example:
        >>> documents = (Document(id, "Rain.") for id in "abc")
        >>> [[document.id for document in batch] for batch in in_batches(documents, 2)]
        [['a', 'b'], ['c']]
    """
    batch: list[Document | Reject] = []
    characters = 0
    for item in items:
        text = item.text if isinstance(item, Document) else ""
        alone = len(text) >= BATCH_CHARACTERS or _repeats_itself(text)
        if batch and (alone or len(batch) == batch_size or characters >= BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(item)
        characters += BATCH_CHARACTERS if alone else len(text)
    if batch:
        yield batch


def _repeats_itself(text: str) -> bool:
    """Whether a text holds far less than its length: English can be packed to about a half."""
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    return len(packed) * _REPEATED < len(text)


def read_batches(
    batches: Iterable[list[Document | Reject]], task: Task[R], n_process: int
) -> Iterator[R | Reject]:
    """Do a task with all batches; results keep the order of the documents.

    At most two batches for each worker process are held at a time.

    Args:
        batches: Documents that the pipeline can read, and rejects, which are passed on.
        task: What to do. Worker processes load a copy of its models once.
        n_process: Worker processes; 1 reads in this process.

    Raises:
        SalienceError: If a worker process dies.
    """
    if n_process == 1:
        for batch in batches:
            yield from _in_order(batch, task(_documents(batch)))
        return
    stop = multiprocessing.RawValue(ctypes.c_bool)
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(task, stop))
    waiting: deque[tuple[list[Document | Reject], Future[list[R | Reject]]]] = deque()

    def first() -> Iterator[R | Reject]:
        batch, future = waiting.popleft()
        return _in_order(batch, future.result())

    try:
        for batch in batches:
            waiting.append((batch, pool.submit(_work, _documents(batch))))
            if len(waiting) == 2 * n_process:
                yield from first()
        while waiting:
            yield from first()
    except BrokenProcessPool as error:
        stop.value = True
        raise SalienceError(
            f"one of {n_process} worker processes died, most likely for lack of memory. "
            "Use fewer processes (n_process, --n-process) or shorter texts."
        ) from error
    except BaseException:
        stop.value = True  # nobody waits for what they read
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _documents(batch: list[Document | Reject]) -> list[Document]:
    return [item for item in batch if isinstance(item, Document)]


def _in_order(
    batch: list[Document | Reject], results: Iterable[R | Reject]
) -> Iterator[R | Reject]:
    """The results of the documents of a batch, with its rejects where they stand."""
    made = iter(results)
    return (item if isinstance(item, Reject) else next(made) for item in batch)


_worker: Task[Any]


def _start(task: Task[Any], stop: ctypes.c_bool) -> None:
    """Keep the task in a worker process, which leaves Ctrl-C to its parent and ends with it."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    _worker = task


def _end_with_parent(stop: ctypes.c_bool) -> None:
    """End this process when its parent has ended or wants no more of it, whatever it is doing."""
    parent, number = multiprocessing.parent_process(), os.getppid()
    while parent and parent.is_alive() and os.getppid() == number and not stop.value:
        time.sleep(_LOOK)
    os._exit(1)


def _work(documents: Sequence[Document]) -> list[Any]:
    return _worker(documents)
