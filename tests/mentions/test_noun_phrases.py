"""Noun phrases and names in a tree: their extents, heads and titles."""

from itertools import product

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns
from salience.mentions.noun_phrases import PhraseTree

VOCAB = Vocab()


@pytest.mark.parametrize("scheme", ["ud", "clear"])
@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("John Boehner Jr.", "Boehner"),
        ("John Boehner , Ph.D.", "Boehner"),
        ("Henry Ford II", "Ford"),
        ("Lee , A. B.", "Lee"),
        ("Acme Widget Inc.", "Widget"),
        ("Jr.", "Jr."),
        ("Ann", "Ann"),
    ],
)
def test_the_head_of_a_name_is_its_last_word_before_suffixes(scheme, text, head):
    words = text.split()
    last = 0 if scheme == "ud" else len(words) - 1
    deps = ["flat" if scheme == "ud" else "compound"] * len(words)
    deps[last] = "ROOT"
    pos = ["PUNCT" if word == "," else "PROPN" for word in words]
    doc = Doc(VOCAB, words=words, pos=pos, deps=deps, heads=[last] * len(words))
    assert doc[PhraseTree(DocColumns(doc)).name_head(0, len(words), last)].text == head


def in_a_cycle(heads, i):
    for _ in heads:
        i = heads[i]
    return heads[i] != i


FORESTS = [
    heads
    for heads in product(range(4), repeat=4)
    if not any(in_a_cycle(heads, i) for i in range(4))
]


@pytest.mark.parametrize("heads", FORESTS)
def test_hanging_a_title_on_a_name_makes_no_cycle(heads):
    words = ["Mayor", "Ann", "Lee", "left"]
    pos = ["PROPN", "PROPN", "PROPN", "VERB"]
    doc = Doc(VOCAB, words=words, pos=pos, deps=["nsubj"] * 4, heads=list(heads))
    doc.ents = [Span(doc, 1, 3, "PER")]
    assert not any(in_a_cycle(PhraseTree(DocColumns(doc)).heads, i) for i in range(4))


@pytest.mark.parametrize("label", ["nsubj", "ROOT"])
def test_a_title_hangs_on_the_name_after_it(label):
    # Parsers give a rare title the relation of the name, or make it a sentence of its own.
    words, pos = ["Mayor", "Ann", "Lee", "left"], ["PROPN", "PROPN", "PROPN", "VERB"]
    heads = [3 if label == "nsubj" else 0, 3, 1, 3]
    doc = Doc(VOCAB, words=words, pos=pos, heads=heads, deps=[label, "nsubj", "flat", "ROOT"])
    doc.ents = [Span(doc, 1, 3, "PER")]
    tree = PhraseTree(DocColumns(doc))
    assert (tree.heads[0], tree.dep[0], tree.left[1]) == (1, "nmod:desc", 0)
    assert [token.head.i for token in doc] == heads


@pytest.mark.parametrize(
    ("deps", "heads"),
    [
        ("det ROOT case nmod cc conj", [1, 1, 3, 1, 5, 1]),
        ("det ROOT prep pobj cc conj", [1, 1, 1, 2, 1, 1]),
    ],
)
def test_a_phrase_has_its_extent_without_and_with_coordination(deps, heads):
    words = ["the", "mayor", "of", "Oslo", "and", "friends"]
    pos = ["DET", "NOUN", "ADP", "PROPN", "CCONJ", "NOUN"]
    doc = Doc(VOCAB, words=words, pos=pos, heads=heads, deps=deps.split())
    tree = PhraseTree(DocColumns(doc))
    assert (tree.left[1], tree.right[1], tree.wide[1]) == (0, 3, 5)
