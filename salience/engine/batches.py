"""Documents in batches, done in this process or by worker processes, with the results in order."""

import gc
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from salience.engine.admission import admitted
from salience.engine.reading import BATCH_SIZE, R
from salience.engine.tasks import Task
from salience.engine.workers import WorkerPool
from salience.errors import Reject
from salience.types import Document

BATCH_CHARACTERS = 10_000
"""A batch ends here even if it has fewer documents: what is computed for the words of more text
does not fit into a processor's cache, and the parse of long documents takes half as long again."""

_REPEATED = 5  # A text that can be packed to a fifth says the same over and over.
_HELD = 4  # batches for each worker process, so that one may take longer than others


def in_batches(items: Iterable[Document | Reject]) -> Iterator[list[Document | Reject]]:
    """Items in lists of at most `BATCH_SIZE`; a list ends early at `BATCH_CHARACTERS`.

    A document that says the same over and over is alone: between equal words the last bits of their
    numbers decide, which depend on what else is computed with them.
    """
    batch: list[Document | Reject] = []
    characters = 0
    for item in items:
        text = item.text if isinstance(item, Document) else ""
        alone = len(text) >= BATCH_CHARACTERS or _repeats_itself(text)
        if batch and (alone or len(batch) == BATCH_SIZE or characters >= BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(item)
        characters += BATCH_CHARACTERS if alone else len(text)
    if batch:
        yield batch


def _repeats_itself(text: str) -> bool:
    """Whether a text holds far less than its length: English can be packed to about a half."""
    return len(zlib.compress(text.encode("utf-8", "surrogatepass"), 1)) * _REPEATED < len(text)


def run_task(
    task: Task[R],
    items: Iterable[Document | Reject],
    *,
    n_process: int = 1,
    timeout: float | None = None,
) -> Iterator[R | Reject]:
    """Do a task with documents: one outcome for each item, in order, for any number of processes.

    Args:
        task: What to do, such as `salience.engine.tasks.Scoring`.
        items: Documents, and rejects of the reader, which are passed on where they stand.
        n_process: Worker processes.
        timeout: Seconds that a document may take; with it worker processes do the work, and
            without it one process does all in this one.

    Returns:
        For each item its result, or a reject with the reason why there is none. What is odd about
        a document is in `ParsedDocument.warnings`, and no warning is issued.

    Raises:
        ValueError: At once, if a number is out of its range.
        SalienceError: While reading, if worker processes can't be started.

    Example:
        >>> from salience import load_model, load_pipeline
        >>> from salience.engine import Scoring
        >>> items = [Reject("d1", "corpus.jsonl:1", "text is missing"), Document("d2", " ")]
        >>> for outcome in run_task(Scoring(load_pipeline(), load_model()), items):
        ...     print(outcome)
        corpus.jsonl:1 document 'd1': text is missing
        document 'd2': text is empty, and there is nothing to find in it; leave the document out
    """
    if n_process < 1:
        raise ValueError(f"n_process must be at least 1, but is {n_process}")
    usable = admitted(items, task.nlp, abstracts=task.reads_abstracts)
    return _do_batches(task, in_batches(usable), n_process, timeout)


def _do_batches(
    task: Task[R], batches: Iterable[list[Document | Reject]], n_process: int, timeout: float | None
) -> Iterator[R | Reject]:
    if n_process == 1 and timeout is None:
        with models_not_collected():
            for batch in batches:
                yield from _in_order(batch, task(_documents(batch)))
        return
    waiting: deque[tuple[list[Document | Reject], Future[list[R | Reject]]]] = deque()
    with WorkerPool(task, n_process, timeout=timeout) as pool:
        for batch in batches:
            waiting.append((batch, pool.submit(_documents(batch))))
            while waiting and (waiting[0][1].done() or len(waiting) >= _HELD * n_process):
                first, future = waiting.popleft()
                yield from _in_order(first, future.result())
        for batch, future in waiting:
            yield from _in_order(batch, future.result())


_FROZEN_AT_START = gc.get_freeze_count()  # Python 3.12 itself begins with some


@contextmanager
def models_not_collected() -> Iterator[None]:
    """Let the garbage collector, which is slow over models, pass over all that is there."""
    if gc.get_freeze_count() > _FROZEN_AT_START:  # somebody else's: leave it as it is
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _documents(batch: list[Document | Reject]) -> list[Document]:
    return [item for item in batch if isinstance(item, Document)]


def _in_order(
    batch: list[Document | Reject], outcomes: Iterable[R | Reject]
) -> Iterator[R | Reject]:
    """The outcomes of the documents of a batch, with its rejects where they stand."""
    made = iter(outcomes)
    return (item if isinstance(item, Reject) else next(made) for item in batch)
