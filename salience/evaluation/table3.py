"""Table 3 of Dunietz and Gillick (2014), and the variations of centrality of their section 4.2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.related_ids import Related
from salience.evaluation.centrality_variations import Ranks, variations
from salience.evaluation.comparison import SystemScores, compare, gains
from salience.evaluation.significance import Difference
from salience.evaluation.systems import BASELINES, System, model_system
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DUNIETZ_GILLICK
from salience.features.table_rules import check_label_file, found_rows
from salience.model.salience_model import SalienceClassifier, train
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

POSITIONAL, ALL_FEATURES = "positional baseline", "+ head-lex"


@dataclass(frozen=True, slots=True)
class Experiment:
    """The rows of a table of the paper, each with its scores, and what they gain.

    `over` names, by row, the row that it is tested against. `gains` has, by row, its scores less
    those of the other, with p-values that are corrected for all of the table.
    """

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
    """Train on one table of labelled entities and measure on another, as in Table 3 of the paper.

    The nine rows of Table 3 in its order: the positional baseline, then eight models, each tested
    against the row before it; and two more baselines. *first k sentences* predicts what the first k
    sentences mention, with the k that is best on this very test: where the abstract was cut from
    the start of the texts, one sentence is a weak baseline. *every entity* predicts all of them.
    `n_shuffles` is that of `gains`.
    """
    _check(train_table, test_table)
    systems = [
        replace(BASELINES["first-sentence"], name=POSITIONAL),
        *(model_system(train(train_table, groups=groups), name) for name, groups in TRAINED),
    ]
    over = {after.name: before.name for before, after in pairwise(systems)}
    systems += [
        replace(BASELINES["first-k-sentences"], name="first k sentences"),
        replace(BASELINES["every-entity"], name="every entity"),
    ]
    return _measured(test_table, systems, over, n_bootstrap, n_shuffles, seed)


def run_variations(
    train_table: pd.DataFrame,
    test_table: pd.DataFrame,
    *,
    related: Related | None = None,
    n_bootstrap: int = 1000,
    n_shuffles: int | None = None,
    seed: int = 0,
) -> Experiment:
    """The variations of centrality that the paper tried (section 4.2), each as a feature.

    The row of all features but centrality, then one for each of `variations`, tested against the
    first.
    """
    _check(train_table, test_table)
    base = model_system(train(train_table, groups=DUNIETZ_GILLICK), ALL_FEATURES)
    ranked = variations(Cooccurrence.from_table(train_table), related)
    systems = [base, *(_with_ranks(train_table, f"+ {n}", rank) for n, rank in ranked.items())]
    over = {system.name: base.name for system in systems[1:]}
    return _measured(test_table, systems, over, n_bootstrap, n_shuffles, seed)


def _check(train_table: pd.DataFrame, test_table: pd.DataFrame) -> None:
    check_label_file(train_table, "the training table")
    check_label_file(test_table, "the test table")
    refuse_leaks(train_table, test_table)


def _with_ranks(train_table: pd.DataFrame, name: str, rank: Ranks) -> System:
    """A model of the paper's features and of a rank."""
    featurizer = EntityFeaturizer((*DUNIETZ_GILLICK, "centrality"))
    classifier = SalienceClassifier()
    ranked = train_table.assign(centrality=rank(train_table))
    classifier.fit(featurizer.coded(ranked), train_table["salient"].to_numpy(bool))

    def score(table: pd.DataFrame) -> Float64Array:
        features = featurizer.transform(table.assign(centrality=rank(table)))
        return np.asarray(classifier.predict_proba(features)[:, 1])

    return System(name, score, classifier.threshold, probabilities=True)


def _measured(
    table: pd.DataFrame,
    systems: Sequence[System],
    over: Mapping[str, str],
    n_bootstrap: int,
    n_shuffles: int | None,
    seed: int,
) -> Experiment:
    """Scores and tests of systems, each of which scores the table once."""
    once = [_fixed(system, table) for system in systems]
    rows = compare(table, once, n_bootstrap=n_bootstrap, n_shuffles=0, seed=seed).rows
    return Experiment(rows, over, gains(table, once, over, n_shuffles=n_shuffles, seed=seed))


def _fixed(system: System, table: pd.DataFrame) -> System:
    scores = system.score(table[found_rows(table)].infer_objects())
    return replace(system, score=lambda _: scores)
