"""GRAMSIM and AVLS, on cases that are worked out by hand."""

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
