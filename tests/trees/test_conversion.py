"""Constituents made from dependencies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.text.words import Words, plain_words
from salience.trees.brackets import read_tree
from salience.trees.conversion import constituents
from salience.trees.projective import bottom_up, projective_heads, rooted_heads

CASES = [
    json.loads(line)
    for line in Path("tests/cases/constituents.jsonl").read_text("utf-8").splitlines()
]
RELATIONS = [
    "nsubj",
    "nsubj:outer",
    "csubj",
    "obj",
    "iobj",
    "obl",
    "obl:unmarked",
    "nmod",
    "nmod:poss",
    "nmod:unmarked",
    "nmod:desc",
    "acl",
    "acl:relcl",
    "advcl",
    "advcl:relcl",
    "advmod",
    "amod",
    "appos",
    "aux",
    "case",
    "cc",
    "ccomp",
    "compound",
    "compound:prt",
    "conj",
    "cop",
    "dep",
    "det",
    "discourse",
    "expl",
    "fixed",
    "flat",
    "mark",
    "nummod",
    "parataxis",
    "punct",
    "vocative",
    "xcomp",
    "nonsense",
]
TAGS = [
    "NN",
    "NNP",
    "VB",
    "VBD",
    "VBG",
    "VBN",
    "IN",
    "TO",
    "DT",
    "JJ",
    "RB",
    "CD",
    "PRP",
    "PRP$",
    "WP",
    "WRB",
    "WDT",
    "CC",
    ",",
    ".",
    "-LRB-",
    "-RRB-",
    "UH",
    "LS",
]


def words_of(case: dict) -> Words:
    """The words of a case, each with lemma, tags, head (1 is the first word) and relation."""
    texts, lemmas, tags, fine, heads, relations = zip(*case["words"], strict=True)
    places = tuple(head - 1 if head else i for i, head in enumerate(heads))
    spans = tuple((i, i + 1) for i in range(len(texts)))
    return Words(texts, lemmas, tags, places, relations, (0,), spans, fine)


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_constituents_of_sentences(case: dict) -> None:
    [tree] = constituents(words_of(case))
    assert tree == read_tree(case["tree"])


@st.composite
def parsed(draw: st.DrawFn) -> Words:
    n = draw(st.integers(1, 9))
    column = [
        st.lists(st.sampled_from(values), min_size=n, max_size=n) for values in (RELATIONS, TAGS)
    ]
    relations, tags = (tuple(draw(one)) for one in column)
    heads = tuple(draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    texts = tuple(f"w{i}" for i in range(n))
    starts = tuple(sorted({0, draw(st.integers(0, n - 1))}))
    spans = tuple((i, i + 1) for i in range(n))
    return Words(texts, texts, ("X",) * n, heads, relations, starts, spans, tags)


@settings(deadline=None, max_examples=300)
@given(parsed())
def test_any_dependencies_have_trees_with_all_words(words: Words) -> None:
    trees = constituents(words)
    ranges = words.sentence_ranges()
    assert [tree.words for tree in trees] == [words.texts[r.start : r.stop] for r in ranges]
    assert {tree.label for tree in trees} == {"ROOT"}
    assert trees == constituents(words)


@given(st.lists(st.integers(0, 11), min_size=12, max_size=12))
def test_words_below_a_word_are_an_unbroken_run(heads: list[int]) -> None:
    projective = projective_heads(rooted_heads(heads))
    below = [{i} for i in range(len(heads))]
    order = bottom_up(projective)
    for word in order:
        below[projective[word]] |= below[word]
    assert sorted(order) == list(range(len(heads)))
    assert all(max(run) - min(run) + 1 == len(run) for run in below)


def test_projective_heads_stay() -> None:
    heads = [1, 4, 3, 1, 4, 4, 5]
    assert projective_heads(rooted_heads(heads)) == heads


def test_a_long_chain_is_no_problem() -> None:
    n = 5_000
    heads = (*range(1, n), n - 1)
    words = Words(("w",) * n, ("w",) * n, ("NOUN",) * n, heads, ("obj",) * n, (0,), ((0, 1),) * n)
    assert len(constituents(words)[0].words) == n


def test_words_without_a_parse() -> None:
    [tree] = constituents(plain_words("It rained"))
    assert tree.words == ("It", "rained")
    assert constituents(plain_words("")) == []
