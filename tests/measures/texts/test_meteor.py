"""METEOR with each of its stages, and against nltk where both align alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.meteor_score import single_meteor_score

from salience.errors import MisuseError
from salience.measures.texts.measure import Settings
from salience.measures.texts.scoring import score_texts


@settings(max_examples=30, deadline=None)
@given(st.permutations("abcdef"), st.permutations("abcdxy"), st.integers(1, 6))
def test_texts_without_a_word_twice_score_as_in_nltk(a: list, b: list, n: int) -> None:
    """Then there is one mapping, so that nltk, which does not look at crossings, has it too."""

    class NoWordNet:
        @staticmethod
        def synsets(word: str) -> list:
            return []

    expected = single_meteor_score(b, a[:n], wordnet=NoWordNet())
    found = score_texts("meteor", [" ".join(a[:n])], [[" ".join(b)]])
    assert found.value == pytest.approx(expected)


def test_synonyms_with_wordnet(tmp_path: Path) -> None:
    for part in ("noun", "verb", "adj", "adv"):
        lines = "car n 1 0 1 0 00000001\nauto n 1 0 1 0 00000001\n" if part == "noun" else ""
        (tmp_path / f"index.{part}").write_text(lines)
    how = Settings(wordnet=tmp_path)
    found = score_texts("meteor", ["red cars"], [["red auto"]], how)
    assert found.value == 1 - 0.5 / 8
    assert score_texts("meteor", ["red cars"], [["red auto"]]).value < 0.5
    bases = Settings(wordnet=tmp_path, stages=("exact", "base"))
    assert score_texts("meteor", ["cars"], [["car"]], bases).value == 0.5
    assert "stages=exact+base" in score_texts("meteor", ["cars"], [["car"]], bases).signature


def test_stages_that_need_wordnet_say_so() -> None:
    with pytest.raises(MisuseError, match="wordnet-base"):
        score_texts("meteor", ["a"], [["a"]], Settings(stages=("exact", "synonym")))
    with pytest.raises(MisuseError, match="a weight for each of its stages"):
        score_texts("meteor", ["a"], [["a"]], Settings(weights=(1.0,)))


def test_a_corpus_is_scored_from_added_counts() -> None:
    """Section 2.2: aggregate precision, recall and penalty, and not the mean of the documents."""
    found = score_texts("meteor", ["a b", "c"], [["a b"], ["d"]])
    assert found.scores["precision"] == found.scores["recall"] == pytest.approx(2 / 3)
    assert found.scores["penalty"] == 0.5 / 8
