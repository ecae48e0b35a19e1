"""The rows of the paper's Table 3, from training to intervals."""

from __future__ import annotations

import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.experiments.table3 import run_experiment
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
