"""Types of entities: what outweighs what."""

import numpy as np
import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience import resources
from salience.components.ner import TYPE_SHARES
from salience.entities import entity_types
from salience.entities.entity_types import entity_type, type_evidence
from salience.errors import ResourceError
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.types import COARSE_TYPES

VOCAB = Vocab()


def doc_of(text):
    pairs = [token.split("/") for token in text.split()]
    words, tags = [p[0] for p in pairs], [p[1] if len(p) > 1 else "PROPN" for p in pairs]
    return DocColumns(
        Doc(
            VOCAB,
            words=words,
            pos=tags,
            lemmas=[w.lower() for w in words],
            deps=["dep"] * len(words),
        )
    )


def name(start, end, type_=""):
    return TokenMention(start, end, end - 1, end - 1, "named", type_, (start, end))


@pytest.mark.parametrize(
    ("text", "start", "end", "said", "expected"),
    [
        ("Hillfield Hospital", 0, 2, "LOC", "ORG"),
        ("Museum of/ADP Hillfield", 0, 3, "LOC", "ORG"),
        ("Museum Street", 0, 2, "LOC", "LOC"),
        ("Hospital", 0, 1, "LOC", "LOC"),
        ("Norwegians", 0, 1, "MISC", "MISC"),
        ("Hillfield Hospital", 0, 2, "", "ORG"),
        ("Windsor County", 0, 2, "", "LOC"),
        ("Second Barley War", 0, 3, "", "MISC"),
        ("Ann Moe", 0, 2, "", "PER"),
        ("President/PROPN Moe", 1, 2, "", "PER"),
        ("in/ADP Norway", 1, 2, "", "LOC"),
        ("Hurricane Nils", 0, 2, "", "MISC"),
        ("Farside Records", 0, 2, "", "ORG"),
        ("COVID-19", 0, 1, "ORG", "MISC"),
        ("Treaty of/ADP Oslo", 0, 3, "", "MISC"),
        ("Hillfield", 0, 1, "LOC", "LOC"),  # the recogniser alone
        ("Farside", 0, 1, "ORG", "ORG"),
        ("Rosalind", 0, 1, "PER", "PER"),
        ("Farside Nights", 0, 2, "MISC", "MISC"),
        ("Farside Division", 0, 2, "PER", "ORG"),
        ("Ann Division", 0, 2, "PER", "PER"),
    ],
)
def test_words_and_neighbours_decide_with_the_recogniser(text, start, end, said, expected):
    assert entity_type(doc_of(text), [name(start, end, said)]) == expected


@pytest.mark.parametrize(("last", "expected"), [("A.", "ORG"), ("K.", "PER")])
def test_the_legal_form_of_a_firm_is_read_across_its_dots(last, expected):
    words, spaces = ["Tessera", "Velk", "S.p", ".", last], [True, True, False, False, False]
    doc = Doc(VOCAB, words=words, spaces=spaces, pos=["PROPN"] * 5, deps=["dep"] * 5)
    assert entity_type(DocColumns(doc), [name(0, 5, "PER")]) == expected


def test_what_begins_with_its_kind_is_no_person_unless_a_pronoun_says_so():
    columns = with_shares(doc_of("Storm/PROPN Tarnley/PROPN she/PRON"), {"PER": 0.99})
    she = TokenMention(2, 3, 2, 2, "pronominal")
    assert entity_type(columns, [name(0, 2, "PER")]) == "MISC"
    assert entity_type(columns, [name(0, 2, "PER"), she]) == "PER"


def test_all_mentions_are_heard():
    columns = doc_of("Farside/PROPN told/VERB Farside/PROPN he/PRON")
    he = TokenMention(3, 4, 3, 3, "pronominal")
    evidence = type_evidence(columns, [name(0, 1, "LOC"), name(2, 3, "PER"), he])
    assert evidence["likely:LOC"] == evidence["likely:PER"] > evidence["likely:ORG"]
    assert evidence["pronoun:he"] == 1
    assert entity_type(columns, [name(0, 1, "LOC"), name(2, 3, "PER"), he]) == "PER"


def test_every_weight_is_for_a_piece_of_evidence_and_all_types():
    weights = entity_types._weights("names/type_weights.json")
    assert all(len(row) == len(COARSE_TYPES) for row in weights.values())
    assert {f"likely:{kind}" for kind in COARSE_TYPES} <= set(weights)


def with_shares(columns_of, shares):
    """The columns of a text whose recogniser holds these types likely for every word."""
    words = columns_of.text
    doc = Doc(VOCAB, words=words, pos=columns_of.pos, deps=["dep"] * len(words))
    doc.user_data[TYPE_SHARES] = {
        kind: np.full(len(words), share, "f") for kind, share in shares.items()
    }
    return DocColumns(doc)


def test_a_recogniser_in_doubt_is_outweighed_and_one_that_is_sure_is_not():
    council = doc_of("Hillfield Council")
    doubt = with_shares(council, {"LOC": 0.5, "ORG": 0.4})
    sure = with_shares(council, {"LOC": 0.99, "ORG": 0.001})
    assert entity_type(doubt, [name(0, 2, "LOC")]) == "ORG"
    assert entity_type(sure, [name(0, 2, "LOC")]) == "LOC"


def test_what_the_recogniser_held_likely_counts_where_it_found_no_name():
    word = doc_of("Skarvet")
    assert entity_type(with_shares(word, {"PER": 0.3, "LOC": 0.01}), [name(0, 1)]) == "PER"
    assert entity_type(with_shares(word, {"PER": 0.01, "LOC": 0.3}), [name(0, 1)]) == "LOC"


def test_labels_of_other_schemes_are_summed_by_type():
    columns = with_shares(doc_of("Oslo"), {"GPE": 0.3, "FAC": 0.2, "PERSON": 0.1, "DATE": 0.4})
    assert columns.type_shares(0, 1) == pytest.approx({"LOC": 0.5, "PER": 0.1})


def test_names_in_a_row_tell_of_each_other():
    doc = Doc(
        VOCAB,
        words=["Oslo", "and", "Skarvet"],
        pos=["PROPN", "CCONJ", "PROPN"],
        heads=[0, 2, 0],
        deps=["ROOT", "cc", "conj"],
        ents=["B-LOC", "O", "O"],
    )
    columns = DocColumns(doc)
    oslo, skarvet = TokenMention(0, 1, 0, 0, "named", "LOC", (0, 1)), name(2, 3)
    assert type_evidence(columns, [skarvet])["with:LOC"] == 1
    assert entity_type(columns, [skarvet]) == "LOC"
    assert not any(e.startswith("with:") for e in type_evidence(columns, [oslo, skarvet]))


def test_weights_that_are_damaged_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "resource_dir", lambda: tmp_path)
    entity_types._weights.cache_clear()
    with pytest.raises(ResourceError, match="the weights of types can't be read"):
        entity_type(doc_of("Oslo"), [name(0, 1)])
    monkeypatch.undo()
    entity_types._weights.cache_clear()
