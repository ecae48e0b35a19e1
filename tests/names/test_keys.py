"""Sequences are found where they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from salience.names.index import parts_of
from salience.names.keys import Sequences

_KEYS = st.lists(st.sampled_from("ab"), max_size=24).map(tuple)


@given(_KEYS, _KEYS)
def test_sequences_stand_where_they_are(text: tuple[str, ...], key: tuple[str, ...]) -> None:
    n = len(key)
    expected = [(i, i + n) for i in range(len(text) - n + 1) if n and text[i : i + n] == key]
    assert list(Sequences(text).places(key)) == expected
    assert (len(key) > 1 and bool(expected)) == (key in parts_of(text))
