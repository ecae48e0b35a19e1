"""The recogniser: sequences of labels, what is unknown, where names may lie. Texts are made up."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from thinc.api import fix_random_seed

from salience.components.ner import (
    allowed_pairs,
    best_sequence,
    biluo_labels,
    join_type_shares,
    type_shares,
)

LABELS = biluo_labels(["X", "Y"])
ALLOWED = allowed_pairs(LABELS)


@given(
    st.integers(1, 4).flatmap(
        lambda n: arrays(np.float32, (n, len(LABELS)), elements=st.integers(-9, 9))
    )
)
def test_the_best_sequence_is_that_of_all_allowed_ones(scores: np.ndarray) -> None:
    def total(labels: tuple[int, ...]) -> float:
        return float(sum(scores[i, label] for i, label in enumerate(labels)))

    def legal(labels: tuple[int, ...]) -> bool:
        pairs = zip((0, *labels), (*labels, 0), strict=True)
        return all(ALLOWED[a, b] for a, b in pairs)

    choices = product(range(len(LABELS)), repeat=len(scores))
    best = max(total(labels) for labels in choices if legal(labels))
    found = tuple(best_sequence(scores, ALLOWED).tolist())
    assert legal(found)
    assert total(found) == pytest.approx(best)


@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        ("O", "B-X", True),
        ("O", "I-X", False),
        ("B-X", "L-X", True),
        ("B-X", "L-Y", False),
        ("B-X", "O", False),
        ("I-X", "B-X", False),
        ("L-X", "U-Y", True),
        ("U-X", "L-X", False),
    ],
)
def test_what_may_follow(before: str, after: str, allowed: bool) -> None:
    assert ALLOWED[LABELS.index(before), LABELS.index(after)] == allowed


TEXTS = {
    "Ann Lee lives in Oslo .": ["B-PER", "L-PER", "O", "O", "U-LOC", "O"],
    "Bob saw New York City .": ["U-PER", "O", "B-LOC", "I-LOC", "L-LOC", "O"],
    "They live in Rome .": ["O", "O", "O", "U-LOC", "O"],
}


def gold(nlp: Language, text: str, labels: list[str]) -> Doc:
    return Doc(nlp.vocab, words=text.split(), ents=biluo_to_iob(labels))


def biluo_to_iob(labels: list[str]) -> list[str]:
    return [label.replace("U-", "B-").replace("L-", "I-") for label in labels]


@pytest.fixture(scope="module")
def nlp() -> Language:
    """A recogniser that has learned three sentences."""
    fix_random_seed(0)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    encoder = {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "pretrained_vectors": None,
        "width": 32,
        "depth": 1,
        "embed_size": 200,
        "window_size": 1,
        "maxout_pieces": 2,
        "subword_features": False,
    }
    model = {"@architectures": "spacy.Tagger.v2", "tok2vec": encoder, "nO": None}
    nlp.add_pipe("salience_names", name="ner", config={"model": model})
    examples = [Example(nlp.make_doc(t), gold(nlp, t, labels)) for t, labels in TEXTS.items()]
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01
    for _ in range(60):
        losses = nlp.update(examples, sgd=optimizer)
    assert losses["ner"] < 1
    return nlp


@pytest.mark.parametrize("text", TEXTS)
def test_names_that_it_learned_come_back(nlp: Language, text: str) -> None:
    doc = nlp(text)
    expected = gold(nlp, text, TEXTS[text])
    assert [(e.text, e.label_) for e in doc.ents] == [(e.text, e.label_) for e in expected.ents]
    assert doc.has_annotation("ENT_IOB")


@pytest.mark.parametrize("text", ["", "\n\n", "Oslo"])
def test_texts_with_hardly_a_word_are_read(nlp: Language, text: str) -> None:
    assert nlp(text).text == text
    assert [doc.text for doc in nlp.pipe([text, "Ann", ""])] == [text, "Ann", ""]


def test_no_name_goes_over_a_sentence_end_or_a_blank(nlp: Language) -> None:
    words = ["Bob", "saw", "New", "York", "City", "."]
    starts = [True, False, False, True, False, False]
    cut = nlp.get_pipe("ner")(Doc(nlp.vocab, words=words, sent_starts=starts))
    blank = nlp(Doc(nlp.vocab, words=["Bob", "saw", "New", "\n\n", "York", "City", "."]))
    assert "Bob" in [ent.text for ent in cut.ents]
    assert all(ent.start >= 3 or ent.end <= 3 for ent in cut.ents)
    assert "Bob" in [ent.text for ent in blank.ents]
    assert not any("\n" in ent.text for ent in blank.ents)


def test_names_that_are_there_stay(nlp: Language) -> None:
    doc = nlp.make_doc("Bob saw New York City .")
    doc.ents = [Span(doc, 1, 3, label="MADE", kb_id="Q1")]
    found = [(ent.text, ent.label_, ent.kb_id_) for ent in nlp.get_pipe("ner")(doc).ents]
    assert found == [("Bob", "PER", ""), ("saw New", "MADE", "Q1")]


@given(arrays(np.float32, (3, 5), elements=st.integers(-30, -1)))
def test_scores_may_be_negative(scores: np.ndarray) -> None:
    # Logits, as the model gives them: the sequence depends on their differences alone.
    labels = biluo_labels(["X"])
    allowed = allowed_pairs(labels)
    found = best_sequence(scores, allowed)
    assert found.tolist() == best_sequence(scores + 40, allowed).tolist()


def test_unknown_labels_have_no_gradient(nlp: Language) -> None:
    doc = Doc(nlp.vocab, words=["Ann", "met", "Bob"])
    doc.set_ents([], missing=[doc[0:1]], default="outside")
    ner = nlp.get_pipe("ner")
    example = Example(Doc(nlp.vocab, words=["Ann", "met", "Bob"]), doc)
    scores = ner.model.predict([example.predicted])
    loss, (gradient,) = ner.get_loss([example], scores)
    assert not gradient[0].any()
    assert gradient[1].any() and gradient[2].any()
    assert loss > 0


def test_it_is_the_same_after_storing(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert loaded.get_pipe("ner").labels == ("LOC", "PER")
    for text in TEXTS:
        assert loaded(text).to_json() == nlp(text).to_json()


@pytest.mark.parametrize("text", TEXTS)
def test_the_shares_of_types_are_of_every_word_and_go_with_the_labels(
    nlp: Language, text: str
) -> None:
    doc = nlp(text)
    shares = type_shares(doc)
    assert set(shares) == set(nlp.get_pipe("ner").labels)
    whole = sum(shares.values())
    assert all(len(column) == len(doc) for column in shares.values())
    assert ((whole >= 0) & (whole <= 1.0001)).all()
    for ent in doc.ents:
        assert max(shares, key=lambda kind: shares[kind][ent.start]) == ent.label_


def test_shares_of_parts_are_joined_and_those_of_other_words_say_nothing(nlp: Language) -> None:
    parts = list(nlp.pipe(["Ann met Bo.", "He left Oslo."]))
    whole = Doc.from_docs(parts, exclude=["user_data"])
    assert not type_shares(whole)
    join_type_shares(parts, whole)
    for kind, column in type_shares(whole).items():
        assert column.tolist() == [*type_shares(parts[0])[kind], *type_shares(parts[1])[kind]]
    with whole.retokenize() as retokenizer:
        retokenizer.merge(whole[0:2])
    assert not type_shares(whole)
