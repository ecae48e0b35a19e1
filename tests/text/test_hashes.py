"""A text is known again by its letters and digits, and apart from its title."""

from __future__ import annotations

import re
import textwrap
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.hashes import hashes, text_hash

TITLE = "Ada Byrne opens the tram to Bergen"
TEXT = (
    "Ada Byrne opened the new tram on Monday. It goes from Oslo to Bergen in 7 hours, she said, "
    "and \u201cno-one will wait\u201d for the state-owned ferry.\n\nThe mayor of Voss did not "
    "come. Café owners in Voss are glad."
)
SAME = {
    "wrapped": "\n\n".join(textwrap.fill(part, 72) for part in TEXT.split("\n\n")),
    "in lines of Windows": TEXT.replace("\n", "\r\n"),
    "in one line": " ".join(TEXT.split()),
    "indented": textwrap.indent(TEXT, "    "),
    "with straight quotes": TEXT.replace("\u201c", '"').replace("\u201d", '"'),
    "with hyphens that break lines": TEXT.replace("state-owned", "state-\nowned"),
    "with soft hyphens": TEXT.replace("owners", "own\u00aders"),
    "decomposed": unicodedata.normalize("NFD", TEXT),
    "in capitals": TEXT.upper(),
    "with hard spaces": TEXT.replace(" ", "\u00a0"),
}
OTHER = {
    "another number": TEXT.replace("7", "8"),
    "another word": TEXT.replace("did not come", "came"),
    "the same names": "Ada Byrne went from Oslo to Bergen on Monday. Voss saw nothing of her.",
    "the first paragraph": TEXT.split("\n\n")[0],
    "nothing": "",
}


def same(one: str, other: str) -> bool:
    return not set(hashes(one)).isdisjoint(hashes(other))


@pytest.mark.parametrize("name", SAME)
def test_a_text_that_is_read_otherwise_is_the_same(name: str) -> None:
    assert text_hash(SAME[name]) == text_hash(TEXT)
    repeated = f"{textwrap.fill(TITLE, 20)}\n\n{SAME[name]}"
    assert same(text_hash(repeated, TITLE), text_hash(TEXT, TITLE))
    assert same(text_hash(repeated, TITLE), text_hash(f"{TITLE}. {TEXT}"))


@pytest.mark.parametrize("name", OTHER)
def test_another_text_is_another(name: str) -> None:
    assert not same(text_hash(OTHER[name], TITLE), text_hash(TEXT, TITLE))
    repeated = f"{TITLE}\n\n{OTHER[name]}"
    assert not same(text_hash(repeated, TITLE), text_hash(f"{TITLE}\n\n{TEXT}", TITLE))


def test_a_first_line_that_only_looks_like_a_title_does_not_matter() -> None:
    text = f"MEMORANDUM\n\n{TEXT}"
    assert same(text_hash(text, TITLE), text_hash(text, "MEMORANDUM"))
    assert same(text_hash(f"{TITLE}\n\n{text}", TITLE), text_hash(text, "MEMORANDUM"))


@pytest.mark.parametrize("text", ["Rain.", "7", "No comment", "雨が降った。", "!", ""])
def test_a_text_of_a_few_words_has_a_hash(text: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", text_hash(text))
    assert same(text_hash(text), text_hash(f" {text}\n")) and not same(
        text_hash(text), text_hash("x")
    )


@given(st.text(), st.none() | st.text())
def test_any_text_has_one_or_two_hashes(text: str, title: str | None) -> None:
    field = text_hash(text, title)
    assert [f"{number:016x}" for number in hashes(field)] == field.split()
    assert text_hash(text) == field.split()[0]


@pytest.mark.parametrize("field", [None, "", 1.0, float("nan"), "rain", "ab" * 9])
def test_what_is_no_hash_has_no_number(field: object) -> None:
    assert hashes(field) == []
