"""A chosen threshold reaches its goal, and what it promises was measured on other documents."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from salience.errors import CorpusError, SalienceError
from salience.evaluation.recalibration import document_folds
from salience.evaluation.salience_scores import evaluate
from salience.evaluation.threshold_choice import choose_threshold, with_threshold
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import load_model, train
from tests.support.builders import toy_rows

ROWS = st.lists(
    st.tuples(
        st.sampled_from("abcdefg"), st.booleans(), st.floats(0, 1).map(lambda x: round(x, 2))
    ),
    min_size=2,
    max_size=40,
).filter(lambda rows: len({d for d, _, _ in rows}) > 1 and any(yes for _, yes, _ in rows))


def table(rows: list[tuple[str, bool, float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["document", "salient", "score"])


def drawn(n_documents: int, seed: int, per_document: int = 12) -> pd.DataFrame:
    """Calibrated scores, so that what a threshold gives can be known."""
    random = np.random.default_rng(seed)
    score = random.beta(0.5, 2, n_documents * per_document)
    documents = np.repeat(np.arange(n_documents), per_document)
    return pd.DataFrame(
        {"document": documents, "salient": random.random(len(score)) < score, "score": score}
    )


@settings(max_examples=40)
@given(ROWS)
def test_the_best_f1_is_the_best_of_all_thresholds(rows: list[tuple[str, bool, float]]) -> None:
    given_table = table(rows)
    choice = choose_threshold(given_table, n_bootstrap=0)
    assert choice.here["f1"] == pytest.approx(evaluate(given_table, n_bootstrap=0).best_f1)
    at = evaluate(given_table, threshold=choice.threshold, n_bootstrap=0)
    assert (at.precision, at.recall, at.f1) == pytest.approx(
        [choice.here[name] for name in ("precision", "recall", "f1")]
    )
    assert choice.here["share"] == (given_table["score"] >= choice.threshold).mean()


@given(ROWS, st.sampled_from([0.3, 0.5, 0.75, 0.8, 1.0]))
def test_a_precision_is_reached_with_the_best_recall(
    rows: list[tuple[str, bool, float]], precision: float
) -> None:
    given_table = table(rows)
    y, score = given_table["salient"].to_numpy(), given_table["score"].to_numpy()
    predictions = [score >= t for t in score]
    reached = [y[p].sum() / y.sum() for p in predictions if y[p].mean() >= precision]
    if not reached:
        with pytest.raises(CorpusError, match=r"no threshold has a precision .* the most is 0\."):
            choose_threshold(given_table, precision=precision, n_bootstrap=0)
        return
    choice = choose_threshold(given_table, precision=precision, n_bootstrap=0)
    assert choice.here["precision"] >= precision
    assert choice.here["recall"] == pytest.approx(max(reached))


@given(ROWS, st.sampled_from([0.1, 0.25, 0.5, 1.0]))
def test_a_share_is_met_as_nearly_as_can_be(
    rows: list[tuple[str, bool, float]], share: float
) -> None:
    given_table = table(rows)
    score = given_table["score"]
    choice = choose_threshold(given_table, share=share, n_bootstrap=0)
    nearest = min(abs((score >= t).mean() - share) for t in score.unique())
    assert abs(choice.here["share"] - share) == pytest.approx(nearest)


def test_what_is_expected_comes_from_thresholds_of_other_documents() -> None:
    whole = drawn(23, 1)
    predicted = np.zeros(len(whole), bool)
    thresholds = []
    for others, part in document_folds(whole["document"].to_numpy(), 5):
        thresholds.append(choose_threshold(whole.iloc[others], n_bootstrap=0).threshold)
        predicted[part] = whole["score"].to_numpy()[part] >= thresholds[-1]
    found = choose_threshold(whole, n_bootstrap=50)
    expected = metrics.precision_recall_fscore_support(
        whole["salient"], predicted, average="binary"
    )
    names = ("precision", "recall", "f1")
    assert [found.expected[name] for name in names] == pytest.approx(expected[:3])
    assert found.others == tuple(sorted(thresholds))
    low, high = found.intervals["f1"]
    assert low < found.expected["f1"] < high
    again = choose_threshold(whole.sample(frac=1, random_state=2), n_bootstrap=50)
    assert again == found, "whatever the order of rows"


def test_few_documents_promise_too_much_and_cross_validation_less() -> None:
    """On labelled sets of eight documents, against what their thresholds give on many others."""
    many = drawn(3000, 99)
    choices = [choose_threshold(drawn(8, seed), n_bootstrap=0) for seed in range(30)]
    true = np.mean([evaluate(many, threshold=c.threshold, n_bootstrap=0).f1 for c in choices])
    assert np.mean([c.here["f1"] for c in choices]) - true > 0.05, "too good to be true"
    assert np.mean([c.expected["f1"] for c in choices]) == pytest.approx(true, abs=0.03)


def test_thresholds_are_short_numbers_and_predicting_everything_is_threshold_0() -> None:
    rows = [("a", True, 0.87), ("a", False, 0.31), ("b", True, 0.8), ("b", False, 0.4)]
    assert choose_threshold(table(rows)).threshold == 0.6
    assert choose_threshold(table(rows), share=1.0).threshold == 0
    near = [("a", True, 0.400002), ("b", False, 0.4)]
    assert choose_threshold(table(near)).threshold == 0.400001
    equal = [("a", True, 0.4), ("b", False, np.nextafter(0.4, 0))]
    assert choose_threshold(table(equal)).threshold == 0.4


def test_it_can_be_read_and_fits() -> None:
    found = choose_threshold(drawn(200, 3), precision=0.8, n_bootstrap=20)
    lines = str(found).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert lines[0] == f"threshold {found.threshold:g}: precision 0.8"
    assert lines[-1] == found.signature and "goal=precision 0.8|folds=5" in lines[-1]
    without = str(choose_threshold(drawn(20, 3), n_bootstrap=0)).splitlines()
    assert len(without) == len(lines) - 1, "no empty line where there are no intervals"


def test_a_part_that_does_not_reach_the_precision_predicts_nothing() -> None:
    rows = [("a", True, 0.9), ("b", False, 0.8), ("c", True, 0.2), ("c", False, 0.5)]
    found = choose_threshold(table(rows), precision=0.9, n_bootstrap=0)
    assert found.here["recall"] == 0.5
    assert len(found.others) == 2 and found.expected["recall"] < 1
    assert json.loads(json.dumps(found.others)) == list(found.others)


@pytest.mark.parametrize(
    ("rows", "goal", "error", "message"),
    [
        ([("a", True, 0.5)], {}, CorpusError, "there are 1 documents with 1 salient"),
        ([("a", False, 0.5), ("b", False, 0.5)], {}, CorpusError, "2 documents with 0 salient"),
        ([], {}, CorpusError, "there are 0 documents"),
        ([("a", True, 0.5), ("b", False, 2.0)], {}, CorpusError, "'score' must be a number"),
        ([("a", True, 0.5)], {"precision": 0.0}, SalienceError, "precision must be above 0 .* 0.0"),
        ([("a", True, 0.5)], {"share": "0.2"}, SalienceError, "share must be above 0 .* '0.2'"),
        ([("a", True, 0.5)], {"share": 1.5}, SalienceError, "share must be above 0 .* 1.5"),
        ([("a", True, 0.5)], {"precision": 0.5, "share": 0.5}, SalienceError, "Give one of them"),
    ],
)
def test_what_can_not_be_chosen_is_named(
    rows: list[tuple[str, bool, float]],
    goal: dict[str, float],
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        choose_threshold(table(rows), **goal)


def test_a_model_keeps_the_threshold_and_tells_of_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    labels = pd.DataFrame(toy_rows())
    model = train(labels, groups=DUNIETZ_GILLICK)
    choice = choose_threshold(labels.assign(score=model.predict(labels)), n_bootstrap=20)
    changed = with_threshold(model, choice)
    assert model.classifier.threshold == 0.3 != choice.threshold
    changed.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    assert again.classifier.threshold == choice.threshold
    assert again.predict(labels).tobytes() == model.predict(labels).tobytes()
    [said] = again.card["changes"]
    assert (said["change"], said["threshold"]) == ("threshold", choice.threshold)
    assert (said["signature"], said["expected"]) == (choice.signature, choice.expected)


def test_missed_entities_have_no_say_in_a_threshold() -> None:
    table = pd.DataFrame(
        {"document": [*"aabb"], "salient": [True, False] * 2, "score": [0.8, 0.2, 0.0, 0.3]}
    )
    all_found = table.assign(found=True)
    assert choose_threshold(all_found, n_bootstrap=0) == choose_threshold(table, n_bootstrap=0)
    with pytest.raises(CorpusError, match=r"not `found`.*table\[table\['found'\]\]"):
        choose_threshold(table.assign(found=[True, True, False, True]), n_bootstrap=0)


def test_a_choice_is_printed_with_what_it_gives_here_and_on_others() -> None:
    table = pd.DataFrame(
        {
            "document": ["a", "a", "b", "b", "c", "c"],
            "salient": [True, False] * 3,
            "score": [0.9, 0.35, 0.4, 0.3, 0.6, 0.5],
        }
    )
    *lines, signature = str(choose_threshold(table, n_bootstrap=100)).splitlines()
    assert lines == [
        "threshold 0.4: best F1",
        "documents 3, entities 6, salient 50.0%",
        "                               P           R          F1   predicted",
        "on these documents          75.0       100.0        85.7        66.7",
        "on others                   50.0        66.7        57.1        66.7",
        "                        0.0-50.0   0.0-100.0    0.0-66.7   0.0-100.0",
        "on others: cross-validated over documents, thresholds from 0.35 to 0.6",
    ]
    assert signature.endswith("documents=3|entities=6|goal=best F1|folds=3|bootstrap=100@seed=0")
