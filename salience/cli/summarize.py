"""The command `salience summarize`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from salience.cli.console import say, table_width
from salience.cli.inputs import check_title, items_of
from salience.cli.jobs import job
from salience.cli.options import (
    MODEL,
    TIMEOUT,
    Fields,
    InputFormat,
    Inputs,
    Limit,
    MaxLength,
    Model,
    Nlp,
    NProcess,
    Overwrite,
    Quiet,
    RejectsFile,
    Strict,
    Timeout,
    check_result,
    load_both,
    option,
)
from salience.corpus.read import MAX_LENGTH, count_documents
from salience.errors import Reject
from salience.pipeline.choices import DEFAULT
from salience.summaries.choices import GAP, TIME_LIMIT, Compress, Method, Scheme
from salience.tables.writers import write_lines

if TYPE_CHECKING:
    from salience.cli.jobs import Job
    from salience.engine.sources import Source
    from salience.summaries.summarizer import Summary

SUFFIXES = (".jsonl", ".html")


def summarize(
    inputs: Inputs,
    output: Annotated[
        str | None,
        option(
            "File to write: .jsonl or .html; - for JSON lines on standard output.", "-o", "--output"
        ),
    ] = None,
    words: Annotated[int | None, option("Most words in a summary; 100 by default.", min=1)] = None,
    characters: Annotated[
        int | None, option("Most characters in a summary, in place of words.", min=1)
    ] = None,
    sentences: Annotated[
        int | None, option("Most sentences in a summary, in place of words.", min=1)
    ] = None,
    by: Annotated[
        str | None, option("Summarize documents together: a field, folder, or all.")
    ] = None,
    method: Annotated[Method, option("How sentences are chosen.")] = "coverage",
    concepts: Annotated[Scheme, option("What the sentences are to cover.")] = "mixture",
    learned: Annotated[
        Path | None,
        option("Model of `salience train-summarizer`, in place of --concepts.", "--learned"),
    ] = None,
    compress: Annotated[Compress, option("How sentences may be shortened.")] = "none",
    compressor: Annotated[
        str | None, option("Folder of a compressor, for --compress compressor.")
    ] = None,
    gap: Annotated[
        float, option("Largest distance from the best choice, as a share.", min=0)
    ] = GAP,
    time_limit: Annotated[
        float, option("Most seconds to choose the sentences of a summary.", min=0.001)
    ] = TIME_LIMIT,
    title: Annotated[
        str | None, option("Headline of the article, if there is one article.")
    ] = None,
    model: Model = MODEL,
    nlp: Nlp = DEFAULT,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    field: Fields = None,
    timeout: Timeout = TIMEOUT,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Summarize documents by sentences that cover what matters.

    Without -o the summaries are printed. Each document gets one, or with --by documents that
    share something get one together.

    \b
    Example:
      salience summarize article.txt --words 60
      salience summarize corpus.jsonl -o summaries.jsonl --sentences 3
      salience summarize storm/ --by all -o storm.html
      salience summarize corpus.jsonl --by topic -o topics.jsonl --method greedy
      salience summarize corpus.jsonl -o summaries.jsonl --learned my-summarizer
    """
    from salience.compression.models import load_compressor
    from salience.engine.sources import read_sources
    from salience.summaries.documents import budget_of, summarize_each
    from salience.summaries.learned.model import SummaryModel
    from salience.summaries.summarizer import Settings

    check_title(title, inputs, format)
    if output is not None:
        check_result(output, "summaries", inputs, overwrite, SUFFIXES)
    budget, unit = budget_of(words, characters, sentences)
    settings = Settings(
        budget=budget,
        unit=unit,
        method=method,
        concepts=concepts,
        learned=None if learned is None else SummaryModel.load(learned),
        compress=compress,
        compressor=None if compressor is None else load_compressor(compressor),
        gap=gap,
        time_limit=time_limit,
    )
    counting = job("summarized", inputs, output, rejects, strict, quiet=quiet)
    with counting as done:
        items = items_of(
            inputs,
            format=format,
            fields=field,
            limit=limit,
            max_length=max_length,
            title=title,
            quiet=quiet,
        )
        loaded, pipeline = load_both(model, nlp, "default", None, max_length)
        read = read_sources(items, loaded, pipeline, n_process=n_process, timeout=timeout or None)
        counted = done.progress(
            _counted(read, done), output, lambda: count_documents(inputs, format, limit)
        )
        _write(output, _noted(summarize_each(counted, settings, by, _warn)))


def _counted(read: Iterator[Source | Reject], done: Job) -> Iterator[Source]:
    for source in read:
        if isinstance(source, Reject):
            done.reject(source)
        else:
            salient = sum(score >= source.scored.threshold for score in source.scored.scores)
            done.count(source.parsed, salient)
            yield source


def _noted(summaries: Iterator[Summary | Reject]) -> Iterator[Summary]:
    """The summaries; what a reader should know of one is said."""
    for summary in summaries:
        if isinstance(summary, Reject):
            continue
        for note in summary.notes:
            _warn(f"summary {summary.id!r}: {note}")
        yield summary


def _warn(message: str) -> None:
    say(message, "warning")


def _write(output: str | None, summaries: Iterator[Summary]) -> None:
    from salience.summaries.pages import summary_page, summary_text
    from salience.summaries.records import summary_record
    from salience.tables.records import to_json

    if output is None:
        for summary in summaries:
            print(summary_text(summary, width=table_width()), end="\n\n")
    elif Path(output).suffix.lower() == ".html":
        write_lines(output, [summary_page([*summaries])])
    else:
        write_lines(output, (to_json(summary_record(summary)) for summary in summaries))
