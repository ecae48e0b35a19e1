"""The curve is made of models that `train` makes, on documents that it says."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from salience.errors import CorpusError, SalienceError
from salience.evaluation.learning_curves import learning_curve
from salience.evaluation.salience_scores import evaluate
from salience.model.salience_model import SalienceModel, train
from salience.tables.signature import data_digest
from tests.support.builders import toy_rows

MODULE = import_module(
    "salience.evaluation.learning_curves"
)  # the package has the function by this name
TABLE = pd.DataFrame(toy_rows(36))
IDS = TABLE["document"].unique()
TRAIN, TEST = (TABLE[TABLE["document"].isin(ids)] for ids in (IDS[:24], IDS[24:]))


def test_the_end_of_the_curve_is_the_model_of_all_documents() -> None:
    curve = learning_curve(TRAIN, TEST, repeats=2, n_bootstrap=60, threshold=0.4)
    assert curve["documents"].tolist() == [12, 24]
    last = curve.iloc[-1]
    scored = TEST.assign(score=train(TRAIN).predict(TEST))
    whole = evaluate(scored, threshold=0.4, n_bootstrap=60)
    for name in ("f1", "ap"):
        assert last[name] == pytest.approx(getattr(whole, name))
        assert (last[f"{name}_low"], last[f"{name}_high"]) == pytest.approx(whole.intervals[name])
    assert (curve["f1_low"] <= curve["f1"]).all() and (curve["ap"] <= curve["ap_high"]).all()


def test_the_same_seed_gives_the_same_curve_and_sizes_do_not_touch_each_other() -> None:
    options = {"repeats": 2, "n_bootstrap": 5, "groups": ["mentions"]}
    one = learning_curve(TRAIN, TEST, sizes=[6, 18], **options)
    pd.testing.assert_frame_equal(one, learning_curve(TRAIN, TEST, sizes=[18, 6], **options))
    alone = learning_curve(TRAIN, TEST, sizes=[18], **options)
    pd.testing.assert_frame_equal(one[1:].reset_index(drop=True), alone)
    assert not one.equals(learning_curve(TRAIN, TEST, sizes=[6, 18], seed=1, **options))


def recorded(monkeypatch: pytest.MonkeyPatch, **options: object) -> list[tuple[str, ...]]:
    """The training documents of each model of a curve, in order."""
    parts: list[tuple[str, ...]] = []

    def spy(table: pd.DataFrame, **given: object) -> SalienceModel:
        parts.append(tuple(dict.fromkeys(table["document"])))
        return train(table, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(MODULE, "train", spy)
    learning_curve(TRAIN, TEST, n_bootstrap=0, groups=["mentions"], **options)  # type: ignore
    return parts


def test_parts_are_drawn_by_chance_and_the_whole_is_trained_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = recorded(monkeypatch, sizes=[8, 24], repeats=5)
    assert [len(set(part)) for part in parts] == [8] * 5 + [24]
    assert len({frozenset(part) for part in parts[:5]}) == 5
    assert len({id for part in parts[:5] for id in part}) > 12  # not the same few each time


def test_an_interval_holds_the_choice_of_training_documents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two models, of which one predicts everything to be salient and the other nothing."""

    class Constant:
        def __init__(self, score: float) -> None:
            self.score = score

        def predict(self, table: pd.DataFrame) -> np.ndarray:
            return np.full(len(table), self.score)

    scores = iter([0.9, 0.1])
    monkeypatch.setattr(MODULE, "train", lambda *_, **__: Constant(next(scores)))
    curve = learning_curve(TRAIN, TEST, sizes=[8], repeats=2, n_bootstrap=200)
    every = evaluate(TEST.assign(score=0.9), n_bootstrap=0).f1
    (row,) = curve.to_dict("records")
    assert row["f1"] == pytest.approx(every / 2)
    assert row["f1_low"] == 0 and row["f1_high"] >= every


def test_documents_of_the_test_are_not_trained_on() -> None:
    with pytest.raises(CorpusError, match="1 document is in the training and in the test table"):
        learning_curve(TRAIN, pd.concat([TEST, TRAIN[TRAIN["document"] == IDS[0]]]))


def test_the_signature_tells_what_was_drawn_and_trained() -> None:
    options = {"sizes": [24], "n_bootstrap": 3, "groups": ("mentions", "order"), "C": 0.5}
    (signature,) = set(learning_curve(TRAIN, TEST, seed=2, **options)["signature"])
    fields = dict(part.split("=", 1) for part in signature.split("|"))
    assert fields["train"] == data_digest(TRAIN) and fields["test"] == data_digest(TEST)
    assert (fields["groups"], fields["C"]) == ("mentions,order", "0.5")
    assert (fields["threshold"], fields["bootstrap"], fields["repeats"]) == ("0.3", "3@seed=2", "5")


def test_wrong_sizes_are_named() -> None:
    with pytest.raises(SalienceError, match=r"from 1 to the 24 training documents.*\[25\]"):
        learning_curve(TRAIN, TEST, sizes=[25])
    with pytest.raises(SalienceError, match=r"24 training documents.*\[8\.5\]"):
        learning_curve(TRAIN, TEST, sizes=[8.5])  # type: ignore[list-item]
    with pytest.raises(SalienceError, match="no 2 training documents were found"):
        learning_curve(TRAIN.assign(salient=False), TEST, sizes=[2])
