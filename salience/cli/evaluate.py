"""The commands `salience evaluate` and `salience curve`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.options import option
from salience.errors import CorpusError
from salience.evaluation.names import NAMES, USUAL
from salience.tables.writers import STDOUT, write_lines

if TYPE_CHECKING:
    import pandas as pd

    from salience.evaluation.human_references import HumanReference
    from salience.evaluation.salience_scores import Scores
    from salience.evaluation.systems import System
    from salience.model.salience_model import SalienceModel

TableFile = Annotated[
    str | None, option("File to write the table to, .csv; - for standard output.", "-o", "--output")
]


def evaluate(
    labels: opt.Labels,
    model: Annotated[
        list[str] | None, option("Salience model: one that ships, or its folder; may be repeated.")
    ] = None,
    system: Annotated[
        list[str] | None, option(f"Compare with this: {', '.join(NAMES)}. May be repeated.")
    ] = None,
    every: Annotated[bool, option("Compare with every system that can run.", "--all")] = False,
    scores: Annotated[
        list[str] | None,
        option("Compare with the scores in a file, name=path; may be repeated.", "--scores"),
    ] = None,
    threshold: opt.Threshold = None,
    end_to_end: Annotated[
        bool, option("Count salient names that were aligned with no entity as missed.")
    ] = False,
    output: TableFile = None,
    overwrite: opt.Overwrite = False,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Compare models with labels, baselines and each other.

    The first model is tested against everything else; its p-values are corrected for all these
    comparisons. Baselines without a threshold get the one that is best for them on these labels.
    Without --system, a single model is compared with the first sentence, the number of mentions
    and every entity, and several models only with each other. Where documents have several
    abstracts, a table shows how well one abstract predicts another, and how well each system
    predicts one.

    --scores adds another program: a file (.jsonl, .csv, .parquet) whose rows have document, score,
    and one of entity (its number in the labels, an id, a name or a head word), id, start, name or
    head. Entities without a score are ranked last. --end-to-end needs labels in .jsonl. There is a
    warning if documents of the labels trained a model, as far as their texts tell.

    \b
    Example:
      salience evaluate labels.jsonl --model my-model
      salience evaluate labels.jsonl --model a --model b --system mentions
      salience evaluate labels.jsonl --all -o table.csv
      salience evaluate labels.jsonl --scores other=other.jsonl
    """
    from salience.evaluation.comparison import compare
    from salience.evaluation.systems import model_system
    from salience.model.salience_model import load_model
    from salience.pages.score_tables import (
        calibration_lines,
        difference_table,
        document_table,
        reference_lines,
        scores_table,
    )
    from salience.pipeline.provenance import other_labels
    from salience.tables.csv_files import csv_lines
    from salience.tables.label_files import read_labels

    _check_table(output, labels, as_json, overwrite)
    models = model or [opt.MODEL]
    opened = [load_model(path) for path in models]
    loaded = [
        model_system(model, name, threshold)
        for model, name in zip(opened, _names(models), strict=True)
    ]
    table = read_labels(labels, missed=end_to_end)
    for message in dict.fromkeys(other_labels(table, model.card) for model in opened):
        if message:
            say(f"warning: {message}")
    warn_of_training(opened, models, table)
    human = _reference(table, seed)
    others = [
        *_given(scores or (), table, {system.name for system in loaded}),
        *_others(table, system or ([] if every or len(models) > 1 else USUAL), every),
    ]
    compared = compare(table, [*loaded, *others], seed=seed)
    if output is not None:
        write_lines(output, csv_lines(compared.frame()))
    if output == STDOUT:
        return
    if as_json:
        less = {name: {"first_less_this": d.to_dict()} for name, d in compared.differences.items()}
        print(rows_json(compared.rows, less))
        if human:
            print(json.dumps({"row": "one abstract against another", **human.to_dict()}))
        return
    first, _ = compared.rows[0]
    tables = [scores_table(compared.rows, compared.at), document_table(compared.rows)]
    if compared.differences:
        tables.append(difference_table(compared.differences, first))
    tables.append(calibration_lines(compared.rows[: len(loaded)]))
    tables += [reference_lines(human, compared.rows)] if human else []
    print(*tables, sep="\n\n")


def curve(
    train: Annotated[str, typer.Argument(help="Labels to train on.")],
    test: Annotated[str, typer.Argument(help="Labels to measure on.")],
    sizes: Annotated[
        str | None, option("Numbers of training documents, such as 50,100,200.")
    ] = None,
    repeats: Annotated[int, option("Number of random samples of each size.", min=1)] = 5,
    groups: opt.Groups = "default",
    c: opt.Regularization = 1.0,
    graded: opt.Graded = False,
    threshold: Annotated[
        float, option("Probability from which an entity is salient.", min=0, max=1)
    ] = 0.3,
    output: TableFile = None,
    overwrite: opt.Overwrite = False,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Show what more labels would bring (learning curve).

    Models are trained on growing random parts of the training documents, several of each size, and
    all are measured on the same test. Intervals cover both the choice of the test documents and
    that of the training documents.

    \b
    Example:
      salience curve train-labels.jsonl test-labels.jsonl --sizes 50,100,200
    """
    from salience.evaluation.learning_curves import learning_curve
    from salience.pages.score_tables import curve_table
    from salience.tables.csv_files import csv_lines
    from salience.tables.label_files import read_labels

    _check_table(output, [train, test], as_json, overwrite)
    try:
        chosen = [int(size) for size in sizes.split(",")] if sizes else None
    except ValueError as error:
        raise typer.BadParameter(f"{sizes!r} are no numbers", param_hint="--sizes") from error
    labels = read_labels([train])
    points = learning_curve(
        labels,
        read_labels([test]),
        sizes=chosen,
        repeats=repeats,
        threshold=threshold,
        seed=seed,
        groups=tuple(group.strip() for group in groups.split(",")),
        C=c,
        graded=graded,
    )
    if len(points) == 1:
        n = labels["document"].nunique()
        say(f"one size makes no curve: give several up to {n}, such as --sizes {n // 2 or 1},{n}")
    if output is not None:
        write_lines(output, csv_lines(points))
    if output == STDOUT:
        return
    print(points.to_json(orient="records", lines=True).rstrip() if as_json else curve_table(points))


def rows_json(
    rows: Sequence[tuple[str, Scores]], more: Mapping[str, Mapping[str, Any]] = {}
) -> str:
    """JSON lines, one per system, with what else there is to say of some."""
    return "\n".join(
        json.dumps({"row": name, **scores.to_dict(), **more.get(name, {})}) for name, scores in rows
    )


def _names(models: Sequence[str]) -> list[str]:
    """Short names of models: the last parts of their paths, if these differ."""
    if len(set(models)) < len(models):
        raise typer.BadParameter("the same model is named twice", param_hint="--model")
    names = [Path(model).name or model for model in models]
    distinct = len({*names, *NAMES}) == len(names) + len(NAMES)
    return names if distinct else [f"{n}: {model}" for n, model in enumerate(models, 1)]


def _check_table(output: str | None, inputs: Sequence[str], as_json: bool, overwrite: bool) -> None:
    if output == STDOUT and as_json:
        raise typer.BadParameter("- and --json are both for standard output", param_hint="-o")
    if output is not None:
        opt.check_result(output, "measures", inputs, overwrite, (".csv",))


def warn_of_training(
    opened: Sequence[SalienceModel], names: Sequence[str], table: pd.DataFrame
) -> None:
    """Warn of models that were trained on documents of the test set."""
    from salience.tables.splits import trained_documents

    for model, name in zip(opened, names, strict=True):
        n, unknown = trained_documents(table, model.trained_on)
        if n:
            say(
                f"warning: at least {n:,} of {table['document'].nunique():,} documents trained "
                f"{name}, so that its scores are too good. Measure on others: salience split."
            )
        if unknown and len(model.trained_on):
            say(
                f"whether {unknown:,} of {table['document'].nunique():,} documents trained {name} "
                "can't be told, since their labels have no 'text_hash'. Label them again."
            )


def _reference(table: pd.DataFrame, seed: int) -> HumanReference | None:
    """How well one abstract predicts another; None, with a message, if that can't be measured."""
    from salience.evaluation.human_references import human_reference

    if not {"grade", "abstracts"} <= set(table.columns) or not (table["abstracts"] >= 2).any():
        return None
    try:
        return human_reference(table, seed=seed)
    except CorpusError as error:
        say(f"abstracts are not compared with each other: {error}")
        return None


def _given(scores: Sequence[str], table: pd.DataFrame, taken: set[str]) -> list[System]:
    """The systems of files of scores, with a message of what was joined."""
    from salience.evaluation.systems import given_system

    systems: list[System] = []
    for argument in scores:
        name, equals, path = argument.partition("=")
        if not equals:
            name, path = Path(argument).name.split(".")[0], argument
        if not name or not path or name in {*taken, *NAMES, *(system.name for system in systems)}:
            raise typer.BadParameter(
                f"{argument!r} must be name=path with a name that no other system has",
                param_hint="--scores",
            )
        system, said = given_system(name, path, table)
        say(said)
        systems.append(system)
    return systems


def _others(table: pd.DataFrame, names: Sequence[str], every: bool) -> list[System]:
    from salience.evaluation.systems import all_systems, named_system

    if not every:
        return list(map(named_system, dict.fromkeys(names)))
    if names:
        raise opt.OptionError("can't go with --system", param_hint="--all")
    systems = all_systems(table.columns)
    missing = [name for name in NAMES if name not in {system.name for system in systems}]
    if missing:
        say(f"not compared, for lack of their columns: {', '.join(missing)}")
    return systems
