"""What may be cut from sentences, as the program of the joint model takes it."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from salience.run.word_texts import words_of
from salience.summarization.learned.cuts import _nested, allowed_cuts
from salience.summarization.learned.joint import Cut, Units, shortened
from salience.summarization.sentences import Sentence, sentences_of


@pytest.fixture(scope="module")
def parsed():
    """`It rained.` and `On Friday, she left, and he cried.`, as words and as sentences."""
    rows = [
        ("It", "PRON", "PRP", 1, "nsubj"),
        ("rained", "VERB", "VBD", 1, "ROOT"),
        (".", "PUNCT", ".", 1, "punct"),
        ("On", "ADP", "IN", 4, "case"),
        ("Friday", "PROPN", "NNP", 7, "obl"),
        (",", "PUNCT", ",", 7, "punct"),
        ("she", "PRON", "PRP", 7, "nsubj"),
        ("left", "VERB", "VBD", 7, "ROOT"),
        (",", "PUNCT", ",", 11, "punct"),
        ("and", "CCONJ", "CC", 11, "cc"),
        ("he", "PRON", "PRP", 11, "nsubj"),
        ("cried", "VERB", "VBD", 7, "conj"),
        (".", "PUNCT", ".", 7, "punct"),
    ]
    texts, tags, fine, heads, relations = (list(column) for column in zip(*rows, strict=True))
    spaces = [following not in {",", "."} for following in [*texts[1:], "."]]
    doc = Doc(
        spacy.blank("en").vocab,
        words=texts,
        spaces=spaces,
        tags=fine,
        pos=tags,
        heads=heads,
        deps=relations,
        lemmas=[text.lower() for text in texts],
    )
    words = words_of(doc)
    return words, sentences_of(words, doc.text)


def test_cuts_are_of_the_words_of_each_sentence(parsed) -> None:
    words, sentences = parsed
    none, cuts = allowed_cuts(words, sentences)
    assert none == []
    assert {(cut.kinds, cut.words) for cut in cuts} == {
        (("S-ADJUNCT-PP", "TEMP-PP"), frozenset([0, 1])),
        (("COORD-S",), frozenset([4, 5, 6])),
    }
    assert allowed_cuts(words, sentences[1:]) == [cuts]
    assert shortened(sentences[1], [2, 3]) == "She left."


def test_cuts_are_trees_of_units(parsed) -> None:
    words, sentences = parsed
    units = Units(sentences, allowed_cuts(words, sentences))
    assert [(unit.sentence, unit.parent) for unit in units.units][:2] == [(0, None), (1, None)]
    assert all(unit.parent == 1 for unit in units.units[2:])
    assert sum(unit.length for unit in units.units) == 9


def test_of_cuts_that_overlap_the_longer_is_taken() -> None:
    sentence = Sentence("a b c d e", words=tuple("abcde"), stems=tuple("abcde"))
    kinds = {
        frozenset([0, 1, 2]): ["X"],
        frozenset([2, 3]): ["Y"],
        frozenset([0]): ["Z", "A"],
        frozenset(range(5)): ["whole"],
        frozenset[int](): ["empty"],
    }
    assert _nested(sentence, kinds) == [
        Cut(frozenset([0, 1, 2]), ("X",)),
        Cut(frozenset([0]), ("A", "Z")),
    ]
