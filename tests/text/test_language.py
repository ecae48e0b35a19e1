"""Texts that are not English are told by their letters and words."""

from collections import Counter

import pytest
import spacy

from salience.text.language import language_warning
from tests.support.builders import cases

ENGLISH = spacy.blank("en")


@pytest.mark.parametrize("case", cases("language"), ids=lambda case: case["note"])
def test_a_text_that_is_not_english_has_a_warning(case):
    words = [token.text for token in ENGLISH(case["text"])]
    warnings = language_warning(words, Counter(map(str.lower, words)))
    assert bool(warnings) == case["warns"]
    assert all(w.startswith("the text does not look like English: only ") for w in warnings)


def test_nothing_is_said_of_no_text():
    assert language_warning([], {}) == ()
