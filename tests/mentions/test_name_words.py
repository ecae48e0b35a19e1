from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns
from salience.mentions.name_words import NameWords
from salience.mentions.noun_phrases import PhraseTree


def test_only_before_one_word_of_a_person_a_word_is_a_given_name():
    text = "Mir Hassan won . Mir Hassan ran . Mir slept . Osterby Tom Hale won . "
    text += "Osterby Tom Hale ran . Osterby slept ."
    words = text.split()
    doc = Doc(Vocab(), words=words, pos=["PROPN" if w.istitle() else "X" for w in words])
    people = [
        (i, i + 1 + (w == "Tom"), "PER") for i, w in enumerate(words) if w in ("Hassan", "Tom")
    ]
    doc.ents = [Span(doc, *person) for person in people]
    columns = DocColumns(doc)
    assert NameWords(columns, PhraseTree(columns)).given_names == {"Mir"}
