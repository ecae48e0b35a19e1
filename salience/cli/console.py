"""Messages of the command line on standard error: counts of a job, progress, colour."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import typer

from salience.display.terminal import WIDTH, summary_lines
from salience.errors import Reject
from salience.tables.writers import STDOUT, check_output, replacing
from salience.text.formatting import printable
from salience.types import ParsedDocument, Record

if TYPE_CHECKING:
    from salience.display.label_summary import LabelSummary

T = TypeVar("T")
SHOWN = 5


class Job:
    """Counts of what was done with documents, the first few problems, and the file of rejects."""

    def __init__(self, rejects: IO[str] | None, summary: LabelSummary | None = None) -> None:
        self.documents = self.entities = self.salient = self.rejected = self.warned = 0
        self.notes: list[str] = []
        self._unlabelled = False
        self._rejects = rejects
        self._summary = summary

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
) -> Iterator[Job]:
    """Count the documents of a job and report the counts at its end.

    Args:
        done: What is done to the documents, such as `scored`.
        inputs, output: The files that `rejects` must not be.
        rejects: A file for the documents that are left out, as JSON lines.
        strict: Whether a document that is left out makes the exit code 3.
        summary: Gets the reasons of what is left out, and is shown at the end.
    """
    with ExitStack() as stack:
        file = None
        if rejects is not None:
            check_output(rejects, [*inputs, output or STDOUT], suffixes=(".jsonl",))
            part = stack.enter_context(replacing(Path(rejects)))
            file = stack.enter_context(part.open("w", encoding="utf-8"))
        counts = Job(file, summary)
        yield counts
    for note in counts.notes:
        say(note)
    rest = counts.rejected + counts.warned - len(counts.notes)
    if rest:
        say(f"and {rest:,} more")
    for line in summary_lines(summary.rows()) if summary else []:
        say(line)
    where = f" (see {rejects})" if rejects else ""
    say(f"{done}: {counts}, left out {counts.rejected:,}{where}, warnings {counts.warned:,}")
    for line in summary_lines(("careful", text) for text in summary.warnings()) if summary else []:
        say(line)
    if strict and counts.rejected:
        raise typer.Exit(3)


def say(text: str) -> None:
    """Print a line on standard error, without characters that would control the terminal."""
    print(printable(text.rstrip()), file=sys.stderr)


def progress(results: Iterable[T], output: str | None) -> Iterable[T]:
    """Pass results on, with a progress bar if they go to a file and stderr is a terminal."""
    from tqdm import tqdm

    quiet = output in (None, STDOUT) or not sys.stderr.isatty()
    return tqdm(results, unit=" documents", disable=quiet)


def table_width() -> int:
    """The width of tables in characters: that of the terminal, at most 80; 80 in pipes."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def in_colour() -> bool:
    """Whether to print in colour: on a terminal with colours, unless NO_COLOR is set."""
    able = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return able and not os.environ.get("NO_COLOR")
