"""Worker processes: started with their models, ended, and never left behind."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Never

from spacy.language import Language
from thinc.api import NumpyOps

from salience.engine.messages import pack
from salience.engine.tasks import Task
from salience.errors import SalienceError
from salience.pipeline.packed import PackedPipeline

if sys.platform == "linux":
    import resource

READY = ""
"""The first message of a worker. Another text says why it can't start."""

_LOOK = 0.5  # seconds after which a process looks whether its parent still lives
_PR_SET_PDEATHSIG = 1  # of prctl(2)
_HARMLESS = {"TMonitor", "Dispatcher"}
_REQUEST = struct.Struct("!cq")
_ANSWER = struct.Struct("!q")
_START, _END = b"s", b"e"


@dataclass(frozen=True, eq=False)
class Process:
    """A worker process: its number, and the connection to it."""

    pid: int
    connection: Connection


def starter(task: Task[Any], memory: int | None) -> Starter:
    """How workers are started here, by `may_fork`: as forks of this process, or afresh."""
    return Forks(task, memory) if may_fork(task.nlp) else Spawned(task, memory)


def may_fork(nlp: Language) -> bool:
    """Whether workers can be forks of this process: on Linux, where no other thread holds a lock.

    NumPy's BLAS prepares itself for forks; PyTorch and GPUs do not.
    """
    return (
        sys.platform == "linux"
        and all(
            thread is threading.main_thread() or type(thread).__name__ in _HARMLESS
            for thread in threading.enumerate()
        )
        and all(_is_numpy(getattr(pipe, "model", None)) for _, pipe in nlp.pipeline)
    )


def _is_numpy(model: Any) -> bool:
    layers = model.walk() if hasattr(model, "walk") else ()
    return all(isinstance(layer.ops, NumpyOps) and not layer.shims for layer in layers)


class Forks:
    """Workers forked by a child without threads, which is itself forked at once."""

    def __init__(self, task: Task[Any], memory: int | None) -> None:
        self._control, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        here = os.getpid()
        self._pid = _fork()
        if self._pid == 0:
            self._control.close()
            _exit_after(partial(_fork_workers, there, here, task, memory))
        there.close()

    def start(self) -> Process:
        """Start a worker. Its first message is `READY`, and then there is one for each it gets."""
        ours, theirs = multiprocessing.Pipe()
        with theirs:
            pid = self._ask(_START, 0, [theirs.fileno()])
        return Process(pid, ours)

    def end(self, process: Process) -> int:
        """Kill a worker, if it is not dead. Returns its exit code; that of a signal is negative."""
        process.connection.close()
        return self._ask(_END, process.pid, [])

    def close(self) -> None:
        """End all workers. None lives when this returns."""
        if self._pid:
            with suppress(OSError):  # It has died.
                self._control.shutdown(socket.SHUT_RDWR)  # also where a fork of ours has it open
            self._control.close()
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _ask(self, request: bytes, number: int, descriptors: list[int]) -> int:
        try:
            socket.send_fds(self._control, [_REQUEST.pack(request, number)], descriptors)
            answer = self._control.recv(_ANSWER.size)
        except OSError:
            answer = b""
        if not answer:
            raise SalienceError(
                "the process that starts worker processes has died, most likely for lack of "
                "memory. Use fewer processes (n_process, --n-process), and begin again."
            )
        return int(_ANSWER.unpack(answer)[0])


def _fork() -> int:
    with warnings.catch_warnings():
        # Python 3.12 and newer warn of any thread; `may_fork` lets pass those that do no harm.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _exit_after(work: Callable[[], None]) -> Never:
    """Do the work of a forked process, and end it without what its parent does at its end."""
    try:
        work()
    except BaseException:
        os._exit(1)
    os._exit(0)


def _fork_workers(control: socket.socket, parent: int, task: Task[Any], memory: int | None) -> None:
    """Start and end workers as the parent asks, as long as it lives."""
    _leave_signals_to_parent()
    gc.freeze()  # What is there stays, and memory that nobody touches remains shared.
    here, workers = os.getpid(), set()
    control.settimeout(_LOOK)
    while os.getppid() == parent:  # The connection may be open in another process of the parent.
        try:
            message, descriptors, *_ = socket.recv_fds(control, _REQUEST.size, 1)
        except TimeoutError:
            continue
        if not message:
            break
        request, number = _REQUEST.unpack(message)
        if request == _START:
            number = _fork()
            if number == 0:
                control.close()
                _exit_after(partial(_forked, Connection(descriptors[0]), here, task, memory))
            os.close(descriptors[0])
            workers.add(number)
        else:
            workers.remove(number)
            number = _end(number)
        control.send(_ANSWER.pack(number))
    for number in workers:
        _end(number)


def _end(number: int) -> int:
    os.kill(number, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def _forked(connection: Connection, parent: int, task: Task[Any], memory: int | None) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == parent:  # It can have died before.
        _serve(connection, task, memory)


class Spawned:
    """Workers that are started afresh, and load copies of the models."""

    def __init__(self, task: Task[Any], memory: int | None) -> None:
        self._context = multiprocessing.get_context("spawn")
        without_pipeline = replace(task, nlp=None)  # type: ignore[type-var]
        self._packed = pickle.dumps((without_pipeline, PackedPipeline.pack(task.nlp)))
        self._memory = memory
        self._processes: dict[int, BaseProcess] = {}

    def start(self) -> Process:  # noqa: D102
        ours, theirs = self._context.Pipe()
        arguments = theirs, self._packed, self._memory
        process = self._context.Process(target=_spawned, args=arguments, daemon=True)
        with theirs:
            process.start()
        assert process.pid is not None  # noqa: S101
        self._processes[process.pid] = process
        return Process(process.pid, ours)

    def end(self, process: Process) -> int:  # noqa: D102
        process.connection.close()
        ended = self._processes.pop(process.pid)
        ended.kill()
        ended.join()
        return ended.exitcode or 0

    def close(self) -> None:  # noqa: D102
        for process in self._processes.values():
            process.kill()
        while self._processes:
            self._processes.popitem()[1].join()


Starter = Forks | Spawned
"""Starts and ends workers that do one task."""


def _spawned(connection: Connection, packed: bytes, memory: int | None) -> None:
    _leave_signals_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        task, pipeline = pickle.loads(packed)  # noqa: S301, of our parent
        task = replace(task, nlp=pipeline.load())
    except Exception as error:
        connection.send(f"{type(error).__name__}: {error}")
        return
    _serve(connection, task, memory)


def _end_with_parent() -> None:
    """End this process when its parent has ended, whatever it is doing."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101
    parent.join()
    os._exit(1)


def _leave_signals_to_parent() -> None:
    """Ctrl-C and SIGTERM come to all processes of a job; what becomes of it, the parent says."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def _serve(connection: Connection, task: Task[Any], memory: int | None) -> None:
    """Answer each list of documents with its results, or a text that says why there are none."""
    _limit_memory(memory)
    connection.send(READY)
    while True:
        try:
            documents = connection.recv()
        except EOFError:
            return
        try:
            answer = pack(task(documents), task, documents)
        except Exception as error:
            answer = pickle.dumps(f"{type(error).__name__}: {error}")
        connection.send_bytes(answer)


def _limit_memory(more: int | None) -> None:
    """Let this process have so many bytes more, and be the first to go if the machine has none."""
    if sys.platform != "linux":
        return
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500")
    if more is not None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        wanted = pages * resource.getpagesize() + more
        now, most = resource.getrlimit(resource.RLIMIT_AS)
        if now == resource.RLIM_INFINITY or wanted < now:  # it may be less already (ulimit -v)
            resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
