"""The rows of the paper's Table 3, from training to intervals."""

from __future__ import annotations

import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.evaluation.comparison import gains
from salience.evaluation.significance import needed_shuffles
from salience.evaluation.systems import BASELINES
from salience.evaluation.table3 import run_experiment
from salience.tables.record_tables import to_frame
from tests.support.builders import toy_rows

TABLE = pd.DataFrame(toy_rows(40))
TRAIN = TABLE[TABLE["document"].isin([f"d{i}" for i in range(28)])].reset_index(drop=True)
TEST = TABLE[~TABLE["document"].isin(TRAIN["document"])].reset_index(drop=True)


@pytest.mark.parametrize("empty", [TEST[:0], pd.DataFrame(), to_frame([])])
def test_a_table_without_entities_is_named(empty: pd.DataFrame) -> None:
    with pytest.raises(CorpusError, match="the training table: no labelled entities"):
        run_experiment(empty, TEST)
    with pytest.raises(CorpusError, match="the test table: no labelled entities"):
        run_experiment(TRAIN, empty)


def test_the_same_seed_gives_the_same_table() -> None:
    tables = [
        run_experiment(TRAIN, TEST, n_bootstrap=10, n_shuffles=10, seed=seed) for seed in (1, 1, 2)
    ]
    assert tables[0] == tables[1] != tables[2]


def test_each_row_is_tested_against_the_one_before_it() -> None:
    found = run_experiment(TRAIN, TEST, n_bootstrap=0, n_shuffles=10)
    names = [name for name, _ in found.rows]
    assert found.over == dict(zip(names[1:9], names[:8], strict=True))
    assert found.over["+ centrality"] == "+ head-lex"
    scores = dict(found.rows)
    for name, before in found.over.items():
        gain = found.gains[name]
        assert gain.f1 == pytest.approx(scores[name].f1 - scores[before].f1)
        assert gain.ap == pytest.approx(scores[name].ap - scores[before].ap)


def test_a_clear_gain_can_be_below_one_in_a_thousand_after_the_correction() -> None:
    """With a thousand shuffles, the usual number, no p of 16 tests could be below .016."""
    assert 16 / (needed_shuffles(16) + 1) < 0.001 <= 16 / needed_shuffles(16)
    systems = [BASELINES["first-sentence"], BASELINES["every-entity"]]
    early = TABLE.assign(salient=TABLE["first_sentence"] == 0)
    found = gains(early, systems, {"first-sentence": "every-entity"})["first-sentence"]
    assert found.n_shuffles == 2000 and found.f1 > 0 and found.holm_f1 < 0.001


def test_what_no_system_found_counts_as_missed() -> None:
    missed = TEST[:3].assign(entity=range(900, 903), salient=True, found=False)
    table = pd.concat([TEST.assign(found=True), missed], ignore_index=True)
    found = dict(run_experiment(TRAIN, table, n_bootstrap=0, n_shuffles=1).rows)
    without = dict(run_experiment(TRAIN, TEST, n_bootstrap=0, n_shuffles=1).rows)
    for name, scores in found.items():
        assert scores.precision == without[name].precision
        assert scores.recall == pytest.approx(without[name].recall * 13 / 16)
    assert without["every entity"].recall == 1.0
