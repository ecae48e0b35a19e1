"""Probabilities can be fitted to labels, and whether they fit agrees with scikit-learn."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV, calibration_curve
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import KFold

from salience.errors import CorpusError, SalienceError
from salience.evaluation.recalibration import (
    PRIOR_DOCUMENTS,
    document_folds,
    platt_scale,
    recalibrate,
    recalibrated_scores,
    reliability,
    with_share,
)
from salience.evaluation.salience_scores import evaluate
from salience.evaluation.threshold_choice import choose_threshold, with_threshold
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.model_card import model_title
from salience.model.salience_model import load_model, train
from tests.support.builders import attribute_row, toy_rows

TABLE = pd.DataFrame(toy_rows(60))
MODEL = train(TABLE, groups=DUNIETZ_GILLICK)
LOGITS = st.lists(
    st.tuples(st.floats(-8, 8).map(lambda x: round(x, 3)), st.booleans()), min_size=4, max_size=40
)


def drawn(n_documents: int, seed: int) -> pd.DataFrame:
    """Entities whose salience is drawn with their probability."""
    random = np.random.default_rng(seed)
    score = expit(random.normal(-2, 1.5, 12 * n_documents))
    return pd.DataFrame(
        {
            "document": np.repeat(np.arange(n_documents), 12),
            "score": score,
            "salient": random.random(len(score)) < score,
        }
    )


class Logits(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose decision is its one feature."""

    classes_ = np.array([False, True])

    def fit(self, X: np.ndarray, y: np.ndarray) -> Logits:
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.decision_function(X) > 0

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(X)[:, 0]


@given(LOGITS)
def test_the_scale_is_that_of_scikit_learn(rows: list[tuple[float, bool]]) -> None:
    x, y = np.array([x for x, _ in rows]), np.array([yes for _, yes in rows])
    if y.all() or not y.any():
        with pytest.raises(CorpusError, match=r"salient and other entities, but of"):
            platt_scale(x, y)
        return
    if min(np.bincount(y)) < 2:
        return  # scikit-learn wants two of each
    fitted = CalibratedClassifierCV(FrozenEstimator(Logits()), method="sigmoid", cv=KFold(2))
    [calibrated] = fitted.fit(x[:, None], y).calibrated_classifiers_
    [their] = calibrated.calibrators
    try:
        a, b = platt_scale(x, y)
    except CorpusError as error:
        assert "do not have higher probabilities" in str(error)
        assert np.ptp(x) == 0 or -their.a_ < 1e-3
        return
    # Theirs stops earlier: ours must be as likely, and the same where there is enough to see.
    assert loss(a, b, x, y) <= loss(-their.a_, -their.b_, x, y) + 1e-9
    np.testing.assert_allclose(expit(a * x + b), expit(-their.a_ * x - their.b_), atol=0.01)


def test_a_row_counts_as_often_as_its_weight_says() -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=600)
    y = random.random(600) < expit(1.5 * x - np.repeat([1, -1], [400, 200]))
    once, thrice = x[:400], x[400:]
    rows, labels = (
        np.concatenate([once, np.repeat(thrice, 3)]),
        np.r_[y[:400], np.repeat(y[400:], 3)],
    )
    weighed = platt_scale(x, y, weight=np.repeat([1.0, 3.0], [400, 200]))
    np.testing.assert_allclose(weighed, platt_scale(rows, labels), atol=0.02)
    assert abs(np.subtract(weighed, platt_scale(x, y))).max() > 0.05
    np.testing.assert_allclose(platt_scale(x, y, weight=7.0), platt_scale(x, y), rtol=1e-5)


def loss(a: float, b: float, x: np.ndarray, y: np.ndarray) -> float:
    target = np.where(y, (y.sum() + 1) / (y.sum() + 2), 1 / ((~y).sum() + 2))
    z = a * x + b
    return float((np.logaddexp(0, z) - target * z).mean())


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(0, 100)), min_size=1),
    st.integers(1, 12),
)
def test_reliability_is_the_curve_of_scikit_learn(
    rows: list[tuple[str, bool, int]], bins: int
) -> None:
    table = pd.DataFrame(rows, columns=["document", "salient", "score"])
    table["score"] = table["score"] / 100
    found = reliability(table, bins, n_bootstrap=9)
    share, mean = calibration_curve(table["salient"], table["score"], n_bins=bins)
    np.testing.assert_allclose(found["share"], share)
    np.testing.assert_allclose(found["mean_score"], mean)
    assert found["entities"].sum() == len(table) and (found["entities"] > 0).all()
    assert (found["mean_score"] - found["low"]).min() > -1e-9
    assert (found["high"] - found["mean_score"]).min() > -1e-9
    known = found.dropna()
    assert (known["share_low"] <= known["share_high"]).all()
    gaps = (found["share"] - found["mean_score"]).abs() * found["entities"] / len(table)
    if bins == 10:
        assert evaluate(table, n_bootstrap=0).ece == pytest.approx(gaps.sum())


def test_intervals_of_reliability_hold_the_truth_and_come_from_documents() -> None:
    table = drawn(300, 1)
    found = reliability(table, n_bootstrap=200).query("entities >= 50")
    assert found["mean_score"].between(found["share_low"], found["share_high"]).mean() >= 0.8
    together = pd.concat([table.assign(document="one")] * 2)
    alone = reliability(together, n_bootstrap=20)
    assert alone["share_low"].isna().all(), "one document has no interval"
    assert reliability(table, n_bootstrap=0)[["share_low", "share_high"]].isna().all(axis=None)
    assert reliability(table[:0]).empty
    with pytest.raises(CorpusError, match=r"no column 'score', which 'reliability' needs"):
        reliability(table.drop(columns="score"))
    with pytest.raises(ValueError, match="bins must be at least 1, but is 0"):
        reliability(table, 0)


def test_the_interval_of_the_calibration_error_holds_it_and_the_truth() -> None:
    """The mean of |error| is too high by chance: its percentiles would never hold the true 0."""
    found = [evaluate(drawn(30, seed), n_bootstrap=100) for seed in range(40)]
    assert all(low <= x.ece <= high for x in found for low, high in [x.intervals["ece"]])
    assert sum(x.intervals["ece"][0] == 0 for x in found) >= 34
    whole = drawn(20_000, 1)
    off = [whole.assign(score=expit(logit(whole["score"]) + shift)) for shift in (0.7, -0.7)]
    for table in off:
        true = evaluate(table, n_bootstrap=0).ece
        parts = [table[12 * 60 * i :][: 12 * 60] for i in range(40)]
        intervals = [evaluate(part, n_bootstrap=100).intervals["ece"] for part in parts]
        assert sum(low <= true <= high for low, high in intervals) >= 34
        assert sum(low > 0 for low, _ in intervals) >= 30, "that scores are wrong is seen"


def test_a_few_documents_of_another_corpus_make_probabilities_right_there() -> None:
    """In the other corpus fewer entities are salient, and they are harder to tell."""
    a, b = 0.5, -1.0
    few, many = drawn(60, 2), drawn(2000, 3)
    for table, seed in ((few, 4), (many, 5)):
        right = expit(a * logit(table["score"]) + b)
        table["salient"] = np.random.default_rng(seed).random(len(table)) < right
    found = platt_scale(logit(few["score"].to_numpy()), few["salient"].to_numpy())
    fitted = many.assign(score=expit(found[0] * logit(many["score"]) + found[1]))
    before, after = (evaluate(table, n_bootstrap=0) for table in (many, fitted))
    assert after.ece < 0.02 < 0.05 < before.ece
    assert after.brier < before.brier
    assert (after.auc, after.ap) == pytest.approx((before.auc, before.ap))


def corpus(n_documents: int, seed: int, a: float = 1.0, b: float = 0.0) -> pd.DataFrame:
    """Entities whose salience is drawn with a known probability: `a * logit + b`.

    Long documents have many entities that come late, short ones a few that come early.
    """
    random = np.random.default_rng(seed)
    rows = []
    for d in range(n_documents):
        n = int(random.integers(3, 30))
        for e in range(n):
            first, named = int(random.integers(n)), int(random.integers(1, 6))
            logit_ = a * (0.6 * named - 0.25 * first - 1) + b
            row = attribute_row(document=f"d{d}", entity=e, first_sentence=first, named=named)
            rows.append(row | {"salient": random.random() < expit(logit_), "size": n})
    return pd.DataFrame(rows)


def test_probabilities_can_be_compared_across_documents_and_corpora() -> None:
    model = train(corpus(500, 1), groups=("1st-loc", "mentions"))
    same = corpus(800, 2)
    same = same.assign(score=model.predict(same))
    assert evaluate(same, n_bootstrap=0).ece < 0.03
    for _, documents in same.groupby(same["size"] // 10):
        assert abs(documents["score"].mean() - documents["salient"].mean()) < 0.03
    other = corpus(800, 3, a=0.7, b=-1.5)
    before = evaluate(other.assign(score=model.predict(other)), n_bootstrap=0)
    fitted = recalibrate(model, corpus(30, 4, a=0.7, b=-1.5))
    after = evaluate(other.assign(score=fitted.predict(other)), n_bootstrap=0)
    assert before.ece > 0.15 and after.ece < 0.04 and after.brier < before.brier
    assert after.auc == before.auc and after.ap == before.ap


ENTITIES = st.builds(
    attribute_row,
    first_sentence=st.none() | st.integers(0, 99),
    head_count=st.integers(0, 99),
    named=st.integers(0, 9),
    pronominal=st.integers(0, 9),
    head=st.sampled_from(["nasa", "word1", "word2", "other"]),
)
OTHER = TABLE.assign(salient=(TABLE["first_sentence"] == 0) & (TABLE["entity"] < 3))
FITTED = recalibrate(MODEL, OTHER)


@given(st.lists(ENTITIES, min_size=2, max_size=12))
def test_the_order_and_what_is_predicted_stay(entities: list[dict[str, Any]]) -> None:
    before, after = MODEL.predict(entities), FITTED.predict(entities)
    order = np.argsort(before, kind="stable")
    assert (np.diff(after[order]) >= 0).all()
    predicted = before >= MODEL.classifier.threshold
    assert (predicted == (after >= FITTED.classifier.threshold)).all()


@given(ENTITIES)
def test_explanations_still_add_up(entity: dict[str, Any]) -> None:
    before, after = MODEL.explain(entity), FITTED.explain(entity)
    [said] = FITTED.card["changes"]
    assert math.fsum([after.bias, *(part.value for part in after.contributions)]) == after.logit
    assert after.probability == FITTED.predict([entity])[0]
    assert after.logit == pytest.approx(said["a"] * before.logit + said["b"])
    values = {part.feature: part.value for part in before.contributions}
    for part in after.contributions:
        assert part.value == said["a"] * values[part.feature], "without rounding"


def test_a_recalibrated_model_comes_back_as_it_was_and_the_old_one_stays(tmp_path: Path) -> None:
    bytes_before = MODEL.to_files()
    fitted = recalibrate(MODEL, OTHER)
    assert MODEL.to_files() == bytes_before
    assert fitted.to_files() == FITTED.to_files(), "the same labels, the same bytes"
    shuffled = recalibrate(MODEL, OTHER.sample(frac=1, random_state=1))
    np.testing.assert_allclose(shuffled.predict(TABLE), fitted.predict(TABLE), rtol=1e-6)
    fitted.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    assert again.predict(TABLE).tobytes() == fitted.predict(TABLE).tobytes()
    assert again.to_files() == fitted.to_files()
    [said] = again.card["changes"]
    assert said.items() >= {"change": "recalibration", "documents": 60, "entities": 360}.items()
    assert {**again.card, "changes": 0} == {**MODEL.card, "changes": 0}


def test_a_changed_model_is_not_called_by_the_name_and_scores_of_the_one_it_came_from() -> None:
    shipped = replace(MODEL, card={"name": "m", "version": "1", "scores": {"AP": 1}, "by": "us"})
    once = recalibrate(shipped, OTHER)
    assert once.card.keys() == {"by", "from", "changes"}
    assert once.card["from"] == {"name": "m", "version": "1", "scores": {"AP": 1}}
    choice = choose_threshold(OTHER.assign(score=once.predict(OTHER)), n_bootstrap=0)
    twice = recalibrate(with_threshold(once, choice), OTHER)
    assert twice.card["from"] == once.card["from"]
    kinds = [change["change"] for change in twice.card["changes"]]
    assert kinds == ["recalibration", "threshold", "recalibration"]
    assert twice.card["changes"][0] == once.card["changes"][0]
    assert model_title(shipped.card) == "m 1" and model_title(twice.card) == "m 1, changed"


@given(
    st.lists(st.sampled_from([0.0, 1e-6, 0.01, 0.3, 0.5, 0.97, 1.0]), min_size=1),
    st.floats(0.001, 0.999),
)
def test_the_mean_probability_is_the_share_that_was_asked_for(
    scores: list[float], share: float
) -> None:
    shifted = with_share(MODEL, scores, share)
    [said] = shifted.card["changes"]
    least = 5e-7  # scores of 0 and 1 are rounded ones
    after = expit(logit(np.clip(scores, least, 1 - least)) + said["b"])
    assert after.mean() == pytest.approx(share, abs=1e-9)
    assert shifted.classifier.intercept_ == MODEL.classifier.intercept_ + said["b"]


def test_the_share_of_a_corpus_is_reached_by_the_model_itself() -> None:
    before, shares = MODEL.predict(TABLE), (0.05, 0.2, 0.6)
    models = [with_share(MODEL, before, share) for share in shares]
    found = [model.predict(TABLE) for model in models]
    assert [scores.mean() for scores in found] == pytest.approx(shares)
    assert (found[0] < found[1]).all() and (found[1] < found[2]).all()
    for model, after in zip(models, found, strict=True):
        assert (np.argsort(after, kind="stable") == np.argsort(before, kind="stable")).all()
        predicted = after >= model.classifier.threshold
        assert (predicted == (before >= MODEL.classifier.threshold)).all()


@pytest.mark.parametrize("share", [0, 1, -0.2, 20, float("nan"), True, "0.2"])
def test_a_share_that_can_not_be_is_refused(share: Any) -> None:
    with pytest.raises(SalienceError, match=r"above 0 and below 1, but is .* such as 0\.2"):
        with_share(MODEL, [0.5], share)


@pytest.mark.parametrize("scores", [[], [0.5, 1.5], [float("nan")]])
def test_scores_that_can_not_be_are_refused(scores: list[float]) -> None:
    with pytest.raises(CorpusError, match="numbers from 0 to 1"):
        with_share(MODEL, scores, 0.2)


def test_few_labels_change_little_and_many_have_the_last_word() -> None:
    """The same share of wrong labels, of ten documents and of many."""
    right, off = drawn(2000, 7), 1.5
    x = logit(right["score"].to_numpy())
    found = [
        platt_scale(x[: 12 * n] - off, right["salient"].to_numpy()[: 12 * n], PRIOR_DOCUMENTS / n)
        for n in (10, 100, 2000)
    ]
    bias = [b for _, b in found]
    assert 0.5 < bias[0] < 1.2 < bias[1]
    # Of the last, a * (x - off) + b is x again.
    assert found[2] == (pytest.approx(1, abs=0.05), pytest.approx(off, abs=0.1))


def test_chance_in_ten_documents_does_less_harm_than_without_a_prior() -> None:
    """Scores are right as they are, so that all that is fitted is chance."""
    x = logit(drawn(10, 0)["score"].to_numpy())
    harm = []
    for seed in range(30):
        table = drawn(10, seed)
        x, y = logit(table["score"].to_numpy()), table["salient"].to_numpy()
        scales = (platt_scale(x, y, prior) for prior in (0.0, 1.0))
        harm.append([((expit(a * x + b) - expit(x)) ** 2).mean() for a, b in scales])
    without, with_prior = np.mean(harm, axis=0)
    assert with_prior < without / 2


def test_mean_probability_becomes_the_share_and_scaling_twice_adds_little() -> None:
    before, share = MODEL.predict(OTHER).mean(), OTHER["salient"].mean()
    assert abs(FITTED.predict(OTHER).mean() - share) < abs(before - share) / 3
    again = recalibrate(FITTED, OTHER).card["changes"][-1]
    assert again["a"] == pytest.approx(1, abs=0.3) and again["b"] == pytest.approx(0, abs=0.3)


def test_held_out_scores_come_from_other_documents() -> None:
    scores = recalibrated_scores(MODEL, OTHER)
    first = OTHER["document"] == "d0"
    [(others, part)] = [
        (o, p)
        for o, p in document_folds(OTHER["document"].to_numpy(), 5)
        if first.to_numpy()[p].any()
    ]
    assert set(OTHER["document"].iloc[others]).isdisjoint(OTHER["document"].iloc[part])
    expected = recalibrate(MODEL, OTHER.iloc[others]).predict(OTHER.iloc[part])
    np.testing.assert_allclose(scores[part], expected, rtol=1e-9)
    unlike = OTHER.assign(salient=OTHER["salient"] ^ first)
    np.testing.assert_array_equal(recalibrated_scores(MODEL, unlike)[part], scores[part])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (OTHER[OTHER["document"].isin([f"d{i}" for i in range(9)])],
         r"at least 10 labelled documents, but there are 9\. Label more"),
        (OTHER.assign(salient=False), r"of 360 labelled ones 0 are salient"),
        (OTHER.assign(salient=True), r"of 360 labelled ones 360 are salient"),
        (OTHER.assign(salient=~OTHER["salient"]), r"do not have higher probabilities .*slope -"),
        (OTHER.assign(head="x", first_sentence=1, head_count=1, named=1, nominal=0, pronominal=0,
                      headline=""), r"do not have higher probabilities .*slope 0"),
        (OTHER.drop(columns="salient"), r"no column 'salient', which 'recalibrate' needs"),
        (OTHER.assign(salient="False"), r"'salient' must be true or false, but is 'False'"),
        (OTHER.assign(salient=[None, *OTHER["salient"][1:]]), r"'salient' must be .* but is None"),
        (OTHER.assign(document=None), r"'document' is missing in row"),
        (OTHER.drop(columns="head"), r"no column 'head', which 'head-lex' needs"),
    ],
)  # fmt: skip
def test_labels_that_can_not_be_fitted_are_named(table: pd.DataFrame, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        recalibrate(MODEL, table)


def test_cross_validation_needs_two_parts() -> None:
    with pytest.raises(SalienceError, match=r"at least 2 parts .* has folds=1 and 60 documents"):
        recalibrated_scores(MODEL, OTHER, folds=1)


def test_a_threshold_of_all_or_none_stays() -> None:
    for threshold in (0.0, 1.0):
        model = train(TABLE, groups=DUNIETZ_GILLICK, threshold=threshold)
        assert recalibrate(model, OTHER).classifier.threshold == threshold
