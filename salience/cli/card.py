"""`salience evaluate --card`: scores written on the card of a user's own model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from salience.cli.console import say
from salience.errors import ModelError
from salience.resources import resource_dir
from salience.storage.model_folder import find_model
from salience.tables.writers import check_folder

if TYPE_CHECKING:
    from salience.evaluation.salience_scores import Scores


def own_model(models: Sequence[str]) -> Path:
    """The folder of the only model that was named, if its card may be written.

    Raises:
        ModelError: If the model ships, or there is no such folder.
        ResourceError: If there is no model of that name.

    Example:
        >>> own_model(["en-salience"])
        Traceback (most recent call last):
            ...
        salience.errors.ModelError: en-salience ships with salience, and its card stays as it is...
    """

    if len(models) != 1:
        raise typer.BadParameter("writes to one model: name it by --model", param_hint="--card")
    path = find_model(models[0])
    if resource_dir() in path.resolve().parents:
        raise ModelError(
            f"{models[0]} ships with salience, and its card stays as it is. Name the folder of a "
            "model that you trained or changed."
        )
    if not path.is_dir():
        raise ModelError(f"{path} is not a folder. Give the folder that a model was saved in.")
    check_folder(path)
    return path


def write_scores(path: Path, labels: Sequence[str], scores: Scores) -> None:
    """Write scores, with the names of the files they were measured on, on the card of a model.

    Earlier scores are replaced; nothing else of the model changes.
    """

    from salience.model.salience_model import load_model

    model = load_model(path)
    said = {"labels": [Path(file).name for file in labels], **asdict(scores)}
    replace(model, card={**model.card, "scores": said}).save(path)
    say(f"the scores are on the card of {path}")
