"""Nugget F: the question of the paper, its formula, and its edges."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.measures.texts.nuggets import nugget_counts, nugget_scores

COPLAND = {n: "vital" if n in (1, 2, 3, 8) else "okay" for n in range(1, 12)}
# Lin and Demner-Fushman 2005, Figure 1: with nuggets 1, 6 and 9.
ANSWERS = """
Once past a rather routine apprenticeship, which included three years of study with Nadia Boulanger
in Paris, Copland became one of the few American composers to make a living from composition.
A passionate advocate of civil rights, Copland conducted a performance of the "Lincoln Portrait"
with Coretta Scott King as narrator.
after four prior nominations, he won an Oscar in 1949 for his music for "The Heiress"
"""


def score(found: list, text: str, beta: float = 3.0) -> dict[str, float]:
    return nugget_scores(nugget_counts(found, COPLAND, text, beta=beta))


@pytest.mark.parametrize(("beta", "expected"), [(3, 0.26913), (5, 0.25703), (1, 0.38785)])
def test_who_is_aaron_copland(beta: float, expected: float) -> None:
    found = score([1, 6, 9], ANSWERS, beta)
    assert found["f"] == pytest.approx(expected, abs=5e-6)
    assert found["recall"] == 0.25
    assert found["precision"] == pytest.approx(300 / 347)


def test_only_okay_nuggets_are_worth_nothing() -> None:
    assert score([4, 5, 6, 7, 9, 10, 11], "text")["f"] == 0


def test_within_the_allowance_length_costs_nothing() -> None:
    assert score([1], "x" * 100)["precision"] == score([1], " x" * 99)["precision"] == 1
    assert score([1], "x" * 101)["precision"] == pytest.approx(100 / 101)


def test_nothing_found_and_nothing_said() -> None:
    assert score([], "")["f"] == score([], "text")["f"] == 0
    assert score(["unknown"], "text")["precision"] == 0


def test_documents_without_a_vital_nugget_are_left_out() -> None:
    none = nugget_counts(["a"], {"a": "okay"}, "a")
    one = nugget_counts(["a"], {"a": "vital"}, "a")
    assert nugget_scores(none + one)["f"] == 1
    assert math.isnan(nugget_scores(none)["f"])


def test_what_can_not_be_meant() -> None:
    for beta in (0, 1e200, math.nan, math.inf):
        with pytest.raises(CorpusError, match="above 0"):
            nugget_counts([], {}, "", beta=beta)
    with pytest.raises(CorpusError, match="'great'"):
        nugget_counts([], {"a": "great"}, "")  # type: ignore[dict-item]


@given(st.sets(st.integers(1, 11)), st.integers(0, 2000), st.floats(0.1, 9))
def test_scores_lie_between_0_and_1(found: set, length: int, beta: float) -> None:
    scores = score(sorted(found), "x" * length, beta)
    assert all(0 <= value <= 1 for value in scores.values())
    assert min(scores["recall"], scores["precision"]) <= scores["f"] + 1e-12
