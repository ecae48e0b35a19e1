"""The vectors are those that spaCy has for the same words."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from spacy.strings import hash_string
from spacy.vocab import Vocab

from salience.features.word_vectors import PIPELINE, key_of, shipped_vectors
from salience.resources import model_path

WORDS = ["election", "Oslo", "the", "U.S.", "naïve", "qzxv", "", "mayor"]


@given(st.text())
@example("a" * 100)
def test_keys_are_those_of_spacy(word: str) -> None:
    if word:  # spaCy gives 0 to the empty string, which is no word
        try:
            expected = hash_string(word)
        except UnicodeEncodeError:  # an unpaired surrogate
            return
        assert key_of(word) == expected


def test_vectors_are_those_of_the_pipeline() -> None:
    vocab = Vocab().from_disk(model_path(PIPELINE) / "vocab")
    found = shipped_vectors().of_words(WORDS)
    for word, vector in zip(WORDS, found, strict=True):
        expected = vocab.get_vector(word) if word and vocab.has_vector(word) else np.zeros(64)
        length = np.linalg.norm(expected)
        np.testing.assert_allclose(vector, expected / (length or 1), atol=1e-6)
    assert found[0].any() and not found[WORDS.index("qzxv")].any()
    assert shipped_vectors().of_words([]).shape == (0, 64)


def test_a_surrogate_is_a_word_without_a_vector() -> None:
    assert not shipped_vectors().of_words(["\ud800"]).any()
