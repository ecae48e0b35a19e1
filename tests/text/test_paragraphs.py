"""Where paragraphs begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.paragraphs import paragraph_starts


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("One.\nStill one.\n\nTwo.", ["One.", "Two."]),
        ("One.\r\n\r\nTwo.", ["One.", "Two."]),
        ("One.\n \t\n\n  Two.\n\n", ["One.", "Two."]),
        ("\n\nOne.\nTwo.", ["One.", "Two."]),
        ("One. Still one.", ["One."]),
        (" \n ", []),
        ("", []),
    ],
)
def test_paragraphs(text: str, paragraphs: list[str]) -> None:
    starts = paragraph_starts(text)
    assert [text[start : start + 4] for start in starts] == [p[:4] for p in paragraphs]


@given(st.text(st.sampled_from("ab \n\r\u2028"), max_size=30), st.integers(0, 10))
def test_every_paragraph_begins_with_a_word_after_whitespace(text: str, body: int) -> None:
    body = min(body, len(text))
    starts = paragraph_starts(text, body)
    assert starts == sorted(set(starts))
    for start in starts:
        assert start >= body and not text[start].isspace()
        assert start == body or text[start - 1].isspace()
    assert bool(starts) == bool(text[body:].strip())
