"""Dates, times, amounts and measures are found in plain text, and numbers in names are not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.values import find_values
from tests.support.builders import cases


@pytest.mark.parametrize("case", cases("values"), ids=lambda case: case["note"])
def test_golden_cases(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [[text[value.start : value.end], value.type] for value in find_values(text)]
    assert found == case["values"]


PIECES = st.from_regex(
    "1|12|1987|[,.:–-]|the|a|last|May|Monday|p.m.|UTC|US[$]|[€%]|km|million|percent|week|ago",
    fullmatch=True,
)


@given(st.lists(PIECES, max_size=30), st.sampled_from(["", " ", "\n"]))
def test_values_are_in_order_apart_and_without_space_at_their_ends(words, space) -> None:
    text, end = space.join(words), 0
    for value in find_values(text):
        assert end <= value.start < value.end and not re.search(
            r"^\s|\n|\s$", text[slice(*value[1:])]
        )
        end = value.end


@pytest.mark.parametrize(
    "piece", ["1", "1 ", "1,111", "1 to ", "$", "the ", "last late ", "12 May, "]
)
def test_the_time_grows_with_the_length(piece: str) -> None:
    """A backtracking expression would not end here."""
    assert sum(1 for _ in find_values(piece * (50_000 // len(piece)))) < 50_000
