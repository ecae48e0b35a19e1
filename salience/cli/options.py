"""Options that several commands of the command line have."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature
from itertools import chain
from os.path import isfile  # False, where `Path.is_file` fails
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from salience.cli.console import LogFormat, log_as, say
from salience.corpus.formats import FORMATS, FormatName
from salience.corpus.read import MAX_LENGTH
from salience.errors import SalienceError
from salience.features.groups import GROUPS, SETS
from salience.pipeline.choices import DEFAULT, Coref
from salience.tables.writers import STDOUT
from salience.types import TYPES

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.model.salience_model import SalienceModel

MODEL = "en-salience"
OUTPUT = "File to write: .jsonl, .csv, .parquet or .sqlite; - for standard output."

PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None}
"""How all commands are made: their help is plain text."""


def option(text: str, *names: str, **settings: Any) -> Any:
    """An option with its help; without a name it has that of its parameter."""
    return typer.Option(*names, help=text, **settings)


Inputs = Annotated[
    list[str], typer.Argument(help="Files, folders or archives to read; - for stdin.")
]
Labels = Annotated[list[str], typer.Argument(help="Files that `salience label` wrote.")]
Output = Annotated[str | None, option(OUTPUT, "-o", "--output")]
JsonLines = Annotated[
    str, option("File to write, .jsonl; - for standard output.", "-o", "--output")
]
ModelFolder = Annotated[Path, option("Folder to write the model to.", "-o", "--output")]
Overwrite = Annotated[bool, option("Replace a result of another kind, or a model.", "--overwrite")]
Quiet = Annotated[bool, option("Show errors only, without progress and counts.", "--quiet", "-q")]
NProcess = Annotated[int, option("Number of worker processes; results do not depend on it.", min=1)]
LogFormatOption = Annotated[
    LogFormat, option("Format of the messages on standard error.", "--log-format", callback=log_as)
]
InputFormat = Annotated[
    FormatName | None,
    option(f"Format of the input ({', '.join(FORMATS)}); else by its suffix.", metavar="FORMAT"),
]
Fields = Annotated[
    list[str] | None,
    option("Name of a field in the input: text=body, text=data.text; may be repeated.", "--field"),
]
MaxLength = Annotated[int, option("Leave out texts with more characters than this.", min=1)]
Title = Annotated[str | None, option("Headline, where the input is a single article.")]
ClustersOption = Annotated[
    Path | None, option("CoNLL file with coreference; documents are matched by id.")
]
Model = Annotated[str, option("Salience model: one that ships, or its folder.")]
Threshold = Annotated[
    float | None,
    option("Least probability of a salient entity; by default the model's.", min=0, max=1),
]
Json = Annotated[bool, option("Write JSON lines to standard output.", "--json")]
JsonOutput = Annotated[bool, option("The same as -o -", "--json")]
Types = Annotated[
    str | None,
    option("Show only these types of PER, ORG, LOC, EVENT, WORK, PRODUCT, MISC (the rest)."),
]
Nominal = Annotated[
    bool, option("Also score entities without a name, such as the mayor.", "--nominal")
]
Dates = Annotated[
    bool, option("Also list dates, times and amounts, which are no entities.", "--dates")
]
ExactCsv = Annotated[
    bool, option("Write .csv texts unchanged, even those that spreadsheets run.", "--exact-csv")
]
Groups = Annotated[
    str, option(f"Feature groups, with commas: {', '.join(SETS)} (sets), {', '.join(GROUPS)}.")
]
Regularization = Annotated[float, option("Inverse strength of regularization.", "--C")]
Graded = Annotated[bool, option("Learn the share of abstracts that mention an entity.", "--graded")]
Seed = Annotated[int, option("Seed of all that is drawn at random.", min=0)]
TrainUntil = Annotated[
    str | None, option("Train up to this day and test after it, such as 2006-12-31.")
]


@dataclass(frozen=True)
class Reading:
    """How the documents are read."""

    max_length: MaxLength = MAX_LENGTH
    limit: Annotated[int | None, option("Read at most this many documents.", min=0)] = None
    format: InputFormat = None
    field: Fields = None


@dataclass(frozen=True)
class Parser:
    """The pipeline that reads the texts."""

    nlp: Annotated[
        str, option("spaCy pipeline: one that ships, an installed package, or a path.", "--nlp")
    ] = DEFAULT

    def load(self, max_length: int = MAX_LENGTH, coref: Coref = "default") -> Language:
        """Load the pipeline, for texts of at most so many characters."""
        from salience.pipeline.loading import load_pipeline

        own = {name: value for name, value in vars(self).items() if name != "nlp"}
        nlp = load_pipeline(self.nlp, fast=True, **{"coref": coref} | own)
        nlp.max_length = max_length
        return nlp


@dataclass(frozen=True)
class EntityParser(Parser):
    """The pipeline that reads the texts, and what makes entities of the mentions."""

    coref: Annotated[
        Coref, option("What resolves coreference; none leaves it to the pipeline.")
    ] = "default"
    linker: Annotated[
        Path | None, option("Table of ids for names: columns alias, id, prior, context.")
    ] = None
    names: Annotated[
        Path | None, option("Register of names, from `salience names`: ids and types.")
    ] = None


@dataclass(frozen=True)
class Showing:
    """Which entities of a document are shown."""

    top: Annotated[int | None, option("Show at most this many entities of a document.", min=1)] = (
        None
    )
    types: Types = None
    salient: Annotated[bool, option("Show only salient entities.", "--salient")] = False


Shares = Annotated[
    bool, option("Show scores as shares too, which sum to 1 in a document.", "--shares")
]


@dataclass(frozen=True)
class Reporting:
    """What a command says of documents that are left out, and of the others."""

    rejects: Annotated[
        str | None, option("File for the documents that were left out, and why (JSON lines).")
    ] = None
    strict: Annotated[bool, option("Exit with 1 if a document was left out.", "--strict")] = False
    quiet: Quiet = False
    log_format: LogFormatOption = "text"


@dataclass(frozen=True)
class Running(Reporting):
    """How documents are worked on, and whether an earlier run goes on."""

    n_process: NProcess = 1
    timeout: Annotated[
        float, option("Leave out a document that takes longer, in seconds; 0 for no limit.", min=0)
    ] = 600.0
    resume: Annotated[
        bool, option("Go on with a run that was stopped, if there was one.", "--resume")
    ] = False
    overwrite: Overwrite = False

    @property
    def ways(self) -> dict[str, Any]:
        """The arguments of `salience.engine.run_task` that say how."""
        return {"n_process": self.n_process, "timeout": self.timeout or None}


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command as typer reads it: a parameter that is a group of options becomes these options."""
    given = inspect.signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {p.name: p.annotation for p in given if is_dataclass(p.annotation)}

    @wraps(command)
    def with_groups(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        command(**values)

    parameters = []
    for parameter in given:
        group = groups.get(parameter.name)
        if group is None:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        hints = get_type_hints(group, include_extras=True)
        parameters += [
            Parameter(f.name, Parameter.KEYWORD_ONLY, default=f.default, annotation=hints[f.name])
            for f in fields(group)
        ]
    with_groups.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    with_groups.__annotations__ = {p.name: p.annotation for p in parameters}
    return with_groups


class OptionError(typer.BadParameter):
    """An option that can't be used so; the message goes on after its name: `is for …`."""

    def format_message(self) -> str:
        """The message as a sentence, without "Invalid value"."""
        return f"{self.param_hint} {self.message}"


def named_files(context: typer.Context, *without: str) -> list[str]:
    """The files that arguments and options name, but for the options `without`."""
    values = [value for name, value in context.params.items() if name not in without]
    flat = chain.from_iterable(v if isinstance(v, list | tuple) else [v] for v in values)
    return [str(v) for v in flat if isinstance(v, str | Path) and isfile(v)]  # noqa: PTH113


def refuse_given(context: typer.Context, names: Iterable[str], why: str) -> None:
    """Refuse options that stand on the command line and would change nothing."""
    for name in names:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise OptionError(why, param_hint=f"--{name.replace('_', '-')}")


def type_names(types: str | None) -> list[str] | None:
    """The types of `--types`, in capitals as entities have them; a BadParameter for others."""
    if types is None:
        return None
    names = [name.strip().upper() for name in types.split(",")]
    for name in names:
        if name not in TYPES:
            raise typer.BadParameter(
                f"{name!r} is no type of an entity. Name some of {', '.join(TYPES)}; --dates lists "
                "dates and amounts",
                param_hint="--types",
            )
    return names


def check_dates(dates: bool, output: str | None) -> None:
    """Tables have a row per entity, and no place for dates."""
    if dates and output not in (None, STDOUT) and Path(str(output)).suffix.lower() != ".jsonl":
        raise OptionError(
            f"needs JSON lines, which {output} is not; use -o with a file .jsonl",
            param_hint="--dates",
        )


def check_new_model(path: Path, overwrite: bool) -> None:
    """Find out before the work starts whether a model can be written to a folder."""
    from salience.storage.model_folder import check_folder_for_model
    from salience.tables.writers import check_folder

    check_folder(path)
    check_folder_for_model(path)
    if not overwrite and path.is_dir() and any(path.iterdir()):
        raise SalienceError(
            f"{path} is there and holds a model. Name another folder, or replace it with "
            "--overwrite."
        )


def keeps_texts(output: str | None) -> bool:
    """Whether results are written with titles and texts: to a database, which searches in them."""
    return Path(output or "").suffix.lower() == ".sqlite"


def check_result(
    path: str,
    kind: str,
    inputs: Sequence[str],
    overwrite: bool,
    suffixes: tuple[str, ...] = (".jsonl", ".csv", ".parquet"),
) -> None:
    """Find out before the work starts whether results of a kind can be written to a file."""
    from salience.tables.kinds import FORM, refuse_other
    from salience.tables.writers import check_output

    check_output(path, inputs, suffixes=suffixes)
    if not overwrite:
        page = path.lower().endswith(".html") and kind != FORM
        refuse_other(path, "a page" if page else kind)


def load_both(
    model: str, parser: Parser, max_length: int = MAX_LENGTH
) -> tuple[SalienceModel, Language]:
    """Load the model and the pipeline of the options; warn if they don't fit."""
    from salience.model.salience_model import load_model
    from salience.pipeline.provenance import other_pipeline

    loaded, nlp = load_model(model), parser.load(max_length)
    if message := other_pipeline(nlp, loaded.card):
        say(f"warning: {message}")
    return loaded, nlp
