"""Cleaned text keeps every place."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from salience.text.cleaning import clean_text

ENGLISH = spacy.blank("en")


@given(st.text(st.characters(codec=None), max_size=30))
def test_clean_text_keeps_every_place_and_all_that_can_be_read(text):
    clean = clean_text(text)
    assert len(clean) == len(text)
    assert clean_text(clean) == clean
    for old, new in zip(text, clean, strict=True):
        surrogate, control = "\ud800" <= old <= "\udfff", old in CONTROL
        expected = {"\ufffd"} if surrogate else {" "} if control else {old}
        assert new in (expected | {" "} if old in UNSEEN else expected)
    assert ENGLISH(clean).text == clean


CONTROL = {chr(i) for i in (*range(32), *range(127, 160))} - set("\t\n\r")
HIDDEN = (0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A))
UNSEEN = {chr(i) for i in (*HIDDEN, 0xFEFF)}


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("\ufeffAnn\u200d Moor\u200d's \u200bhat\u200b\u200b.", " Ann  Moor 's  hat  ."),
        ("half\u00adway and half\u200b\u200bway", "half\u00adway and half\u200b\u200bway"),
    ],
)
def test_what_nobody_sees_is_a_space_beside_words_and_stays_inside(text, clean):
    assert clean_text(text) == clean
