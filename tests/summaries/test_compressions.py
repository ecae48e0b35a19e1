"""What may be cut from sentences, compression trees, and summaries with compressions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression import constraints, models
from salience.compression.compressor import Compressor
from salience.engine.sources import Source
from salience.errors import MisuseError
from salience.summaries.choices import Compress, Unit
from salience.summaries.compressions.cuts import FEATURES, cuts
from salience.summaries.compressions.operations import compression_tree
from salience.summaries.compressions.program import (
    LEAST_WORDS,
    Compressible,
    Groups,
    Parts,
    best_shortened,
    covered,
)
from salience.summaries.compressions.tree import CompressionTree, Part
from salience.summaries.concepts import Concept, bigrams
from salience.summaries.sentences import Sentence
from salience.summaries.summarizer import Settings, summarize_sources
from salience.text.words import Words, plain_words
from salience.trees.brackets import read_tree
from salience.types import Document, ParsedDocument, ScoredDocument

CUTS = [json.loads(line) for line in Path("tests/cases/cuts.jsonl").read_text("utf-8").splitlines()]

# Figure 3 of Gillick and Favre (2009). Nodes 1, 2, 3, 3a, 3b, 4, 5, 6, 7, 8 of the paper are 0, 1,
# 2, 3, 4, 5, 6, 7, 8, 9 here; words are counted in the sentence without punctuation.
WORDS = [
    "A",
    "number",
    "of",
    "countries",
    "are",
    "already",
    "planning",
    "to",
    "hold",
    "the",
    "euro",
    "as",
    "part",
    "of",
    "their",
    "foreign",
    "currency",
    "reserves",
    "the",
    "magazine",
    "quoted",
    "ECB",
    "chief",
    "Wim",
    "Duisenberg",
    "as",
    "saying",
]
FIGURE_3 = CompressionTree(
    (
        Part("extract", -1, (18, 19, 20, 22, 23, 24)),
        Part("extract", 0, (3, 4, 6, 7, 8, 9, 10)),
        Part("substitute", 0),
        Part("alternative", 2, (21,)),
        Part("alternative", 2, (21,), "European Central Bank"),
        Part("remove", 0, (25, 26)),
        Part("remove", 1, (0, 1, 2)),
        Part("remove", 1, (5,)),
        Part("remove", 1, (11, 12, 13, 14, 17)),
        Part("remove", 8, (15, 16)),
    )
)


@pytest.mark.parametrize("case", CUTS, ids=[case["why"] for case in CUTS])
def test_cuts(case: dict) -> None:
    tree = read_tree(case["tree"])
    found = [[list(c.features), " ".join(tree.words[i] for i in c.words)] for c in cuts(tree)]
    assert found == case["cuts"]


def test_every_feature_has_a_case() -> None:
    assert {f for case in CUTS for features, _ in case["cuts"] for f in features} == {*FEATURES}


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        ({0, 1, 2, 3, 6}, "A number of countries are planning to hold the euro the magazine quoted "
         "ECB chief Wim Duisenberg"),
        ({1, 6, 7, 8, 9}, " ".join(WORDS[:18])),
        ({1, 8, 9}, "countries are planning to hold the euro as part of their foreign currency "
         "reserves"),
        ({1}, "countries are planning to hold the euro"),
        ({0, 1, 2, 3, 5, 6, 7, 8, 9}, " ".join(WORDS)),
        (set(), ""),
    ],
)  # fmt: skip
def test_the_compressions_of_figure_3(chosen: set[int], text: str) -> None:
    assert FIGURE_3.allows(chosen)
    assert " ".join(WORDS[i] for i in FIGURE_3.words(chosen)) == text


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({0, 2, 3}, "the clause within the sentence goes with it (5)"),
        ({0, 1}, "so does a substitution (5)"),
        ({0, 1, 2}, "one alternative is needed (4)"),
        ({0, 1, 2, 3, 4}, "two are one too many (4)"),
        ({1, 9}, "a part needs the part that it is in (6)"),
        ({6}, "words that may be removed are no sentence (6)"),
        ({1, 3}, "an alternative needs its substitution (4)"),
    ],
)
def test_what_figure_3_does_not_allow(chosen: set[int], why: str) -> None:
    assert not FIGURE_3.allows(chosen), why


def test_lengths_of_figure_3() -> None:
    lengths = [len(part.text.split() or part.words) for part in FIGURE_3.parts]
    assert lengths == [6, 7, 0, 1, 3, 2, 3, 1, 5, 2]


def test_one_clause_at_most_begins_a_sentence() -> None:
    """Two clauses of a sentence can't be extracted apart (3)."""
    parts = (Part("extract", -1, (0,)), Part("extract", 0, (1,)), Part("extract", 0, (2,)))
    tree = CompressionTree(parts)
    assert tree.allows({0, 1, 2})
    assert not tree.allows({1, 2})


@st.composite
def compression_trees(draw: st.DrawFn) -> CompressionTree:
    parts = [Part("extract", -1, (0,))]
    for i in range(1, draw(st.integers(1, 6))):
        inner = [j for j, part in enumerate(parts) if part.operation != "alternative"]
        parent = draw(st.sampled_from(inner))
        if parts[parent].operation == "substitute":
            parts.append(Part("alternative", parent, (i,)))
        else:
            parts.append(Part(draw(st.sampled_from(("extract", "remove"))), parent, (i,)))
    return CompressionTree(tuple(parts))


@given(compression_trees())
def test_choices_are_all_that_is_allowed(tree: CompressionTree) -> None:
    n = len(tree.parts)
    every = {frozenset(c) for size in range(1, n + 1) for c in combinations(range(n), size)}
    assert {*tree.choices()} == {chosen for chosen in every if tree.allows(chosen)}
    text = " ".join(f"w{i}" for i in range(n))
    parts = Parts([Compressible(Sentence(text), tree, 0, text, plain_words(text), {})])
    [constraint] = parts.rules()
    for chosen in every:
        variables = np.isin(np.arange(n), [*chosen]).astype(float)
        sums = constraint.A @ variables
        inside = bool((sums >= constraint.lb).all() and (sums <= constraint.ub).all())
        assert inside == tree.allows(chosen)


def test_choices_end_at_their_limit() -> None:
    removed = tuple(Part("remove", 0, (i,)) for i in range(1, 40))
    assert len([*CompressionTree((Part("extract", -1, (0,)), *removed)).choices(10)]) == 10


@pytest.mark.parametrize(
    ("brackets", "substitutes", "shortened"),
    [
        (
            "(ROOT (S (S (NP-SBJ (DT The) (NN bridge)) (VP (VBZ is) (ADJP-PRD (JJ safe)))) (, ,) "
            "(NP-SBJ (DT the) (NN mayor)) (VP (VBD said)) (. .)))",
            {},
            {"The bridge is safe", "The bridge is safe ."},
        ),
        (
            "(ROOT (S (NP-SBJ (NNP Ann)) (VP (VBD said) (SBAR (IN that) (S (NP-SBJ (NN rain)) "
            "(VP (VBD fell))))) (. .)))",
            {},
            {"rain fell"},
        ),
        (
            "(ROOT (S (NP-SBJ (NNP Ann)) (VP (VBD did) (RB not) (VP (VB say) (SBAR (IN that) "
            "(S (NP-SBJ (NN rain)) (VP (VBD fell)))))) (. .)))",
            {},
            set(),
        ),
        (
            "(ROOT (S (NP-SBJ (NNP Ann)) (VP (VBD said) (SBAR (S (NP-SBJ (PRP she)) "
            "(VP (VBD left))))) (. .)))",
            {},
            set(),
        ),
        (
            "(ROOT (S (NP-SBJ (NNP Byrne)) (VP (VBD left) (PRN (-LRB- -LRB-) (NP (NN late)) "
            "(-RRB- -RRB-))) (. .)))",
            {(0, 1): ["Ann Byrne"]},
            {"Byrne left .", "Ann_Byrne left .", "Ann_Byrne left ( late ) ."},
        ),
    ],
)
def test_operations(brackets: str, substitutes: dict, shortened: set[str]) -> None:
    words = read_tree(brackets).words
    tree = compression_tree(read_tree(brackets), substitutes)
    found = set()
    for chosen in tree.choices():
        texts = {tree.parts[i].text: tree.parts[i].words for i in chosen}
        replaced = {places[0]: text for text, places in texts.items() if text}
        kept = [replaced.get(w, words[w]).replace(" ", "_") for w in tree.words(chosen)]
        found.add(" ".join(kept))
    assert found - {" ".join(words)} == shortened


def _compressible(text: str, brackets: str) -> Compressible:
    words = read_tree(brackets).words
    spans = []
    for word in words:
        start = text.index(word, spans[-1][1] if spans else 0)
        spans.append((start, start + len(word)))
    kept = tuple(i for i, word in enumerate(words) if word.isalnum())
    keys = tuple(words[i].lower() for i in kept)
    sentence = Sentence(text, 0, len(text), 0, 0, keys, keys, (False,) * len(kept), kept)
    parsed = replace(plain_words(" ".join(words)), spans=tuple(spans))
    return Compressible(sentence, compression_tree(read_tree(brackets)), 0, text, parsed, {})


LONG = _compressible(
    "The mayor, who won in May, opened the new bridge on Friday.",
    "(ROOT (S (NP-SBJ (NP (DT The) (NN mayor)) (, ,) (SBAR (WHNP-SBJ (WP who)) (S (VP (VBD won) "
    "(PP-TMP (IN in) (NP (NNP May)))))) (, ,)) (VP (VBD opened) (NP (DT the) (JJ new) (NN bridge)) "
    "(PP-TMP (IN on) (NP (NNP Friday)))) (. .)))",
)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 13), st.lists(st.integers(0, 5), min_size=11, max_size=11))
def test_trees_and_groups_find_summaries_of_the_same_worth(budget: int, weights: list[int]) -> None:
    """And what they are worth is what the text covers."""
    found = bigrams([LONG.sentence])
    concepts = [
        Concept(c.kind, c.key, float(w), c.sentences) for c, w in zip(found, weights, strict=True)
    ]
    values = []
    for way in (Parts([LONG], least_words=LEAST_WORDS), Groups([LONG])):
        solution, made = best_shortened(way, concepts, budget, gap=0.0)
        sentences = made.values()
        assert sum(len(sentence.text.split()) for sentence in sentences) <= budget
        pairs = {pair for s in sentences for pair in zip(s.places, s.places[1:], strict=False)}
        there = [c.weight for c, (a, b) in zip(concepts, _pairs(), strict=True) if (a, b) in pairs]
        assert solution.value == pytest.approx(sum(there))
        values.append(solution.value)
    assert values[0] == pytest.approx(values[1])


def _pairs() -> list[tuple[int, int]]:
    """Places of the bigrams of the sentence, in the order of their keys."""
    stems, places = LONG.sentence.stems, LONG.sentence.places
    order = sorted(range(len(stems) - 1), key=lambda i: stems[i : i + 2])
    return [(places[i], places[i + 1]) for i in order]


def test_compressions_of_a_sentence() -> None:
    texts = {LONG.shortened(chosen).text for chosen in LONG.tree.choices()}
    assert texts == {
        "The mayor, who won in May, opened the new bridge on Friday.",
        "The mayor, who won, opened the new bridge on Friday.",
        "The mayor, who won, opened the new bridge.",
        "The mayor, who won in May, opened the new bridge.",
        "The mayor opened the new bridge on Friday.",
        "The mayor opened the new bridge.",
    }


def test_what_shortened_sentences_cover() -> None:
    shortest = LONG.shortened(min(LONG.tree.choices(), key=len))
    concepts = [
        Concept("bigram", ("new", "bridge"), 1.0, (0,)),
        Concept("word", ("may",), 1.0, (0,)),
    ]
    assert [concept.sentences for concept in covered(concepts, [shortest])] == [(0,), ()]


@pytest.fixture(autouse=True)
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up parses are no parses to the constraints, which have tests of their own."""
    for module in (constraints, models):
        monkeypatch.setattr(module, "is_parsed", lambda _: False)


def named_source(text: str) -> Source:
    """A document of one sentence: what is before `;` and what is behind it are clauses."""
    spans = tuple(match.span() for match in re.finditer(r"\w+|[^\w\s]", text))
    words = tuple(text[a:b] for a, b in spans)
    half = words.index(";")
    verbs = (words.index("crossed"), words.index("fell"))
    heads = [verbs[0] if i < half else verbs[1] for i in range(len(words))]
    heads[verbs[1]] = heads[-1] = verbs[0]
    relations = ["punct" if not word.isalnum() else "obj" for word in words]
    for verb, relation in zip(verbs, ("root", "parataxis"), strict=True):
        relations[verb - 1], relations[verb] = "nsubj", relation
    tags = ["PUNCT" if not word.isalnum() else "NOUN" for word in words]
    fine = [{";": ":", ".": ".", "“": "``"}.get(word, "NN") for word in words]
    for verb in verbs:
        tags[verb], fine[verb] = "VERB", "VBD"
    lemmas = tuple(word.lower() for word in words)
    read = Words(
        words, lemmas, tuple(tags), tuple(heads), tuple(relations), (0,), spans, tuple(fine)
    )
    parsed = ParsedDocument(Document("d", text), (), (), 1)
    return Source(ScoredDocument(parsed, (), 0.3), read)


OPENED = "“Ships crossed rivers lakes seas and bays; rain fell on hills woods meadows and towns."


@pytest.mark.parametrize("compress", ["tree", "groups"])
@pytest.mark.parametrize("unit", ["words", "characters"])
def test_compressions_keep_the_budget(compress: Compress, unit: Unit) -> None:
    source = named_source(OPENED)
    most = 16 if unit == "words" else len(OPENED) + 1
    found = set()
    for budget in range(1, most):
        summary = summarize_sources(
            [source], Settings(budget=budget, unit=unit, compress=compress, concepts="words")
        )
        assert summary.length <= budget
        assert summary.value is not None and summary.bound is not None
        assert summary.value <= summary.bound
        found.add(summary.text)
    assert "Ships crossed rivers lakes seas and bays." in found


def test_candidates_of_a_compressor() -> None:
    """It leaves out a word that the trees do not."""
    source = named_source(OPENED)
    compressor = Compressor({"bias": 1.0, "word=and": -2.0, "word=lakes": -2.0}, None)
    settings = {
        "budget": 14,
        "concepts": "words",
        "compress": "compressor",
        "compressor": compressor,
    }
    summary = summarize_sources([source], Settings(**settings))
    assert summary.text == (
        "“Ships crossed rivers seas bays; rain fell on hills woods meadows towns."
    )
    assert summary.length <= 14
    assert len(summary.sentences[0].words) == 12
    whole = summarize_sources([source], Settings(**settings | {"budget": 15}))
    assert whole.text == OPENED + "”"
    for wrong in ({"compress": "groups"}, {"compressor": None}):
        with pytest.raises(MisuseError, match="give both"):
            Settings(**settings | wrong)


@pytest.mark.parametrize("compress", ["tree", "groups"])
def test_notes_of_compressions_are_of_whole_sentences(compress: Compress) -> None:
    source = named_source(OPENED)
    short = summarize_sources([source], Settings(budget=9, compress=compress))
    assert short.text and not short.notes
    [note] = summarize_sources([source], Settings(budget=2, compress=compress)).notes
    assert note.startswith("no sentence fits 2 words: the shortest has 15")


def test_compressions_need_the_program_of_coverage() -> None:
    with pytest.raises(MisuseError, match="not by lead"):
        Settings(method="lead", compress="tree")
    with pytest.raises(MisuseError, match="within sentences"):
        Settings(unit="sentences", compress="groups")
