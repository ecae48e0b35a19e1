"""Ctrl-C and SIGTERM: they end a command, but not in the middle of what must be finished."""

import atexit
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_held = 0
_came: list[int] = []
_AGAIN, _SOON = 0.1, 1e-6  # seconds


def end_on_signals() -> None:
    """Let SIGTERM end the program as Ctrl-C does; at Python's end both do nothing."""
    atexit.unregister(_ignore)
    atexit.register(_ignore)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as shells start what runs behind
            signal.signal(number, _end)


@contextmanager
def held_back() -> Iterator[None]:
    """Finish what stands in this block before a signal ends the program."""
    global _held
    _held += 1
    try:
        yield
    finally:
        _held -= 1
        if _came and not _held:
            number = _came[0]
            _came.clear()
            _end(number, None)


def _ignore() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


class OverdueError(Exception):
    """What stood in a block of `time_limit` took longer than it may."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Leave this block after so many seconds; only in the main thread, and not on Windows."""
    is_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not is_main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _overdue)
    begun, (left, _) = time.monotonic(), signal.getitimer(signal.ITIMER_REAL)
    # Again and again, since Python lets nothing that is raised out of some of its callbacks.
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left or seconds), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            still = max(left - (time.monotonic() - begun), _SOON)
            signal.setitimer(signal.ITIMER_REAL, still, _AGAIN)


def _overdue(number: int, _: FrameType | None) -> NoReturn:
    raise OverdueError


def _end(number: int, _: FrameType | None) -> None:
    if _held:
        _came.append(number)
    elif number == signal.SIGINT:
        raise KeyboardInterrupt
    else:
        sys.exit(128 + number)
