"""The command `salience view`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from salience.cli.inputs import check_title
from salience.cli.jobs import job
from salience.cli.options import (
    MODEL,
    CorefOption,
    Fields,
    InputFormat,
    LinkerOption,
    MaxLength,
    Model,
    Nlp,
    Nominal,
    Overwrite,
    Quiet,
    Salient,
    Strict,
    Threshold,
    Top,
    Types,
    check_result,
    load_both,
    option,
    type_names,
)
from salience.corpus.read import MAX_LENGTH
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import write_lines
from salience.types import ScoredDocument


def view(
    context: typer.Context,
    input: Annotated[str, typer.Argument(help="An article, or a corpus; - for stdin.")],
    output: Annotated[
        str, option("Page to write, .html; - for standard output.", "-o", "--output")
    ],
    model: Model = MODEL,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    linker: LinkerOption = None,
    title: Annotated[
        str | None, option("Headline of the article, if there is one article.")
    ] = None,
    threshold: Threshold = None,
    top: Top = None,
    types: Types = None,
    salient: Salient = False,
    nominal: Nominal = False,
    max_length: MaxLength = MAX_LENGTH,
    limit: Annotated[int, option("Show at most this many documents.", min=1)] = 10,
    format: InputFormat = None,
    field: Fields = None,
    overwrite: Overwrite = False,
    strict: Strict = False,
    quiet: Quiet = False,
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

    check_title(title, [input], format)
    wanted = type_names(types)
    check_result(output, "a page", [input], overwrite, (".html",))
    shown = []
    with job(context, "shown", [input], output) as done:
        loaded, pipeline = load_both(model, nlp, coref, linker, max_length)

        def take(result: ScoredDocument) -> Mapping[str, str]:
            done.count(result.parsed, sum(score >= result.threshold for score in result.scores))
            shown.append(result.only(top=top, types=wanted, salient=salient))
            return {}

        done.run(Scoring(pipeline, loaded, threshold, nominal), take)
        write_lines(output, [view_page(shown).rstrip("\n")])
