"""What may be cut from sentences, compression trees, and summaries with compressions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.compressor import Compressor
from salience.compression.constraints import constraints
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source
from salience.errors import MisuseError
from salience.model.salience_model import load_model
from salience.pipeline.word_texts import parsed_words
from salience.summaries.choices import Unit
from salience.summaries.compressions.operations import KINDS, compression_tree, cut_tree
from salience.summaries.compressions.program import (
    LEAST_WORDS,
    Compressible,
    Parts,
    best_shortened,
    covered,
)
from salience.summaries.compressions.tree import CompressionTree, Part
from salience.summaries.concepts import Concept, bigrams
from salience.summaries.sentences import Sentence
from salience.summaries.summarizer import Settings, summarize_sources
from salience.text.words import Words, plain_words
from salience.trees.conversion import constituents
from salience.types import Document
from tests.support.shipped import shipped_pipeline

# Figure 3 of Gillick and Favre (2009). Nodes 3, 3a, 3b, 4, 5, 6, 7, 8 of the paper are 1 to 8 here,
# and 1 and 2, a clause that is not extracted here, are 0; words are counted in the sentence without
# punctuation.
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
        Part("extract", -1, (3, 4, 6, 7, 8, 9, 10, 18, 19, 20, 22, 23, 24)),
        Part("substitute", 0),
        Part("alternative", 1, (21,)),
        Part("alternative", 1, (21,), "European Central Bank"),
        Part("remove", 0, (25, 26)),
        Part("remove", 0, (0, 1, 2)),
        Part("remove", 0, (5,)),
        Part("remove", 0, (11, 12, 13, 14, 17)),
        Part("remove", 7, (15, 16)),
    )
)


CUTS = [
    ("On Friday, the bank closed two branches.", {"On Friday ,": "S-ADJUNCT-PP TEMP-PP"}),
    ("The bank closed two branches, and the mayor resigned.", {}),
    ("The ministry runs a school in Rome and owns two houses.", {}),
    (
        "The ministry opened a school and closed another on Monday.",
        {"on Monday": "TEMP-PP"},
    ),
    (
        "The bank, which failed, sold its house last week.",
        {", which failed ,": "REL-C", "last week": "TEMP-NP"},
    ),
    ("But the court freed the man.", {"But": "S-ADJUNCT-CC"}),
    ("Meanwhile, the council approved the plan.", {"Meanwhile ,": "S-ADJUNCT-ADVP"}),
    (
        "Speaking in Rome, the mayor opened the bridge.",
        {"Speaking in Rome ,": "S-ADJUNCT-SBAR"},
    ),
    ("Ann and Bob met the mayor of Rome.", {}),
    ("The bridge is safe, the mayor said.", {}),
    ("Unless rain falls, the team will win.", {}),
]


def parsed(text: str) -> Words:
    [words] = parsed_words([text], shipped_pipeline())
    return words


def choices(tree: CompressionTree) -> Iterator[frozenset[int]]:
    """The nodes of each compression, by trying all; not the empty one."""
    n = len(tree.parts)
    every = (frozenset(c) for size in range(1, n + 1) for c in combinations(range(n), size))
    return (chosen for chosen in every if allows(tree, chosen))


def texts_of(words: Words, tree: CompressionTree) -> set[str]:
    """The sentence and all that it can be shortened to, with the spaces of names as low lines."""
    found = set()
    for chosen in choices(tree):
        replaced = {
            tree.parts[i].words[0]: tree.parts[i].text for i in chosen if tree.parts[i].text
        }
        kept = [replaced.get(w, words.texts[w]).replace(" ", "_") for w in tree.words(chosen)]
        found.add(" ".join(kept))
    return found


@pytest.mark.parametrize(("text", "cuts"), CUTS)
def test_cuts_have_the_kinds_of_table_2(text: str, cuts: dict[str, str]) -> None:
    words = parsed(text)
    found = {
        " ".join(words.texts[i] for i in part.words): " ".join(part.kinds)
        for part in cut_tree(words).parts[1:]
    }
    assert found == cuts


def test_every_kind_can_be_found() -> None:
    kinds = {kind for _, cuts in CUTS for found in cuts.values() for kind in found.split()}
    assert {*KINDS} == kinds


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        ({0, 1, 2, 5}, "A number of countries are planning to hold the euro the magazine quoted "
         "ECB chief Wim Duisenberg"),
        ({0, 1, 2, 7}, "countries are planning to hold the euro as part of their reserves the "
         "magazine quoted ECB chief Wim Duisenberg"),
        ({0, 1, 2}, "countries are planning to hold the euro the magazine quoted ECB chief Wim "
         "Duisenberg"),
        ({0, 1, 2, 4, 5, 6, 7, 8}, " ".join(WORDS)),
        (set(), ""),
    ],
)  # fmt: skip
def test_the_compressions_of_figure_3(chosen: set[int], text: str) -> None:
    assert allows(FIGURE_3, chosen)
    assert " ".join(WORDS[i] for i in FIGURE_3.words(chosen)) == text


def allows(tree: CompressionTree, chosen: Collection[int]) -> bool:
    """Whether nodes together are a compression of the sentence, or nothing."""
    return all(
        least <= sum(value for i, value in row.items() if i in chosen) <= greatest
        for row, least, greatest in tree.rules()
    )


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({0}, "a substitution goes with the sentence (5)"),
        ({0, 1}, "one alternative is needed (4)"),
        ({0, 1, 2, 3}, "two are one too many (4)"),
        ({0, 1, 2, 8}, "a part needs the part that it is in (6)"),
        ({5}, "words that may be removed are no sentence (6)"),
        ({2}, "an alternative needs its substitution (4)"),
    ],
)
def test_what_figure_3_does_not_allow(chosen: set[int], why: str) -> None:
    assert not allows(FIGURE_3, chosen), why


def test_lengths_of_figure_3() -> None:
    lengths = [len(part.text.split() or part.words) for part in FIGURE_3.parts]
    assert lengths == [13, 0, 1, 3, 2, 3, 1, 5, 2]


@pytest.mark.parametrize("second", [Part("extract", 0, (1,)), Part("extract", -1, (1,))])
def test_a_tree_has_one_sentence(second: Part) -> None:
    with pytest.raises(ValueError, match=r"parents must stand|must be the sentence"):
        CompressionTree((Part("extract", -1, (0,)), second))


@st.composite
def compression_trees(draw: st.DrawFn) -> CompressionTree:
    parts = [Part("extract", -1, (0,))]
    for i in range(1, draw(st.integers(1, 6))):
        inner = [j for j, part in enumerate(parts) if part.operation != "alternative"]
        parent = draw(st.sampled_from(inner))
        if parts[parent].operation == "substitute":
            parts.append(Part("alternative", parent, (i,)))
        else:
            parts.append(Part(draw(st.sampled_from(("substitute", "remove"))), parent, (i,)))
    return CompressionTree(tuple(parts))


@given(compression_trees())
def test_rules_of_a_tree_are_rows_of_the_program(tree: CompressionTree) -> None:
    n = len(tree.parts)
    every = {frozenset(c) for size in range(1, n + 1) for c in combinations(range(n), size)}
    text = " ".join(f"w{i}" for i in range(n))
    parts = Parts([Compressible(Sentence(text), tree, 0, text, plain_words(text), {})])
    for chosen in every:
        variables = np.isin(np.arange(n), [*chosen]).astype(float)
        inside = all(
            (row.lb <= row.A @ variables).all() and (row.A @ variables <= row.ub).all()
            for row in parts.rules()
        )
        assert inside == allows(tree, chosen)


@pytest.mark.parametrize(
    ("text", "substitutes", "shortened"),
    [
        ("The firm hired forty people, and the mayor resigned.", {}, set()),
        ("The bridge is safe, the mayor said.", {}, set()),
        ("The mayor said that rain fell, and the bank closed.", {}, set()),
        ("Ann did not say that rain fell.", {}, set()),
        ("The firm hired forty people, and it owns two houses.", {}, set()),
        ("The firm hired forty people, and it won.", {}, set()),
        ("The swimmer reached the shore of the island and died.", {}, set()),
        (
            "The crew left the ship, and the master then sank.",
            {},
            {"The crew left the ship , and the master sank ."},
        ),
        ("A bat bit the mayor, the party chose a clerk, and farmers won a prize.", {}, set()),
        (
            "The Orbis Bank (OB) met Dahl.",
            {(0, 3): ["OB"], (4, 5): ["The Orbis Bank"]},  # a name stands beside its own bracket
            {"The Orbis Bank met Dahl ."},
        ),
        ("The army left, and the town on the other side of the river gave up.", {}, set()),
        (
            "Byrne met Dahl on Friday.",
            {(0, 1): ["Ann Byrne"]},
            {"Byrne met Dahl .", "Ann_Byrne met Dahl .", "Ann_Byrne met Dahl on Friday ."},
        ),
    ],
)
def test_operations(text: str, substitutes: dict, shortened: set[str]) -> None:
    words = parsed(text)
    [tree] = constituents(words)
    found = texts_of(words, compression_tree(words, tree, substitutes))
    assert found - {" ".join(words.texts)} == shortened


def test_whatever_is_chosen_is_allowed_by_the_constraints() -> None:
    text = (
        "However, the council, which met on Monday, approved the plan (a bridge) on Friday, as "
        "rain fell."
    )
    words = parsed(text)
    allowed = constraints(words)
    assert len(allowed.units) > 4

    def said(places: Iterable[int]) -> set[int]:
        return {i for i in places if words.tags[i] != "PUNCT"}

    [tree] = constituents(words)
    for found in (cut_tree(words), compression_tree(words, tree)):
        for chosen in choices(found):
            kept = said(found.words(chosen))
            assert said(allowed.closed(kept)) == kept


def _compressible(text: str) -> Compressible:
    words = parsed(text)
    kept = tuple(i for i, word in enumerate(words.texts) if word.isalnum())
    keys = tuple(words.keys[i] for i in kept)
    sentence = Sentence(text, 0, len(text), 0, 0, keys, keys, (False,) * len(kept), kept)
    [tree] = constituents(words)
    return Compressible(sentence, compression_tree(words, tree), 0, text, words, {})


LONG = _compressible("The mayor, who won in May, opened the new bridge on Friday.")


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 13), st.lists(st.integers(0, 5), min_size=11, max_size=11))
def test_a_tree_finds_the_shortened_sentence_that_covers_most(
    budget: int, weights: list[int]
) -> None:
    found = bigrams([LONG.sentence])
    concepts = [
        Concept(c.kind, c.key, float(w), c.sentences) for c, w in zip(found, weights, strict=True)
    ]

    def value(sentence: Sentence) -> float:
        pairs = {*zip(sentence.places, sentence.places[1:], strict=False)}
        return sum(c.weight for c, pair in zip(concepts, _pairs(), strict=True) if pair in pairs)

    way = Parts([LONG], least_words=LEAST_WORDS)
    solution, made = best_shortened(way, concepts, budget, gap=0.0)
    every = map(LONG.shortened, choices(LONG.tree))
    fitting = [s for s in every if len(s.text.split()) <= budget and len(s.words) >= LEAST_WORDS]
    assert sum(len(sentence.text.split()) for sentence in made.values()) <= budget
    assert solution.value == pytest.approx(sum(map(value, made.values())))
    assert solution.value == pytest.approx(max(map(value, fitting), default=0.0))


def _pairs() -> list[tuple[int, int]]:
    """Places of the bigrams of the sentence, in the order of their keys."""
    stems, places = LONG.sentence.stems, LONG.sentence.places
    order = sorted(range(len(stems) - 1), key=lambda i: stems[i : i + 2])
    return [(places[i], places[i + 1]) for i in order]


def test_compressions_of_a_sentence() -> None:
    texts = {LONG.shortened(chosen).text for chosen in choices(LONG.tree)}
    assert texts == {
        "The mayor, who won in May, opened the new bridge on Friday.",
        "The mayor, who won in May, opened the new bridge.",
        "The mayor opened the new bridge on Friday.",
        "The mayor opened the new bridge.",
    }


def test_what_shortened_sentences_cover() -> None:
    shortest = LONG.shortened(min(choices(LONG.tree), key=len))
    concepts = [
        Concept("bigram", ("new", "bridge"), 1.0, (0,)),
        Concept("word", ("may",), 1.0, (0,)),
    ]
    assert [concept.sentences for concept in covered(concepts, [shortest])] == [(0,), ()]


OPENED = "The mayor, who lives in Rome, opened the new bridge on the river and two halls on Friday."


@pytest.fixture(scope="module")
def source() -> Source:
    """A document of one sentence of 18 words."""
    [found] = run_task(ReadingSources(shipped_pipeline(), load_model()), [Document("d", OPENED)])
    assert isinstance(found, Source)
    return found


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_compressions_keep_the_budget(source: Source, unit: Unit) -> None:
    most = 19 if unit == "words" else len(OPENED) + 1
    found = set()
    for budget in range(1, most):
        summary = summarize_sources(
            [source], Settings(budget=budget, unit=unit, compress="tree", concepts="words")
        )
        assert summary.length <= budget
        assert summary.value is not None and summary.bound is not None
        assert summary.value <= summary.bound
        found.add(summary.text)
    assert found >= {
        "The mayor opened the new bridge on the river and two halls.",
        "The mayor opened the new bridge on the river and two halls on Friday.",
        "The mayor, who lives in Rome, opened the new bridge on the river and two halls.",
    }


def test_candidates_of_a_compressor(source: Source) -> None:
    """They are what it leaves of the sentence under the constraints."""
    compressor = Compressor({"bias": 1.0, "word=friday": -9.0, "word=new": -9.0})
    settings = {
        "budget": 16,
        "concepts": "words",
        "compress": "compressor",
        "compressor": compressor,
    }
    summary = summarize_sources([source], Settings(**settings))
    assert summary.text == (
        "The mayor, who lives in Rome, opened the new bridge on the river and two halls."
    )
    whole = summarize_sources([source], Settings(**settings | {"budget": 18}))
    assert whole.text == OPENED
    for wrong in ({"compress": "tree"}, {"compressor": None}):
        with pytest.raises(MisuseError, match="give both"):
            Settings(**settings | wrong)


def test_notes_of_compressions_are_of_whole_sentences(source: Source) -> None:
    short = summarize_sources([source], Settings(budget=12, compress="tree"))
    assert short.text and not short.notes
    [note] = summarize_sources([source], Settings(budget=2, compress="tree")).notes
    assert note.startswith("no sentence fits 2 words: the shortest has 18")


def test_an_acronym_that_is_used_elsewhere_stays_in_its_brackets() -> None:
    text = "The Boat Builders (BB) sold the yard in Tarn on Monday. BB will vote on it in May."
    [found] = run_task(ReadingSources(shipped_pipeline(), load_model()), [Document("d", text)])
    assert isinstance(found, Source)
    compressor = Compressor({"bias": -1.0})
    for how in ({"compress": "tree"}, {"compress": "compressor", "compressor": compressor}):
        first, _ = summarize_sources([found], Settings(budget=16, **how)).sentences
        assert first.text == "The Boat Builders (BB) sold the yard in Tarn."


def test_compressions_need_the_program_of_coverage() -> None:
    with pytest.raises(MisuseError, match="not by lead"):
        Settings(method="lead", compress="tree")
    with pytest.raises(MisuseError, match="within sentences"):
        Settings(unit="sentences", compress="tree")
