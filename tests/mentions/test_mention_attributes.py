"""What a mention says of its name, type and gender."""

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.language.agreement import ANY_TYPE
from salience.language.agreement import PERSON as PERSON_TYPE
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import attributes_of
from salience.mentions.mention_detection import TokenMention
from tests.support.docs import mentions_of

VOCAB = Vocab()


@pytest.mark.parametrize(
    ("text", "pos", "head", "ent", "expected"),
    [
        ("see the FRENCH HOUSE", "VERB DET ADJ PROPN", 3, None, "french house"),
        ("a Guided Missile Base", "DET VERB PROPN PROPN", 3, None, "guided missile base"),
        ("Many Americans", "ADJ PROPN", 1, None, "many americans"),
        ("the German Chancellor", "DET ADJ PROPN", 2, None, None),
        ("see new Fords", "VERB ADJ PROPN", 2, None, "fords"),
        ("see southern Russia", "VERB ADJ PROPN", 2, (2, 3, "LOC"), "southern russia"),
        ("see rural Montana", "VERB ADJ PROPN", 2, (2, 3, "LOC"), "montana"),
        ("Palace of Forty Doors", "PROPN ADP NUM PROPN", 0, (0, 1, "LOC"), "palace of forty doors"),
        ("Palace of many Doors", "PROPN ADP ADJ PROPN", 0, (0, 1, "LOC"), "palace"),
        ("Vice President Ford", "PROPN PROPN PROPN", 2, (2, 3, "PER"), "vice president | ford"),
        ("Vice President Ford", "NOUN PROPN PROPN", 2, (2, 3, "PER"), "vice president | ford"),
        ("Deputy Prime Minister Lee", "NOUN ADJ NOUN PROPN", 3, (3, 4, "PER"),
         "deputy prime minister | lee"),
        ("coach Lee", "NOUN PROPN", 1, (1, 2, "PER"), "lee"),
        ("Vice Ford", "PROPN PROPN", 1, (1, 2, "PER"), "ford"),
        ("southern Ford", "ADJ PROPN", 1, (1, 2, "PER"), "ford"),
    ],
)  # fmt: skip
def test_the_name_in_a_mention(text, pos, head, ent, expected):
    words = text.split()
    deps = ["dep"] * len(words)
    doc = Doc(VOCAB, words=words, pos=pos.split(), heads=[head] * len(words), deps=deps)
    doc.ents = [Span(doc, *ent)] if ent else []
    mention = TokenMention(0, len(words), head, head, "named", ent[2] if ent else "")
    name = attributes_of(DocColumns(doc), mention).name
    if expected is None:  # a role
        assert name is None
        return
    assert " | ".join(filter(None, (name.title, " ".join(name.words)))) == expected


@pytest.mark.parametrize(
    ("text", "types"),
    [("President of France", PERSON_TYPE), ("Burger King", ANY_TYPE), ("King", PERSON_TYPE)],
)
def test_a_title_before_of_makes_an_untyped_name_a_persons(text, types):
    words = text.split()
    heads = [0, 2, 0] if "of" in words else [len(words) - 1] * len(words)
    deps = ["ROOT", "case", "nmod"] if "of" in words else ["compound"] * (len(words) - 1) + ["ROOT"]
    pos = ["ADP" if word == "of" else "PROPN" for word in words]
    doc = Doc(VOCAB, words=words, pos=pos, deps=deps, heads=heads)
    doc.ents = [Span(doc, 2, 3, "LOC")] if "of" in words else []
    assert attributes_of(DocColumns(doc), mentions_of(doc)[0]).types == types
