"""Table 3 of Dunietz and Gillick (2014): the positional baseline and models of more features."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from salience.experiments.comparison import Comparison, compare
from salience.experiments.systems import BASELINES, model_system
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import train
from salience.tables.checks import check_label_file
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


def run_experiment(
    train_table: pd.DataFrame,
    test_table: pd.DataFrame,
    *,
    n_bootstrap: int = 1000,
    n_shuffles: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Train on one table of labelled entities and measure on another, as in Table 3 of the paper.

    Args:
        train_table, test_table: As `read_table` gives them for files of labels.
        n_bootstrap, n_shuffles, seed: As for `compare`.

    Returns:
        The nine rows of Table 3 in its order: the positional baseline, then eight models; and two
        more baselines. *first k sentences* predicts what the first k sentences mention, with the k
        that is best on this very test: where the abstract was cut from the start of the texts, one
        sentence is a weak baseline. *every entity* predicts all of them. P-values are against the
        first row.

    Raises:
        CorpusError: If a table has no rows, or is not one of labels, or if a document is in both.

    Example:
        >>> [name for name, _ in TRAINED][:4]
        ['head-count', 'mentions', '1st-loc', '+ head-count']
    """
    check_label_file(train_table, "the training table")
    check_label_file(test_table, "the test table")
    refuse_leaks(train_table, test_table)
    systems = [
        replace(BASELINES["first-sentence"], name="positional baseline"),
        *(model_system(train(train_table, groups=groups), name) for name, groups in TRAINED),
        replace(BASELINES["first-k-sentences"], name="first k sentences"),
        replace(BASELINES["every-entity"], name="every entity"),
    ]
    return compare(test_table, systems, n_bootstrap=n_bootstrap, n_shuffles=n_shuffles, seed=seed)
