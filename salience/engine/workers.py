"""A pool of worker processes, in which a document that breaks its worker costs itself alone."""

import atexit
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import wait
from threading import Lock, Thread
from types import TracebackType
from typing import Generic, Self

from salience.engine.messages import needed, unpack
from salience.engine.processes import READY, Process, Starter, starter
from salience.engine.reading import R
from salience.engine.tasks import Task
from salience.errors import Reject, SalienceError
from salience.types import Document

_OVERDUE = "it was not done after"
_STARTS = 3  # workers that die one after the other before they have begun
_LOOK = 1.0  # seconds after which times are compared with their limit
_BATCHES = 2_000
"""A worker is replaced after so many: spaCy's vocabulary forgets words, but not the room they took,
some 27 bytes for each."""


def is_overdue(reject: Reject) -> bool:
    """Whether a pool has left out a document that took longer than it may."""
    return reject.reason.startswith(_OVERDUE)


class WorkerPool(Generic[R]):
    """Worker processes that have the models, and do one task with documents.

    A document may break its worker: crash it, take all its memory, or take longer than it may. A
    new worker takes its place, and the documents of that batch are read again, one by one. Which
    breaks a worker then is a `Reject`. Workers end with this process, however it ends.

    Args:
        task: What is done; one of `salience.engine.tasks`.
        n_process: Number of workers.
        timeout: Seconds by the clock that a document may take; None for any time.
        memory: Bytes that each worker may take beyond the models, on Linux; by default its share.

    Raises:
        SalienceError: By the futures, if workers die before they have begun.

    Example:
        >>> from salience import load_pipeline
        >>> from salience.engine import Parsing
        >>> with WorkerPool(Parsing(load_pipeline()), n_process=1, timeout=60) as pool:
        ...     future = pool.submit([Document("d1", "Ada Byrne won."), Document("d2", "Rain.")])
        ...     [[entity.name for entity in parsed.entities] for parsed in future.result()]
        [['Ada Byrne'], []]
    """

    def __init__(
        self,
        task: Task[R],
        n_process: int,
        *,
        timeout: float | None = None,
        memory: int | None = None,
    ) -> None:
        if n_process < 1:
            raise ValueError(f"n_process must be at least 1, but is {n_process}")
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout must be more than 0 seconds, or None, but is {timeout}")
        if memory is None and sys.platform == "linux":
            memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // n_process
        self._dispatcher = Dispatcher(task, starter(task, memory), n_process, timeout)
        self._dispatcher.start()
        atexit.register(self.close)

    def submit(self, documents: Sequence[Document]) -> Future[list[R | Reject]]:
        """Have a batch of documents done, after those that were submitted before; from any thread.

        Documents must be such as the pipeline can read (`why_not`). A SalienceError if the pool is
        closed.
        """
        future: Future[list[R | Reject]] = Future()
        self._dispatcher.add(_Job(future, [list(documents)] if documents else []))
        return future

    def close(self) -> None:
        """End the workers. What they have not done is cancelled. None lives when this returns."""
        atexit.unregister(self.close)
        self._dispatcher.close()

    def __enter__(self) -> Self:
        """The pool, which is closed at the end."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


@dataclass(eq=False)
class _Job(Generic[R]):
    """Documents that were submitted together: what is left of them in parts, and what is done."""

    future: Future[list[R | Reject]]
    left: list[list[Document]]
    done: list[R | Reject] = field(default_factory=list)
    failed: bool = False  # whether a worker has died of the first part, of one document


@dataclass(eq=False)
class _Worker(Generic[R]):
    """A worker process, with the job of which it does the first part that is left."""

    process: Process
    ready: bool = False
    job: _Job[R] | None = None
    seconds: float = 0.0  # that this part has taken
    batches: int = 0  # that it has done


class Dispatcher(Thread, Generic[R]):
    """The thread that gives jobs to the workers of a pool, and takes their results."""

    def __init__(
        self, task: Task[R], starter: Starter, n_process: int, timeout: float | None
    ) -> None:
        super().__init__(name="salience workers", daemon=True)
        self._task, self._starter, self._n_process = task, starter, n_process
        self._timeout = timeout
        self._workers: list[_Worker[R]] = []
        self._waiting: deque[_Job[R]] = deque()
        self._failed_starts = 0
        # Other threads touch these, with the lock, and ring the bell.
        self._lock = Lock()
        self._new: list[_Job[R]] = []
        self._end: SalienceError | None = None  # why no jobs are taken any more
        self._heard, self._bell = Pipe(duplex=False)
        self._rung = False

    def add(self, job: _Job[R]) -> None:
        """Have a job done."""
        with self._lock:
            if self._end is not None:
                raise self._end
            self._new.append(job)
            self._ring()

    def close(self) -> None:
        """End the workers, and wait for that."""
        with self._lock:
            if self._end is None:
                self._end = SalienceError("the worker pool is closed; make another one")
                self._ring()
        self.join()

    def _ring(self) -> None:
        if not self._rung:
            self._bell.send_bytes(b"!")
            self._rung = True

    def run(self) -> None:
        """Work until the pool is closed."""
        try:
            while self._take_new():
                while len(self._workers) < self._n_process:
                    self._workers.append(_Worker(self._starter.start()))
                self._hand_out()
                self._listen()
                self._end_overdue()
        except SalienceError as error:
            self._give_up(error)
        except BaseException as error:
            self._give_up(SalienceError(f"the worker pool has failed: {error!r}"))
            raise
        else:
            self._give_up(CancelledError())

    def _give_up(self, error: BaseException) -> None:
        """End the workers, and say to whoever waits why they get nothing."""
        with self._lock:
            if isinstance(error, SalienceError):
                self._end = error
            jobs = [*self._waiting, *self._new]
        jobs += [worker.job for worker in self._workers if worker.job]
        self._starter.close()
        for worker in self._workers:
            worker.process.connection.close()
        for job in jobs:
            if job.future.running() or job.future.set_running_or_notify_cancel():
                job.future.set_exception(error)

    def _take_new(self) -> bool:
        """Queue the new jobs; false if the pool is closed."""
        with self._lock:
            if self._rung:
                self._heard.recv_bytes()
                self._rung = False
            self._waiting += self._new
            self._new.clear()
            return self._end is None

    def _hand_out(self) -> None:
        for worker in self._workers:
            while worker.ready and worker.job is None and self._waiting:
                job = self._waiting.popleft()
                if job.future.running() or job.future.set_running_or_notify_cancel():
                    self._give(worker, job)

    def _give(self, worker: _Worker[R], job: _Job[R]) -> None:
        """Have a worker do the first part that is left of a job."""
        if not job.left:  # Nothing was submitted.
            self._go_on(job)
            return
        abstracts = self._task.reads_abstracts
        try:
            part = pickle.dumps([needed(document, abstracts=abstracts) for document in job.left[0]])
        except Exception as error:  # Such as clusters that are nested too deep.
            self._fail(
                job, f"no worker can be sent it ({type(error).__name__}: {error}); correct it"
            )
            return
        worker.job, worker.seconds = job, 0.0
        with suppress(OSError):  # It has died, which is seen when it is listened to.
            worker.process.connection.send_bytes(part)

    def _listen(self) -> None:
        """Wait until a worker has something, the bell rings, or times are to be looked at."""
        workers = {worker.process.connection: worker for worker in self._workers}
        busy = [worker for worker in self._workers if worker.job]
        pause = None
        if self._timeout is not None and busy:
            pause = max(0.0, min(_LOOK, self._timeout - max(worker.seconds for worker in busy)))
        start = time.monotonic()
        heard = wait([self._heard, *workers], pause)
        # Time in which this process was stopped, as by Ctrl-Z, does not count.
        seconds = min(time.monotonic() - start, 2 * _LOOK)
        for worker in busy:
            worker.seconds += seconds
        for connection, worker in workers.items():
            if connection in heard:
                self._receive(worker)

    def _receive(self, worker: _Worker[R]) -> None:
        try:
            data = worker.process.connection.recv_bytes()
        except (EOFError, OSError):
            self._replace_dead(worker)
            return
        documents = worker.job.left[0] if worker.job else []
        message = unpack(data, self._task, documents)
        if not worker.ready:
            if message != READY:
                raise SalienceError(
                    f"worker processes can't load the models ({message}). Use one process and no "
                    "time limit, with which this process does all."
                )
            worker.ready, self._failed_starts = True, 0
            return
        job, worker.job = worker.job, None
        assert job is not None  # noqa: S101
        if isinstance(message, str):
            self._fail(job, f"a worker process failed on it ({message}); leave it out")
            return
        job.left.pop(0)
        self._done(job, message)
        self._go_on(job)
        worker.batches += 1
        if worker.batches >= _BATCHES:
            self._end_worker(worker)

    def _replace_dead(self, worker: _Worker[R]) -> None:
        code = self._end_worker(worker)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts == _STARTS:
                raise SalienceError(
                    f"{_STARTS} worker processes, one after the other, died before they had begun "
                    f"({_how(code)}). If this is a script, does it start the work under "
                    "if __name__ == '__main__'? If memory is short, use fewer processes "
                    "(n_process, --n-process)."
                )
        elif worker.job is not None:
            reason = f"worker processes died of it ({_how(code)}); split it, or leave it out"
            # What ends a worker can come from outside, but hardly twice at the same document.
            self._fail(worker.job, reason, again=True)

    def _end_overdue(self) -> None:
        for worker in [*self._workers]:
            late = self._timeout is not None and worker.seconds >= self._timeout
            if worker.job is not None and late and not worker.process.connection.poll():
                self._end_worker(worker)
                reason = (
                    f"{_OVERDUE} {self._timeout:g} seconds, the time limit of a "
                    "document; raise the limit (timeout, --timeout), split it, or leave it out"
                )
                self._fail(worker.job, reason)

    def _end_worker(self, worker: _Worker[R]) -> int:
        code = self._starter.end(worker.process)
        self._workers.remove(worker)
        return code

    def _fail(self, job: _Job[R], reason: str, *, again: bool = False) -> None:
        """Do the documents of a failed part alone; reject one, unless it is done `again`."""
        part = job.left.pop(0)
        if len(part) > 1:
            job.left[:0] = [[document] for document in part]
        elif again and not job.failed:
            job.left.insert(0, part)
            job.failed = True
        else:
            self._done(job, [Reject(part[0].id, "", reason)])
        self._go_on(job)

    def _done(self, job: _Job[R], outcomes: Sequence[R | Reject]) -> None:
        job.done += outcomes
        job.failed = False

    def _go_on(self, job: _Job[R]) -> None:
        if job.left:
            self._waiting.appendleft(job)
        else:
            job.future.set_result(job.done)


def _how(code: int) -> str:
    """How a process ended, by its exit code."""
    if code >= 0:
        return f"exit code {code}"
    name = signal.Signals(-code).name if -code in {*signal.Signals} else f"signal {-code}"
    return f"{name}, most likely for lack of memory" if name == "SIGKILL" else name
