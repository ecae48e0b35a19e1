"""Extracts measured by links between sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.measures.people.linked_extracts import (
    count_links,
    weighted_scores,
)

links = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=12)


@given(st.sets(st.integers(0, 5)), st.lists(links, min_size=1, max_size=3))
def test_scores_are_sums_over_links(
    extract: set[int], annotators: list[list[tuple[int, int]]]
) -> None:
    found = weighted_scores(count_links(extract, annotators).total())
    said = [set(some) for some in annotators]
    inside = sum(len([1 for s, _ in some if s in extract]) for some in said)
    assert found["recall"] == pytest.approx(inside / max(1, sum(map(len, said))))
    assert found["precision"] == pytest.approx(inside / max(1, len(extract) * len(said)))
    everything = weighted_scores(count_links(range(6), annotators).total())
    assert everything["recall"] == (1 if any(said) else 0)


def test_a_sentence_with_more_links_is_worth_more() -> None:
    gold = [[(0, 0), (0, 1), (1, 1)], [(0, 0)]]
    first, second = (weighted_scores(count_links([s], gold).total()) for s in (0, 1))
    assert first["precision"] == 1.5 and second["precision"] == 0.5
    assert first["f1"] > second["f1"]


def test_counts_of_documents_add_up() -> None:
    one, two = count_links([0], [[(0, 0)]]), count_links([1], [[(0, 0)]])
    assert weighted_scores((one + two).total())["recall"] == 0.5
    with pytest.raises(ValueError, match="nobody linked"):
        count_links([0], [])
