"""The parser: what it learns, its gradients, what it leaves alone. All sentences are made up."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import fix_random_seed

from salience.components.biaffine import arc_scores, dep_scores
from salience.components.dependency_parser import AT_ONCE, LONGEST, sentence_rows
from salience.components.trainable_pipe import cross_entropy

SENTENCES = {
    "The dog barks .": ([1, 2, 2, 2], ["det", "nsubj", "ROOT", "punct"]),
    "Dogs chase the cat .": ([1, 1, 3, 1, 1], ["nsubj", "ROOT", "det", "obj", "punct"]),
    "The old cat sleeps here .": (
        [2, 2, 3, 3, 3, 3],
        ["det", "amod", "nsubj", "ROOT", "advmod", "punct"],
    ),
    "Cats sleep .": ([1, 1, 1], ["nsubj", "ROOT", "punct"]),
}


ENCODER: dict[str, object] = {
    "@architectures": "spacy.HashEmbedCNN.v2",
    "pretrained_vectors": None,
    "width": 32,
    "depth": 2,
    "embed_size": 200,
    "window_size": 1,
    "maxout_pieces": 2,
    "subword_features": False,
}


def parser_config(encoder: dict[str, object]) -> dict[str, object]:
    model = {"@architectures": "salience.Biaffine.v1", "arc_width": 16, "dep_width": 8}
    return {"model": model | {"tok2vec": encoder}}


def shared_pipeline() -> Language:
    """An untrained parser over an encoder that other components could use too."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("tok2vec", config={"model": ENCODER})
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 32}
    nlp.add_pipe("salience_parser", name="parser", config=parser_config(listener))
    return nlp


def gold(nlp: Language, *sentences: str, blank: str = "") -> Doc:
    """A doc of sentences, with a token of white space after each if `blank` is one."""
    words: list[str] = []
    heads: list[int] = []
    deps: list[str] = []
    for sentence in sentences:
        first = len(words)
        some_heads, some_deps = SENTENCES[sentence]
        words += sentence.split()
        heads += [first + head for head in some_heads]
        deps += some_deps
        if blank:
            heads.append(len(words) - 1)
            deps.append("dep")
            words.append(blank)
    return Doc(nlp.vocab, words=words, heads=heads, deps=deps, spaces=[True] * len(words))


@pytest.fixture(scope="module")
def nlp() -> Language:
    """A parser that has learned four sentences."""
    fix_random_seed(0)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("salience_parser", name="parser", config=parser_config(ENCODER))
    docs = [gold(nlp, *SENTENCES), gold(nlp, *reversed(SENTENCES), blank="\n\n")]
    examples = [Example(Doc(nlp.vocab, words=[t.text for t in doc]), doc) for doc in docs]
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01
    for _ in range(60):
        losses = nlp.update(examples, sgd=optimizer)
    assert losses["parser"] < 1
    return nlp


def parse(nlp: Language, text: str) -> tuple[list[int], list[str]]:
    doc = nlp(text)
    first = [sent.start for sent in doc.sents for _ in sent]
    return [t.head.i - s for t, s in zip(doc, first, strict=True)], [t.dep_ for t in doc]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_that_it_learned_come_back(nlp: Language, sentence: str) -> None:
    assert parse(nlp, sentence) == SENTENCES[sentence]


def test_every_sentence_is_a_tree_of_its_own(nlp: Language) -> None:
    doc = nlp("Cats sleep . The dog barks .")
    assert [sent.root.text for sent in doc.sents] == ["sleep", "barks"]
    assert [t.text for t in doc if t.dep_ == "ROOT"] == ["sleep", "barks"]


def test_white_space_hangs_on_the_word_before(nlp: Language) -> None:
    doc = nlp("\n\nCats sleep . \n\n The dog barks .")
    blanks = [token for token in doc if token.is_space]
    assert [(t.head.text, t.dep_) for t in blanks] == [("Cats", "dep"), (".", "dep")]
    without = nlp("Cats sleep . The dog barks .")
    found = [(t.text, t.head.text, t.dep_) for t in doc if not t.is_space]
    assert found == [(t.text, t.head.text, t.dep_) for t in without]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "Cats", "\n\n \n"])
def test_texts_with_hardly_a_word_are_parsed(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert doc.text == text
    batch = list(nlp.pipe([text, "Cats sleep .", ""]))
    assert batch[0].to_json() == doc.to_json()
    assert batch[1].to_json() == nlp("Cats sleep .").to_json()


def test_a_sentence_without_end_is_parsed_in_pieces(nlp: Language) -> None:
    doc = nlp(Doc(nlp.vocab, words=["cats"] * (2 * LONGEST + 1)))
    assert [len(sent) for sent in doc.sents] == [LONGEST, LONGEST, 1]


def test_a_batch_gives_what_single_documents_give(nlp: Language) -> None:
    texts = ["Cats sleep .", "", "The dog barks . Dogs chase the cat .", "\n"]
    together = [doc.to_json() for doc in nlp.pipe(texts, batch_size=4)]
    assert together == [nlp(text).to_json() for text in texts]


def test_it_is_the_same_after_storing(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    for copy in (loaded, spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())):
        assert copy.get_pipe("parser").labels == nlp.get_pipe("parser").labels
        assert [parse(copy, text) for text in SENTENCES] == list(SENTENCES.values())


def test_a_document_without_heads_teaches_nothing(nlp: Language) -> None:
    parser = nlp.get_pipe("parser")
    doc = nlp.make_doc("Cats sleep .")
    bare = Example(doc, Doc(nlp.vocab, words=["Cats", "sleep", "."]))
    empty = Example(nlp.make_doc(""), nlp.make_doc(""))
    assert parser.update([bare], losses={}) == {"parser": 0.0}
    assert parser.update([empty], losses={}) == {"parser": 0.0}


def test_a_label_that_comes_too_late_is_refused(nlp: Language) -> None:
    parser = nlp.get_pipe("parser")
    assert parser.add_label("nsubj") == 0
    with pytest.raises(ValueError, match="'made:up' can't be added now"):
        parser.add_label("made:up")


def test_a_model_is_copied_and_pickled_whole(nlp: Language) -> None:
    model = nlp.get_pipe("parser").model
    docs = [nlp.make_doc("Cats sleep .")]
    (expected,) = model.predict(docs)
    again = pickle.loads(pickle.dumps(model))  # noqa: S301
    np.testing.assert_array_equal(again.predict(docs)[0], expected)
    copy = model.copy()
    for node in copy.walk():
        for name in node.param_names:
            node.set_param(name, np.zeros_like(node.get_param(name)))
    assert not copy.predict(docs)[0].any()
    np.testing.assert_array_equal(model.predict(docs)[0], expected)


def test_an_empty_document_may_be_among_others_over_a_shared_encoder() -> None:
    nlp = shared_pipeline()
    docs = [gold(nlp, "Cats sleep ."), nlp.make_doc(""), gold(nlp, "The dog barks .")]
    examples = [Example(nlp.make_doc(doc.text), doc) for doc in docs]
    losses = nlp.update(examples, sgd=nlp.initialize(lambda: examples), losses={})
    assert losses["parser"] > 0
    assert [len(doc) for doc in nlp.pipe(["Cats sleep .", "", "\n"])] == [3, 0, 1]


def test_an_arc_is_learned_without_its_relation_too(nlp: Language) -> None:
    words = ["Cats", "sleep", "."]
    deps = ["made:up", "ROOT", "punct"]
    losses = []
    for head in (1, 2):  # as it was learned, and wrong
        reference = Doc(nlp.vocab, words=words, heads=[head, 1, 1], deps=deps)
        example = Example(nlp.make_doc("Cats sleep ."), reference)
        losses.append(nlp.get_pipe("parser").update([example], losses={})["parser"])
    assert losses[0] < 0.1 < losses[1]


@pytest.mark.parametrize("layer", ["arcs", "deps"])
def test_gradients_are_those_of_differences(layer: str) -> None:
    random = np.random.default_rng(0)
    model = arc_scores(5) if layer == "arcs" else dep_scores(5, 3)
    model.initialize()
    model.set_param("W", random.normal(size=model.get_param("W").shape).astype("f"))
    words, heads = (random.normal(size=(6, 5)).astype("f") for _ in range(2))
    # Two sentences with a blank between them.
    sentences = [np.array([0, 1, 2]), np.array([4, 5])] if layer == "arcs" else [np.arange(6)]
    targets = [np.array([0, 2, -1]), np.array([1, 1])]
    if layer == "deps":
        targets = [np.array([0, 2, -1, 1, 0, 2])]

    def run() -> tuple[float, list[np.ndarray], Callable]:
        inputs = (words, heads, sentences) if layer == "arcs" else (words, heads)
        scores, backprop = model.begin_update(inputs)
        found = scores if layer == "arcs" else [scores]
        parts = [cross_entropy(s, target) for s, target in zip(found, targets, strict=True)]
        return sum(loss for _, loss in parts), [d for d, _ in parts], backprop

    _, d_scores, backprop = run()
    d_words, d_heads = backprop(d_scores if layer == "arcs" else d_scores[0])
    weights = model.get_param("W").copy()
    for values, gradient in (
        (words, d_words),
        (heads, d_heads),
        (weights, model.get_grad("W")),
    ):
        for place in list(np.ndindex(values.shape))[::7]:
            results = []
            for step in (1e-2, -2e-2):
                values[place] += step
                model.set_param("W", weights)
                results.append(run()[0])
            values[place] += 1e-2
            model.set_param("W", weights)
            change = (results[0] - results[1]) / 2e-2
            assert gradient[place] == pytest.approx(change, rel=2e-2, abs=2e-3)


def test_relations_of_a_long_document_are_those_of_its_parts(nlp: Language) -> None:
    sentence = "The old cat sleeps here ."
    doc = nlp(" ".join([sentence] * AT_ONCE))
    assert [t.dep_ for t in doc] == SENTENCES[sentence][1] * AT_ONCE


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
def test_rows_are_the_words_of_sentences(tokens: list[tuple[bool, bool]]) -> None:
    starts, blank = (np.array([t[k] for t in tokens], bool) for k in (0, 1))
    found = [rows.tolist() for rows in sentence_rows(starts, blank)]
    assert [i for rows in found for i in rows] == np.flatnonzero(~blank).tolist()
    assert all(found)
    for rows in found:
        assert not starts[rows[0] + 1 : rows[-1] + 1].any()
    for before, after in pairwise(found):
        assert starts[before[-1] + 1 : after[0] + 1].any()
