"""The command `salience names`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import table_width
from salience.cli.inputs import check_title
from salience.cli.jobs import RESULTS, job
from salience.cli.options import option
from salience.engine.lines import from_line, to_line
from salience.pages.terminal import name_table, value_lines
from salience.tables.writers import STDOUT, check_output, write_records
from salience.types import ParsedDocument


def names(
    context: typer.Context,
    inputs: opt.Inputs,
    *,
    output: opt.Output = None,
    as_json: opt.JsonOutput = False,
    parser: opt.EntityParser,
    clusters: opt.ClustersOption = None,
    table: Annotated[
        Path | None, option("Your own names: a CSV file with alias,name or name,id.")
    ] = None,
    wikidata: Annotated[
        Path | None, option("Dump of Wikidata, or its items as JSON lines: ids for the register.")
    ] = None,
    title: opt.Title = None,
    types: opt.Types = None,
    dates: opt.Dates = False,
    reading: opt.Reading,
    running: opt.Running,
    exact_csv: opt.ExactCsv = False,
) -> None:
    """List the entities of a corpus, with ids that hold across documents.

    -o names.jsonl writes the register: each name once, with its aliases and types. Edit it as you
    like, and give it to score, label, view, summarize and serve (--names). It is replaced with
    --overwrite only. --json and -o - write something else, a record of each document with its
    entities, without salience; so do .csv, .parquet and .sqlite, and the terminal shows a table.

    EU and European Union share an id, and Boehner has that of John Boehner where the document names
    him. Results come when all documents are read.

    \b
    Example:
      salience names corpus.jsonl -o names.jsonl
      salience score corpus.jsonl --names names.jsonl -o scores.jsonl
      salience names article.txt --types PER,ORG --dates
      salience names corpus.jsonl --table my-names.csv -o names.csv
    """
    from salience.engine.tasks import Parsing
    from salience.entities.corpus_names import CorpusNames
    from salience.entities.name_table import NameTable
    from salience.entities.register import RegisterMaker
    from salience.entities.wikidata import read_items, with_items
    from salience.tables.records import to_json

    check_title(title, inputs, reading.format)
    wanted = opt.type_names(types)
    if output is None and as_json:
        output = STDOUT
    if dates and output not in (None, STDOUT):
        raise opt.OptionError(
            f"is for records of documents, and {output} holds none; use --json",
            param_hint="--dates",
        )
    if wikidata is not None and (output is None or not _is_register(output)):
        raise opt.OptionError("is for a register; name a .jsonl file", param_hint="--wikidata")
    if output is not None:
        check_output(output, inputs)
    with job(context, "listed", inputs, output, running, reading, kind="names") as done:
        corpus_names = CorpusNames(None if table is None else NameTable.read(table))
        pipeline = parser.load(reading.max_length)

        def take(parsed: ParsedDocument) -> Mapping[str, str]:
            done.count(parsed, None)
            corpus_names.add(parsed)
            return {RESULTS: to_line(parsed)}

        def read() -> Iterator[ParsedDocument]:
            lines = done.journal.lines(RESULTS)
            return (from_line(ParsedDocument, line) for line in lines)

        def restore(state: Mapping[str, Any]) -> None:
            done.restore(state)
            for parsed in read():
                corpus_names.add(parsed)

        items = done.items(title=title, clusters=clusters)
        done.run(Parsing(pipeline), take, items, restore=restore)
        joined = corpus_names.joined()
        if output is not None and _is_register(output):
            maker = RegisterMaker()
            for parsed in read():
                maker.add(parsed, joined.apply(parsed))
            register = maker.register()
            if wikidata is not None:
                register = with_items(register, read_items(wikidata))
            write_records(output, "names", register.lines(wanted))
            return
        results = (_of_types(joined.apply(parsed), wanted) for parsed in read())
        if output is None:
            for parsed in results:
                values = value_lines(parsed) if dates else ()
                print(name_table(parsed, width=table_width()), *values, "", sep="\n")
            return
        texts = opt.keeps_texts(output)
        records = (to_json(each.to_dict(dates=dates, texts=texts)) for each in results)
        write_records(output, "names", records, exact=exact_csv)


def _is_register(output: str) -> bool:
    """Whether an output is a register: JSON lines in a file."""
    return Path(output).suffix.lower() == ".jsonl"


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
