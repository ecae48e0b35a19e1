"""Agreement is that of scikit-learn, over the entities that both sets have."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score

from salience.errors import CorpusError
from salience.evaluation.agreement import agree, krippendorff_alpha, together


def table(**columns: list[Any]) -> pd.DataFrame:
    """Rows at the places 0, 10, 20, ... of one document, unless it is said otherwise."""
    n = len(next(iter(columns.values())))
    places = {"document": ["d"] * n, "start": [10 * i for i in range(n)]}
    made = pd.DataFrame(places | columns)
    return made.assign(end=made["start"] + 4)


PAIRS = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(1, 4), st.integers(1, 4)), min_size=1
)


@given(PAIRS)
def test_the_scores_are_those_of_scikit_learn(pairs: list[tuple[str, int, int]]) -> None:
    documents, ratings_a, ratings_b = (list(column) for column in zip(*pairs, strict=True))
    a = table(document=documents, rating=ratings_a)
    b = table(document=documents, rating=ratings_b).sample(frac=1, random_state=0)
    both, first = agree(a, b, n_bootstrap=0)
    for found, most in ((both, 2), (first, 1)):
        y = [rating <= most for rating in ratings_a], [rating <= most for rating in ratings_b]
        assert found.agreement == pytest.approx(accuracy_score(*y))
        assert found.f1 == pytest.approx(f1_score(*y, zero_division=0))
        with np.errstate(invalid="ignore"):
            kappa = cohen_kappa_score(*y) if len({*y[0], *y[1]}) > 1 else math.nan
        assert found.kappa == (None if math.isnan(kappa) else pytest.approx(kappa))
        assert (found.salient_a, found.salient_b) == (sum(y[0]), sum(y[1]))


def test_kappa_worked_out_by_hand() -> None:
    """50 entities of two documents and two people, at both thresholds of Table 1.

    {1, 2}: 20 salient for both, 5 for one, 10 for the other, 15 for none. They agree on 0.7, by
    chance on 0.5 · 0.6 + 0.5 · 0.4 = 0.5, so that kappa is 0.2 / 0.5. {1}: 6, 4, 4 and 36. They
    agree on 0.84, by chance on 0.2² + 0.8² = 0.68: 0.16 / 0.32. Entities are pooled: in the first
    document alone, where one person calls all salient, kappa at {1, 2} is 0.
    """
    ratings = [(1, 1, 6), (1, 2, 4), (2, 1, 4), (2, 2, 6), (2, 4, 5), (3, 2, 10), (3, 4, 15)]
    one, other = ([pair[i] for pair in ratings for _ in range(pair[2])] for i in (0, 1))
    documents = ["d"] * 25 + ["e"] * 25
    a, b = (table(document=documents, rating=said) for said in (one, other))
    both, first = agree(a, b, n_bootstrap=0)
    assert (both.salient_a, both.salient_b, both.agreement) == (25, 30, 0.7)
    assert (first.salient_a, first.salient_b, first.agreement) == (10, 10, 0.84)
    assert (both.kappa, first.kappa) == (pytest.approx(0.4), pytest.approx(0.5))
    assert agree(a[:25], b[:25], n_bootstrap=0)[0].kappa == 0


@given(PAIRS)
def test_it_is_the_same_both_ways(pairs: list[tuple[str, int, int]]) -> None:
    documents, ratings_a, ratings_b = (list(column) for column in zip(*pairs, strict=True))
    a, b = (table(document=documents, rating=r) for r in (ratings_a, ratings_b))
    for there, back in zip(agree(a, b, n_bootstrap=5), agree(b, a, n_bootstrap=5), strict=True):
        assert (there.kappa, there.f1, there.intervals) == (back.kappa, back.f1, back.intervals)


def test_a_person_against_labels_has_both_thresholds_and_labels_have_one() -> None:
    person = table(rating=[1, 2, 3, 4])
    labels = table(salient=[True, False, False, True])
    found = agree(person, labels, n_bootstrap=0)
    assert [(row.threshold, row.salient_a, row.salient_b) for row in found] == [
        (2, 2, 2),
        (1, 1, 2),
    ]
    assert [row.kappa for row in found] == [0.0, 0.5]
    (row,) = agree(labels, labels, n_bootstrap=0)
    assert (row.threshold, row.kappa) == (None, 1.0)


def test_a_persons_own_threshold_of_salient_does_not_matter_where_there_are_ratings() -> None:
    a = table(rating=[1, 2, 4], salient=[True, False, False])
    assert [row.salient_a for row in agree(a, a, n_bootstrap=0)] == [2, 1]


def test_only_what_both_have_is_measured_and_the_rest_is_counted() -> None:
    a = table(document=["d", "d", "e", "f"], start=[0, 10, 0, 0], salient=[True, False, True, True])
    b = table(document=["d", "d", "d", "e"], start=[0, 11, 20, 0], salient=[True, True, True, True])
    (found,) = agree(a, b, n_bootstrap=0)
    assert (found.documents, found.entities, found.only_a, found.only_b) == (2, 2, 1, 2)
    assert (found.documents_only_a, found.documents_only_b) == (1, 0)
    assert (found.kappa, found.agreement, found.f1) == (None, 1.0, 1.0)


def test_sets_without_a_common_document_are_an_error() -> None:
    a = table(salient=[True])
    with pytest.raises(CorpusError, match=r"first set and .* no document in common .*'d' and 'x'"):
        agree(a, a.assign(document="x"))


def test_a_mention_of_another_length_is_another() -> None:
    a = table(salient=[True])
    (found,) = agree(a, a.assign(end=9))
    assert (found.entities, found.only_a, found.only_b) == (0, 1, 1)
    assert (found.kappa, found.f1, found.intervals) == (None, 0.0, {})


def test_intervals_are_over_documents() -> None:
    """Whole documents are drawn: those that agree within leave no room for another score."""
    a = table(document=["d", "d", "e", "e"], salient=[True, False, True, False])
    b = a.assign(salient=[True, False, True, False])
    assert agree(a, b)[0].intervals["kappa"] == (1.0, 1.0)
    mixed = a.assign(salient=[True, False, False, True])  # d agrees in full, e not at all
    (found,) = agree(a, mixed, n_bootstrap=200)
    assert found.intervals["kappa"] == (-1.0, 1.0)
    assert found.intervals["agreement"] == (0.0, 1.0)
    assert agree(a, mixed, n_bootstrap=200) == (found,)
    assert found.signature.endswith("entities=4|threshold=none|bootstrap=200@seed=0")


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (table(salient=[True]).drop(columns="start"), "has no column 'start'.*salience label"),
        (table(score=[0.1]), "has no column 'salient'"),
        (table(rating=[1, 5]), "'rating' must be one of 1, 2, 3, 4, but is 5 in row 1"),
        (table(salient=["yes"]), "'salient' must be true or false, but is 'yes' in row"),
        (table(rating=[1.0, None]), "'rating' must be one of 1, 2, 3, 4, but is nan in row 1"),
        (table(start=[3, 3], salient=[True, True]), "entity at 3 to 7 of document 'd' twice"),
    ],
)
def test_broken_sets_are_named(broken: pd.DataFrame, message: str) -> None:
    with pytest.raises(CorpusError, match=f"noor.jsonl.*{message}"):
        agree(table(salient=[True]), broken, names=("ada.jsonl", "noor.jsonl"))


# Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C: four observers and
# twelve units, some without a value.
PUBLISHED = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def published(change: dict[str, int | None]) -> dict[str, pd.DataFrame]:
    """The published data, with other values or without some of them."""
    sets = {}
    for name, row in enumerate(PUBLISHED):
        rows = [
            (start, change.get(value, int(value)))
            for start, value in enumerate(row)
            if value != "." and change.get(value, 0) is not None
        ]
        starts, ratings = map(list, zip(*rows, strict=True))
        sets[str(name)] = table(document=["d"] * len(rows), start=starts, rating=ratings)
    return sets


def reference(rows: list[list[float]], distance: Any) -> float:
    """Alpha by its definition: observed disagreement over that of all pairs of values."""
    units = [unit for unit in rows if len(unit) > 1]
    values = [value for unit in units for value in unit]
    n = len(values)
    observed = sum(
        distance(a, b, values) / (len(unit) - 1)
        for unit in units
        for i, a in enumerate(unit)
        for j, b in enumerate(unit)
        if i != j
    )
    expected = sum(distance(a, b, values) for a in values for b in values) / (n - 1)
    return 1 - observed / expected if expected else math.nan


def ordinal(a: float, b: float, values: list[float]) -> float:
    low, high = min(a, b), max(a, b)
    between = sum(low <= value <= high for value in values)
    ends = (values.count(low) + values.count(high)) / 2
    return float((between - ends) ** 2) if a != b else 0.0


def test_alpha_of_the_published_example() -> None:
    rows = [[float(row[i]) for row in PUBLISHED if row[i] != "."] for i in range(12)]
    assert reference(rows, ordinal) == pytest.approx(0.815, abs=0.0005)
    assert reference(rows, lambda a, b, _: a != b) == pytest.approx(0.743, abs=0.0005)
    without = [[value for value in row if value != 5] for row in rows]
    found = krippendorff_alpha(published({"5": None}), n_bootstrap=0)
    assert [(row.scale, row.threshold) for row in found] == [
        ("ratings", None), ("salient", 2), ("salient", 1),
    ]  # fmt: skip
    assert found[0].alpha == pytest.approx(reference(without, ordinal))
    for row, most in zip(found[1:], (2, 1), strict=True):
        binary = [[float(value <= most) for value in unit] for unit in without]
        assert row.alpha == pytest.approx(reference(binary, lambda a, b, _: a != b))
    assert {row.entities for row in found} == {sum(len(unit) > 1 for unit in without)}
    assert {row.interval for row in found} == {None}


@given(st.lists(st.lists(st.integers(1, 4), min_size=2, max_size=4), min_size=1, max_size=12))
def test_alpha_is_that_of_its_definition(units: list[list[int]]) -> None:
    sets = {
        str(rater): table(
            document=[f"d{i % 3}" for i, unit in enumerate(units) if len(unit) > rater],
            start=[i for i, unit in enumerate(units) if len(unit) > rater],
            rating=[unit[rater] for unit in units if len(unit) > rater],
        )
        for rater in range(max(map(len, units)))
    }
    found = krippendorff_alpha(sets, n_bootstrap=3)[0]
    expected = reference([list(map(float, unit)) for unit in units], ordinal)
    assert found.alpha == (None if math.isnan(expected) else pytest.approx(expected))
    assert found.documents == len({i % 3 for i in range(len(units))})


def test_alpha_of_two_raters_is_near_their_kappa_and_needs_common_entities() -> None:
    rng = np.random.default_rng(0)
    documents = [f"d{i % 9}" for i in range(900)]
    a = rng.integers(1, 5, 900)
    b = np.where(rng.random(900) < 0.7, a, rng.integers(1, 5, 900))
    sets = {"a": table(document=documents, rating=a), "b": table(document=documents, rating=b)}
    alphas = krippendorff_alpha(sets)
    for alpha, kappa in zip(alphas[1:], agree(sets["a"], sets["b"]), strict=True):
        assert alpha.alpha is not None and kappa.kappa is not None
        assert alpha.alpha == pytest.approx(kappa.kappa, abs=0.01)
        low, high = alpha.interval or (1, 0)
        assert low < alpha.alpha < high
    with pytest.raises(CorpusError, match="a, b have no entity in common"):
        krippendorff_alpha({"a": table(rating=[1]), "b": table(document=["e"], rating=[1])})


def test_a_place_in_the_headline_is_not_that_place_in_the_text() -> None:
    ratings = {"rating": [1, 4], "start": [0, 0], "n_mentions": [0, 2]}
    both, _ = agree(table(**ratings), table(**ratings), n_bootstrap=0)
    assert (both.entities, both.kappa) == (2, 1.0)
    other = table(rating=[1, 4], start=[0, 9], n_mentions=[3, 2])
    both, _ = agree(table(**ratings), other, n_bootstrap=0)
    assert (both.entities, both.only_a) == (1, 1)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4), st.booleans()), min_size=1))
def test_together_all_must_say_so_or_any_at_each_threshold(
    said: list[tuple[int, int, bool]],
) -> None:
    ada, noor, rule = (list(column) for column in zip(*said, strict=True))
    sets = {"ada": table(rating=ada), "noor": table(rating=noor), "rule": table(salient=rule)}
    of_all, of_any = together(sets, "all"), together(sets, "any")
    for most in (1, 2):
        expected = [(a <= most, b <= most, c) for a, b, c in said]
        assert (of_all["rating"] <= most).tolist() == list(map(all, expected))
        assert (of_any["rating"] <= most).tolist() == list(map(any, expected))


def test_together_without_ratings_is_salient_and_only_of_what_all_have() -> None:
    a = table(salient=[True, False, True], n_mentions=[1, 2, 0])
    b = table(start=[0, 10, 20, 30], salient=[True, True, True, True], n_mentions=[3, 1, 4, 1])
    # The third is in the headline for one of them, and in the text for the other.
    assert together({"a": a, "b": b}, "all")["salient"].tolist() == [True, False]
    assert together({"a": a, "b": b}, "any")["salient"].tolist() == [True, True]
    (found,) = agree(together({"a": a, "b": b}, "any"), b, n_bootstrap=0)
    assert (found.entities, found.only_b) == (2, 2)
    with pytest.raises(CorpusError, match="b has no column 'start'"):
        together({"a": a, "b": b.drop(columns="start")}, "all")
