"""The component `salience_sentences`: the sentences of plain text, on a Doc."""

import json
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

import salience.components.sentence_splitter  # noqa: F401, registers the component
from salience import load_pipeline
from salience.sentences import split

CASES = Path(__file__).parents[1] / "cases/sentences.jsonl"
TEXTS = [json.loads(line)["text"] for line in CASES.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("salience_sentences")
    return nlp


def spans(doc):
    words = [[token for token in sent if not token.is_space] for sent in doc.sents]
    return [(w[0].idx, w[-1].idx + len(w[-1])) for w in words if w]


def test_a_doc_has_the_sentences_of_its_text(nlp):
    text = "\n\n".join(TEXTS)
    assert spans(nlp(text)) == split(text)


def test_batches_give_what_single_texts_give(nlp):
    together = [spans(doc) for doc in nlp.pipe(TEXTS, batch_size=7)]
    assert together == [spans(nlp(text)) for text in TEXTS] == [split(text) for text in TEXTS]


@given(text=st.text(alphabet='aA.?!"() \n\t\u2028\xa05', max_size=60))
@settings(max_examples=100)
def test_every_token_is_set(nlp, text):
    doc = nlp(text)
    assert doc.has_annotation("SENT_START") or len(doc) == 0
    assert spans(doc) == split(text)


def test_what_was_set_before_stays(nlp):
    doc = nlp.make_doc("Ada Byrne left. He slept.")
    doc[1].is_sent_start = True
    assert [s.text for s in nlp.get_pipe("salience_sentences")(doc).sents] == [
        "Ada",
        "Byrne left.",
        "He slept.",
    ]


def test_a_saved_pipeline_has_its_model(nlp, tmp_path):
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")
    text = TEXTS[0]
    assert spans(again(text)) == spans(nlp(text))
    other = spacy.blank("en")
    other.add_pipe("salience_sentences")
    assert spans(other.from_bytes(nlp.to_bytes())(text)) == spans(nlp(text))


def test_the_parser_keeps_to_given_sentences():
    nlp = load_pipeline(coref="none")
    nlp.add_pipe("salience_sentences", before="senter")
    text = "i met Ada Byrne. she lives in the U.S. Navy base near St. Louis. It is large.\nA title"
    doc = nlp(text)
    assert spans(doc) == split(text)
    assert all(token.head.sent == token.sent for token in doc if not token.is_space)
