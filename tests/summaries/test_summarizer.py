"""Summaries of documents made by hand: what is chosen, in which order, and what is said of it."""

import json
import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.engine.sources import Source
from salience.errors import MisuseError
from salience.summaries.baselines import BASELINES, annealed_mmr, first, lead, lexrank, lsa, mmr
from salience.summaries.choices import METHODS, SCHEMES
from salience.summaries.mcdonald import mcdonald, relevance_of
from salience.summaries.sentences import Sentence, linked, source_sentences
from salience.summaries.similarity import likeness, likeness_to_document
from salience.summaries.summarizer import Settings, summarize_sources
from salience.text.words import plain_words
from salience.types import Document, Entity, Mention, ParsedDocument, ScoredDocument

STORM = (
    "The storm hit Oslo on Monday . Ferries stayed in the harbour all day . "
    "The storm hit Oslo harder than Bergen . Nobody was hurt in the storm ."
)


def source(text, id="d", title=None, entities=()):
    """A document whose sentences end with a full stop that stands alone; each entity is a name."""
    words = text.split()
    starts = (
        [0] + [i + 1 for i, word in enumerate(words[:-1]) if word.endswith(".")] if words else []
    )
    spans = tuple(match.span() for match in re.finditer(r"\S+", text))
    found = []
    for name, score in entities:
        places = [i for i in range(len(text)) if text.startswith(name, i)]
        mentions = tuple(Mention(i, i + len(name), name, "named", name, i, 0) for i in places)
        found.append((Entity(mentions, name, "LOC", f"name:{name.lower()}|LOC"), score))
    parsed = ParsedDocument(
        Document(id, text, title),
        tuple(entity for entity, _ in found),
        (1,) * len(found),
        len(starts),
        title_words=tuple((title or "").lower().split()),
    )
    scored = ScoredDocument(parsed, tuple(score for _, score in found), 0.3)
    return Source(scored, replace(plain_words(text, starts), spans=spans))


def texts(summary):
    return [sentence.text for sentence in summary.sentences]


def test_a_summary_says_what_it_covers_and_where():
    summary = summarize_sources([source(STORM, entities=[("Oslo", 0.9)])], Settings(budget=9))

    [sentence] = summary.sentences
    assert STORM[sentence.start : sentence.end] == sentence.text
    assert sentence.text.startswith("The storm hit Oslo")
    assert {("entity", "Oslo"), ("bigram", "storm hit")} <= {
        (concept.kind, concept.text) for concept in summary.concepts
    }
    weights = [concept.weight for concept in summary.concepts]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) + sentence.worth == pytest.approx(summary.value) and sentence.worth > 0
    assert summary.status == "optimal" and summary.gap <= 0.01


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("budget", "unit"), [(16, "words"), (62, "characters"), (2, "sentences")])
def test_every_method_keeps_the_budget_and_the_order(method, budget, unit):
    sources = [source(STORM, "a"), source("Bergen had rain . Oslo had rain and snow .", "b")]

    summary = summarize_sources(sources, Settings(budget=budget, unit=unit, method=method))

    assert 0 < summary.length <= budget
    places = [(sentence.document, sentence.order) for sentence in summary.sentences]
    assert places == sorted(set(places))
    if unit == "characters":
        assert len(" ".join(texts(summary))) == summary.length


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("text", "budget", "note"),
    [
        (STORM, 3, "no sentence fits 3 words: the shortest has 7; raise the budget"),
        ("! ? .", 3, "there is no sentence to choose from"),
        ("Rain .", 10, None),
    ],
)
def test_what_can_not_be_summarized_has_an_empty_summary_that_says_why(
    method, scheme, text, budget, note
):
    summary = summarize_sources(
        [source(text)], Settings(budget=budget, method=method, concepts=scheme)
    )

    record = summary.to_dict()
    json.dumps(record, allow_nan=False)
    if note:
        assert (texts(summary), summary.notes) == ([], (note,))
        assert record["notes"] == [note]
    else:
        assert texts(summary) == ["Rain ."] or "no sentence has a concept" in summary.notes[0]


def test_a_document_that_comes_twice_counts_once():
    other = source("Snow fell in Bergen all of Sunday . People skied there .", "b")
    alone = summarize_sources([source(STORM, "a"), other], Settings(budget=20))
    twice = summarize_sources(
        [source(STORM, "a"), other, source(STORM.replace(" . ", "  . "), "a2")], Settings(budget=20)
    )

    assert texts(twice) == texts(alone)
    assert [c.weight for c in twice.concepts] == [c.weight for c in alone.concepts]
    assert twice.notes == ("1 of the documents is a copy",)
    assert len(twice.documents) == 3


def test_documents_are_in_the_order_of_their_days_if_all_have_one():
    def dated(id, date):
        made = source(f"Ferry {id} stayed in the harbour .", id)
        document = replace(made.document, meta={"date": date} if date else {})
        parsed = replace(made.parsed, document=document)
        return replace(made, scored=replace(made.scored, parsed=parsed))

    def order(*dates, **settings):
        sources = [dated(id, date) for id, date in zip("abc", dates, strict=True)]
        made = summarize_sources(sources, Settings(**settings))
        return [document.id for document in made.documents]

    assert order("2020-03-01", "2019-05-01", "2020-02-01") == ["b", "c", "a"]
    assert order("2020-03-01", None, "2020-02-01") == ["a", "b", "c"]
    assert order("2020-03-01", "2019-05-01", "2020-03-01", method="lead") == ["a", "c", "b"]


def test_a_headline_weighs_and_says_so():
    plain = summarize_sources([source(STORM)], Settings(budget=9))
    headed = summarize_sources([source(STORM, title="Oslo hit")], Settings(budget=9))

    def weight(summary):
        return sum(concept.weight for concept in summary.concepts if concept.text == "hit oslo")

    assert weight(headed) > weight(plain) > 0
    assert (plain.headline, headed.headline) == (False, True)


def test_a_headline_that_the_text_repeats_is_no_sentence_of_it():
    text = "Storm hits Oslo. \n The storm hit Oslo on Monday ."
    document = source(text, title="Storm hits Oslo")

    assert [s.text for s in source_sentences(document)] == ["The storm hit Oslo on Monday ."]


def test_a_short_sentence_comes_with_one_that_shares_a_noun_or_with_the_one_before_it():
    def needs(*lines):
        read = source(" ".join(lines))
        tags = tuple("NOUN" if word in ("cat", "dog") else "VERB" for word in read.words.keys)
        read = replace(read, words=replace(read.words, tags=tags))
        return [sentence.needs for sentence in linked(source_sentences(read))]

    long = "The cat that ran and ran came and sat and ate and slept ."
    assert needs("The cat ran .", "It rained .", "The dog sat .", "The cat ate .") == [
        *[()] * 3,
        (frozenset((0, 2)),),
    ]
    assert needs("The cat ran .", "It rained .", long) == [()] * 3


def test_a_short_sentence_of_a_long_text_needs_one_of_the_first_with_its_noun():
    tags = ("NOUN", "VERB", "NUM")
    columns = [("storm", "hit", str(n)) for n in range(300)]
    found = linked(
        [Sentence("", order=n, words=c, stems=c, tags=tags) for n, c in enumerate(columns)]
    )
    assert found[299].needs == (frozenset((*range(100), 298)),)


def test_entities_count_only_where_they_are_named():
    document = source("Oslo had rain . It snowed there .", entities=[("Oslo", 0.5)])

    assert [sorted(s.entities) for s in source_sentences(document)] == [["name:oslo|LOC"], []]


def test_bigrams_of_several_documents_weigh_by_documents():
    six = [source(f"The storm hit Oslo again . Word{i} word .", str(i)) for i in range(6)]

    summary = summarize_sources(six, Settings(budget=6, concepts="bigrams"))

    assert texts(summary) == ["The storm hit Oslo again ."]
    assert {concept.weight for concept in summary.concepts} == {6.0}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"budget": 0}, "words is 0, and must be 1 or more"),
        ({"gap": -0.1}, "gap is -0.1"),
        ({"gap": float("nan")}, "gap is nan"),
        ({"time_limit": 0}, "time_limit is 0"),
        ({"unit": "pages"}, "unit is 'pages', and must be one of words"),
        ({"method": "magic"}, "method is 'magic'"),
        ({"concepts": "facts"}, "concepts is 'facts'"),
    ],
)
def test_settings_that_can_not_be_meant(wrong, message):
    with pytest.raises(MisuseError, match=message):
        Settings(**wrong)


def test_no_document_is_an_error():
    with pytest.raises(ValueError, match="no document"):
        summarize_sources([])


# The baselines, and McDonald's program


def sentence(text, document=0, order=0):
    words = tuple(text.split())
    stops = (False,) * len(words)
    return Sentence(text, document=document, order=order, words=words, stems=words, stops=stops)


def test_lead_and_first():
    sentences = [sentence(t, d, o) for t, d, o in (("a", 0, 0), ("b", 0, 1), ("c", 1, 0))]

    assert lead(sentences, [1, 1, 1], 2) == [0, 1]
    assert first(sentences, [1, 1, 1], 2) == [0, 2]
    assert lead(sentences, [1, 3, 1], 2) == [0, 2]


def test_mmr_and_lexrank_pass_over_what_was_said():
    sentences = [sentence(t, 0, i) for i, t in enumerate(("a b c", "a b c", "a b d", "x y z"))]

    assert mmr(sentences, [1] * 4, 2) == [0, 2]
    assert 1 not in lexrank(sentences, [1] * 4, 3)


def test_annealed_mmr_turns_to_what_is_new():
    sentences = [sentence(t, 0, i) for i, t in enumerate(("a b", "a b", "a b", "a b", "x y"))]

    assert annealed_mmr(sentences, [1] * 5, 2) == [0, 4]
    # With much room left, what is like most of the text comes before what is new.
    assert 4 not in annealed_mmr(sentences[:4], [1] * 4, 3)
    assert annealed_mmr(sentences, [1, 1, 1, 1, 3], 2) == [0, 1]


def test_lsa_takes_of_each_topic_by_its_weight():
    texts = ("a b", "a b", "a b c", "x y", "x y", "x y z")
    sentences = [sentence(t, 0, i) for i, t in enumerate(texts)]

    chosen = lsa(sentences, [1] * 6, 2)
    assert len(chosen) == 2 and chosen[0] < 3 <= chosen[1]
    assert lsa(sentences, [1] * 6, 6) == [0, 1, 2, 3, 4, 5]
    assert sum(3 for _ in lsa(sentences, [3] * 6, 7)) <= 7


def test_lsa_of_a_long_text_is_that_of_its_topics(monkeypatch):
    topics = ("a b c d e", "f g h", "k l", "m")
    sentences = [sentence(topics[i % 7 % 4], 0, i) for i in range(150)]

    chosen = lsa(sentences, [1] * 150, 12)
    monkeypatch.setattr("salience.summaries.baselines._TOPICS", 1000)
    assert sorted(i % 7 % 4 for i in chosen) == sorted(
        i % 7 % 4 for i in lsa(sentences, [1] * 150, 12)
    )


@pytest.mark.parametrize("baseline", BASELINES.values())
def test_baselines_of_nothing(baseline):
    assert baseline([], [], 5) == []
    assert baseline([sentence("a b")], [2], 1) == []


def test_cosines():
    sentences = [sentence("a b"), sentence("a a c"), sentence("")]

    assert likeness(sentences).toarray() == pytest.approx(
        np.array([[1, 2 / (2 * 5) ** 0.5, 0], [2 / (2 * 5) ** 0.5, 1, 0], [0, 0, 0]])
    )
    # The document is a a a b c, whose length is the root of 11.
    assert likeness_to_document(sentences) == pytest.approx(
        [4 / (2 * 11) ** 0.5, 7 / (5 * 11) ** 0.5, 0]
    )


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from("abcde"), min_size=1, max_size=4), st.integers(1, 6)),
        min_size=1,
        max_size=6,
    ),
    st.integers(1, 15),
)
def test_mcdonald_finds_the_best_of_all_choices(parts, budget):
    sentences = [sentence(" ".join(words), 0, i) for i, (words, _) in enumerate(parts)]
    lengths = [length for _, length in parts]
    relevance, alike = relevance_of(sentences), likeness(sentences).toarray()

    def value(choice):
        pairs = sum(alike[i, j] for i, j in combinations(choice, 2))
        return sum(relevance[i] for i in choice) - pairs

    every = (c for k in range(len(parts) + 1) for c in combinations(range(len(parts)), k))
    best = max(value(c) for c in every if sum(lengths[i] for i in c) <= budget)

    found = mcdonald(sentences, lengths, budget, gap=0)

    assert found.value == pytest.approx(value(found.chosen)) == pytest.approx(best)
    assert found.bound >= best - 1e-9


def test_mcdonald_has_a_result_when_time_is_up():
    random = np.random.default_rng(0)
    sentences = [sentence(" ".join(random.choice(list("abcdefghij"), 5)), 0, i) for i in range(60)]

    found = mcdonald(sentences, [10] * 60, 100, gap=0, time_limit=0.01)

    assert found.chosen and found.status == "time limit"
    assert found.value <= found.bound


def test_bigrams_are_the_default_of_several_documents_and_the_mixture_of_one() -> None:
    one, other = source("Ann sang in Oslo ."), source("Ann sang in Rome .", "e")
    assert summarize_sources([one]).settings.concepts == "mixture"
    assert summarize_sources([one, other]).settings.concepts == "bigrams"


def test_who_is_for_and_who_is_against_both_show_and_no_copy_does():
    said = [f"{who} support the plan ." for who in ("Councils", "Towns", "Banks", "Mayors")]
    said += [f"{who} do not support the plan ." for who in ("Boats", "Farms", "Mills")]
    sources = [source(text, str(i)) for i, text in enumerate([*said, said[0], said[4]])]

    shown = texts(summarize_sources(sources, Settings(budget=40)))

    assert {"not" in text for text in shown} == {True, False}
    assert len({*shown}) == len(shown) <= 4


def test_only_concepts_tell_what_is_denied() -> None:
    sources = [source(f"{who} do not support the plan .", who) for who in ("Boats", "Mills")]
    rules = {m: summarize_sources(sources, Settings(method=m)) for m in ("coverage", "lexrank")}

    stems = {
        m: {stem for s in summary.sentences for stem in s.stems} for m, summary in rules.items()
    }

    assert "not support" in stems["coverage"] and "not support" not in stems["lexrank"]
