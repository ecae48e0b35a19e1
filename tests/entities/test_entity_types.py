"""Types of entities: what outweighs what."""

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience.entities import entity_types
from salience.entities.entity_types import TYPES, entity_type, type_evidence
from salience.errors import ResourceError
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention

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
        pytest.param(
            *("Hillfield Hospital", 0, 2, "LOC", "ORG"),
            marks=pytest.mark.xfail(reason="the recogniser outweighs a hospital's last word"),
        ),
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
    ],
)
def test_words_and_neighbours_decide_with_the_recogniser(text, start, end, said, expected):
    assert entity_type(doc_of(text), [name(start, end, said)]) == expected


def test_all_mentions_are_heard():
    columns = doc_of("Farside/PROPN told/VERB Farside/PROPN he/PRON")
    he = TokenMention(3, 4, 3, 3, "pronominal")
    evidence = type_evidence(columns, [name(0, 1, "LOC"), name(2, 3, "PER"), he])
    assert evidence["said:LOC"] == evidence["said:PER"] == 0.5
    assert evidence["pronoun:he"] == 1
    assert entity_type(columns, [name(0, 1, "LOC"), name(2, 3, "PER"), he]) == "PER"


def test_every_weight_is_for_a_piece_of_evidence_and_all_types():
    assert all(len(row) == len(TYPES) for row in entity_types._weights().values())
    assert {f"said:{kind}" for kind in TYPES} <= set(entity_types._weights())


def test_weights_that_are_damaged_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(entity_types, "resource_dir", lambda: tmp_path)
    entity_types._weights.cache_clear()
    with pytest.raises(ResourceError, match="the weights of types can't be read"):
        entity_type(doc_of("Oslo"), [name(0, 1)])
    monkeypatch.undo()
    entity_types._weights.cache_clear()
