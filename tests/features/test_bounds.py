"""Counts fall into buckets by their logarithm, and features of bounds can be told apart."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.features.bounds import at_least, at_most, bucket, family


@given(st.integers(0, 10**6), st.integers(1, 100))
def test_the_bucket_is_the_nearest_whole_number_to_the_logarithm(x: int, k: int) -> None:
    exact = math.log(k) + math.log1p(x)
    assert abs(bucket(x, k) - exact) <= 0.5 + 1e-9


def test_buckets_never_fall_and_start_at_two() -> None:
    buckets = [bucket(x) for x in range(1000)]
    assert buckets == sorted(buckets)
    assert buckets[0] == 2
    # The first count of each bucket, from e^(n - 1/2) / 10 - 1.
    assert [buckets.index(n) for n in range(2, 10)] == [0, 1, 3, 9, 24, 66, 180, 491]


def test_a_negative_count_has_no_bucket() -> None:
    with pytest.raises(CorpusError, match="a count can't be negative, got -1"):
        bucket(-1)


BOUNDS = st.lists(st.sampled_from([0.01, 0.5, 1, 2, 13]), unique=True)


@given(BOUNDS, st.floats(0, 20))
def test_a_number_has_a_value_for_every_bound_on_its_side(bounds: list[float], x: float) -> None:
    reached, kept = at_least("share", bounds, x), at_most("share", bounds, x)
    assert [float(value.rpartition("=")[2]) for value in reached] == [b for b in bounds if b <= x]
    assert [float(value.rpartition("=")[2]) for value in kept] == [b for b in bounds if b >= x]
    assert {family(value)[0] for value in (*reached, *kept)} <= {"share"}


def test_the_closest_bound_of_a_family_comes_first() -> None:
    rising, falling = at_least("lead=", (1, 2, 3), 5), at_most("order=", (1, 2, 3), 0)
    assert sorted(rising, key=lambda f: family(f)[1]) == ["lead=>=3", "lead=>=2", "lead=>=1"]
    assert sorted(falling, key=lambda f: family(f)[1]) == ["order=<=1", "order=<=2", "order=<=3"]


def test_a_feature_without_a_bound_is_its_own_family() -> None:
    for feature in ("head-lex=>=", "head-lex=a>=b", "type="):
        assert family(feature) == (feature, 0.0)
