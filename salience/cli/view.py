"""The command `salience view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.inputs import check_title
from salience.cli.jobs import job
from salience.cli.options import option
from salience.tables.writers import write_lines
from salience.types import ScoredDocument


@dataclass(frozen=True)
class Viewing(opt.Reading):
    """How documents are read, of which a page shows the first."""

    limit: Annotated[int | None, option("Show at most this many documents.", min=1)] = 10


def view(
    context: typer.Context,
    input: Annotated[str, typer.Argument(help="An article or a corpus; - for stdin.")],
    *,
    output: Annotated[
        str, option("Page to write, .html; - for standard output.", "-o", "--output")
    ],
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    title: opt.Title = None,
    threshold: opt.Threshold = None,
    showing: opt.Showing,
    nominal: opt.Nominal = False,
    reading: Viewing,
    overwrite: opt.Overwrite = False,
    report: opt.Reporting,
) -> None:
    """Show scored documents as a page.

    The page has the text with its mentions, the entities with their probabilities, and what each
    feature contributes. It needs neither network nor scripts.

    \b
    Example:
      salience view article.txt -o page.html
      salience view corpus.jsonl -o page.html --limit 3
    """

    from salience.engine.tasks import Scoring
    from salience.pages.document_page import view_page

    check_title(title, [input], reading.format)
    wanted = opt.type_names(showing.types)
    opt.check_result(output, "a page", [input], overwrite, (".html",))
    shown = []
    with job(context, "shown", [input], output, report, reading) as done:

        def show(scored: ScoredDocument) -> Mapping[str, str]:
            done.count(scored.parsed, scored.n_salient)
            shown.append(scored.only(top=showing.top, types=wanted, salient=showing.salient))
            return {}

        loaded, pipeline = opt.load_both(model, parser, reading.max_length)
        done.run(Scoring(pipeline, loaded, threshold, nominal), show, done.items(title=title))
        write_lines(output, [view_page(shown).rstrip("\n")])
