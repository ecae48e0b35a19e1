"""Keyphrases rank entities, by their words and whatever tool found them."""

from __future__ import annotations

import spacy
from spacy.tokens import Doc

from resources.recipes.salience.keyphrases import (
    entity_score,
    frequent_chunks,
    shares_by_words,
    text_with_headline,
    ud_noun_chunks,
)
from salience.types import Document


def test_an_entity_has_the_best_phrase_that_it_is_in_or_that_is_in_it() -> None:
    shares = shares_by_words({"Mayor BYRNE": 8.0, "byrne": 2.0, "Oslo,": 4.0, "--": 16.0})
    names = ("Ada Byrne", "Byrne", "OSLO", "Os", "Byrne Mayor", "?")
    found = [entity_score(name, shares) for name in names]
    assert found == [0.125, 0.5, 0.25, 0, 0.125, 0]
    assert entity_score("Oslo", shares_by_words({})) == 0


def test_a_headline_that_the_text_repeats_is_read_once() -> None:
    assert text_with_headline(Document("d", "It came.", "Storm")) == "Storm\n\nIt came."
    assert text_with_headline(Document("d", "Storm\n\nIt came.", "Storm")) == "Storm\n\nIt came."


def test_noun_chunks_of_a_ud_tree() -> None:
    tokens = (
        "The/DET/det old/ADJ/amod mayor/NOUN/nsubj of/ADP/case Oslo/PROPN/nmod met/VERB/ROOT "
        "Ada/PROPN/obj Byrne/PROPN/flat and/CCONJ/cc her/PRON/nmod:poss two/NUM/nummod "
        "friends/NOUN/conj ./PUNCT/punct"
    )
    words, pos, deps = (list(x) for x in zip(*(t.split("/") for t in tokens.split()), strict=True))
    heads = [2, 2, 5, 4, 2, 5, 5, 6, 11, 11, 11, 6, 5]
    doc = Doc(spacy.blank("en").vocab, words, pos=pos, deps=deps, heads=heads)
    doc.noun_chunks_iterator = ud_noun_chunks  # type: ignore[attr-defined]
    found = {"old mayor": 1, "oslo": 1, "ada byrne": 1, "two friends": 1}
    assert frequent_chunks(doc) == found
