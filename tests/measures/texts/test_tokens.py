"""Tokenizations: those of the paper's table, and mteval's against sacrebleu."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from salience.errors import MissingExtraError
from salience.measures.texts import tokens
from salience.measures.texts.tokens import SPLITS, Tokenization, marks, sentences
from salience.text.words import Words, plain_words

POWELL = "Powell said: \"We'd not be alone; that's for sure.\""


@pytest.mark.parametrize(
    ("tokenization", "expected"),
    [
        ("spaces", POWELL),
        ("words", "Powell said We d not be alone that s for sure"),
        ("marks", "Powell said : \" We'd not be alone ; that's for sure . \""),
        ("expanded", 'Powell said : " we would not be alone ; that is for sure . "'),
    ],
)
def test_table_1_of_leusch_et_al(tokenization: Tokenization, expected: str) -> None:
    assert " ".join(SPLITS[tokenization](POWELL)) == expected


@given(st.text("ab1 .,-'\"‘’“”$%:;()&/[]{}~!?", max_size=20))
def test_marks_are_those_of_mteval(line: str) -> None:
    if "&" not in line:  # sacrebleu reads entities of HTML too
        assert marks(line) == Tokenizer13a()(line).split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He can't, won't and shan't.", "he can not , will not and shall not ."),
        ("It’s Ann’s; they're gone", "it is ann’s ; they are gone"),
        ("I'm sure you've said she'll go, hadn't you?", None),
        ("'d", "'d"),
    ],
)
def test_contractions(text: str, expected: str | None) -> None:
    [words] = sentences(text, "expanded")
    if expected is None:
        expected = "i am sure you have said she will go , had not you ?"
    assert " ".join(words) == expected


def test_sentences_are_lines_or_those_of_the_parse() -> None:
    assert sentences("One.\n\n ...\nTwo") == [["one"], ["two"]]
    parsed = plain_words("It rained . Ann did n't .", (0, 3))
    assert isinstance(parsed, Words)
    assert sentences(parsed, "spaces") == [["it", "rained", "."], ["ann", "did", "n't", "."]]


def test_a_stemmer_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    tokens._stemmer.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match=r"salience\[measures\]"):
            sentences("some unheardofwordings", stem=True)
    finally:
        tokens._stemmer.cache_clear()
