"""Systems have one interface, and each scores what its name says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import SalienceError
from salience.evaluation.names import NAMES
from salience.evaluation.systems import BASELINES, all_systems, model_system, named_system
from salience.model.salience_model import train
from tests.support.builders import attribute_row, toy_rows

TABLE = pd.DataFrame(toy_rows(6)).assign(pagerank=0.2)


def scores(name: str, **changes: Any) -> list[float]:
    row = attribute_row(**dict.fromkeys(changes, 0))
    n = len(next(iter(changes.values())))
    table = pd.DataFrame([row] * n).assign(**changes)
    return np.asarray(BASELINES[name].score(table)).tolist()


def test_every_system_gives_a_share_per_row() -> None:
    for system in (*BASELINES.values(), model_system(train(TABLE), "model")):
        found = np.asarray(system.score(TABLE))
        assert found.shape == (len(TABLE),) and ((found >= 0) & (found <= 1)).all(), system.name
        assert np.asarray(system.score(TABLE[:0])).shape == (0,), system.name
        assert system.threshold is None or 0 <= system.threshold <= 1


@given(st.lists(st.integers(0, 10**6), min_size=1))
def test_a_threshold_says_how_many_it_means(counts: list[int]) -> None:
    for n, score in zip(counts, scores("named-mentions", named=counts), strict=True):
        assert BASELINES["mentions"].at(score) == f"from {n}"
    for k, score in zip(counts, scores("first-k-sentences", first_sentence=counts), strict=True):
        assert BASELINES["first-k-sentences"].at(score) == f"first {k + 1}"


def test_names_are_checked() -> None:
    with pytest.raises(SalienceError, match=r"no system 'page-rank'\. Choose out of: every-entity"):
        named_system("page-rank")
    assert (*BASELINES,) == NAMES


def test_all_systems_are_those_that_can_be_run() -> None:
    assert tuple(system.name for system in all_systems(TABLE.columns)) == NAMES
    assert [s.name for s in all_systems(["head"])] == [n for n in NAMES if n != "pagerank"]


def test_a_model_has_its_own_threshold_unless_another_is_given() -> None:
    model = train(TABLE, threshold=0.37, card={"version": "2.0"})
    system = model_system(model, "model")
    assert (system.threshold, system.version) == (model.classifier.threshold, "2.0")
    assert system.threshold == 0.37 and model_system(model, "model", 0.6).threshold == 0.6
    assert model_system(train(TABLE), "model").version is None
