"""What functions of words remember has a bound, in number and in length."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from salience.language import ENGLISH
from salience.language.folding import folded
from salience.language.remembering import LONGEST, remembers
from salience.mentions.mention_attributes import of_noun
from salience.names.keys import words
from salience.names.proper_names import Name


def test_so_many_results_are_remembered_and_none_of_a_long_text() -> None:
    asked: list[str] = []

    @remembers(3)
    def note(text: str) -> None:
        asked.append(text)

    for text in ("a", "b", "c", "a", "d", "b"):
        note(text)
    assert asked == ["a", "b", "c", "d", "b"]  # the one that was not asked for the longest is gone
    for n in (LONGEST, LONGEST, LONGEST + 1, LONGEST + 1):
        note("x" * n)
    assert [len(text) for text in asked[5:]] == [LONGEST, LONGEST + 1, LONGEST + 1]


@pytest.mark.parametrize(
    "function",
    [
        folded,
        ENGLISH.is_role,
        words,
        lambda word: of_noun(word, 1, ENGLISH),
        lambda word: Name((word,)).letters,
    ],
)
def test_gigantic_words_are_not_kept(function: Callable[[str], Any]) -> None:
    word = "é" * 100_000
    before = sys.getrefcount(word)
    function(word)
    assert sys.getrefcount(word) == before
