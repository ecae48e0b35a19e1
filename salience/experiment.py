"""Models and baselines side by side, and the whole of Table 3 in Dunietz and Gillick (2014)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from salience.baselines import everything, positional
from salience.errors import CorpusError
from salience.evaluate import Scores, evaluate
from salience.features import DUNIETZ_GILLICK, columns
from salience.model import SalienceModel, train
from salience.records import read_table
from salience.significance import Difference, corrected, randomization_test

Row = tuple[str, Scores]
_MENTIONS = ("named", "nominal", "pronominal")

TRAINED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("head-count", ("head-count",)),
    ("mentions", ("mentions",)),
    ("1st-loc", DUNIETZ_GILLICK[:1]),
    ("+ head-count", DUNIETZ_GILLICK[:2]),
    ("+ mentions", DUNIETZ_GILLICK[:3]),
    ("+ headline", DUNIETZ_GILLICK[:4]),
    ("+ head-lex", DUNIETZ_GILLICK[:5]),
    ("+ centrality", (*DUNIETZ_GILLICK, "centrality")),
)
"""The rows of Table 3 that are trained, each with its feature groups."""


def run_experiment(
    train_table: pd.DataFrame,
    test_table: pd.DataFrame,
    *,
    threshold: float = 0.3,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> list[Row]:
    """Train on one table of labelled entities and measure on another, as in Table 3 of the paper.

    Args:
        train_table, test_table: As `read_table` gives them for files of labels.
        threshold: Entities with at least this probability are called salient.
        n_bootstrap, seed: For the intervals, see `evaluate`.

    Returns:
        The nine rows of Table 3 in its order: the positional baseline, then eight models; and
        a tenth, which calls every entity salient.

    Raises:
        CorpusError: If a table has no rows, or is not one of labels.

    Example:
        >>> [name for name, _ in TRAINED][:4]
        ['head-count', 'mentions', '1st-loc', '+ head-count']
    """
    check_labels(train_table, "the training table")
    check_labels(test_table, "the test table")
    options: dict[str, Any] = {"threshold": threshold, "n_bootstrap": n_bootstrap, "seed": seed}
    rows = [("positional baseline", _scores(test_table, positional(test_table), **options))]
    for name, groups in TRAINED:
        model = train(train_table, groups=groups)
        rows.append((name, _scores(test_table, model.predict(test_table), **options)))
    rows.append(("every entity", _scores(test_table, everything(test_table), **options)))
    return rows


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` found.

    Attributes:
        rows: The model, then the baselines, each with its scores.
        differences: By baseline, the model's scores less the baseline's, with p-values that are
            corrected for all of them. Empty without shuffles.
    """

    rows: list[Row]
    differences: dict[str, Difference]


def compare(
    table: pd.DataFrame,
    model: SalienceModel,
    *,
    threshold: float,
    n_bootstrap: int = 1000,
    n_shuffles: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Measure a model and three baselines on labelled entities.

    The number of mentions is measured at the threshold that is best for it on this very table, so
    that a model which beats it does so for a reason.

    Args:
        table: As `read_table` gives it for a file of labels.
        model: The model.
        threshold: The model's threshold.
        n_bootstrap: For the intervals, see `evaluate`.
        n_shuffles: For the p-values, see `randomization_test`. 0 for none.
        seed: For both.

    Raises:
        CorpusError: If the table has no rows, or is not one of labels.
    """
    check_labels(table, "the table")
    options: dict[str, Any] = {"n_bootstrap": n_bootstrap, "seed": seed}
    mentions = np.sum(columns(table, _MENTIONS, "the number of mentions"), axis=0)
    most = mentions.max()
    best = _scores(table, mentions / most, n_bootstrap=0).best_threshold or 1.0
    systems = {
        "model": (model.predict(table), threshold),
        "first sentence": (positional(table), 0.3),
        f"{best * most:.0f} or more mentions": (mentions / most, best),
        "every entity": (everything(table), 0.3),
    }
    (_, (scores, _)), *baselines = systems.items()
    found = [
        randomization_test(
            table, scores, others, thresholds=(threshold, at), n_shuffles=n_shuffles, seed=seed
        )
        for _, (others, at) in baselines
        if n_shuffles
    ]
    return Comparison(
        [(name, _scores(table, x, threshold=at, **options)) for name, (x, at) in systems.items()],
        {name: d for (name, _), d in zip(baselines, corrected(found), strict=False)},
    )


def check_labels(table: pd.DataFrame, source: str) -> None:
    """Find out before the work starts whether a table holds labelled entities.

    Args:
        table: As `read_table` gives it.
        source: What the message calls it, such as the name of the file.

    Raises:
        CorpusError: If it has no rows, or rows of scores.

    Example:
        >>> check_labels(pd.DataFrame(), "labels.jsonl")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: labels.jsonl: no labelled entities. Label documents first...
    """
    if not len(table):
        raise CorpusError(f"{source}: no labelled entities. Label documents first: salience label.")
    columns(table, ("document", "salient", *_MENTIONS), source)


def read_labels(paths: Sequence[str | Path]) -> pd.DataFrame:
    """The table of one or several files of labels.

    Where two files have a document of the same id, all ids begin with the number of their file,
    from 0, and documents stay apart.

    Args:
        paths: Files of labels, see `read_table`.

    Raises:
        CorpusError: If a file can't be read, has no entities, or is not one of labels.
    """
    tables = [read_table(path) for path in paths]
    for path, table in zip(paths, tables, strict=True):
        check_labels(table, str(path))
    ids = [set(table["document"]) for table in tables]
    if sum(map(len, ids)) > len(set().union(*ids)):
        for number, table in enumerate(tables):
            table["document"] = f"{number}:" + table["document"].astype(str)
    return pd.concat(tables, ignore_index=True)


def _scores(table: pd.DataFrame, scores: ArrayLike, **options: Any) -> Scores:
    return evaluate(table.assign(score=np.asarray(scores)), **options)
