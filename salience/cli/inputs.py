"""The documents that a command reads, by the options that say how."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import typer

from salience.cli.console import say
from salience.cli.options import OptionError, Reading
from salience.corpus.read import FIELDS, STDIN, find_format, read_items
from salience.errors import CorpusError, Reject
from salience.types import Document

_ARTICLES = ("text", "markdown", "html", "subtitles")


def items_of(
    inputs: Sequence[str],
    reading: Reading,
    title: str | None = None,
    clusters: Path | None = None,
    *,
    quiet: bool = False,
) -> Iterator[Document | Reject]:
    """The documents of the inputs, with title and coreference if given, and rejects."""
    items = read_items(
        inputs,
        format=reading.format,
        fields=field_names(reading.field),
        limit=reading.limit,
        max_length=reading.max_length,
    )
    if not quiet and STDIN in inputs and reading.format is None and find_format(STDIN) == "text":
        say("standard input is no JSON: it is read as one plain text, as with --format text")
    if title is not None:
        items = (replace(d, title=title) if isinstance(d, Document) else d for d in items)
    if clusters is None:
        return items
    from salience.coref.external_clusters import with_clusters

    return with_clusters(items, clusters)


def field_names(fields: Sequence[str] | None) -> Mapping[str, str]:
    """The values of `--field` by the name of the field."""
    pairs = [field.partition("=") for field in fields or ()]
    for name, _, theirs in pairs:
        if name not in FIELDS or not theirs:
            raise typer.BadParameter(
                f"{name!r}: write NAME=THEIRS, with one of {', '.join(FIELDS)} before the =",
                param_hint="--field",
            )
    return {name: theirs for name, _, theirs in pairs}


def text_lines(path: Path, advice: str) -> list[str]:
    """The lines of a text file; a CorpusError with the advice if it can't be read."""
    try:
        return path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path} can't be read: {error}. {advice}") from None


def check_title(title: str | None, inputs: Sequence[str], format: str | None) -> None:
    """Refuse `--title` for anything else than one article."""
    if title is not None and (len(inputs) > 1 or find_format(inputs[0], format) not in _ARTICLES):
        raise OptionError("is for one article, such as a .txt file", param_hint="--title")
