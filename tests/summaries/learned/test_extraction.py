"""Learned extraction: oracle extracts, features, training and models."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.errors import CorpusError, MisuseError, ModelError
from salience.summaries.learned.features import PAPER, PARTS, Topic, joined, known_bigrams
from salience.summaries.learned.model import SummaryModel
from salience.summaries.learned.training import (
    Summarized,
    example_of,
    oracle_extract,
    train_on_topics,
)
from salience.summaries.sentences import Sentence


def _sentence(text: str, document: int = 0, order: int = 0, **more) -> Sentence:
    words = tuple(text.split())
    stops = tuple(word in {"the", "of"} for word in words)
    tags = tuple("ADP" if stop else "NOUN" for stop in stops)
    return Sentence(
        text,
        document=document,
        order=order,
        words=words,
        stems=words,
        stops=stops,
        tags=tags,
        **more,
    )


def _document(*texts: str, document: int = 0) -> list[Sentence]:
    return [_sentence(text, document, order) for order, text in enumerate(texts)]


_texts = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join)
_documents = st.lists(_texts, min_size=1, max_size=5).map(lambda texts: _document(*texts))
_abstracts = st.lists(_documents, min_size=1, max_size=3)


def _recall(chosen, sentences, abstracts) -> float:
    has = {pair for i in chosen for pair in pairwise(sentences[i].stems)}
    wanted = [
        {pair for part in abstract for pair in pairwise(part.stems)} for abstract in abstracts
    ]
    total = sum(map(len, wanted))
    return sum(len(bigrams & has) for bigrams in wanted) / total if total else 0.0


def _extracts(sentences, budget):
    for n in range(len(sentences) + 1):
        for chosen in combinations(range(len(sentences)), n):
            if sum(len(sentences[i].words) for i in chosen) <= budget:
                yield chosen


@settings(max_examples=25, deadline=None)
@given(_documents, _abstracts, st.integers(1, 12))
def test_no_extract_has_more_bigrams_than_the_oracle(sentences, abstracts, budget: int) -> None:
    found = oracle_extract(sentences, abstracts, budget)
    assert found.chosen in set(_extracts(sentences, budget))
    best = max(_recall(chosen, sentences, abstracts) for chosen in _extracts(sentences, budget))
    assert found.value == pytest.approx(best)
    assert _recall(found.chosen, sentences, abstracts) == pytest.approx(best)


def test_an_oracle_of_nothing_is_empty() -> None:
    assert oracle_extract([], [_document("a b")], 10).chosen == ()
    assert oracle_extract(_document("a b"), [], 10).chosen == ()
    assert oracle_extract(_document("a b"), [_document("a b")], 1).chosen == ()


def test_parts_of_a_bigram() -> None:
    """`of cats` is in two sentences, first in the second; `the cats` in the fifth."""
    sentences = _document("a b", "c of cats", "d of cats", "e", "the cats")
    topic = Topic(sentences, ["A cat of cats"])
    found = {known.key: known for known in known_bigrams(topic, PARTS)}
    assert found["of", "cats"].parts == (
        "count=2",
        "documents=1",
        "stop=10",
        "position=1",
        "words=3",
        "headline=11",
        "salience=0",
        "name=0",
        "tags=ADP-NOUN",
    )
    assert found["of", "cats"].sentences == (1, 2)
    assert found["the", "cats"].parts[:3] == ("count=1", "documents=1", "stop=10")
    assert found["the", "cats"].parts[3:5] == ("position=3", "words=3")
    assert found["the", "cats"].parts[5:7] == ("headline=01", "salience=0")
    assert ("cats", "d") not in found, "bigrams end with their sentence"


def test_a_form_of_a_word_of_the_headline_counts() -> None:
    stems, words = ("cat", "sleep"), ("cats", "slept")
    sentence = Sentence("Cats slept", words=words, stems=stems, stops=(False, False))
    for headline, part in (("Cats!", "10"), ("A cat", "10"), ("It slept.", "01"), ("Catsup", "00")):
        [known] = known_bigrams(Topic([sentence], [headline]), ["headline"])
        assert known.parts == (f"headline={part}",), headline


def test_salience_is_that_of_the_first_sentence() -> None:
    sentences = [
        _sentence("a b", entities=frozenset(["Ann", "Bob"])),
        _sentence("a b", order=1, entities=frozenset(["Eve"])),
    ]
    topic = Topic(sentences, salience={"Ann": 0.12, "Bob": 0.01, "Eve": 0.9})
    assert [known.parts for known in known_bigrams(topic, ["salience"])] == [("salience=0.1",)]


def test_names_are_those_of_which_a_word_is_there_in_any_form() -> None:
    sentence = Sentence(
        "Byrnes sings", words=("byrnes", "sings"), stems=("byrne", "sing"), stops=(False, False)
    )
    for names, part in (({"byrne": 0.6, "sings": 0.2}, "0.5"), ({"sings": 0.2}, "0.2"), ({}, "0")):
        [known] = known_bigrams(Topic([sentence], names=names), ["name"])
        assert known.parts == (f"name={part}",), names


def test_bigrams_are_counted_by_document_and_by_sentence() -> None:
    sentences = [
        *_document("a b", "a b", "x y", document=0),
        *_document("x y", "a b", document=1),
        *_document("a b", document=2),
    ]
    [known] = known_bigrams(Topic(sentences), (*PAPER, "count"))
    assert known.key == ("a", "b"), "x y is in two documents only"
    assert known.parts == ("documents=3", "stop=00", "position=0", "count=4")


def test_features_are_joined_by_two_and_three() -> None:
    """Of four parts there are a bias, 4 single ones, 6 pairs and 4 of three."""
    names = joined(("count=1", "stop=01", "position=0", "words=2"))
    assert len(names) == len(set(names)) == 15
    assert names[0] == "bias"
    assert names[-1] == "stop=01 position=0 words=2"


_weights = st.lists(st.integers(-3, 3), min_size=64, max_size=64)


@settings(max_examples=25, deadline=None)
@given(_documents, _abstracts, st.integers(2, 12), _weights, st.booleans())
def test_the_search_of_an_example_finds_the_best(sentences, abstracts, budget, weights, augmented):
    known = known_bigrams(Topic(sentences), PAPER)
    names = sorted({name for one in known for name in joined(one.parts)})
    columns = {name: i for i, name in enumerate(names)}
    example = example_of(Summarized(Topic(sentences), abstracts), budget, PAPER, columns)
    if example is None:
        assert not oracle_extract(sentences, abstracts, budget).value
        return
    w = np.resize(np.array(weights, dtype=float), len(names)) / 4
    gold = set(oracle_extract(sentences, abstracts, budget).chosen)
    right = {k.key for k in known if gold & {*k.sentences}}

    def features(chosen) -> np.ndarray:
        total = np.zeros(len(names))
        for k in known:
            if {*chosen} & {*k.sentences}:
                total[[columns[name] for name in joined(k.parts)]] += 1
        return total

    def value(chosen) -> float:
        has = {k.key for k in known if {*chosen} & {*k.sentences}}
        loss = 1 - len(right & has) / len(right)
        return features(chosen) @ w + augmented * loss

    output = example.search(w, augmented=augmented)
    found = sum(v * w[c] for c, v in output.features.items()) + augmented * output.loss
    best = max(value(chosen) for chosen in _extracts(sentences, budget))
    assert found == pytest.approx(best, rel=2e-3, abs=1e-6)
    dense = np.zeros(len(names))
    dense[list(example.gold)] = list(example.gold.values())
    np.testing.assert_allclose(dense, features(gold))


def _corpus(n: int = 4) -> list[Summarized]:
    """The abstract says what stands in the second sentence, which no count tells."""
    corpus = []
    for i in range(n):
        sentences = _document(f"a{i} b{i} c{i}", f"d{i} e{i} f{i}")
        corpus.append(Summarized(Topic(sentences), [_document(f"d{i} e{i} f{i}")]))
    return corpus


@pytest.mark.parametrize("learner", ["logistic", "svm", "mira"])
def test_what_is_right_is_learned(learner) -> None:
    model = train_on_topics(_corpus(), 3, parts=PAPER, learner=learner, c=1.0, passes=5)
    concepts = model.concepts(Topic(_document("u v w", "x y z")))
    best = max(concepts, key=lambda concept: concept.weight)
    assert best.sentences == (1,)


def test_what_has_no_abstract_teaches_nothing() -> None:
    """Its bigrams would count as such that no abstract has."""
    bare = Summarized(Topic(_document("a1 b1 c1")), [])
    assert train_on_topics([*_corpus(), bare], 3) == train_on_topics(_corpus(), 3)


def test_training_reports_its_passes_and_repeats() -> None:
    passes = []
    first = train_on_topics(_corpus(), 3, learner="svm", on_pass=passes.append)
    assert passes[-1].added == 0
    assert passes[-1].upper >= passes[-1].lower - 1e-9
    assert train_on_topics(_corpus(), 3, learner="svm") == first


def test_logistic_weights_are_probabilities() -> None:
    """Without regularization they are the shares of the bigrams that abstracts have."""
    corpus = [
        Summarized(Topic(_document("a b", "the c")), [_document("a b"), _document("x a b y")]),
        Summarized(Topic(_document("d e", "the f")), [_document("the f"), _document("d e")]),
        Summarized(Topic(_document("g h", "the i")), [_document("x")]),
    ]
    model = train_on_topics(corpus, 3, parts=["stop"], c=1e6)
    weights = {c.key: c.weight for c in model.concepts(Topic(_document("u v", "the w")))}

    assert model.logistic
    # Of three bigrams without a stop word one is in both abstracts, and one in one of two.
    assert weights["u", "v"] == pytest.approx(1.5 / 3, abs=1e-3)
    assert weights["the", "w"] == pytest.approx(0.5 / 3, abs=1e-3)


@pytest.mark.parametrize("learner", ["logistic", "svm"])
def test_nothing_to_learn_from_is_an_error(learner) -> None:
    with pytest.raises(CorpusError, match="nothing to learn from"):
        train_on_topics(
            [Summarized(Topic(_document("a b")), [_document("c d")])] * 2, 10, learner=learner
        )
    with pytest.raises(CorpusError, match="nothing to learn from"):
        train_on_topics([], 10, learner=learner)
    with pytest.raises(MisuseError, match="words must be above 0, not 0"):
        train_on_topics(_corpus(), 0)
    with pytest.raises(MisuseError, match="c must be above 0, not 0"):
        train_on_topics(_corpus(), 10, learner=learner, c=0.0)


def test_a_model_comes_back_from_its_folder(tmp_path) -> None:
    for logistic in (False, True):
        model = SummaryModel(PAPER, {"bias": 0.5, "documents=1": -0.25}, {"name": "mine"}, logistic)
        model.save(tmp_path / f"model {logistic}")
        assert SummaryModel.load(tmp_path / f"model {logistic}") == model


@pytest.mark.parametrize(
    ("found", "put", "message"),
    [
        ('"bias"\n', '"bias", "more"\n', "zip"),
        ('"documents",', '"length",', "parts must be of count, documents, stop, "),
        ('"bias"\n', "5\n", "a feature is no text"),
    ],
)
def test_a_damaged_model_is_an_error(tmp_path, found: str, put: str, message: str) -> None:
    SummaryModel(PAPER, {"bias": 0.5}).save(tmp_path / "model")
    meta = tmp_path / "model" / "meta.json"
    text = meta.read_text()
    assert found in text
    meta.write_text(text.replace(found, put))
    with pytest.raises(ModelError, match=f"is damaged: {message}"):
        SummaryModel.load(tmp_path / "model")


def test_weights_that_are_not_finite_are_said_to_be(tmp_path) -> None:
    SummaryModel(PAPER, {"bias": float("nan")}).save(tmp_path / "model")
    with pytest.raises(ModelError, match="is damaged: weights must be finite"):
        SummaryModel.load(tmp_path / "model")
