"""The scorer of coreference against the published cases of the reference scorer.

`cases/coref_scorer.jsonl`: TC-A to TC-N of the CoNLL reference scorer, a letter per mention, with
the figures it states as recall, precision and F1; those of LEA are from the scorer of its authors.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.evaluation.coreference import CONLL, MEASURES, count_coref, score_coref
from tests.support.builders import cases

CASES = cases("coref_scorer")
PARTITION = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8).flatmap(
    lambda mentions: st.lists(
        st.integers(0, 3), min_size=len(mentions), max_size=len(mentions)
    ).map(lambda of: [[m for m, n in zip(mentions, of, strict=True) if n == k] for k in set(of)])
)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_published_cases(case: dict) -> None:
    found = score_coref([(case["key"], case["response"])], n_bootstrap=0)
    for measure in case.keys() & set(MEASURES):
        prf = [found.recall[measure], found.precision[measure], found.f1[measure]]
        assert prf == pytest.approx(case[measure], abs=1.5e-5), measure


def test_every_measure_is_in_a_published_case() -> None:
    assert {m for case in CASES for m in case} >= set(MEASURES) - {"mentions"}


@given(PARTITION)
def test_a_perfect_response_scores_one(key: list[list[str]]) -> None:
    found = score_coref([(key, key)], n_bootstrap=0)
    linked = any(len(cluster) > 1 for cluster in key)
    for measure in MEASURES:
        there = linked if measure == "muc" else bool(key)
        assert found.f1[measure] == pytest.approx(float(there)), measure


@given(PARTITION, PARTITION, st.booleans())
def test_key_and_response_in_each_others_place_swap_precision_and_recall(
    key: list[list[str]], response: list[list[str]], singletons: bool
) -> None:
    counts = count_coref(key, response, singletons=singletons)
    swapped = count_coref(response, key, singletons=singletons)
    assert swapped[:, [2, 3, 0, 1]] == pytest.approx(counts)


@given(PARTITION, PARTITION, st.randoms())
def test_the_order_of_clusters_and_mentions_is_nothing(
    key: list[list[str]], response: list[list[str]], random: np.random.Generator
) -> None:
    counts = count_coref(key, response)
    mixed = [random.sample(cluster, len(cluster)) for cluster in response]
    random.shuffle(mixed)
    assert count_coref(key, mixed) == pytest.approx(counts)


@given(PARTITION, PARTITION)
def test_counts_are_shares(key: list[list[str]], response: list[list[str]]) -> None:
    counts = count_coref(key, response)
    assert (counts >= 0).all()
    assert (counts[:, [0, 2]] <= counts[:, [1, 3]] + 1e-9).all()


@given(PARTITION, PARTITION)
def test_without_singletons_is_the_same_as_taking_them_out(
    key: list[list[str]], response: list[list[str]]
) -> None:
    sides = [[c for c in clusters if len(c) > 1] for clusters in (key, response)]
    assert (count_coref(key, response, singletons=False) == count_coref(*sides)).all()


def test_counts_of_documents_are_added_up_before_they_are_divided() -> None:
    first, second = (["ab"], ["ab"]), (["abcd"], ["ab", "cd"])
    found = score_coref([first, second], n_bootstrap=0)
    assert found.recall["muc"] == 3 / 4  # of (1 + 3) links, not the mean of 1 and 2/3
    assert found.precision["muc"] == 1
    assert found.conll == pytest.approx(np.mean([found.f1[m] for m in CONLL]))


def test_the_same_mentions_in_two_documents_are_others() -> None:
    found = score_coref([(["ab"], []), ([], ["ab"])], n_bootstrap=0)
    assert set(found.f1.values()) == {0}


def test_intervals_hold_the_score_and_depend_on_the_seed_alone() -> None:
    pairs = [(case["key"], case["response"]) for case in CASES]
    found, again = (score_coref(pairs, n_bootstrap=200, seed=3) for _ in range(2))
    assert found == again
    assert set(found.intervals) == {*MEASURES, "conll"}
    low, high = found.intervals["conll"]
    assert 0 < low < found.conll < high < 1
    assert score_coref(pairs, n_bootstrap=200, seed=4).intervals != found.intervals


def test_one_document_has_no_intervals() -> None:
    found = score_coref([(["abc", "defg"], ["ab", "cd", "fghi"])], n_bootstrap=5)
    assert found.intervals == {}
    assert "95 %" in str(found)  # the heading of an empty column
    assert "-" not in str(found).split("salience=")[0]


def test_nothing_at_all() -> None:
    for pairs in ([], [([], [])]):
        found = score_coref(pairs)
        assert (found.conll, set(found.f1.values())) == (0, {0})
        assert "CoNLL F1" in str(found)


def test_scores_are_plain_values() -> None:
    found = score_coref([(["ab", "c"], ["abc"])], singletons=False, n_bootstrap=2)
    assert json.loads(json.dumps(asdict(found)))["conll"] == found.conll
    assert "singletons=dropped" in found.signature
