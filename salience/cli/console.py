"""Messages of the command line on standard error: counts of a job, progress, colour."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Never, TypeVar

import typer

from salience.corpus.read import STDIN
from salience.display.terminal import WIDTH, summary_lines
from salience.errors import Reject
from salience.tables.writers import STDOUT, check_output, replacing
from salience.text.formatting import printable
from salience.types import ParsedDocument, Record

if TYPE_CHECKING:
    from tqdm import tqdm

    from salience.display.label_summary import LabelSummary

T = TypeVar("T")
SHOWN = 5

LEFT_OUT, FAILED = 1, 3
"""Exit codes: with `--strict`, a document was left out; there is no result. 2 is wrong usage."""


class NothingDoneError(Exception):
    """No document could be used, so that there is nothing to write."""


class Job:
    """Counts of what was done with documents, the first few problems, and the file of rejects."""

    def __init__(
        self, rejects: IO[str] | None, summary: LabelSummary | None = None, quiet: bool = False
    ) -> None:
        self.documents = self.entities = self.salient = self.rejected = self.warned = 0
        self.notes: list[str] = []
        self._unlabelled = False
        self._rejects = rejects
        self._summary = summary
        self._quiet = quiet

    def reject(self, reject: Reject) -> None:
        """Note a document that is left out."""
        self.rejected += 1
        self._note(f"left out: {reject}")
        if self._summary is not None:
            self._summary.reject(reject.reason)
        if self._rejects is not None:
            print(json.dumps(reject.to_dict()), file=self._rejects)

    def count(self, parsed: ParsedDocument, salient: int | None) -> None:
        """Count a finished document; `salient` is None where its entities have no labels yet."""
        self.documents += 1
        self.entities += len(parsed.entities)
        self.salient += salient or 0
        self._unlabelled = salient is None
        for warning in parsed.warnings:
            self.warned += 1
            self._note(f"warning: document {parsed.document.id!r}: {warning}")

    def count_record(self, record: Record) -> Record:
        """Count the record of a finished document, and return it."""
        self.documents += 1
        self.entities += len(record["entities"])
        self.salient += sum(entity["salient"] for entity in record["entities"])
        return record

    def progress(
        self,
        results: Iterable[T],
        output: str | None,
        total: Callable[[], int | None] = lambda: None,
    ) -> Iterator[T]:
        """Pass results on, with a progress bar; what is left out counts as done.

        Args:
            results: Each is counted by the caller before the next one is asked for.
            output: Where they go; see `progress`.
            total: Counts the documents; called only if there is a bar.

        Raises:
            NothingDoneError: At the end, if no document could be used.
        """
        if self._quiet or not _has_bar(output):
            yield from results
        else:
            with _bar(total()) as bar:
                for result in results:
                    yield result
                    bar.update(self.documents + self.rejected - bar.n)
                bar.update(self.documents + self.rejected - bar.n)
        if not self.documents:
            raise NothingDoneError

    def __str__(self) -> str:
        share = f"{self.salient / self.entities:.1%}" if self.entities else "none"
        salient = "" if self._unlabelled else f", salient {share}"
        return f"documents {self.documents:,}, entities {self.entities:,}{salient}"

    def _note(self, note: str) -> None:
        if len(self.notes) < SHOWN:
            self.notes.append(note)


@contextmanager
def job(
    done: str,
    inputs: Sequence[str],
    output: str | None,
    rejects: str | None,
    strict: bool,
    summary: LabelSummary | None = None,
    quiet: bool = False,
) -> Iterator[Job]:
    """Count the documents of a job and report the counts at its end.

    A job without any document that could be used has failed.

    Args:
        done: What is done to the documents, such as `scored`.
        inputs, output: The files that `rejects` must not be.
        rejects: A file for the documents that are left out, as JSON lines.
        strict: Whether a document that is left out makes the exit code 1.
        summary: Gets the reasons of what is left out, and is shown at the end.
        quiet: Whether to say only what went wrong.
    """
    with ExitStack() as stack:
        file = None
        if rejects is not None:
            check_output(rejects, [*inputs, output or STDOUT], suffixes=(".jsonl",))
            part = stack.enter_context(replacing(Path(rejects)))
            file = stack.enter_context(part.open("w", encoding="utf-8"))
        counts = Job(file, summary, quiet)
        with suppress(NothingDoneError):
            yield counts
    for note in counts.notes:
        say(note)
    rest = counts.rejected + counts.warned - len(counts.notes)
    if rest:
        say(f"and {rest:,} more")
    where = f" (see {rejects})" if rejects else ""
    if not quiet:
        for line in summary_lines(summary.rows()) if summary else []:
            say(line)
        say(f"{done}: {counts}, left out {counts.rejected:,}{where}, warnings {counts.warned:,}")
    for line in summary_lines(("careful", text) for text in summary.warnings()) if summary else []:
        say(line)
    if not counts.documents:
        why = "no document could be used" if counts.rejected else "there is no document"
        where = ", ".join("standard input" if name == STDIN else name for name in inputs)
        say(f"salience: nothing was {done}: {why} in {where}")
        raise typer.Exit(FAILED)
    if strict and counts.rejected:
        raise typer.Exit(LEFT_OUT)


def say(text: str) -> None:
    """Print a line on standard error, without characters that would control the terminal."""
    print(printable(text.rstrip()), file=sys.stderr)


def progress(
    results: Iterable[T],
    output: str | None,
    total: Callable[[], int | None] = lambda: None,
    quiet: bool = False,
) -> Iterator[T]:
    """Pass results on, with a progress bar if they go to a file and stderr is a terminal.

    With a total, which is counted only if there is a bar, the bar has the share that is done and
    the time that is left.
    """
    if quiet or not _has_bar(output):
        yield from results
        return
    with _bar(total()) as bar:
        for result in results:
            yield result
            bar.update()


def _has_bar(output: str | None) -> bool:
    return output not in (None, STDOUT) and sys.stderr.isatty()


def _bar(total: int | None) -> tqdm[Never]:
    from tqdm import tqdm

    return tqdm(total=total, unit=" documents")


def table_width() -> int:
    """The width of tables in characters: that of the terminal, at most 80; 80 in pipes."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def in_colour() -> bool:
    """Whether to print in colour: on a terminal with colours, unless NO_COLOR is set."""
    able = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return able and not os.environ.get("NO_COLOR")
