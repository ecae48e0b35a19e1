"""Scores within documents agree with scikit-learn's and scipy's, document by document."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn import metrics

from salience.errors import CorpusError
from salience.evaluation.rank_metrics import document_scores
from salience.evaluation.salience_scores import evaluate

_ROWS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(0, 3),
        st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 1.0]),
    ),
    max_size=40,
)
Rows = list[tuple[str, int, float]]


def table(rows: Rows) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["document", "grade", "score"])
    frame["grade"] = frame["grade"].astype(int)
    return frame.assign(salient=frame["grade"] > 0)


def within(frame: pd.DataFrame) -> dict[str, np.ndarray]:
    codes, documents = pd.factorize(frame["document"], sort=True)
    y, score, grade = (frame[name].to_numpy() for name in ("salient", "score", "grade"))
    return document_scores(codes, y, score >= 0.3, score, grade.astype(float), len(documents))


@given(_ROWS)
def test_each_document_has_the_scores_of_other_implementations(rows: Rows) -> None:
    frame = table(rows)
    found = within(frame)
    for i, (_, part) in enumerate(frame.groupby("document")):
        here = {name: values[i] for name, values in found.items()}
        y, score, grade = part["salient"], part["score"], part["grade"]
        if not y.any():
            assert all(np.isnan(value) for value in here.values())
            continue
        prf = metrics.precision_recall_fscore_support(
            y, score >= 0.3, average="binary", zero_division=0
        )[:3]
        names = ("macro_precision", "macro_recall", "macro_f1")
        assert [here[name] for name in names] == pytest.approx(prf)
        assert here["map"] == pytest.approx(metrics.average_precision_score(y, score))
        if len(part) > 1:  # scikit-learn wants two
            ndcg = metrics.ndcg_score([grade], [score], k=10)
            assert here["ndcg_at_10"] == pytest.approx(ndcg)
        else:
            assert here["ndcg_at_10"] == 1
        if y.all():
            assert np.isnan(here["macro_auc"])
        else:
            assert here["macro_auc"] == pytest.approx(metrics.roc_auc_score(y, score))
        if grade.nunique() == 1:
            assert np.isnan(here["spearman"])
        elif score.nunique() == 1:
            assert here["spearman"] == 0
        else:
            assert here["spearman"] == pytest.approx(spearmanr(score, grade).statistic)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.just("a"), st.integers(0, 1), st.sampled_from([0.2, 0.5])), max_size=6)
)
def test_equal_scores_give_the_mean_over_all_their_orders(rows: Rows) -> None:
    frame = table(rows)
    y, score = frame["salient"].to_numpy(), frame["score"].to_numpy()
    if not y.any():
        return
    orders = [
        y[list(order)]
        for order in permutations(range(len(y)))
        if (np.diff(score[list(order)]) <= 0).all()
    ]
    found = within(frame)
    for k in (1, 3, 5):
        expected = np.mean([order[:k].sum() / k for order in orders])
        assert found[f"p_at_{k}"][0] == pytest.approx(expected)
    expected = np.mean([order[: y.sum()].mean() for order in orders])
    assert found["r_precision"][0] == pytest.approx(expected)


def test_means_leave_out_documents_without_salient_entities() -> None:
    rows = [("a", 2, 0.9), ("a", 0, 0.1), ("b", 1, 0.2), ("b", 0, 0.6), ("c", 0, 0.9)]
    found = evaluate(table(rows), n_bootstrap=20)
    assert (found.documents, found.documents_with_salient) == (3, 2)
    expected = {"macro_precision": 0.5, "macro_recall": 0.5, "macro_f1": 0.5, "macro_auc": 0.5}
    expected |= {"p_at_1": 0.5, "p_at_3": 1 / 3, "p_at_5": 0.2}
    expected |= {"r_precision": 0.5, "map": 0.75, "ndcg_at_10": (1 + 1 / np.log2(3)) / 2}
    assert found.by_document == pytest.approx(expected | {"spearman": 0.0})
    low, high = found.intervals["map"]
    assert low <= 0.75 <= high and low < high


def test_nothing_salient_and_no_rows_have_no_means() -> None:
    for rows in ([("a", 0, 0.5), ("b", 0, 0.1)], []):
        found = evaluate(table(rows), n_bootstrap=5)
        assert found.documents_with_salient == 0 and len(found.by_document) == 11
        assert set(found.by_document.values()) == {None}
        assert "map" not in found.intervals


def test_grades_count_if_every_row_has_one() -> None:
    graded = table([("a", 1, 0.9), ("a", 3, 0.5), ("a", 0, 0.1)])
    labelled = evaluate(graded.drop(columns="grade"), n_bootstrap=0).by_document
    assert labelled["ndcg_at_10"] == 1
    expected = metrics.ndcg_score([[1, 3, 0]], [[0.9, 0.5, 0.1]], k=10)
    assert evaluate(graded, n_bootstrap=0).by_document["ndcg_at_10"] == pytest.approx(expected)
    partly = graded.assign(grade=[1, 3, None])
    assert evaluate(partly, n_bootstrap=0).by_document == labelled


@pytest.mark.parametrize("grade", [-1, "much", float("inf")])
def test_a_grade_that_is_none_is_named(grade: object) -> None:
    bad = table([("a", 1, 0.5), ("b", 0, 0.5)]).assign(grade=pd.Series([1, grade], dtype=object))
    with pytest.raises(CorpusError, match=r"'grade' must be a number of at least 0, .* row 1"):
        evaluate(bad)
