"""Links, and Pharaoh's way to write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.word_links.links import (
    GoldLinks,
    PhraseLink,
    from_pharaoh,
    to_pharaoh,
    word_links,
)

LINKS = st.frozensets(st.tuples(st.integers(0, 9999), st.integers(0, 9999)))


@given(LINKS)
def test_pharaoh_and_back(links: frozenset) -> None:
    assert from_pharaoh(to_pharaoh(links)) == links


@pytest.mark.parametrize("line", ["1", "a-b", "1-2-3", "-1-2", "1--2", "1-2,3-4", "9" * 99 + "-1"])
def test_what_is_no_link_is_an_error(line: str) -> None:
    with pytest.raises(CorpusError, match="is no link"):
        from_pharaoh(line)


def test_phrases_link_all_pairs() -> None:
    assert word_links([PhraseLink((1, 3), (0, 2)), PhraseLink((2, 3), (1, 2))]) == {
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
    }


def test_sure_links_are_possible() -> None:
    with pytest.raises(ValueError, match="possible"):
        GoldLinks(frozenset({(0, 0)}), frozenset())
