"""Cleaned text keeps every place."""

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
        assert new == ("\ufffd" if surrogate else " " if control else old)
    assert ENGLISH(clean).text == clean


CONTROL = {chr(i) for i in (*range(32), *range(127, 160))} - set("\t\n\r")
