"""A job with many documents: what is kept and counted, and what is said at its end."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from salience.cli.console import FAILED, LEFT_OUT, SHOWN, progress, say
from salience.cli.inputs import items_of
from salience.cli.options import OptionError, Reading, Reporting, Running, named_files
from salience.corpus.read import STDIN, count_documents
from salience.engine.interrupts import held_back
from salience.engine.journal import Journal, journal_path, open_journal
from salience.engine.lines import from_line, to_line
from salience.errors import Reject
from salience.pages.terminal import summary_lines
from salience.tables.kinds import refuse_other
from salience.tables.writers import STDOUT, check_not_read, check_output, write_lines
from salience.types import Document, ParsedDocument, Record

if TYPE_CHECKING:
    from salience.engine.tasks import Task
    from salience.pages.label_summary import LabelSummary

R = TypeVar("R")
T = TypeVar("T")

RESULTS, REJECTS = "results", "rejects"
"""Kinds of lines in a journal: what documents have become, and what was left out."""


class NothingDoneError(Exception):
    """No document could be used, so that there is nothing to write."""


@dataclass(slots=True)
class Counts:
    """What became of the documents of a job; `entities` is None where none are looked for."""

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


@dataclass(slots=True, eq=False)
class Job:
    """A run of a command over documents: what is finished (`journal`), counted and said of them."""

    _context: typer.Context
    _inputs: Sequence[str]
    _output: str | None
    journal: Journal
    _running: Running
    _reading: Reading | None
    _summary: LabelSummary | None
    counts: Counts = field(default_factory=Counts)
    _begun: float = field(default_factory=time.monotonic)
    _words_before: int = 0

    @property
    def in_file(self) -> bool:
        """Whether results go to a file, or a folder."""
        return is_file(self._output)

    def items(
        self, *, title: str | None = None, clusters: Path | None = None
    ) -> Iterator[Document | Reject]:
        """The documents of the inputs, and what can't be read; as `items_of`."""
        reading = self._reading or Reading()
        return items_of(self._inputs, reading, title, clusters, quiet=self._running.quiet)

    def run(
        self,
        task: Task[R],
        take: Callable[[R], Mapping[str, str]],
        items: Iterable[Document | Reject] | None = None,
        *,
        restore: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        """Do a task with all documents, from where an earlier run was stopped.

        `take` counts a result, and gives its lines for the journal by their kinds; `restore` takes
        the counts of an earlier run. A NothingDoneError if no document could be used.
        """
        from salience.engine.batches import run_task
        from salience.engine.settings import settings_of

        journal, running = self.journal, self._running
        items = self.items() if items is None else items
        # Finding out what the settings are takes a moment, and short runs need not know.
        command = self._context.info_name or ""
        options = self._context.params
        settings = partial(settings_of, command, options, self._inputs, task.nlp)
        if kept := journal.begin(settings, self.state):
            (restore or self.restore)(kept)
            say(f"going on after {journal.items:,} documents, which are kept in {journal.path}")
        elif running.resume:
            say("there is no run to go on with: a new one begins")
        outcomes = run_task(task, journal.rest(items), **running.ways)
        for outcome in self.progress(outcomes):
            # Counts and lines must not differ when Ctrl-C comes.
            with held_back() if self.in_file else nullcontext():
                if isinstance(outcome, Reject):
                    journal.add(self._left_out(outcome))
                else:
                    journal.add(take(outcome))
        if journal.items:  # what comes now may take long
            with held_back():
                journal.keep()

    def line(self, record: str) -> Mapping[str, str]:
        """The line of a result for the journal; what goes to standard output is printed instead."""
        if self.in_file:
            return {RESULTS: record}
        print(record)
        return {}

    def collect(
        self,
        task: Task[T],
        kind: type[T],
        count: Callable[[T], None],
        items: Iterable[Document | Reject] | None = None,
    ) -> Iterator[T]:
        """The results of a task, when all documents are read, for what needs them all."""

        def take(result: T) -> Mapping[str, str]:
            count(result)
            return {RESULTS: to_line(result)}

        self.run(task, take, items)
        return (from_line(kind, line) for line in self.journal.lines(RESULTS))

    def reject(self, reject: Reject) -> None:
        """Note a document that is left out, beside a run."""
        self.journal.put(self._left_out(reject))

    def _left_out(self, reject: Reject) -> Mapping[str, str]:
        """Note a document that is left out. Returns its line for the journal, by its kind."""
        from salience.pages.label_summary import count_reason

        self.counts.left_out += 1
        count_reason(self.counts.reasons, reject.reason)
        self._note("left out", str(reject))
        if self._summary is not None:
            self._summary.reject(reject.reason)
        return {REJECTS: json.dumps(reject.to_dict())}

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

    def progress(self, results: Iterable[T]) -> Iterator[T]:
        """Pass results on, with progress; at the end a NothingDoneError if no document was done."""
        yield from progress(results, self._output, self._total, self._running.quiet, self._done)
        if not self.counts.documents:
            raise NothingDoneError

    def _total(self) -> int | None:
        reading = self._reading
        if reading is None:
            return None  # these are no documents
        return count_documents(self._inputs, reading.format, reading.limit)

    def state(self) -> dict[str, Any]:
        """All that is counted, as JSON."""
        summary = {} if self._summary is None else {"summary": self._summary.state()}
        return self.counts.state() | summary

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on counting from where `state` was asked for."""
        fields = {name: state[name] for name in Counts.__slots__}
        fields["reasons"] = Counter(fields["reasons"])
        fields["notes"] = [(kind, text) for kind, text in fields["notes"]]
        self.counts = Counts(**fields)
        self._words_before = self.counts.words
        if self._summary is not None:
            self._summary.restore(state["summary"])

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
        self.counts.words += len(document.text.split()) + len((document.title or "").split())
        self.counts.untitled += not (document.title or "").strip()

    def _done(self) -> int:
        return self.counts.documents + self.counts.left_out

    def _note(self, kind: str, note: str) -> None:
        if len(self.counts.notes) < SHOWN:
            self.counts.notes.append((kind, note))


def is_file(output: str | None) -> bool:
    """Whether an output is a file, or a folder, and not standard output or a terminal."""
    return output not in (None, STDOUT)


@contextmanager
def job(
    context: typer.Context,
    done: str,
    inputs: Sequence[str],
    output: str | None,
    report: Reporting,
    reading: Reading | None = None,
    *,
    kind: str | None = None,
    summary: LabelSummary | None = None,
) -> Iterator[Job]:
    """Run a command over documents, and say at its end what became of them.

    Whatever ends it before, what it has finished is kept in a journal beside its output. `done`
    says what is done, such as `scored`. Results of another `kind` are not replaced without
    `--overwrite`; a command without a kind can't be resumed.
    """
    running = report if isinstance(report, Running) else Running(timeout=0, **vars(report))
    rejects = running.rejects
    if rejects is not None:
        check_output(rejects, [*inputs, output or STDOUT], suffixes=(".jsonl",))
        check_not_read(rejects, named_files(context, "rejects"))
    if output is not None:
        check_not_read(output, named_files(context, "output"))
    if running.resume and running.overwrite:
        raise OptionError("goes on, and --overwrite begins anew", param_hint="--resume")
    if running.resume and not is_file(output):
        raise OptionError("needs a file: -o", param_hint="--resume")
    path = None
    if output is not None and is_file(output) and kind is not None:
        path = journal_path(output)
    with open_journal(path, overwrite=running.overwrite) as journal:
        if output is not None and kind is not None and not journal.overwrite:
            refuse_other(output, "a page" if output.lower().endswith(".html") else kind)
        if rejects is not None and not journal.overwrite:
            refuse_other(rejects, "rejects")
        counted = Job(context, inputs, output, journal, running, reading, summary)
        before = journal.items
        try:
            with suppress(NothingDoneError):
                yield counted
        except (KeyboardInterrupt, SystemExit):
            with held_back():
                journal.keep()
            _say_how_to_go_on(journal)
            raise
        except BaseException:
            if journal.items > before:
                _say_how_to_go_on(journal)
            raise
        if rejects is not None:
            write_lines(rejects, journal.lines(REJECTS))
        journal.clear()
    _say_notes(counted.counts)
    if not running.quiet:
        _say_the_end(done, counted, summary, rejects)
    for line in summary_lines(("careful", text) for text in summary.warnings()) if summary else []:
        say(line, "warning")
    counts = counted.counts
    if not counts.documents:
        why = "no document could be used" if counts.left_out else "there is no document"
        where = ", ".join("standard input" if name == STDIN else name for name in inputs)
        say(f"salience: nothing was {done}: {why} in {where}", "error")
        raise typer.Exit(FAILED)
    if running.strict and counts.left_out:
        raise typer.Exit(LEFT_OUT)


def _say_how_to_go_on(journal: Journal) -> None:
    if journal.items and journal.path is not None:
        how = "--resume in place of --overwrite" if journal.overwrite else "the same command"
        say(
            f"{journal.items:,} documents are kept in {journal.path}: {how} goes on after them"
            f"{'' if journal.overwrite else ', --overwrite begins anew'}"
        )


def _say_notes(counts: Counts) -> None:
    for kind, note in counts.notes:
        say(f"{kind}: {note}", kind)
    rest = counts.left_out + counts.warnings - len(counts.notes)
    if rest:
        say(f"and {rest:,} more")


def _say_the_end(
    done: str, counted: Job, summary: LabelSummary | None, rejects: str | None
) -> None:
    from salience.pages.label_summary import listed

    counts, speed = counted.counts, counted.speed()
    where = f" (see {rejects})" if rejects else ""
    own = [("left out", listed(counts.reasons))] if counts.left_out else []
    for line in summary_lines(own if summary is None else summary.rows()):
        say(line)
    say(_speed_line(speed))
    fields = {name: value for name, value in counts.state().items() if name != "notes"}
    say(
        f"{done}: {counts}, left out {counts.left_out:,}{where}, warnings {counts.warnings:,}",
        "end",
        done=done,
        **fields | speed,
    )
    if counts.documents and (page := counted._output or "").lower().endswith(".html"):
        say(f"open {page} in a browser")


def _speed_line(speed: Mapping[str, Any]) -> str:
    words, seconds, each = (speed[name] for name in ("words", "seconds", "words_per_second"))
    rate = f"{words:,} words in {seconds:,} s: {each:,} a second, loading included"
    line = rate if words else f"{seconds:,} s"
    if "peak_memory" in speed:
        line += f"; peak memory {speed['peak_memory'] / 1e6:,.0f} MB"
    if speed.get("peak_memory_of_a_worker"):
        line += f", of a worker process {speed['peak_memory_of_a_worker'] / 1e6:,.0f} MB"
    return line


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
