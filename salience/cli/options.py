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
OUTPUT = "File, .jsonl, .csv or .parquet; - for JSON lines on standard output."
TYPES = ("PER", "ORG", "LOC", "MISC")
"""The types of entities; what imports spaCy is not asked for them."""


PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None}
"""How all commands are made: their help is plain text."""


def option(text: str, *names: str, **settings: Any) -> Any:
    """An option with its help; without a name it has that of its parameter."""
    return typer.Option(*names, help=text, **settings)


InputFormat = Annotated[FormatName | None, option("What the input is; else its suffix says it.")]
Limit = Annotated[int | None, option("Read no more than so many documents.", min=0)]
Nlp = Annotated[str, option("spaCy pipeline: one that ships, a package, or a path.", "--nlp")]
CorefOption = Annotated[Coref, option("Who resolves coreference; none: the pipeline.")]
ClustersOption = Annotated[Path | None, option("CoNLL file with coreference, by ids.")]
LinkerOption = Annotated[Path | None, option("Ids for names: lines of alias, id, prior, context.")]
MaxLength = Annotated[
    int, option("Reject longer texts (characters); time and memory grow with them.", min=1)
]
NProcess = Annotated[int, option("Worker processes; the results are the same.", min=1)]
RejectsFile = Annotated[str | None, option("Write what was left out, and why, as JSON lines.")]
Fields = Annotated[
    list[str] | None, option("What a field is called, such as text=body; repeatable.", "--field")
]
Quiet = Annotated[bool, option("No progress and no counts, only what went wrong.", "--quiet", "-q")]
LogFormatOption = Annotated[
    LogFormat,
    option("How messages are written on standard error.", "--log-format", callback=log_as),
]
Resume = Annotated[bool, option("Go on with a run that was stopped; it must be there.", "--resume")]
Timeout = Annotated[float, option("Leave out what takes so many seconds; 0: no limit.", min=0)]
TIMEOUT = 600.0
Overwrite = Annotated[bool, option("Replace what is there.", "--overwrite")]
Strict = Annotated[bool, option("Exit with 1 if a document was left out.", "--strict")]
Model = Annotated[str, option("A model that ships, or the folder of one.")]
Json = Annotated[bool, option("JSON lines on standard output.", "--json")]
Threshold = Annotated[
    float | None, option("Salient from this probability; else the model's.", min=0, max=1)
]
Top = Annotated[int | None, option("Show so many entities of a document, the first.", min=1)]
Types = Annotated[str | None, option("Show entities of these types only: PER, ORG, LOC, MISC.")]
Salient = Annotated[bool, option("Show salient entities only.", "--salient")]
Nominal = Annotated[bool, option("Those without a name too: the mayor.", "--nominal")]
Dates = Annotated[bool, option("Dates, times and amounts too, in a list of their own.", "--dates")]
Groups = Annotated[
    str, option(f"Feature groups, with commas: {', '.join(SETS)} (sets), {', '.join(GROUPS)}.")
]
Seed = Annotated[int, option("Seed of the bootstrap.", min=0)]
TrainUntil = Annotated[
    str | None, option("Divide by date: train up to this day, test after it (2006-12-31).")
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
