"""The command `salience split`."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import SHOWN, progress, say
from salience.cli.inputs import field_names
from salience.cli.options import option
from salience.corpus.formats import FormatName
from salience.errors import Reject, SalienceError
from salience.tables.kinds import CORPUS, kind_of
from salience.tables.record_files import read_records
from salience.tables.splits import By
from salience.tables.writers import STDOUT, write_lines


def split(
    input: Annotated[str, typer.Argument(help="A corpus, or a file of labels, .jsonl.")],
    train: Annotated[str, option("File to write for training, .jsonl.")],
    test: Annotated[str, option("File to write for testing, .jsonl.")],
    by: Annotated[By, option("What is never on both sides; see above.")] = "document",
    share: Annotated[float, option("Share of the documents to test on.")] = 0.2,
    train_until: opt.TrainUntil = None,
    format: opt.InputFormat = None,
    field: opt.Fields = None,
    seed: Annotated[int, option("Seed of the choice.", min=0)] = 0,
    overwrite: opt.Overwrite = False,
    quiet: opt.Quiet = False,
) -> None:
    """Divide a corpus or labels into train and test.

    No document and no text is on both sides. With --by date the test documents are the latest, or
    those after the day of --train-until; with --by source they are all documents of some sources.
    Documents need a field of that name. Labels have the dates of their documents, but no sources:
    to divide by source, divide the corpus before you label it.

    \b
    Example:
      salience split corpus.jsonl --train train.jsonl --test test.jsonl
      salience split corpus.jsonl --train old.jsonl --test new.jsonl --by date
    """
    from salience.tables.splits import split as split_documents

    if STDOUT in (input, train, test):
        raise typer.BadParameter("- can't be divided: the input is read twice. Name files")
    if train_until is not None:
        if by == "source":
            raise opt.OptionError("is for dates, and not for sources", param_hint="--train-until")
        by = "date"
    held = kind_of(Path(input))
    kind = held if held in ("labels", "scores", "names") else CORPUS
    opt.check_result(train, kind, [input, test], overwrite, (".jsonl",))
    opt.check_result(test, kind, [input], overwrite, (".jsonl",))
    fields = field_names(field)
    rejects: list[Reject] = []
    records = read_records(input, format, rejects.append, fields=fields)
    sides = split_documents(
        (document for document, _ in records),
        by=by,
        share=share,
        until=train_until,
        seed=seed,
        on_reject=rejects.append,
    )
    if not overwrite:
        for path in (train, test):
            _refuse_others(path, {*sides.train, *sides.test}, input)
    for path, ids in ((train, sides.train), (test, sides.test)):
        lines = _lines_of(input, format, fields, set(ids))
        write_lines(path, progress(lines, path, partial(len, ids), quiet))
    for reject in rejects[:SHOWN]:
        say(f"left out: {reject}")
    if not quiet:
        print(
            f"split by {by}: train {len(sides.train):,} documents, test {len(sides.test):,}, left "
            f"out {len(rejects):,}"
        )


def _refuse_others(path: str, ids: set[str], input: str) -> None:
    """Refuse to replace documents that are not those that were divided."""
    there = next(read_records(path), None) if Path(path).is_file() else None
    if there is not None and there[0].id not in ids:
        raise SalienceError(
            f"{path} is there and holds other documents than {input}. Name another file, or "
            "replace it with --overwrite."
        )


def _lines_of(
    input: str, format: FormatName | None, fields: Mapping[str, str], ids: set[str]
) -> Iterator[str]:
    """The records of the documents with these ids, the first of each id."""
    for document, record in read_records(input, format, fields=fields):
        if document.id in ids:
            ids.remove(document.id)
            yield json.dumps(record, default=str)
