"""Table 3 of the paper: features added one by one."""

from __future__ import annotations

from itertools import pairwise

import pandas as pd
import pytest
from sklearn.metrics import f1_score, precision_recall_fscore_support

from salience.errors import CorpusError
from salience.experiments.table3 import TRAINED, run_experiment
from salience.model.salience_model import train
from tests.support.builders import toy_rows

TABLE = pd.DataFrame(toy_rows(40))
TRAIN = TABLE[TABLE["document"].isin([f"d{i}" for i in range(28)])].reset_index(drop=True)
TEST = TABLE[~TABLE["document"].isin(TRAIN["document"])].reset_index(drop=True)


def test_every_row_is_the_model_of_its_features() -> None:
    rows = dict(run_experiment(TRAIN, TEST, n_bootstrap=20, n_shuffles=0).rows)
    for name, groups in TRAINED:
        salient = train(TRAIN, groups=groups).predict(TEST) >= 0.3
        expected = precision_recall_fscore_support(
            TEST["salient"], salient, average="binary", zero_division=0
        )
        scores = rows[name]
        assert (scores.precision, scores.recall, scores.f1) == pytest.approx(expected[:3]), name
        assert scores.best_f1 >= scores.f1 and scores.threshold == 0.3
        assert scores.intervals["f1"][0] <= scores.f1 <= scores.intervals["f1"][1]


def test_features_are_added_one_by_one_in_the_order_of_the_paper() -> None:
    added = [set(groups) for name, groups in TRAINED if name == "1st-loc" or name[0] == "+"]
    assert [len(groups) for groups in added] == [1, 2, 3, 4, 5, 6]
    assert all(less < more for less, more in pairwise(added))
    assert all(name.removeprefix("+ ") in groups for name, groups in TRAINED)


def test_baselines() -> None:
    found = run_experiment(TRAIN, TEST, n_bootstrap=0, n_shuffles=9)
    rows = dict(found.rows)
    names = list(rows)
    assert list(found.differences) == names[1:]
    assert names[0] == "positional baseline" and names[-1] == "every entity" and len(names) == 10
    first = TEST["first_sentence"] == 0
    assert rows["positional baseline"].f1 == pytest.approx(f1_score(TEST["salient"], first))
    share = TEST["salient"].mean()
    assert rows["every entity"].f1 == pytest.approx(2 * share / (1 + share))


def test_a_document_in_both_tables_is_refused() -> None:
    with pytest.raises(CorpusError, match="1 document is in the training and in the test table"):
        run_experiment(
            TABLE[TABLE["document"] != "d39"], TEST[TEST["document"].isin(["d38", "d39"])]
        )
