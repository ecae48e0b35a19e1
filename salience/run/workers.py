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

from spacy.language import Language

from salience.errors import Reject, SalienceError
from salience.pipeline.packed import PackedPipeline
from salience.run.reading import Parsed, read_batch
from salience.types import Document

BATCH_CHARACTERS = 10_000
"""A batch ends here even if it has fewer documents: what is computed for the words of more text
does not fit into a processor's cache, and the parse of long documents takes half as long again."""

_REPEATED = 5  # A text that can be packed to a fifth says the same over and over.
_LOOK = 0.5  # seconds after which a worker looks whether its parent still wants what it reads


def in_batches(documents: Iterable[Document], batch_size: int) -> Iterator[list[Document]]:
    """Documents in lists of at most `batch_size`; a list ends early at `BATCH_CHARACTERS`.

    A document is alone that is longer, or that says the same over and over. Between equal words the
    last bits of their numbers decide, and these depend on what else is computed with them.

    Example:
        >>> documents = (Document(id, "Rain.") for id in "abc")
        >>> [[document.id for document in batch] for batch in in_batches(documents, 2)]
        [['a', 'b'], ['c']]
    """
    batch: list[Document] = []
    characters = 0
    for document in documents:
        alone = len(document.text) >= BATCH_CHARACTERS or _repeats_itself(document.text)
        if batch and (alone or len(batch) == batch_size or characters >= BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(document)
        characters += BATCH_CHARACTERS if alone else len(document.text)
    if batch:
        yield batch


def _repeats_itself(text: str) -> bool:
    """Whether a text holds far less than its length: English can be packed to about a half."""
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    return len(packed) * _REPEATED < len(text)


def read_batches(
    batches: Iterable[list[Document]], nlp: Language, abstracts: bool, n_process: int
) -> Iterator[Parsed | Reject]:
    """Read all batches; results keep the order of the documents, whatever the number of processes.

    At most two batches for each worker process are held at a time.

    Args:
        batches: Documents that the pipeline can read.
        nlp: The pipeline. Worker processes load a copy of it once.
        abstracts: Whether the abstracts are read too.
        n_process: Worker processes; 1 reads in this process.

    Raises:
        SalienceError: If a worker process dies.
    """
    if n_process == 1:
        for batch in batches:
            yield from read_batch(nlp, batch, abstracts)
        return
    # Workers get the pipeline as configuration and bytes, so that any way to start them will do.
    packed, stop = PackedPipeline.of(nlp), multiprocessing.RawValue(ctypes.c_bool)
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(packed, stop))
    waiting: deque[Future[list[Parsed | Reject]]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_work, batch, abstracts))
            if len(waiting) == 2 * n_process:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
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


_worker: Language


def _start(packed: PackedPipeline, stop: ctypes.c_bool) -> None:
    """Load the pipeline in a worker process, which leaves Ctrl-C to its parent and ends with it."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    _worker = packed.load()


def _end_with_parent(stop: ctypes.c_bool) -> None:
    """End this process when its parent has ended or wants no more of it, whatever it is doing."""
    parent, number = multiprocessing.parent_process(), os.getppid()
    while parent and parent.is_alive() and os.getppid() == number and not stop.value:
        time.sleep(_LOOK)
    os._exit(1)


def _work(documents: Sequence[Document], abstracts: bool) -> list[Parsed | Reject]:
    return read_batch(_worker, documents, abstracts)
