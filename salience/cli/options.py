"""Options that several commands of the command line have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli.console import LogFormat, log_as, say
from salience.corpus.formats import FormatName
from salience.errors import SalienceError
from salience.features.groups import GROUPS, SETS
from salience.pipeline.choices import Coref
from salience.tables.writers import STDOUT, SUFFIXES

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.model.salience_model import SalienceModel

MODEL = "en-salience"
OUTPUT = "File to write: .jsonl, .csv or .parquet; - for standard output."
TYPES = ("PER", "ORG", "LOC", "MISC")
"""The types of entities; what imports spaCy is not asked for them."""


PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None}
"""How all commands are made: their help is plain text."""


def option(text: str, *names: str, **settings: Any) -> Any:
    """An option with its help; without a name it has that of its parameter."""
    return typer.Option(*names, help=text, **settings)


Inputs = Annotated[
    list[str],
    typer.Argument(help="Files, folders or archives to read; - for stdin."),
]
InputFormat = Annotated[
    FormatName | None, option("Format of the input; without it the suffix decides.")
]
Limit = Annotated[int | None, option("Read at most this many documents.", min=0)]
Nlp = Annotated[
    str, option("spaCy pipeline: one that ships, an installed package, or a path.", "--nlp")
]
CorefOption = Annotated[Coref, option("What resolves coreference; none leaves it to the pipeline.")]
ClustersOption = Annotated[
    Path | None, option("CoNLL file with coreference; documents are matched by id.")
]
LinkerOption = Annotated[
    Path | None, option("Table of ids for names, with alias, id, prior and context.")
]
MaxLength = Annotated[int, option("Leave out texts of more characters than this.", min=1)]
NProcess = Annotated[int, option("Number of worker processes; results do not depend on it.", min=1)]
RejectsFile = Annotated[
    str | None, option("File for the documents that were left out, and why (JSON lines).")
]
Fields = Annotated[
    list[str] | None,
    option("Name of a field in the input, such as text=body; may be repeated.", "--field"),
]
Quiet = Annotated[bool, option("Show errors only, without progress and counts.", "--quiet", "-q")]
LogFormatOption = Annotated[
    LogFormat,
    option("Format of the messages on standard error.", "--log-format", callback=log_as),
]
Resume = Annotated[bool, option("Go on with a run that was stopped, if there is one.", "--resume")]
Timeout = Annotated[
    float, option("Leave out a document that takes longer, in seconds; 0 for no limit.", min=0)
]
TIMEOUT = 600.0
Overwrite = Annotated[bool, option("Replace results that are there.", "--overwrite")]
Strict = Annotated[bool, option("Exit with 1 if a document was left out.", "--strict")]
Model = Annotated[str, option("Salience model: one that ships, or its folder.")]
Json = Annotated[bool, option("Write JSON lines to standard output.", "--json")]
Threshold = Annotated[
    float | None,
    option("Probability from which an entity is salient; the model has one.", min=0, max=1),
]
Top = Annotated[int | None, option("Show at most this many entities of a document.", min=1)]
Types = Annotated[str | None, option("Show only entities of these types, with commas.")]
Salient = Annotated[bool, option("Show only salient entities.", "--salient")]
Nominal = Annotated[
    bool, option("Score entities without a name too, such as the mayor.", "--nominal")
]
Dates = Annotated[
    bool, option("List dates, times and amounts too, apart from entities.", "--dates")
]
ExactCsv = Annotated[
    bool,
    option("Write texts to .csv as they are, also those that spreadsheets compute.", "--exact-csv"),
]
Groups = Annotated[
    str, option(f"Feature groups, with commas: {', '.join(SETS)} (sets), {', '.join(GROUPS)}.")
]
Seed = Annotated[int, option("Seed of the bootstrap.", min=0)]
TrainUntil = Annotated[
    str | None, option("Train up to this day and test after it, such as 2006-12-31.")
]


def type_names(types: str | None) -> list[str] | None:
    """The types of `--types`, in capitals as entities have them.

    Raises:
        BadParameter: If there is no such type.

    Example:
        >>> type_names("per, ORG")
        ['PER', 'ORG']
    """
    if types is None:
        return None
    names = [name.strip().upper() for name in types.split(",")]
    for name in names:
        if name not in TYPES:
            raise typer.BadParameter(
                f"{name!r} is no type of an entity: {', '.join(TYPES)}. Dates and amounts have "
                "--dates",
                param_hint="--types",
            )
    return names


def check_dates(dates: bool, output: str | None) -> None:
    """Tables have a row per entity, and no place for dates."""
    if dates and output not in (None, STDOUT) and Path(str(output)).suffix.lower() != ".jsonl":
        raise typer.BadParameter(
            f"needs JSON lines, which {output} is not; use -o with a file .jsonl",
            param_hint="--dates",
        )


def check_new_model(path: Path, overwrite: bool) -> None:
    """Find out before the work starts whether a model can be written to a folder.

    Raises:
        SalienceError: If something else than a model is there, or a model that must not be
            replaced.
    """
    from salience.storage.model_folder import check_folder_for_model
    from salience.tables.writers import check_folder

    check_folder(path)
    check_folder_for_model(path)
    if not overwrite and path.is_dir() and any(path.iterdir()):
        raise SalienceError(
            f"{path} is there and holds a model. Name another folder, or replace it with "
            "--overwrite."
        )


FORM = "a page to fill in"
"""A kind of result that is never replaced unasked: somebody may have filled it in."""


def check_result(
    path: str,
    kind: str,
    inputs: Sequence[str],
    overwrite: bool,
    suffixes: tuple[str, ...] = SUFFIXES,
) -> None:
    """Find out before the work starts whether results of a kind can be written to a file.

    Of a suffix `.html` they are a page; one with a place for ratings is `a page to fill in`.

    Raises:
        SalienceError: As `check_output`; or if results of another kind are there.
    """
    from salience.tables.kinds import refuse_other
    from salience.tables.writers import check_output

    check_output(path, inputs, suffixes=suffixes)
    if not overwrite:
        page = path.lower().endswith(".html") and kind != FORM
        refuse_other(path, "a page" if page else kind)


def load_both(
    model: str, name: str, coref: Coref, linker: Path | None, max_length: int
) -> tuple[SalienceModel, Language]:
    """Load the model and the pipeline of the options; warn if they don't fit."""
    from salience.model.salience_model import load_model
    from salience.pipeline.provenance import other_pipeline

    loaded, nlp = load_model(model), make_pipeline(name, coref, linker, max_length)
    if message := other_pipeline(nlp, loaded.card):
        say(f"warning: {message}")
    return loaded, nlp


def make_pipeline(name: str, coref: Coref, linker: Path | None, max_length: int) -> Language:
    """Load the pipeline of the options."""
    from salience.pipeline.loading import load_pipeline

    nlp = load_pipeline(name, coref=coref, linker=linker, fast=True)
    nlp.max_length = max_length
    return nlp
