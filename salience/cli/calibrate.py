"""The commands `salience threshold` and `salience recalibrate`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.evaluate import rows_json, warn_of_training
from salience.cli.options import option

if TYPE_CHECKING:
    import pandas as pd

    from salience.evaluation.salience_scores import Scores
    from salience.model.salience_model import SalienceModel

LabelsOrScores = Annotated[
    list[str], typer.Argument(help="Files of `salience label`; with --expect, of `salience score`.")
]
Folder = Annotated[Path | None, option("Folder to write the new model to.", "-o", "--output")]


def threshold(
    labels: opt.Labels,
    model: opt.Model = opt.MODEL,
    precision: Annotated[float | None, option("Aim at this precision.", min=0, max=1)] = None,
    share: Annotated[
        float | None, option("Aim at this share of salient entities.", min=0, max=1)
    ] = None,
    output: Folder = None,
    overwrite: opt.Overwrite = False,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Choose the probability from which entities are salient.

    Without --precision and --share it is the one with the best F1. Cross-validation over documents
    measures what the threshold gives on other documents.

    \b
    Example:
      salience threshold labels.jsonl --model my-model
      salience threshold labels.jsonl --precision 0.8 -o sure-model
    """
    from salience.evaluation.threshold_choice import choose_threshold, with_threshold
    from salience.model.salience_model import load_model

    if precision is not None and share is not None:
        raise typer.BadParameter("--precision and --share: give one of them")
    if output is not None:
        opt.check_new_model(output, overwrite)
    loaded = load_model(model)
    table = _read(labels, loaded, model)
    scored = table.assign(score=loaded.predict(table))
    choice = choose_threshold(scored, precision=precision, share=share, seed=seed)
    if output is not None:
        with_threshold(loaded, choice).save(output)
        say(f"threshold {loaded.classifier.threshold:g} is now {choice.threshold:g} in {output}")
    print(json.dumps(choice.to_dict()) if as_json else choice)


def recalibrate(
    labels: LabelsOrScores,
    model: opt.Model = opt.MODEL,
    expect: Annotated[
        float | None, option("Expected share of salient entities; needs no labels.")
    ] = None,
    output: Folder = None,
    overwrite: opt.Overwrite = False,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Fit the probabilities of a model to labels, or to a share.

    Ten labelled documents will do, and twenty are better; a few documents change probabilities only
    a little. The order of entities stays as it is, and so do those that are salient. The gain is
    measured by cross-validation over documents; if the Brier score does not fall, a warning says
    so, and the model is written all the same.

    Without labels, --expect 0.2 shifts the probabilities of the model so that their mean over the
    scored documents is 0.2: summaries are expected to mention a fifth of the entities.

    \b
    Example:
      salience recalibrate labels.jsonl --model my-model -o fitted
      salience recalibrate scores.jsonl --model my-model --expect 0.2 -o shared
    """
    from salience.evaluation.recalibration import FOLDS, recalibrated_scores
    from salience.evaluation.recalibration import recalibrate as recalibrated
    from salience.evaluation.salience_scores import evaluate
    from salience.model.salience_model import load_model
    from salience.pages.score_tables import calibration_lines

    if expect is not None and not 0 < expect < 1:
        raise typer.BadParameter(
            f"{expect:g} is not above 0 and below 1; give the part of the entities that a summary "
            "mentions, such as 0.2",
            param_hint="--expect",
        )
    if output is not None:
        opt.check_new_model(output, overwrite)
    loaded = load_model(model)
    if expect is not None:
        _to_share(labels, loaded, expect, output, as_json)
        return
    table = _read(labels, loaded, model)
    fitted = recalibrated(loaded, table)
    systems = (
        ("as it was", loaded.predict(table), loaded.classifier.threshold),
        ("recalibrated", recalibrated_scores(loaded, table), fitted.classifier.threshold),
    )
    rows = [
        (name, evaluate(table.assign(score=score), threshold=at, seed=seed))
        for name, score, at in systems
    ]
    before, after = (scores for _, scores in rows)
    if after.brier is not None and before.brier is not None and after.brier >= before.brier:
        say(
            f"warning: cross-validated, the Brier score is {after.brier:.4f}, not lower than the "
            f"{before.brier:.4f} before: these labels do not show that probabilities get better. "
            "Label more documents, or use the model as it is."
        )
    if output is not None:
        replace(fitted, card=_with_scores(fitted.card, rows)).save(output)
        say(f"recalibrated; the model is {output}")
    if as_json:
        print(rows_json(rows))
        return
    scale = fitted.card["changes"][-1]
    print(
        f"documents {before.documents:,}, entities {before.entities:,}, "
        f"salient {before.salient / before.entities:.1%}",
        calibration_lines(rows),
        f"the new logit is {scale['a']:.3f} * logit {scale['b']:+.3f}; cross-validated "
        f"({FOLDS} parts)",
        before.signature,
        sep="\n",
    )


def _to_share(
    files: Sequence[str], model: SalienceModel, share: float, output: Path | None, as_json: bool
) -> None:
    """Shift the probabilities of a model to the share that is expected in files of scores."""
    from salience.errors import CorpusError
    from salience.evaluation.recalibration import with_share
    from salience.tables.record_tables import read_table

    tables = [read_table(file) for file in files]
    for file, table in zip(files, tables, strict=True):
        if "score" not in table:
            raise CorpusError(
                f"{file} has no scores, from which --expect is reached. Score documents with this "
                "model: salience score."
            )
    scores = [score for table in tables for score in table["score"]]
    fitted = with_share(model, scores, share)
    if output is not None:
        fitted.save(output)
        say(f"recalibrated; the model is {output}")
    said = fitted.card["changes"][-1]
    if as_json:
        print(json.dumps({"mean": sum(scores) / len(scores), **said}))
        return
    print(
        f"entities {len(scores):,}, mean probability {sum(scores) / len(scores):.3f}, is now "
        f"{share:g}\nthe new logit is the logit {said['b']:+.3f}"
    )


def _with_scores(card: Mapping[str, Any], rows: Sequence[tuple[str, Scores]]) -> dict[str, Any]:
    """The card, with the scores before and after recalibration."""
    scores = {
        name: {
            key: {"value": getattr(row, key), "interval": row.intervals[key]}
            for key in ("brier", "ece")
        }
        for name, row in rows
    }
    *others, last = card["changes"]
    said = {**last, "scores": scores, "signature": rows[0][1].signature}
    return {**card, "changes": [*others, said]}


def _read(labels: Sequence[str], model: SalienceModel, path: str) -> pd.DataFrame:
    """Read the labels; warn of another pipeline than the model's, and of what trained it."""
    from salience.pipeline.provenance import other_labels
    from salience.tables.label_files import read_labels

    table = read_labels(labels)
    if message := other_labels(table, model.card):
        say(f"warning: {message}")
    warn_of_training([model], [Path(path).name], table)
    return table
