"""The command `salience names`."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from salience.cli.console import job, progress, table_width
from salience.cli.inputs import check_title, documents_of
from salience.cli.options import (
    OUTPUT,
    ClustersOption,
    CorefOption,
    Dates,
    Fields,
    InputFormat,
    Limit,
    LinkerOption,
    MaxLength,
    Nlp,
    NProcess,
    Overwrite,
    Quiet,
    RejectsFile,
    Strict,
    Types,
    check_dates,
    check_result,
    make_pipeline,
    option,
    type_names,
)
from salience.corpus.read import MAX_LENGTH, count_documents
from salience.display.terminal import name_table, value_lines
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import STDOUT, open_output
from salience.types import ParsedDocument, Result


def names(
    inputs: Annotated[list[str], typer.Argument(help="Files, folders or archives; - for stdin.")],
    output: Annotated[str | None, option(OUTPUT, "-o", "--output")] = None,
    as_json: Annotated[bool, option("The same as -o -", "--json")] = False,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    table: Annotated[Path | None, option("CSV with alias,name or name,id: names of yours.")] = None,
    title: Annotated[str | None, option("Headline of the one article.")] = None,
    types: Types = None,
    dates: Dates = False,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    field: Fields = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """List the entities of a corpus, with ids that hold across documents.

    They get no salience. EU and European Union get one id, Boehner that of John Boehner where the
    document names him. Results come when all documents are read.

    \b
    Example:
      salience names corpus.jsonl -o names.jsonl
      salience names article.txt --types PER,ORG --dates
      salience names corpus.jsonl --table my-names.csv -o names.csv
    """
    from salience.entities.name_table import NameTable
    from salience.run.names import find_entities

    check_title(title, inputs, format)
    wanted = type_names(types)
    if output is None and as_json:
        output = STDOUT
    check_dates(dates, output)
    if output is not None:
        check_result(output, "names", [*inputs, *([str(table)] if table else [])], overwrite)
    with job("listed", inputs, output, rejects, strict, quiet=quiet) as done:
        own = None if table is None else NameTable.read(table)
        documents = documents_of(
            inputs,
            format=format,
            fields=field,
            limit=limit,
            max_length=max_length,
            title=title,
            clusters=clusters,
            on_reject=done.reject,
        )
        total = partial(count_documents, inputs, format, limit)
        found = find_entities(
            progress(documents, output, total, quiet),
            make_pipeline(nlp, coref, linker, max_length),
            table=own,
            n_process=n_process,
            on_reject=done.reject,
        )
        tables = nullcontext(lambda result: _print_table(result, dates))
        with tables if output is None else open_output(output, "names", dates=dates) as write:
            for parsed in done.progress(found, None):
                write(_of_types(parsed, wanted))
                done.count(parsed, None)


def _of_types(parsed: ParsedDocument, types: list[str] | None) -> ParsedDocument:
    """The document with the entities of these types alone."""
    if types is None:
        return parsed
    kept = [i for i, entity in enumerate(parsed.entities) if entity.type in types]
    return replace(
        parsed,
        entities=tuple(parsed.entities[i] for i in kept),
        head_counts=tuple(parsed.head_counts[i] for i in kept),
    )


def _print_table(result: Result, dates: bool) -> None:
    assert isinstance(result, ParsedDocument)  # noqa: S101
    print(name_table(result, width=table_width()))
    for line in value_lines(result) if dates else ():
        print(line)
    print()
