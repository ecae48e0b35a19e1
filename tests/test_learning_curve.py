"""The curve is made of models that `train` makes, on documents that it says."""

from __future__ import annotations

import pandas as pd
import pytest
from builders import toy_rows

from salience.errors import SalienceError
from salience.evaluate import evaluate
from salience.learning_curve import learning_curve
from salience.model import train

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


def test_wrong_sizes_are_named() -> None:
    with pytest.raises(SalienceError, match=r"from 1 to the 24 training documents.*\[25\]"):
        learning_curve(TRAIN, TEST, sizes=[25])
    with pytest.raises(SalienceError, match="no 2 training documents were found"):
        learning_curve(TRAIN.assign(salient=False), TEST, sizes=[2])
