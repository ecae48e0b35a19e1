"""The command `salience label`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from salience.cli.inputs import items_of
from salience.cli.jobs import job
from salience.cli.options import (
    OUTPUT,
    TIMEOUT,
    ClustersOption,
    CorefOption,
    ExactCsv,
    Fields,
    InputFormat,
    Inputs,
    Limit,
    LinkerOption,
    LogFormatOption,
    MaxLength,
    Nlp,
    NProcess,
    Overwrite,
    Quiet,
    RejectsFile,
    Resume,
    Strict,
    Timeout,
    make_pipeline,
    option,
)
from salience.cli.results import RESULTS, carry, in_parts, join, settings_of
from salience.corpus.nyt_annotated import Selection, selected
from salience.corpus.read import MAX_LENGTH, count_documents
from salience.labels.entity_alignment import DEFAULT as DEFAULT_RULES
from salience.labels.entity_alignment import Rules
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import STDOUT, check_output, replacing
from salience.types import Document, LabelledDocument

Selected = Annotated[Selection, option("Articles to take: all, or those that the paper took.")]

PAGE = "page"
"""The kind of lines in parts that are documents of the report."""


def label(
    context: typer.Context,
    corpus: Inputs,
    output: Annotated[str, option(OUTPUT, "-o", "--output")] = STDOUT,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    rules: Annotated[Rules, option("Rules that align abstracts with documents.")] = DEFAULT_RULES,
    aligner: Annotated[
        str | None, option("For rules with words: meteor, or an alignment model or its folder.")
    ] = None,
    report: Annotated[Path | None, option("Page to show the labels on, .html.")] = None,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    field: Fields = None,
    selection: Selected = "all",
    timeout: Timeout = TIMEOUT,
    rejects: RejectsFile = None,
    strict: Strict = False,
    resume: Resume = False,
    overwrite: Overwrite = False,
    exact_csv: ExactCsv = False,
    quiet: Quiet = False,
    log_format: LogFormatOption = "text",
) -> None:
    """Label what abstracts mention as salient.

    \b
    Example:
      salience label corpus.jsonl -o labels.jsonl --rejects rejects.jsonl
      salience label nyt/data --selection paper -o labels.jsonl
      salience label corpus.jsonl -o labels.jsonl --report report.html
      salience label corpus.jsonl -o labels.jsonl --rules names+words
      salience label corpus.jsonl -o labels.jsonl --rules words --aligner meteor
    """

    from salience.engine.documents import label_each
    from salience.pages.label_page import LabelPage
    from salience.pages.label_summary import LabelSummary
    from salience.tables.records import to_json, to_record

    check_output(output, corpus)
    if report is not None:
        check_output(str(report), corpus, suffixes=(".html",))
    summary, page = LabelSummary(), LabelPage()
    in_file = output != STDOUT
    with (
        job("labelled", corpus, output, rejects, strict, summary, quiet, in_file) as done,
        in_parts(output, "labels", rejects, resume=resume, overwrite=overwrite) as parts,
    ):
        items = items_of(
            corpus,
            format=format,
            fields=field,
            limit=limit,
            max_length=max_length,
            clusters=clusters,
            quiet=quiet,
        )
        if selection != "all":
            items = (selected(item) if isinstance(item, Document) else item for item in items)
        pipeline = make_pipeline(nlp, coref, linker, max_length)

        def take(result: LabelledDocument) -> Mapping[str, str]:
            done.count(result.parsed, sum(label.salient for label in result.labels))
            summary.add(result)
            shown = None if report is None else page.add(result)
            record = to_json(to_record(result))
            if parts is None:
                print(record)
            return (
                {RESULTS: record} if shown is None else {RESULTS: record, PAGE: json.dumps(shown)}
            )

        def restore(state: Mapping[str, Any]) -> None:
            done.restore(state)
            page.restore(state["page"], map(json.loads, parts.lines(PAGE) if parts else ()))

        carry(
            items,
            partial(
                label_each,
                nlp=pipeline,
                rules=rules,
                aligner=aligner,
                n_process=n_process,
                timeout=timeout or None,
            ),
            take,
            done,
            parts,
            partial(settings_of, context, corpus, format, pipeline),
            output,
            partial(count_documents, corpus, format, limit),
            lambda: {**done.state(), "page": page.state()},
            restore,
        )
        join(parts, output, "labels", exact_csv)
        if report is not None:
            with replacing(report) as file:
                file.write_text(page.html(summary), encoding="utf-8")
