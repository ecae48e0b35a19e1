"""A job with many documents: what is counted, and what is said at its end."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, TypeVar

import typer

from salience.cli.console import FAILED, LEFT_OUT, SHOWN, progress, say
from salience.corpus.read import STDIN
from salience.errors import Reject
from salience.pages.terminal import summary_lines
from salience.tables.writers import STDOUT, check_output, replacing
from salience.types import Document, ParsedDocument, Record

if TYPE_CHECKING:
    from salience.pages.label_summary import LabelSummary

T = TypeVar("T")


class NothingDoneError(Exception):
    """No document could be used, so that there is nothing to write."""


@dataclass(slots=True)
class Counts:
    """What became of the documents of a job.

    Attributes:
        documents, entities, salient: Of what is finished. `entities` is None where none are looked
            for, `salient` where they have no labels.
        left_out, warnings: How many documents were left out, and what was odd about others.
        words: Of the finished documents, with white space between them.
        untitled: How many of the finished documents have no headline.
        reasons: How many documents were left out, by kind of reason.
        notes: The first few problems, in words.
    """

    documents: int = 0
    entities: int | None = 0
    salient: int | None = 0
    left_out: int = 0
    warnings: int = 0
    words: int = 0
    untitled: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """The counts as JSON, and as they are now."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return fields | {"reasons": dict(self.reasons), "notes": list(self.notes)}

    def __str__(self) -> str:
        if not self.documents:
            return "documents 0"
        share = f"{(self.salient or 0) / self.entities:.1%}" if self.entities else "none"
        salient = "" if self.salient is None else f", salient {share}"
        entities = "" if self.entities is None else f", entities {self.entities:,}"
        return f"documents {self.documents:,}{entities}{salient}"


class Job:
    """Counts what becomes of documents, and writes what is left out to the file of rejects."""

    def __init__(
        self, rejects: IO[str] | None, summary: LabelSummary | None = None, quiet: bool = False
    ) -> None:
        self.counts = Counts()
        self.summary = summary
        self._rejects = rejects
        self._quiet = quiet
        self._begun = time.monotonic()
        self._words_before = 0

    def reject(self, reject: Reject) -> None:
        """Note a document that is left out."""
        from salience.pages.label_summary import count_reason

        self.counts.left_out += 1
        count_reason(self.counts.reasons, reject.reason)
        self._note("left out", str(reject))
        if self.summary is not None:
            self.summary.reject(reject.reason)
        if self._rejects is not None:
            print(json.dumps(reject.to_dict()), file=self._rejects)

    def count(self, parsed: ParsedDocument, salient: int | None) -> None:
        """Count a finished document; `salient` is None where its entities have no labels yet."""
        counts = self.counts
        self._count_document(parsed.document)
        counts.entities = (counts.entities or 0) + len(parsed.entities)
        counts.salient = None if salient is None else (counts.salient or 0) + salient
        for warning in parsed.warnings:
            counts.warnings += 1
            self._note("warning", f"document {parsed.document.id!r}: {warning}")

    def count_text(self, document: Document) -> None:
        """Count a finished document in which no entities are looked for."""
        self._count_document(document)
        self.counts.entities = self.counts.salient = None

    def count_record(self, record: Record) -> Record:
        """Count the record of a finished document, and return it."""
        self.counts.documents += 1
        self.counts.entities = (self.counts.entities or 0) + len(record["entities"])
        salient = sum(entity["salient"] for entity in record["entities"])
        self.counts.salient = (self.counts.salient or 0) + salient
        return record

    def progress(
        self,
        results: Iterable[T],
        output: str | None,
        total: Callable[[], int | None] = lambda: None,
    ) -> Iterator[T]:
        """Pass results on, with progress as `progress` shows it; what is left out counts as done.

        Raises:
            NothingDoneError: At the end, if no document could be used.
        """
        yield from progress(results, output, total, self._quiet, self._done)
        if not self.counts.documents:
            raise NothingDoneError

    def state(self) -> dict[str, Any]:
        """All that is counted, as JSON."""
        summary = {} if self.summary is None else {"summary": self.summary.state()}
        return self.counts.state() | summary

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on counting from where `state` was asked for."""
        fields = {name: state[name] for name in Counts.__slots__}
        fields["reasons"] = Counter(fields["reasons"])
        fields["notes"] = [(kind, text) for kind, text in fields["notes"]]
        self.counts = Counts(**fields)
        self._words_before = self.counts.words
        if self.summary is not None:
            self.summary.restore(state["summary"])

    def speed(self) -> dict[str, Any]:
        """Words, seconds, words a second and peak memory of this process and its workers."""
        words, seconds = self.counts.words - self._words_before, time.monotonic() - self._begun
        return {
            "words": words,
            "seconds": round(seconds, 1),
            "words_per_second": round(words / seconds),
            **_memory(),
        }

    def _count_document(self, document: Document) -> None:
        self.counts.documents += 1
        self.counts.words += _words(document)
        self.counts.untitled += not (document.title or "").strip()

    def _done(self) -> int:
        return self.counts.documents + self.counts.left_out

    def _note(self, kind: str, note: str) -> None:
        if len(self.counts.notes) < SHOWN:
            self.counts.notes.append((kind, note))


@contextmanager
def job(
    done: str,
    inputs: Sequence[str],
    output: str | None,
    rejects: str | None,
    strict: bool,
    summary: LabelSummary | None = None,
    quiet: bool = False,
    in_parts: bool = False,
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
        in_parts: Whether rejects are kept with the parts of the output, and the caller writes them.
    """
    with ExitStack() as stack:
        file = None
        if rejects is not None:
            check_output(rejects, [*inputs, output or STDOUT], suffixes=(".jsonl",))
            if not in_parts:
                part = stack.enter_context(replacing(rejects))
                file = stack.enter_context(part.open("w", encoding="utf-8"))
        counted = Job(file, summary, quiet)
        with suppress(NothingDoneError):
            yield counted
    _say_notes(counted.counts)
    if not quiet:
        _say_the_end(done, counted, rejects)
    for line in summary_lines(("careful", text) for text in summary.warnings()) if summary else []:
        say(line, "warning")
    counts = counted.counts
    if not counts.documents:
        why = "no document could be used" if counts.left_out else "there is no document"
        where = ", ".join("standard input" if name == STDIN else name for name in inputs)
        say(f"salience: nothing was {done}: {why} in {where}", "error")
        raise typer.Exit(FAILED)
    if strict and counts.left_out:
        raise typer.Exit(LEFT_OUT)


def _say_notes(counts: Counts) -> None:
    for kind, note in counts.notes:
        say(f"{kind}: {note}", kind)
    rest = counts.left_out + counts.warnings - len(counts.notes)
    if rest:
        say(f"and {rest:,} more")


def _say_the_end(done: str, counted: Job, rejects: str | None) -> None:
    from salience.pages.label_summary import listed

    counts, speed = counted.counts, counted.speed()
    where = f" (see {rejects})" if rejects else ""
    if counted.summary is not None:
        for line in summary_lines(counted.summary.rows()):
            say(line)
    elif counts.left_out:
        for line in summary_lines([("left out", listed(counts.reasons))]):
            say(line)
    say(_speed_line(speed))
    fields = {name: value for name, value in counts.state().items() if name != "notes"}
    say(
        f"{done}: {counts}, left out {counts.left_out:,}{where}, warnings {counts.warnings:,}",
        "end",
        done=done,
        **fields | speed,
    )


def _speed_line(speed: Mapping[str, Any]) -> str:
    words, seconds, each = (speed[name] for name in ("words", "seconds", "words_per_second"))
    rate = f"{words:,} words in {seconds:,} s: {each:,} a second, loading included"
    line = rate if words else f"{seconds:,} s"
    if "peak_memory" in speed:
        line += f"; peak memory {speed['peak_memory'] / 1e6:,.0f} MB"
    if speed.get("peak_memory_of_a_worker"):
        line += f", of a worker process {speed['peak_memory_of_a_worker'] / 1e6:,.0f} MB"
    return line


def _words(document: Document) -> int:
    return len(document.text.split()) + len((document.title or "").split())


def _memory() -> dict[str, int]:
    """The largest memory of this process and of one of its workers so far, in bytes."""
    try:
        import resource
    except ImportError:  # Windows
        return {}
    unit = 1 if sys.platform == "darwin" else 1024
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    return {"peak_memory": own, "peak_memory_of_a_worker": workers}
