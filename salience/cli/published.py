"""The command `salience published`."""

from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.jobs import job
from salience.cli.options import option
from salience.corpus.nyt_annotated import published_labels
from salience.corpus.read import read_corpus
from salience.tables.writers import write_lines


def published(
    context: typer.Context,
    annotations: Annotated[str, typer.Argument(help="The paper's file nyt-train or nyt-eval.")],
    corpus: Annotated[
        list[str], typer.Argument(help="Folder of the New York Times Annotated Corpus.")
    ],
    *,
    output: Annotated[
        str, option("File to write, .jsonl; - for standard output.", "-o", "--output")
    ],
    labels: Annotated[
        str | None, option("Labels of the same articles, to get the published salience.")
    ] = None,
    format: opt.InputFormat = None,
    report: opt.Reporting,
    overwrite: opt.Overwrite = False,
) -> None:
    """Join the published labels of the paper to its articles.

    The labels of Dunietz and Gillick (2014) have the first mention of each entity, the number of
    its mentions, and its salience. `salience agree` compares them with others. With --labels, a
    file that `salience label` wrote of the articles, its entities get the published salience, by
    place or head word, and keep their features, so that models can be trained and measured on them.

    \b
    Example:
      salience published nyt-eval nyt/data/2007 -o published.jsonl
      salience published nyt-eval nyt/data/2007 --labels labels.jsonl -o t.jsonl
    """
    from salience.tables.published_join import joined_labels
    from salience.tables.records import to_json

    inputs = [annotations, *corpus, *([labels] if labels else [])]
    opt.check_result(output, "labels", inputs, overwrite, (".jsonl",))
    with job(context, "joined", corpus, output, report) as done:
        documents = read_corpus(corpus, format=format, on_reject=done.reject)
        joined = published_labels(annotations, documents, on_reject=done.reject)
        if labels is not None:
            joined = joined_labels(joined, labels, on_reject=done.reject)
        counted = map(done.count_record, joined)
        write_lines(output, map(to_json, done.progress(counted)))
