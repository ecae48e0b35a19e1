"""What stays of a sentence reads as one."""

from __future__ import annotations

from dataclasses import replace

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.surface import surface
from salience.pipeline.word_texts import words_of

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")

CASES = [
    # The sentence, with what goes in braces, and what is left.
    ("{Yesterday,} it rained.", "It rained."),
    ("{Yesterday}, it rained.", "It rained."),
    ("Ann{, who sang,} left.", "Ann left."),
    ("Ann{, who sang}, left.", "Ann, left."),
    ("Ann, {who sang,} left{.}", "Ann, left."),
    ("He said ({twice}) that (it) rained.", "He said that (it) rained."),
    ("The U.S. {government} can't {really} leave!", "The U.S. can't leave!"),
    ("{Then} iPhone sales fell.", "iPhone sales fell."),
    ("{then} he left", "he left"),
    ("It rained , {they say ,} and snowed .", "It rained, and snowed."),
    ("Prices rose {by} 5{ percent} % {again} - sharply -.", "Prices rose 5% - sharply."),
    ('"It {really} rained," {he} said Ann.', '"It rained," said Ann.'),
    # Capitals and marks at the end, where quotation marks stand.
    ('"{I was} studying," he said.', '"Studying," he said.'),
    ("“{I was} studying,” he said.", "“Studying,” he said."),
    ("{“She} had left,” he said.", "Had left, he said."),
    ("We had to read{ her.}”", "We had to read.”"),
    ("He left{, so I would not be surprised.}”", "He left.”"),
    ("He left (twice){.}", "He left (twice)."),
    # Quotation marks and brackets by halves; those that another sentence closes stay.
    ("{“}We had no drawing,” said Ann.", "We had no drawing, said Ann."),
    ("He asked for {“}a place”.", "He asked for a place."),
    ("It rained (in {Oslo) on} May.", "It rained in May."),
    ('Ann said "it {rained" and} left.', "Ann said it left."),
    ("“It {really} rained.", "“It rained."),
    ("{‘}It rained,’ said Ann.", "It rained, said Ann."),
    ("She said ‘{no}’ twice.", "She said twice."),
    ("{It rained,}” he said.", "He said."),
    ('" It {really} rained , " he {often} said .', '" It rained, " he said.'),
    ("The town{ council}'s park is n't {very} big.", "The town's park is n't big."),
]


@pytest.mark.parametrize(("marked", "left"), CASES)
def test_sentences(marked: str, left: str) -> None:
    text, gone, inside = "", [], False
    for character in marked:
        if character in "{}":
            inside = character == "{"
            continue
        gone.append(inside)
        text += character
    words = words_of(NLP(text))
    kept = [i for i, (start, _) in enumerate(words.spans) if not gone[start]]
    assert surface(text, words, kept) == left


def test_a_possessive_closes_no_quotation() -> None:
    text = "‘The towns ’ park ’ closed"
    words = words_of(NLP(text))
    tags = tuple("PART" if i == 3 else "NOUN" for i in range(len(words)))
    kept = [i for i in range(len(words)) if words.texts[i] != "‘"]
    assert surface(text, replace(words, tags=tags), kept) == "The towns ’ park closed"


@given(st.text("aB ,.-(\"'%é\n", max_size=20), st.data())
def test_any_words_may_stay(text: str, data: st.DataObject) -> None:
    words = words_of(NLP(text))
    kept = sorted(data.draw(st.sets(st.integers(0, len(words) - 1)) if len(words) else st.just(())))
    found = surface(text, words, kept)
    assert "\n" not in found and found == found.strip() and "  " not in found
    letters = [c for i in kept for c in words.texts[i].lower() if c.isalpha()]
    assert [c for c in found.lower() if c.isalpha()] == letters
