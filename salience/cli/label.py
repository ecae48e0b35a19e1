"""The command `salience label`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.jobs import RESULTS, job
from salience.cli.options import option
from salience.corpus.nyt_annotated import Selection, selected
from salience.engine.lines import from_line, to_line
from salience.labels.entity_alignment import DEFAULT as DEFAULT_RULES
from salience.labels.entity_alignment import Rules
from salience.tables.writers import STDOUT, check_output, write_lines, write_records
from salience.types import Document, LabelledDocument

RulesOption = Annotated[Rules, option("Rules that find the entities of abstracts in documents.")]
Selected = Annotated[Selection, option("Articles to take: all, or those that the paper took.")]

PAGE = "page"
"""The kind of lines in a journal that are documents of the report."""


def label(
    context: typer.Context,
    corpus: opt.Inputs,
    *,
    output: Annotated[str, option(opt.OUTPUT, "-o", "--output")] = STDOUT,
    parser: opt.EntityParser,
    clusters: opt.ClustersOption = None,
    rules: RulesOption = DEFAULT_RULES,
    aligner: Annotated[
        str | None, option("Aligner for rules with words: meteor, or an alignment model.")
    ] = None,
    report: Annotated[Path | None, option("Page to write that shows the labels, .html.")] = None,
    reading: opt.Reading,
    running: opt.Running,
    selection: Selected = "all",
    exact_csv: opt.ExactCsv = False,
) -> None:
    """Label what abstracts mention as salient.

    Each document needs an abstract. Its entities get a label, with the words of the abstract that
    are the evidence. At the end a summary warns of what looks wrong in the corpus.

    \b
    Example:
      salience label corpus.jsonl -o labels.jsonl --rejects rejects.jsonl
      salience label nyt/data --selection paper -o labels.jsonl
      salience label corpus.jsonl -o labels.jsonl --report report.html
      salience label corpus.jsonl -o labels.jsonl --rules names+words
      salience label corpus.jsonl -o labels.jsonl --rules words --aligner meteor
    """
    from salience.engine.tasks import Labelling
    from salience.pages.label_page import MAX_DOCUMENTS, label_page
    from salience.pages.label_summary import LabelSummary
    from salience.tables.records import to_json

    check_output(output, corpus)
    if report is not None:
        opt.check_result(str(report), "a page", corpus, running.overwrite, (".html",))
    summary = LabelSummary()
    with job(
        context, "labelled", corpus, output, running, reading, kind="labels", summary=summary
    ) as done:
        items = done.items(clusters=clusters)
        if selection != "all":
            items = (selected(item) if isinstance(item, Document) else item for item in items)
        pipeline = parser.load(reading.max_length)

        def take(result: LabelledDocument) -> Mapping[str, str]:
            done.count(result.parsed, sum(label.salient for label in result.labels))
            summary.add(result)
            lines = done.line(to_json(result.to_dict(texts=opt.keeps_texts(output))))
            is_shown = report is not None and summary.documents <= MAX_DOCUMENTS
            return {**lines, PAGE: to_line(result)} if is_shown else lines

        done.run(Labelling.by_rules(pipeline, rules, aligner), take, items)
        if done.in_file:
            write_records(output, "labels", done.journal.lines(RESULTS), exact=exact_csv)
        if report is not None:
            shown = (from_line(LabelledDocument, line) for line in done.journal.lines(PAGE))
            write_lines(str(report), [label_page(shown, summary).rstrip("\n")])
