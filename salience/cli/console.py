"""Messages of the command line on standard error, as text or as JSON lines; progress; colour."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

from salience.pages.terminal import WIDTH
from salience.tables.writers import STDOUT
from salience.text.formatting import printable

T = TypeVar("T")
SHOWN = 5

LEFT_OUT, MISUSE, FAILED = 1, 2, 3
"""Exit codes: with `--strict`, a document was left out; wrong usage; there is no result."""

LogFormat = Literal["text", "json"]
EVERY = 30.0
"""Seconds between two messages of progress, where they are JSON lines."""

_format: LogFormat = "text"


def log_as(format: LogFormat) -> LogFormat:
    """From here on, messages are of this format."""
    global _format
    _format = format
    return format


def say(text: str, event: str = "message", **fields: Any) -> None:
    """Print a line on standard error; JSON lines also have the event and the fields."""
    if _format == "json":
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": now, "event": event, "message": text.rstrip(), **fields})
    else:
        line = printable(text.rstrip())
    print(line, file=sys.stderr)


def progress(
    results: Iterable[T],
    output: str | None,
    total: Callable[[], int | None] = lambda: None,
    quiet: bool = False,
    done: Callable[[], int] | None = None,
) -> Iterator[T]:
    """Pass results on, with a bar or messages; without `done` each is one document."""
    if quiet or output in (None, STDOUT) or not (_format == "json" or sys.stderr.isatty()):
        yield from results
    elif _format == "json":
        yield from _reported(results, done)
    else:
        from tqdm import tqdm

        with tqdm(total=total(), initial=done() if done else 0, unit=" documents") as bar:
            for result in results:
                yield result
                bar.update(done() - bar.n if done else 1)
            if done:
                bar.update(done() - bar.n)


def _reported(results: Iterable[T], done: Callable[[], int] | None) -> Iterator[T]:
    said = time.monotonic()
    for number, result in enumerate(results, 1):
        yield result
        if time.monotonic() - said >= EVERY:
            said = time.monotonic()
            n = done() if done else number
            say(f"{n:,} documents", "progress", documents=n)


def table_width() -> int:
    """The width of tables in characters: that of the terminal, at most 80; 80 in pipes."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def in_colour() -> bool:
    """Whether to print in colour: on a terminal with colours, unless NO_COLOR is set."""
    able = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return able and not os.environ.get("NO_COLOR")
