"""Quotations are found with their speakers."""

from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns
from salience.mentions.quotations import quotes

VOCAB = Vocab()


def test_quotations_end_with_their_paragraph_and_have_the_speaker_of_their_sentence():
    words = ["“", "Go", ",", "”", "said", "Lee", ".", "“", "Stop", "\n\n", "She", "left", "."]
    doc = Doc(
        VOCAB,
        words=words,
        lemmas=[word.lower().replace("said", "say") for word in words],
        deps=["dep"] * 4 + ["ROOT", "nsubj"] + ["dep"] * 4 + ["nsubj", "ROOT", "punct"],
        heads=[1, 4, 1, 1, 4, 4, 4, 8, 8, 8, 11, 11, 11],
    )
    found = [(q.start, q.end, q.speaker) for q in quotes(DocColumns(doc))]
    assert found == [(1, 3, 5), (8, 9, -1)]
