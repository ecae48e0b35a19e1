"""The commands `salience label` and `salience published`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from salience.alignment.entity_alignment import DEFAULT as DEFAULT_RULES
from salience.alignment.entity_alignment import Rules
from salience.cli.console import job
from salience.cli.inputs import documents_of
from salience.cli.options import (
    OUTPUT,
    ClustersOption,
    CorefOption,
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
    check_result,
    make_pipeline,
    option,
)
from salience.corpus.nyt_annotated import Selection, published_labels, select
from salience.corpus.read import MAX_LENGTH, count_documents, read_corpus
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import (
    STDOUT,
    check_output,
    open_output,
    replacing,
    write_lines,
)


def label(
    corpus: Annotated[list[str], typer.Argument(help="Files, folders or archives; - for stdin.")],
    output: Annotated[str, option(OUTPUT, "-o", "--output")] = STDOUT,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    rules: Annotated[Rules, option("How abstracts are aligned.")] = DEFAULT_RULES,
    report: Annotated[Path | None, option("A page that shows the labels, .html.")] = None,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    field: Fields = None,
    selection: Annotated[Selection, option("Articles: all, or as the paper took them.")] = "all",
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Label what abstracts mention as salient.

    \b
    Example:
      salience label corpus.jsonl -o labels.jsonl --rejects rejects.jsonl
      salience label nyt/data --selection dunietz-gillick -o labels.jsonl
      salience label corpus.jsonl -o labels.jsonl --report report.html
    """

    from salience.display.label_page import LabelPage
    from salience.display.label_summary import LabelSummary
    from salience.run.documents import label as label_documents

    check_result(output, "labels", corpus, overwrite)
    if report is not None:
        check_output(str(report), corpus, suffixes=(".html",))
    summary, shown = LabelSummary(), LabelPage()
    with job("labelled", corpus, output, rejects, strict, summary, quiet) as done:
        documents = documents_of(
            corpus,
            format=format,
            fields=field,
            limit=limit,
            max_length=max_length,
            clusters=clusters,
            on_reject=done.reject,
        )
        if selection != "all":
            documents = select(documents, on_reject=done.reject)
        pipeline = make_pipeline(nlp, coref, linker, max_length)
        labelled = label_documents(
            documents, pipeline, rules=rules, n_process=n_process, on_reject=done.reject
        )
        with open_output(output, "labels") as write:
            total = partial(count_documents, corpus, format, limit)
            for result in done.progress(labelled, output, total):
                write(result)
                done.count(result.parsed, sum(label.salient for label in result.labels))
                summary.add(result)
                if report is not None:
                    shown.add(result)
        if report is not None:
            with replacing(report) as part:
                part.write_text(shown.html(summary), encoding="utf-8")


def published(
    annotations: Annotated[str, typer.Argument(help="The paper's nyt-train or nyt-eval.")],
    corpus: Annotated[list[str], typer.Argument(help="The New York Times Annotated Corpus.")],
    output: Annotated[str, option("File, .jsonl; - for standard output.", "-o", "--output")],
    format: InputFormat = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Join the published labels of the paper to its articles.

    These are the annotations of Dunietz and Gillick (2014). They can be compared with others by
    `salience agree`, and have no features to be trained on.

    \b
    Example:
      salience published nyt-eval nyt/data/2007 -o published.jsonl
    """

    from salience.tables.records import to_json

    check_result(output, "labels", [annotations, *corpus], overwrite, (".jsonl",))
    with job("joined", corpus, output, rejects, strict, quiet=quiet) as done:
        documents = read_corpus(corpus, format=format, on_reject=done.reject)
        joined = published_labels(annotations, documents, on_reject=done.reject)
        counted = map(done.count_record, joined)
        write_lines(output, map(to_json, done.progress(counted, output)))
