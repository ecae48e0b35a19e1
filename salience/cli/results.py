"""Where results of many documents go: shown as they come, or kept in parts and joined in a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from salience.cli.console import say
from salience.cli.interrupts import held_back
from salience.cli.jobs import Job, NothingDoneError
from salience.corpus.formats.archives import wanted_files
from salience.engine.parts import clear, locked, parts_folder, read_manifest
from salience.errors import Reject, SalienceError
from salience.storage.durable import checksum
from salience.tables.kinds import refuse_other
from salience.tables.writers import STDOUT, write_lines, write_records
from salience.version import __version__
from salience.word_links.choices import METEOR

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.engine.documents import Item
    from salience.engine.restart import Parts
    from salience.tables.columns import Kind

R = TypeVar("R")

RESULTS, REJECTS = "results", "rejects"
"""Kinds of lines in parts: records of documents, and what was left out."""


@contextmanager
def in_parts(
    output: str | None, kind: Kind, rejects: str | None, *, resume: bool, overwrite: bool
) -> Iterator[Parts | None]:
    """The parts of a run, which the caller joins at the end; None for what is no file.

    Whatever ends the run before, the parts that it has finished are kept, and a message says how to
    go on. After Ctrl-C and SIGTERM that is all that was done; an error costs what had no part yet.

    Args:
        output: Where results go.
        kind: What they are; results of another kind are not replaced without `overwrite`.
        rejects: The file of what was left out. It is written at the end.
        resume: Whether there must be a run to go on with.
        overwrite: Whether to begin anew.

    Raises:
        SalienceError: If another run writes the output, if results of another kind are there, or if
            there is nothing to go on with.
    """
    if resume and overwrite:
        raise typer.BadParameter("goes on, and --overwrite begins anew", param_hint="--resume")
    if output is None or output == STDOUT:
        if resume:
            raise typer.BadParameter("needs a file: -o", param_hint="--resume")
        yield None
        return
    from salience.engine.restart import Parts

    folder = parts_folder(output)
    if resume and not folder.is_dir():
        raise _nothing_to_go_on_with(output)
    with locked(folder):
        if overwrite:
            clear(folder)
        parts = Parts(folder, read_manifest(folder), overwrite=overwrite)
        if resume and not parts.items:
            raise _nothing_to_go_on_with(output)
        if not parts.overwrite:
            refuse_other(output, kind)
        before = parts.items
        try:
            yield parts
        except NothingDoneError:
            _write_rejects(rejects, parts)
            clear(folder)
            raise
        except (KeyboardInterrupt, SystemExit):
            with held_back():
                parts.keep()
            _say_how_to_go_on(parts)
            raise
        except BaseException:
            if parts.items > before:
                _say_how_to_go_on(parts)
            raise
        _write_rejects(rejects, parts)
        clear(folder)


def _nothing_to_go_on_with(output: str) -> SalienceError:
    there = f"; {output} is there, and finished" if Path(output).exists() else ""
    return SalienceError(
        f"there is no run to go on with: {parts_folder(output)} is not there{there}. Leave out "
        "--resume to begin one."
    )


def _say_how_to_go_on(parts: Parts) -> None:
    if parts.items:
        how = "--resume in place of --overwrite" if parts.overwrite else "the same command"
        say(
            f"{parts.items:,} documents are kept in {parts.folder}: {how} goes on after them"
            f"{'' if parts.overwrite else ', --overwrite begins anew'}"
        )


def join(parts: Parts | None, output: str | None, kind: Kind, exact_csv: bool) -> None:
    """Write the records of all parts as a file of results."""
    if parts is not None and output is not None:
        write_records(output, kind, parts.lines(RESULTS), exact=exact_csv)


def _write_rejects(rejects: str | None, parts: Parts) -> None:
    if rejects is not None:
        write_lines(rejects, parts.lines(REJECTS))


def carry(
    items: Iterable[Item],
    each: Callable[[Iterable[Item]], Iterable[R | Reject]],
    take: Callable[[R], Mapping[str, str]],
    done: Job,
    parts: Parts | None,
    settings: Callable[[], Mapping[str, Any]],
    output: str | None,
    total: Callable[[], int | None] = lambda: None,
    state: Callable[[], Mapping[str, Any]] | None = None,
    restore: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """Carry documents through to their results, from where an earlier run has stopped.

    Args:
        items: The documents of the input, and what can't be read.
        each: Gives an outcome for each item, in order.
        take: Counts a result, and gives its lines by their kinds for `parts`.
        done: Counts what is left out.
        parts: Gets the lines, if there is a file to write.
        settings: All that results depend on, beside the documents.
        output, total: As for `Job.progress`.
        state: What is kept with each part to go on counting from; that of `done` without it.
        restore: Takes it back.
    """
    if parts is not None:
        # Finding out what the settings are takes a moment, and short runs need not know.
        if found := parts.begin(settings, state or done.state):
            (restore or done.restore)(found)
            say(f"going on after {parts.items:,} documents, which are kept in {parts.folder}")
        items = parts.rest(items)
    for outcome in done.progress(each(items), output, total):
        # Counts and lines must not differ when Ctrl-C comes.
        with held_back() if parts is not None else nullcontext():
            if isinstance(outcome, Reject):
                done.reject(outcome)
                lines: Mapping[str, str] = {REJECTS: json.dumps(outcome.to_dict())}
            else:
                lines = take(outcome)
            if parts is not None:
                parts.add(lines)
    if parts is not None and parts.items:  # what comes now may take long
        with held_back():
            parts.keep()


_NO_SETTINGS = {
    *("inputs", "corpus", "output", "as_json", "rejects", "strict", "labels_dir"),
    *("n_process", "resume", "overwrite", "quiet", "log_format"),
}
"""Parameters of commands on which no result depends, or that are settings of another form."""


def settings_of(
    context: typer.Context, inputs: Sequence[str], format: str | None, nlp: Language
) -> dict[str, Any]:
    """All that the results of a command depend on, as JSON: versions, files and options.

    Inputs count by their names and sizes; files and folders that options name count by what they
    hold, except for those that the command writes.

    Args:
        context: The command and its options.
        inputs, format: The files of the documents.
        nlp: What reads the documents.
    """
    from salience.pipeline.provenance import pipeline_name
    from salience.storage.model_folder import find_model

    options = {
        f"--{name.replace('_', '-')}": _held(value)
        for name, value in context.params.items()
        if name not in _NO_SETTINGS
    }
    pipeline = pipeline_name(nlp)
    options["--nlp"] = pipeline if nlp.path is None else f"{pipeline} {_held(nlp.path)}"
    if options.get("--aligner") not in (None, METEOR):
        options["--aligner"] = _held(find_model(context.params["aligner"]))
    if "--model" in options:
        options["--model"] = _held(find_model(context.params["model"]))
    sizes = {f"the size of {name}": _size(name, format) for name in inputs}
    if "--report" in options:
        options["--report"] = context.params["report"] is not None
    settings = {
        "salience": __version__,
        "the command": context.info_name,
        "the input": inputs,
        **sizes,
        **options,
    }
    found: dict[str, Any] = json.loads(json.dumps(settings))  # as it comes back from a file
    return found


def _held(value: object) -> object:
    """The value of an option; of a file or folder what it holds."""
    return checksum(value)[:16] if isinstance(value, Path) and value.exists() else value


def _size(name: str, format: str | None) -> str | None:
    path = Path(name)
    if path.is_file():
        return f"{path.stat().st_size:,} bytes"
    if not path.is_dir():
        return None
    sizes = {file: (path / file).stat().st_size for file in wanted_files(path, format)}
    digest = hashlib.sha256(json.dumps(sorted(sizes.items())).encode("ascii")).hexdigest()
    return f"{len(sizes):,} files of {sum(sizes.values()):,} bytes ({digest[:16]})"
