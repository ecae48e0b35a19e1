"""The command `salience summarize`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say, table_width
from salience.cli.inputs import check_title
from salience.cli.jobs import RESULTS, job
from salience.cli.options import option
from salience.engine.lines import from_line, to_line
from salience.summaries.choices import GAP, POOL, TIME_LIMIT, Compress, Method, Scheme
from salience.tables.writers import check_output, write_lines
from salience.types import ScoredDocument

if TYPE_CHECKING:
    from salience.summaries.summarizer import Settings, Summary

SUFFIXES = (".jsonl", ".html", ".txt")


@dataclass(frozen=True)
class Wanted:
    """What summaries are made, and which documents get one together."""

    words: Annotated[int | None, option("Most words in a summary; 100 by default.", min=1)] = None
    characters: Annotated[
        int | None, option("Most characters in a summary, in place of words.", min=1)
    ] = None
    sentences: Annotated[
        int | None, option("Most sentences in a summary, in place of words.", min=1)
    ] = None
    by: Annotated[
        str | None, option("Summarize documents together that share this field, folder, or all.")
    ] = None
    about: Annotated[
        str | None,
        option("Take only sentences on this entity (name, id, or one of --names).", metavar="NAME"),
    ] = None
    why: Annotated[bool, option("Show what each sentence covers, with its weight.", "--why")] = (
        False
    )
    method: Annotated[Method, option("How sentences are chosen.")] = "coverage"
    concepts: Annotated[
        Scheme | None,
        option("What the sentences are to cover; by default mixture, of several texts bigrams."),
    ] = None
    learned: Annotated[
        Path | None,
        option("Model of `salience train-summarizer`, in place of --concepts.", "--learned"),
    ] = None
    compress: Annotated[Compress, option("How sentences may be shortened.")] = "none"
    compressor: Annotated[
        str | None, option("Folder of a compressor, for --compress compressor.")
    ] = None
    gap: Annotated[
        float, option("How far from the best choice is good enough, as a share.", min=0)
    ] = GAP
    time_limit: Annotated[
        float, option("Most seconds to choose the sentences of a summary.", min=0.001)
    ] = TIME_LIMIT
    pool: Annotated[
        int, option("From how many sentences, the most relevant, mcdonald chooses.", min=1)
    ] = POOL

    def settings(self) -> Settings:
        """The same without what is no setting of a summary."""
        from salience.summaries.documents import settings_of

        given = {name: value for name, value in vars(self).items() if name not in ("by", "why")}
        return settings_of(**given)


def summarize(
    context: typer.Context,
    inputs: opt.Inputs,
    *,
    output: Annotated[
        str | None,
        option(
            "File to write: .jsonl, .html or .txt; - for JSON lines on standard output.",
            "-o",
            "--output",
        ),
    ] = None,
    wanted: Wanted,
    title: opt.Title = None,
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    reading: opt.Reading,
    running: opt.Running,
) -> None:
    """Summarize documents by sentences that cover what matters.

    Without -o the summaries are printed. Each document gets a summary of its own; with --by,
    documents that share a field or folder get one together. A .txt file has a paragraph for each.

    \b
    Example:
      salience summarize article.txt --words 60
      salience summarize article.txt --about "Ada Byrne" -o summary.txt
      salience summarize corpus.jsonl -o summaries.jsonl --sentences 3
      salience summarize storm/ --by all -o storm.html
      salience summarize corpus.jsonl --by topic -o topics.jsonl --method greedy
      salience summarize corpus.jsonl --by all --about WHO --names names.jsonl
      salience summarize corpus.jsonl -o summaries.jsonl --learned my-summarizer
    """
    from salience.engine.sources import Source
    from salience.entities.register import register_of
    from salience.summaries.about import ReadingAbout
    from salience.summaries.documents import SummarizedDocument, Summarizing, summarize_topics
    from salience.summaries.summarizer import Settings, Summary

    check_title(title, inputs, reading.format)
    if output is not None:
        check_output(output, inputs, suffixes=SUFFIXES)
    if wanted.why and output is not None:
        raise opt.OptionError(
            "is for the terminal: leave out -o, or write .jsonl or .html, which have weights",
            param_hint="--why",
        )
    settings = wanted.settings()
    with job(context, "summarized", inputs, output, running, reading, kind="summaries") as done:
        items = done.items(title=title)
        loaded, pipeline = opt.load_both(model, parser, reading.max_length)

        def count(scored: ScoredDocument) -> None:
            done.count(scored.parsed, scored.n_salient)

        if wanted.by is not None:
            task = ReadingAbout(pipeline, loaded, about=wanted.about)
            sources = done.collect(task, Source, lambda source: count(source.scored), items)
            warn = partial(say, event="warning")
            made = summarize_topics(sources, settings, wanted.by, register_of(pipeline), warn)
            _write(output, _noted(made), wanted.why)
            return

        def take(result: SummarizedDocument) -> Mapping[str, str]:
            count(result.scored)
            [summary] = _noted([result.summary])
            if not done.in_file:
                _write(output, [summary], wanted.why)
                return {}
            return {RESULTS: to_line(replace(summary, settings=Settings()))}  # without its models

        done.run(Summarizing(pipeline, loaded, settings), take, items)
        if done.in_file:
            waiting = (from_line(Summary, line) for line in done.journal.lines(RESULTS))
            _write(output, (replace(summary, settings=settings) for summary in waiting))


def _noted(summaries: Iterable[Summary]) -> Iterator[Summary]:
    """The summaries; what a reader should know of one is said."""
    for summary in summaries:
        for note in summary.notes:
            say(f"summary {summary.id!r}: {note}", "warning")
        yield summary


def _write(output: str | None, summaries: Iterable[Summary], why: bool = False) -> None:
    from salience.summaries.pages import paragraph, summary_page, summary_text
    from salience.tables.records import to_json

    if output is None:
        for summary in summaries:
            print(summary_text(summary, width=table_width(), why=why), end="\n\n")
    elif Path(output).suffix.lower() == ".html":
        write_lines(output, [summary_page([*summaries])])
    elif Path(output).suffix.lower() == ".txt":
        texts = enumerate(filter(None, map(paragraph, summaries)))
        write_lines(output, (f"\n{text}" if i else text for i, text in texts))
    else:
        write_lines(output, (to_json(summary.to_dict()) for summary in summaries))
