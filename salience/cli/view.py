"""The command `salience view`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from salience.cli.console import job
from salience.cli.options import (
    MODEL,
    CorefOption,
    InputFormat,
    LinkerOption,
    MaxLength,
    Model,
    Nlp,
    Salient,
    Strict,
    Threshold,
    Top,
    Types,
    load_both,
    option,
    type_names,
)
from salience.corpus.read import MAX_LENGTH, find_format, read_corpus
from salience.errors import SalienceError
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import check_output, write_lines


def view(
    input: Annotated[str, typer.Argument(help="An article, or a corpus; - for stdin.")],
    output: Annotated[str, option("Page, .html; - for standard output.", "-o", "--output")],
    model: Model = MODEL,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    linker: LinkerOption = None,
    title: Annotated[str | None, option("Headline of the one article.")] = None,
    threshold: Threshold = None,
    top: Top = None,
    types: Types = None,
    salient: Salient = False,
    max_length: MaxLength = MAX_LENGTH,
    limit: Annotated[int, option("Show no more than so many documents.", min=1)] = 10,
    format: InputFormat = None,
    strict: Strict = False,
) -> None:
    """Show scored documents as a page.

    The page has the text with its mentions, the entities with their probabilities, and what each
    feature contributes. It needs neither network nor scripts.

    \b
    Example:
      salience view article.txt -o page.html
      salience view corpus.jsonl -o page.html --limit 3
    """

    from salience.display.document_page import view_page
    from salience.run.documents import score

    if title is not None and find_format(input, format) != "text":
        raise typer.BadParameter("is for one article, a .txt file", param_hint="--title")
    check_output(output, [input], suffixes=(".html",))
    with job("shown", [input], output, None, strict) as done:
        documents = read_corpus(
            [input], format=format, limit=limit, max_length=max_length, on_reject=done.reject
        )
        if title is not None:
            documents = (replace(document, title=title) for document in documents)
        loaded, pipeline = load_both(model, nlp, coref, linker, max_length)
        scored = list(
            score(documents, loaded, pipeline, threshold=threshold, on_reject=done.reject)
        )
        for result in scored:
            done.count(result.parsed, sum(score >= result.threshold for score in result.scores))
        if scored:
            shown = [
                result.only(top=top, types=type_names(types), salient=salient) for result in scored
            ]
            write_lines(output, [view_page(shown).rstrip("\n")])
    if not scored:
        raise SalienceError(f"{input}: there is no document to show. Name one that has a text.")
