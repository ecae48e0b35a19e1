"""The commands `salience score` and `salience demo`."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Annotated

import typer

from salience.cli.console import in_colour, job, table_width
from salience.cli.inputs import check_title, documents_of
from salience.cli.options import (
    MODEL,
    OUTPUT,
    ClustersOption,
    CorefOption,
    Dates,
    Fields,
    InputFormat,
    Limit,
    LinkerOption,
    MaxLength,
    Model,
    Nlp,
    NProcess,
    Overwrite,
    Quiet,
    RejectsFile,
    Salient,
    Strict,
    Threshold,
    Top,
    Types,
    check_dates,
    check_result,
    load_both,
    option,
    type_names,
)
from salience.corpus.read import MAX_LENGTH, count_documents, read_corpus
from salience.display.terminal import score_table, value_lines
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import (
    STDOUT,
    open_output,
)
from salience.types import Result, ScoredDocument


def score(
    inputs: Annotated[list[str], typer.Argument(help="Files, folders or archives; - for stdin.")],
    output: Annotated[str | None, option(OUTPUT, "-o", "--output")] = None,
    as_json: Annotated[bool, option("The same as -o -", "--json")] = False,
    model: Model = MODEL,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    title: Annotated[str | None, option("Headline of the one article.")] = None,
    threshold: Threshold = None,
    top: Top = None,
    types: Types = None,
    salient: Salient = False,
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
    """Score the entities of documents.

    Without -o and --json a table is printed per document. A .txt, .md or .html file is one article.

    \b
    Example:
      echo "Ada Byrne won in Oslo." | salience score -
      salience score article.txt --title "Storm hits coast"
      salience score article.txt --top 10 --types PER,ORG
      salience score corpus.jsonl -o scores.jsonl --n-process 2
      salience score news.csv -o scores.csv --field text=body --field id=url
    """

    from salience.run.documents import score as score_documents

    check_title(title, inputs, format)
    wanted = type_names(types)
    if output is None and as_json:
        output = STDOUT
    check_dates(dates, output)
    if output is not None:
        check_result(output, "scores", inputs, overwrite)
    with job("scored", inputs, output, rejects, strict, quiet=quiet) as done:
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
        loaded, pipeline = load_both(model, nlp, coref, linker, max_length)
        scored = score_documents(
            documents,
            loaded,
            pipeline,
            threshold=threshold,
            n_process=n_process,
            on_reject=done.reject,
        )
        tables = nullcontext(partial(_print_table, top, dates))
        with tables if output is None else open_output(output, "scores", dates=dates) as write:
            total = partial(count_documents, inputs, format, limit)
            for result in done.progress(scored, output, total):
                write(result.only(top=top, types=wanted, salient=salient))
                done.count(result.parsed, sum(s >= result.threshold for s in result.scores))


def demo() -> None:
    """Label and score the articles that ship.

    \b
    Example:
      salience demo
    """

    from salience.model.salience_model import load_model
    from salience.resources import example_paths
    from salience.run.documents import label as label_documents
    from salience.run.documents import score_parsed

    model = load_model()
    for labelled in label_documents(read_corpus(example_paths())):
        scored = score_parsed(labelled.parsed, model, model.classifier.threshold)
        marks = [i for i, label in enumerate(labelled.labels) if label.salient]
        print(
            score_table(scored, marks=marks, limit=8, colour=in_colour(), width=table_width()),
            end="\n\n",
        )
    print("* the abstract mentions it. Now your own: salience score article.txt")


def _print_table(top: int | None, dates: bool, result: Result) -> None:
    assert isinstance(result, ScoredDocument)  # noqa: S101
    limit = top or 20
    print(score_table(result, limit=limit, colour=in_colour(), width=table_width()))
    for line in value_lines(result.parsed) if dates else ():
        print(line)
    print()
