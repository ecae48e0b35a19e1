"""The commands `salience published` and `salience publish`: the format of the paper's labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.jobs import job
from salience.cli.options import option
from salience.corpus.nyt_annotated import published_labels
from salience.corpus.read import read_corpus
from salience.errors import Reject
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


def publish(
    context: typer.Context,
    labels: Annotated[str, typer.Argument(help="A file that `salience label` wrote, .jsonl.")],
    corpus: Annotated[list[str], typer.Argument(help="The corpus that was labelled.")],
    *,
    output: Annotated[str, option("File to write, .tsv; - for standard output.", "-o", "--output")],
    format: opt.InputFormat = None,
    report: opt.Reporting,
    overwrite: opt.Overwrite = False,
) -> None:
    """Write labels in the format of the paper, without texts.

    A document has its id and headline, and each entity its salience, the number of its mentions,
    and the first of them with its place. Whoever has the texts can join them again by `salience
    published`.

    \b
    Example:
      salience publish labels.jsonl corpus.jsonl -o labels.tsv
    """

    from salience.corpus.published_writer import published_block
    from salience.tables.published_join import NO_LABELS, by_id, has_labels

    opt.check_result(output, "published labels", [labels, *corpus], overwrite, (".tsv",))
    with job(context, "written", corpus, output, report) as done:

        def blocks() -> Iterator[str]:
            find = by_id(labels)
            for document in read_corpus(corpus, format=format, on_reject=done.reject):
                record = find(document.id)
                try:
                    if record is None:
                        raise ValueError("there are no labels of it; label all documents")
                    if not has_labels(record):
                        raise ValueError(NO_LABELS)
                    yield published_block(record, document)
                except ValueError as error:
                    done.reject(Reject(document.id, "", str(error)))
                else:
                    done.count_record(record)

        write_lines(output, done.progress(blocks()))
