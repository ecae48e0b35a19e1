"""What recurs in a corpus is kept by the tokenizer, and the rest is forgotten."""

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from salience.components import recurring_words
from salience.components.recurring_words import keep_recurring

TEXTS = ["Trams don't run in Oslo (on Sundays).", "They don't run in Bergen (on Sundays)."]


@pytest.fixture
def nlp() -> Language:
    return spacy.blank("en")


def words(nlp: Language) -> list[list[str]]:
    with nlp.memory_zone():
        return [[token.text for token in nlp(text)] for text in TEXTS]


def test_words_are_the_same_with_and_without(nlp: Language):
    before = words(nlp)
    keep_recurring(nlp, TEXTS)
    assert words(nlp) == before
    assert "Sundays" in nlp.vocab
    assert "Bergen" not in nlp.vocab


def test_what_recurs_in_a_later_call_is_kept(nlp: Language):
    for text in TEXTS:
        keep_recurring(nlp, [text])
    assert "Sundays" in nlp.vocab


def test_no_more_is_kept_than_the_limit(nlp: Language, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recurring_words, "MOST", 3)
    keep_recurring(nlp, ["a1 b2 c3", "a1 b2 c3"])
    keep_recurring(nlp, ["d4", "d4"])
    assert ["b2" in nlp.vocab.strings, "d4" in nlp.vocab.strings] == [True, False]


def test_long_runs_are_not_kept(nlp: Language):
    keep_recurring(nlp, ["x" * 1000] * 2)
    assert "x" * 1000 not in nlp.vocab.strings


def test_within_a_memory_zone_nothing_is_kept(nlp: Language):
    with nlp.memory_zone():
        keep_recurring(nlp, TEXTS)
    assert "Sundays" not in nlp.vocab.strings


def test_a_tokenizer_of_another_kind_is_left_alone(nlp: Language):
    asked = []
    nlp.tokenizer = lambda text: asked.append(text) or Doc(nlp.vocab)
    keep_recurring(nlp, TEXTS)
    assert asked == []
