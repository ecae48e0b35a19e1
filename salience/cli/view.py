"""The command `salience view`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.inputs import check_title, items_of
from salience.cli.jobs import job
from salience.cli.options import option
from salience.corpus.read import has_text
from salience.errors import accepted
from salience.tables.kinds import kind_of
from salience.tables.writers import write_lines
from salience.types import ScoredDocument


@dataclass(frozen=True)
class Viewing(opt.Reading):
    """How documents are read, of which a page shows the first."""

    limit: Annotated[int | None, option("Show at most this many documents.", min=1)] = 10


def view(
    context: typer.Context,
    input: Annotated[str, typer.Argument(help="An article, a corpus or scores; - for stdin.")],
    *,
    output: Annotated[
        str, option("Page to write, .html; - for standard output.", "-o", "--output")
    ],
    corpus: Annotated[
        list[str] | None, option("Corpus that was scored, where the input is a file of scores.")
    ] = None,
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    title: opt.Title = None,
    threshold: opt.Threshold = None,
    showing: opt.Showing,
    nominal: opt.Nominal = False,
    shares: opt.Shares = False,
    reading: Viewing,
    overwrite: opt.Overwrite = False,
    report: opt.Reporting,
) -> None:
    """Show scored documents as a page.

    The page has the text with its mentions, the entities with their probabilities, and what each
    feature contributes. It needs neither network nor scripts. A file of scores is shown with the
    texts of --corpus, and without reasons, which it does not hold.

    \b
    Example:
      salience view article.txt -o page.html
      salience view corpus.jsonl -o page.html --limit 3
      salience view scores.jsonl --corpus corpus.jsonl -o page.html
    """
    from salience.engine.tasks import Scoring
    from salience.model.salience_model import load_model
    from salience.pages.document_page import view_page
    from salience.tables.scored_records import (
        read_score_records,
        scored_document,
        thresholds_of,
        with_documents,
    )

    check_title(title, [input], reading.format)
    wanted = opt.type_names(showing.types)
    opt.check_result(output, "a page", [input, *(corpus or [])], overwrite, (".html",))
    if corpus is None and kind_of(Path(input)) == "scores" and not has_text(input):
        raise opt.OptionError(
            f"is needed: {input} holds scores, and no texts. Give the corpus that was scored",
            param_hint="--corpus",
        )
    read = corpus or [input]
    shown = []
    with job(context, "shown", read, output, report, reading if corpus is None else None) as done:

        def show(scored: ScoredDocument) -> Mapping[str, str]:
            done.count(scored.parsed, scored.n_salient)
            shown.append(scored.only(top=showing.top, types=wanted, salient=showing.salient))
            return {}

        if corpus is None:
            loaded, pipeline = opt.load_both(model, parser, reading.max_length)
            task = Scoring(pipeline, loaded, threshold, nominal)
            done.run(task, show, done.items(title=title))
        else:
            usual = load_model(model)
            first = list(islice(read_score_records(input), reading.limit))
            at: tuple[float, float | None] = (threshold or 0.0, None)
            if threshold is None:
                at = thresholds_of(first, usual.classifier.threshold, usual.nominal_threshold)
            documents = accepted(items_of(corpus, replace(reading, limit=None)), done.reject)
            pairs = with_documents(lambda: first, documents, done.reject)
            for scored in done.progress(scored_document(*pair, *at) for pair in pairs):
                show(scored)
        write_lines(output, [view_page(shown, shares=shares).rstrip("\n")])
