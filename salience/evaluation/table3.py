"""Table 3 of Dunietz and Gillick (2014)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import pandas as pd

from salience.evaluation.comparison import SystemScores, compare, gains
from salience.evaluation.significance import Difference
from salience.evaluation.systems import BASELINES, System, model_system
from salience.features.groups import DUNIETZ_GILLICK
from salience.features.table_rules import check_label_file, found_rows
from salience.model.salience_model import train
from salience.tables.splits import refuse_leaks

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


@dataclass(frozen=True, slots=True)
class Experiment:
    """The rows of Table 3; `over` names what each is tested against in `gains`."""

    rows: list[SystemScores]
    over: Mapping[str, str]
    gains: Mapping[str, Difference]


def run_experiment(
    train_table: pd.DataFrame,
    test_table: pd.DataFrame,
    *,
    n_bootstrap: int = 1000,
    n_shuffles: int | None = None,
    seed: int = 0,
) -> Experiment:
    """Train on a table of labels and measure on another, as in the paper's Table 3."""
    check_label_file(train_table, "the training table")
    check_label_file(test_table, "the test table")
    refuse_leaks(train_table, test_table)
    systems = [
        replace(BASELINES["first-sentence"], name="positional baseline"),
        *(model_system(train(train_table, groups=groups), name) for name, groups in TRAINED),
    ]
    over = {after.name: before.name for before, after in pairwise(systems)}
    systems += [
        replace(BASELINES["first-k-sentences"], name="first k sentences"),
        replace(BASELINES["every-entity"], name="every entity"),
    ]
    # Each system scores the table once, though it is measured and tested.
    once = [_fixed(system, test_table) for system in systems]
    options = {"n_bootstrap": n_bootstrap, "n_shuffles": 0}
    rows = compare(test_table, once, **options, seed=seed).rows
    gained = gains(test_table, once, over, n_shuffles=n_shuffles, seed=seed)
    return Experiment(rows, over, gained)


def _fixed(system: System, table: pd.DataFrame) -> System:
    scores = system.score(table[found_rows(table)].infer_objects())
    return replace(system, score=lambda _: scores)
