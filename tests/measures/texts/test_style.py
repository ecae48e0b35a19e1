"""GRAMSIM, AVLS and TVM, on cases that are worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from salience.measures.texts.scoring import score_texts
from salience.text.words import Words, plain_words


def tagged(tags: str, sentences: tuple[int, ...] = (0,)) -> Words:
    words = plain_words(" ".join("w" for _ in tags.split()), sentences)
    return replace(words, tags=tuple(tags.split()))


def test_shares_of_tags_are_compared() -> None:
    text, other = tagged("NOUN VERB"), tagged("NOUN NOUN NOUN ADJ")
    expected = 1 / (1 + sqrt(0.25**2 + 0.5**2 + 0.25**2))
    assert score_texts("gramsim", [text], [[other]]).value == pytest.approx(expected)
    assert score_texts("gramsim", [text], [[other, tagged("VERB NOUN VERB NOUN")]]).value == 1


def test_lengths_of_sentences_are_compared() -> None:
    short, long = tagged("X X X X", (0, 2)), tagged("X X X X X", (0,))
    assert score_texts("avls", [short], [[long]]).value == pytest.approx(1 / (1 + 3))
    assert score_texts("avls", [short], [[tagged("X X")]]).value == 1


def worded(text: str) -> Words:
    return plain_words(text, (0,))


def test_shares_of_the_most_frequent_terms_are_compared() -> None:
    text = worded("mayor fire the fire fire")
    people = [worded("mayor mayor bridge"), worded("mayor the dog cat")]
    # Stop words are no terms. Of the topic "mayor" is the most frequent: 1 of 4, 2 of 3, 1 of 3.
    expected = 1 / (1 + abs(1 / 4 - 1 / 3))
    assert score_texts("tvm1", [text], [people]).value == pytest.approx(expected)
    assert score_texts("tvm1", [people[1]], [people]).value == 1
    apart = sqrt((1 / 4 - 1 / 3) ** 2 + 2 * (1 / 3) ** 2)
    assert score_texts("TVM-512", [text], [people]).value == pytest.approx(1 / (1 + apart))


def test_terms_are_those_of_the_own_topic() -> None:
    people = [[worded("mayor mayor fire")], [worded("bridge bridge dog")]]
    found = score_texts("tvm1", [worded("fire"), worded("bridge bridge dog")], people)
    assert found.counts.values[1] == pytest.approx([1 / (1 + 2 / 3), 1])
