"""What counterfactuals try: other values, the nearest first, and what changes with them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.features.changes import (
    FURTHEST,
    HEADLINE_CHANGE,
    HEADLINE_WORDS_CHANGE,
    Change,
    count_change,
    mentions_change,
    place_change,
)

COUNT = count_change("step", "steps", least=1)
NAMED = mentions_change("named mention", "named mentions", least=1)


@given(st.integers(1, 200), st.none() | st.integers(1, 200))
def test_every_other_value_is_tried_once_the_nearest_first(now: int, most: int | None) -> None:
    tried = [value for value, _ in COUNT.tried(now, most)]
    greatest = min(most or FURTHEST, FURTHEST)
    assert sorted(tried) == [value for value in range(1, greatest + 1) if value != now]
    distances = [abs(value - now) for value in tried]
    assert distances == sorted(distances)


@pytest.mark.parametrize("unknown", [None, math.nan])
def test_an_unknown_number_is_not_changed_but_an_unknown_place_is(unknown: float | None) -> None:
    assert not list(COUNT.tried(unknown, 9))
    place = place_change("first mentioned", lambda n: f"in sentence {n}", least=1)
    assert list(place.tried(unknown, 2)) == [
        (1, "first mentioned in sentence 1"),
        (2, "first mentioned in sentence 2"),
    ]


def test_a_place_moves_back_without_end_only_where_it_may() -> None:
    free, bound = (
        place_change("mentioned", str, least=0, moves_back=moves_back)
        for moves_back in (True, False)
    )
    assert max(value for value, _ in free.tried(3, None)) == FURTHEST
    assert [value for value, _ in bound.tried(3, None)] == [2, 1, 0]


def test_the_share_of_mentions_changes_with_their_number() -> None:
    row = {"named": 2, "nominal": 1, "pronominal": 1, "share": 0.5}  # 4 of 8 mentions
    assert NAMED.also(row, "named", 4) == {"share": 0.6}
    assert NAMED.also(row, "named", 1) == {"share": round(3 / 7, 6)}
    assert NAMED.also(row | {"share": 0.0}, "named", 4) == {}
    assert NAMED.also(row | {"share": 1.0}, "named", 9) == {"share": 1.0}


def test_the_headline_changes_both_ways_and_with_it_the_share_of_its_words() -> None:
    assert [value for value, _ in HEADLINE_CHANGE.tried("", None)] == ["PROPN"]
    assert [value for value, _ in HEADLINE_CHANGE.tried("ADJ PROPN", None)] == [""]
    assert HEADLINE_CHANGE.also({"in_title": 0.0}, "headline", "PROPN") == {"in_title": 1.0}
    assert HEADLINE_CHANGE.also({}, "headline", "PROPN") == {}


@pytest.mark.parametrize("change", [HEADLINE_CHANGE, HEADLINE_WORDS_CHANGE])
def test_a_word_in_the_headline_takes_a_headline(change: Change) -> None:
    assert change.also({"has_headline": 0}, "headline_words", "PROPN") == {"has_headline": 1}


def test_without_its_only_mention_an_entity_has_no_share() -> None:
    row = {"named": 0, "nominal": 1, "pronominal": 0, "share": 1.0}
    change = mentions_change("description", "descriptions", least=0)
    assert change.also(row, "nominal", 0) == {"share": 0.0}
    assert change.also(row | {"share": 0.5}, "nominal", 2) == {"share": round(2 / 3, 6)}
