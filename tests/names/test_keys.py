"""Sequences are found where they are, and what is kept of names has a bound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from salience.names.index import parts_of
from salience.names.keys import Sequences, cached_name


def test_what_is_kept_of_names_does_not_grow_with_the_corpus() -> None:
    most = 1 << 16
    for i in range(most + 9):
        cached_name(f"Lee{i}", "PER")
    assert cached_name.cache_info().currsize == most


_KEYS = st.lists(st.sampled_from("ab"), max_size=24).map(tuple)


@given(_KEYS, _KEYS)
def test_sequences_stand_where_they_are(text: tuple[str, ...], key: tuple[str, ...]) -> None:
    n = len(key)
    expected = [(i, i + n) for i in range(len(text) - n + 1) if n and text[i : i + n] == key]
    assert list(Sequences(text).places(key)) == expected
    assert (len(key) > 1 and bool(expected)) == (key in parts_of(text))
