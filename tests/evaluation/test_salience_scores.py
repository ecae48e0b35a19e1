"""Scores agree with scikit-learn's, and a bootstrap sample with a table of its documents."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.calibration import calibration_curve

from salience.errors import CorpusError, SalienceError
from salience.evaluation.rank_metrics import Ranking
from salience.evaluation.salience_scores import evaluate
from salience.evaluation.systems import everything, positional

_ROWS = st.lists(
    st.tuples(
        st.sampled_from("abcd"),
        st.booleans(),
        st.sampled_from([0.0, 0.1, 0.29999, 0.3, 0.30001, 0.7, 1.0]),
    ),
    min_size=1,
    max_size=30,
)


def table(rows: list[tuple[str, bool, float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["document", "salient", "score"])


def random_table(n_documents: int = 40, seed: int = 1) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    documents = np.repeat([f"d{i}" for i in range(n_documents)], 5)
    salient = random.random(len(documents)) < 0.3
    score = np.clip(0.3 * salient + random.random(len(documents)) * 0.6, 0, 1)
    return pd.DataFrame({"document": documents, "salient": salient, "score": score})


@given(_ROWS)
def test_scores_are_those_of_scikit_learn(rows: list[tuple[str, bool, float]]) -> None:
    given_table = table(rows)
    y, score = given_table["salient"], given_table["score"]
    found = evaluate(given_table, n_bootstrap=0)
    expected = metrics.precision_recall_fscore_support(
        y, score >= 0.3, average="binary", zero_division=0
    )
    assert (found.precision, found.recall, found.f1) == pytest.approx(expected[:3])
    if y.any():
        assert found.ap == pytest.approx(metrics.average_precision_score(y, score))
    else:
        assert found.ap is None
    if y.nunique() == 2:
        assert found.auc == pytest.approx(metrics.roc_auc_score(y, score))
    else:
        assert found.auc is None
    assert found.brier == pytest.approx(metrics.brier_score_loss(y, score, pos_label=True))
    assert found.ece == pytest.approx(error_of_curve(y.to_numpy(), score.to_numpy()))


def error_of_curve(y: np.ndarray, score: np.ndarray) -> float:
    """ECE from scikit-learn's curve, whose bins without entities are left out."""
    share, mean = calibration_curve(y, score, n_bins=10)
    sizes = np.histogram(np.ceil(score * 10).clip(1), np.arange(0.5, 11))[0]
    return float(sizes[sizes > 0] @ np.abs(share - mean) / len(y))


def test_what_was_not_found_is_missed_at_any_threshold() -> None:
    rows = [("a", True, 0.9), ("a", False, 0.4), ("a", True, 0.0), ("b", True, 0.0)]
    ended = table(rows).assign(found=[True, True, False, False])
    found = evaluate(ended, threshold=0.0, n_bootstrap=30)
    assert (found.precision, found.recall, found.f1) == (0.5, pytest.approx(1 / 3), 0.4)
    assert (found.best_threshold, found.best_f1) == (0.9, 0.5)
    assert found.coverage == pytest.approx(1 / 3) and found.by_document["macro_coverage"] == 0.25
    assert found.intervals["coverage"] == (0.0, 0.5)
    assert found.documents_with_salient == 2
    y, score = ended["salient"], ended["score"]
    assert found.ap == pytest.approx(metrics.average_precision_score(y, score))
    assert "found   33.3   [" in str(found)
    every = evaluate(ended.assign(found=True), threshold=0.0, n_bootstrap=0)
    assert (every.coverage, every.recall) == (1.0, 1.0)
    without = evaluate(ended.drop(columns="found"), n_bootstrap=0)
    assert without.coverage is None and "macro_coverage" not in without.by_document


@pytest.mark.parametrize(
    ("found", "score", "message"),
    [
        (
            [True, False],
            [0.5, 0.5],
            r"'score' must be 0 if 'found' is false, but is .*0\.5.* row 1",
        ),
        ([True, 7], [0.5, 0.0], r"'found' must be true or false, but is 7"),
    ],
)
def test_what_was_not_found_has_no_score(
    found: list[object], score: list[float], message: str
) -> None:
    bad = table([("a", True, 0.5), ("b", False, 0.5)]).assign(
        score=score, found=pd.Series(found, dtype=object)
    )
    with pytest.raises(CorpusError, match=message):
        evaluate(bad)


@given(_ROWS)
def test_the_best_threshold_is_the_best_and_the_highest(
    rows: list[tuple[str, bool, float]],
) -> None:
    given_table = table(rows)
    found = evaluate(given_table, n_bootstrap=0)
    by_threshold = {
        threshold: evaluate(given_table, threshold=threshold, n_bootstrap=0).f1
        for threshold in given_table["score"].unique()
    }
    if not given_table["salient"].any():
        assert (found.best_threshold, found.best_f1) == (None, 0.0)
        return
    assert found.best_f1 == pytest.approx(max(by_threshold.values()))
    best = [t for t, f1 in by_threshold.items() if f1 == pytest.approx(found.best_f1)]
    assert found.best_threshold == max(best)


@given(_ROWS, st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_a_bootstrap_sample_is_a_table_of_its_documents(
    rows: list[tuple[str, bool, float]], drawn: list[int]
) -> None:
    whole = table(rows)
    codes, documents = pd.factorize(whole["document"], sort=True)
    times = drawn[: len(documents)]
    sample = pd.concat(
        [whole[codes == i] for i, n in enumerate(times) for _ in range(n)] or [whole[:0]]
    )
    ranking = Ranking(codes, whole["salient"].to_numpy(), whole["score"].to_numpy())
    weights = np.array(times, float)
    auc, ap = ranking.auc(weights), ranking.ap(weights)
    expected = evaluate(sample, n_bootstrap=0)
    assert (None if np.isnan(auc) else auc) == pytest.approx(expected.auc)
    assert (None if np.isnan(ap) else ap) == pytest.approx(expected.ap)


def test_intervals_are_those_of_sampled_tables() -> None:
    """The same draws, but every sample built as a table and scored from scratch."""
    whole = random_table(12)
    groups = [group for _, group in whole.groupby("document")]
    random = np.random.default_rng(7)
    names = ("precision", "recall", "f1", "auc", "ap", "brier")  # ece: see test_calibration
    values = []
    for _ in range(50):
        draw = random.integers(12, size=12)
        sample = evaluate(pd.concat([groups[i] for i in draw]), n_bootstrap=0)
        values.append([getattr(sample, name) for name in names])
    found = evaluate(whole, n_bootstrap=50, seed=7).intervals
    expected = np.percentile(np.array(values, float), [2.5, 97.5], axis=0).T
    np.testing.assert_allclose([found[name] for name in names], expected)


def test_the_same_seed_gives_the_same_whatever_the_order_of_rows() -> None:
    whole = random_table()
    shuffled = whole.sample(frac=1, random_state=3)
    assert evaluate(whole, n_bootstrap=30) == evaluate(shuffled, n_bootstrap=30)
    other = evaluate(whole, n_bootstrap=30, seed=1)
    assert other.intervals != evaluate(whole, n_bootstrap=30).intervals


def test_the_signature_repeats_the_score() -> None:
    found = evaluate(random_table(), threshold=0.25, n_bootstrap=10, seed=4)
    fields = dict(part.split("=", 1) for part in found.signature.split("|"))
    assert [*fields] == ["salience", "data", "documents", "entities", "threshold", "bootstrap"]
    assert (fields["documents"], fields["entities"]) == ("40", "200")
    assert (fields["threshold"], fields["bootstrap"]) == ("0.25", "10@seed=4")
    named = evaluate(random_table(), n_bootstrap=0, system="a model")
    assert named.signature.endswith("|system=a model")


@given(st.floats(0, 1))
def test_the_threshold_of_the_signature_is_exact(threshold: float) -> None:
    whole = random_table(3)
    found = evaluate(whole, threshold=threshold, n_bootstrap=0)
    fields = dict(part.split("=", 1) for part in found.signature.split("|"))
    assert float(fields["threshold"]) == threshold


@pytest.mark.parametrize("n_abstracts", [2, 3])
def test_f1_against_one_abstract_is_that_over_all_abstracts_together(n_abstracts: int) -> None:
    whole = random_table(30)
    says = np.random.default_rng(2).random((len(whole), n_abstracts)) < 0.3
    graded = whole.assign(salient=says.any(axis=1), grade=says.sum(axis=1), abstracts=n_abstracts)
    found = evaluate(graded, n_bootstrap=20)
    predicted = np.tile(graded["score"] >= 0.3, n_abstracts)
    assert found.one_abstract_f1 == pytest.approx(metrics.f1_score(says.T.ravel(), predicted))
    low, high = found.intervals["one_abstract_f1"]
    assert low < found.one_abstract_f1 < high
    single = graded[:9].assign(document="x", abstracts=1, grade=graded["salient"][:9].astype(int))
    both = evaluate(pd.concat([graded, single]), n_bootstrap=0)
    assert both.one_abstract_f1 == found.one_abstract_f1 and both.f1 != found.f1
    assert evaluate(single, n_bootstrap=0).one_abstract_f1 is None


def test_one_document_has_no_interval() -> None:
    one = table([("d", True, 0.9), ("d", False, 0.4)])
    assert evaluate(one).intervals == {}
    assert len(evaluate(pd.concat([one, one.assign(document="e")]), n_bootstrap=9).intervals) > 9


def test_a_threshold_that_is_none_is_refused() -> None:
    with pytest.raises(SalienceError, match="threshold must be a number, but is nan"):
        evaluate(random_table(3), threshold=float("nan"))


@pytest.mark.parametrize("option", ["seed", "n_bootstrap"])
def test_negative_numbers_of_the_bootstrap_are_refused(option: str) -> None:
    with pytest.raises(SalienceError, match="of at least 0"):
        evaluate(random_table(3), **{option: -1})


def test_the_table_fits_80_columns_and_shows_what_is_not_defined() -> None:
    rows = [("d", False, 0.4), ("e", False, 0.4)] * 61_728
    lines = str(evaluate(table(rows), n_bootstrap=9)).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert lines[4] == "AUC     none"
    assert lines[6] == "Brier  0.160   [0.160, 0.160]"
    assert "Brier   none" in str(evaluate(table([])))


def test_no_rows() -> None:
    found = evaluate(table([]))
    assert (found.documents, found.entities, found.salient) == (0, 0, 0)
    assert (found.precision, found.recall, found.f1, found.best_f1) == (0.0, 0.0, 0.0, 0.0)
    assert (found.auc, found.ap, found.best_threshold) == (None, None, None)
    assert (found.brier, found.ece, found.coverage) == (None, None, None)
    assert found.intervals == {}
    assert "none" in str(found)


def test_nothing_salient_or_nothing_else() -> None:
    none = evaluate(table([("a", False, 0.5), ("b", False, 0.1)]), n_bootstrap=5)
    assert (none.recall, none.f1, none.auc, none.ap) == (0.0, 0.0, None, None)
    assert set(none.intervals) == {"precision", "recall", "f1", "brier", "ece"}
    every = evaluate(table([("a", True, 0.5), ("b", True, 0.1)]), n_bootstrap=5)
    assert (every.precision, every.recall, every.auc, every.ap) == (1.0, 0.5, None, 1.0)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("score", [0.5, 1.2], r"'score' must be a number from 0 to 1, but is .*1\.2.* row 1 .*'b'"),
        ("score", [float("nan"), 0.5], r"'score' must be .*nan.* row 0 \(document 'a'\)"),
        ("score", ["high", 0.5], r"'score' must be a number.*'high'"),
        ("salient", [True, 2], r"'salient' must be true or false, but is 2"),
        ("salient", [True, None], r"'salient' must be true or false"),
        ("document", ["a", None], r"'document' is missing in row 1\."),
    ],
)
def test_bad_values_are_named(column: str, values: list[object], message: str) -> None:
    bad = table([("a", True, 0.5), ("b", False, 0.5)]).assign(**{column: pd.Series(values)})
    with pytest.raises(CorpusError, match=message):
        evaluate(bad)


@pytest.mark.parametrize("column", ["document", "salient", "score"])
def test_a_missing_column_is_named(column: str) -> None:
    with pytest.raises(CorpusError, match=f"no column {column!r}"):
        evaluate(random_table().drop(columns=column))


def test_zeros_and_ones_are_labels_too() -> None:
    whole = random_table()
    numbers = whole.assign(salient=whole["salient"].astype(int))
    assert evaluate(numbers, n_bootstrap=5) == evaluate(whole, n_bootstrap=5)


def test_baselines() -> None:
    frame = pd.DataFrame(
        {"first_sentence": pd.array([0, 1, None], "Int64"), "salient": [True, False, False]}
    )
    assert positional(frame).tolist() == [1.0, 0.0, 0.0]
    assert everything(frame).tolist() == [1.0, 1.0, 1.0]
    assert positional([]).tolist() == everything([]).tolist() == []
    with pytest.raises(CorpusError, match="no column 'first_sentence', which the position needs"):
        positional([{}])


def test_calling_all_salient_gives_what_the_paper_gives_for_its_majority_baseline() -> None:
    rows = [(f"d{i}", i < 136, 1.0) for i in range(1000)]  # 13.6 %, "about 14 %"
    assert round(100 * evaluate(table(rows), n_bootstrap=0).f1, 1) == 23.9
