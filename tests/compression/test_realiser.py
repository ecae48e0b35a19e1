"""What stays of a sentence reads as one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.realiser import realised
from salience.pipeline.word_texts import words_of

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")

CASES = [
    json.loads(line) for line in Path("tests/cases/realised.jsonl").read_text("utf-8").splitlines()
]
"""Sentences, with what goes in braces; what is left; heads, from 1, where they decide."""


@pytest.mark.parametrize("case", CASES, ids=[case["sentence"] for case in CASES])
def test_sentences(case: dict) -> None:
    text, gone, inside = "", [], False
    for character in case["sentence"]:
        if character in "{}":
            inside = character == "{"
            continue
        gone.append(inside)
        text += character
    words = words_of(NLP(text))
    if "heads" in case:
        heads = tuple(h - 1 if h else i for i, h in enumerate(case["heads"]))
        words = replace(words, heads=heads, relations=tuple(case["relations"]))
    kept = [i for i, (start, _) in enumerate(words.spans) if not gone[start]]
    assert realised(text, words, kept) == case["left"]


def test_a_possessive_closes_no_quotation() -> None:
    text = "‘The towns ’ park ’ closed"
    words = words_of(NLP(text))
    tags = tuple("PART" if i == 3 else "NOUN" for i in range(len(words)))
    kept = [i for i in range(len(words)) if words.texts[i] != "‘"]
    assert realised(text, replace(words, tags=tags), kept) == "The towns ’ park closed"


@given(st.text("aB ,.-(\"'%é\n", max_size=20), st.data())
def test_any_words_may_stay(text: str, data: st.DataObject) -> None:
    words = words_of(NLP(text))
    kept = sorted(data.draw(st.sets(st.integers(0, len(words) - 1)) if len(words) else st.just(())))
    found = realised(text, words, kept)
    assert "\n" not in found and found == found.strip() and "  " not in found
    letters = [c for i in kept for c in words.texts[i].lower() if c.isalpha()]
    assert [c for c in found.lower() if c.isalpha()] == letters
