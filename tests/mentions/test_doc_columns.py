"""The columns of a Doc: as the Doc has them, and what follows from them."""

import weakref

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns

VOCAB = Vocab()


def test_columns_are_those_of_the_tokens():
    doc = Doc(
        VOCAB,
        words=["Ann", "saw", "Oslo", ".", "It", "rained"],
        pos=["PROPN", "VERB", "PROPN", "PUNCT", "PRON", "VERB"],
        lemmas=["Ann", "see", "", "", "it", "Rain"],
        heads=[1, 1, 1, 1, 5, 5],
        deps=["nsubj", "ROOT", "dobj", "punct", "nsubj", "ROOT"],
    )
    columns = DocColumns(doc)
    assert len(columns) == len(doc)
    assert columns.text == [token.text for token in doc]
    assert columns.heads == [token.head.i for token in doc]
    assert columns.offsets == [token.idx for token in doc]
    assert columns.lemma == ["ann", "see", "oslo", ".", "it", "rain"]
    assert columns.relation == ["nsubj", "ROOT", "obj", "punct", "nsubj", "ROOT"]
    assert columns.sentence == [0, 0, 0, 0, 1, 1]
    assert [columns.sentence_end(n) for n in (0, 1)] == [4, 6]
    doc[0].pos_ = "X"
    assert columns.pos[0] == "PROPN"


def test_a_doc_without_tokens_has_one_empty_sentence():
    columns = DocColumns(Doc(VOCAB))
    assert (columns.text, columns.sentence, columns.sentence_end(0)) == ([], [], 0)


@pytest.mark.parametrize(
    ("tag", "morph", "plural"),
    [
        ("NNS", "", True),
        ("NNPS", "Number=Sing", True),
        ("NN", "Number=Plur", False),
        ("", "Number=Plur", True),
        ("", "", False),
    ],
)
def test_a_plural_is_told_by_the_tag_else_by_the_morphology(tag, morph, plural):
    doc = Doc(VOCAB, words=["trams"], tags=[tag], morphs=[morph])
    assert DocColumns(doc).plural == [plural]


def test_a_coordinated_word_has_role_and_governor_of_the_first_one():
    doc = Doc(
        VOCAB,
        words=["Ann", "and", "Bo", "met"],
        heads=[3, 2, 0, 3],
        deps=["nsubj:pass", "cc", "conj", "ROOT"],
    )
    columns = DocColumns(doc)
    assert (columns.role[2], columns.governor[2]) == ("nsubj", 3)


def test_a_noun_below_its_preposition_is_governed_by_what_that_hangs_on():
    doc = Doc(VOCAB, words=["left", "for", "Oslo"], heads=[0, 0, 1], deps=["ROOT", "prep", "pobj"])
    columns = DocColumns(doc)
    assert (columns.role[2], columns.governor[2]) == ("obl", 0)


def test_dates_are_entities_and_no_names():
    doc = Doc(VOCAB, words=["Oslo", "in", "May"])
    doc.ents = [Span(doc, 0, 1, "GPE"), Span(doc, 2, 3, "DATE")]
    columns = DocColumns(doc)
    assert list(columns.entity_at) == [0, 2]
    assert list(columns.name_at) == [0]


def test_columns_are_read_again_when_a_component_has_changed_the_doc():
    doc = Doc(VOCAB, words=["Oslo", "in", "May"])
    columns = DocColumns.from_doc(doc)
    assert DocColumns.from_doc(doc) is columns
    doc.ents = [Span(doc, 0, 1, "GPE")]
    assert DocColumns.from_doc(doc).name_at.keys() == {0}
    doc.ents = [Span(doc, 0, 1, "GPE", kb_id="Q585")]
    assert DocColumns.from_doc(doc).entities[0].kb_id == "Q585"


def test_columns_do_not_keep_their_doc():
    doc = Doc(VOCAB, words=["Oslo"])
    columns, gone = DocColumns.from_doc(doc), weakref.ref(doc)
    del doc
    assert gone() is None
    assert columns.lemma == ["oslo"]
