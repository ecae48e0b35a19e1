"""The command `salience train-summarizer`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.jobs import job
from salience.cli.options import option
from salience.summaries.choices import PARTS, Learner

if TYPE_CHECKING:
    from salience.learning.online import OnlinePass
    from salience.learning.structured_svm import Pass

_PARTS = "count,stop,words,headline,name,tags"


def train_summarizer(
    context: typer.Context,
    corpus: Annotated[list[str], typer.Argument(help="Documents with abstracts; - for stdin.")],
    *,
    output: opt.ModelFolder,
    words: Annotated[int, option("Most words in a summary.", min=1)] = 100,
    parts: Annotated[str, option(f"Features of a bigram: {', '.join(PARTS)}.")] = _PARTS,
    learner: Annotated[Learner, option("Learner of the weights.")] = "logistic",
    compress: Annotated[
        bool, option("Learn what to cut from sentences too; not with logistic.", "--compress")
    ] = False,
    c: Annotated[
        float | None, option("Weight of errors (loss); by default the learner's.", "--C", min=0)
    ] = None,
    by: Annotated[
        str | None, option("Field by which documents are on one topic; or folder, or all.")
    ] = None,
    passes: Annotated[int, option("Most passes over the documents.", min=1)] = 20,
    seed: Annotated[int, option("Seed of the order, for mira.", min=0)] = 0,
    model: opt.Model = opt.MODEL,
    parser: opt.Parser,
    reading: opt.Reading,
    running: opt.Running,
) -> None:
    """Learn from abstracts what a summary should cover.

    The weight of a bigram is the probability that an abstract has it (--learner logistic); or
    weights are such that the sentences with most bigrams of the abstracts are the best choice (svm,
    mira). With --by, documents on one topic are an example together, with all their abstracts.
    With --compress the model also learns what to cut from sentences. It is for `salience summarize
    --learned`.

    \b
    Example:
      salience train-summarizer corpus.jsonl -o my-summarizer
      salience train-summarizer corpus.jsonl -o mine --parts count,stop,position
      salience train-summarizer corpus.jsonl -o topics --by topic
      salience train-summarizer corpus.jsonl -o shorter --compress --learner svm
    """
    from salience.engine.sources import ReadingSources, Source
    from salience.summaries.documents import learned_topics, with_abstracts
    from salience.summaries.learned.features import known_parts
    from salience.summaries.learned.training import check_learner, train_on_topics

    opt.check_new_model(output, running.overwrite)
    check_learner(learner, compress)
    chosen = known_parts(parts.split(","))
    with job(
        context, "learned from", corpus, str(output), running, reading, kind="a model"
    ) as done:
        loaded, pipeline = opt.load_both(model, parser, reading.max_length)
        task = ReadingSources(pipeline, loaded, reads_abstracts=True)
        items = with_abstracts(done.items(), by)
        read = done.collect(task, Source, lambda source: done.count(source.parsed, None), items)
        topics = learned_topics(read, by, compress=compress, warn=partial(say, event="warning"))
        learned = train_on_topics(
            topics,
            words,
            parts=chosen,
            learner=learner,
            c=c,
            passes=passes,
            seed=seed,
            on_pass=None if running.quiet else _tell,
        )
        card = {
            "name": output.name,
            "language": "en",
            "trained_on": {"documents": done.counts.documents}
            | ({} if by is None else {"topics": len(topics)}),
            "words": words,
            "learner": learner,
            "compress": compress,
        }
        replace(learned, card=card).save(output)


def _tell(report: Pass | OnlinePass) -> None:
    """Say how a pass went."""
    rest = f", {report.added:,} new constraints" if hasattr(report, "added") else ""
    say(f"pass {report.number}: mean loss {report.loss:.3f}{rest}")
