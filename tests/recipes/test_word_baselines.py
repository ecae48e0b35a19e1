"""The baselines: likelihoods that never fall, the work of hand-made pairs, and extracts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.recipes.wordalign.cut_and_paste import cut_and_paste
from resources.recipes.wordalign.ibm import (
    Bitext,
    grown,
    grown_to_the_end,
    model_2,
    reversed_links,
    reversed_pairs,
    train_model_1,
)
from resources.recipes.wordalign.table import WORD_MODELS
from salience.text.words import plain_words
from salience.word_links.links import Link, Pair

TEXTS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6).map(" ".join)
PAIRS = st.lists(
    st.builds(lambda a, b: Pair("", plain_words(a), plain_words(b)), TEXTS, TEXTS),
    min_size=1,
    max_size=5,
)
LINKS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=15)


@settings(max_examples=40, deadline=None)
@given(PAIRS)
def test_the_likelihood_of_model_1_and_2_never_falls(pairs: list[Pair]) -> None:
    one: list[float] = []
    two: list[float] = []
    train_model_1(Bitext.from_pairs(pairs), 6, one.append)
    model_2(pairs, 6, two.append)
    for values in (one, two):
        assert np.isfinite(values).all()
        assert all(b >= a - 1e-3 for a, b in pairwise(values))  # Model 2 has fake counts of 1e-3


def test_model_1_by_hand() -> None:
    """One iteration over *a b* / *x* and *a* / *y*, without words paired with themselves."""
    pairs = [
        Pair("", plain_words("a b"), plain_words("x")),
        Pair("", plain_words("a"), plain_words("y")),
    ]
    bitext = Bitext.from_pairs(pairs, identical=False)
    table = train_model_1(bitext, 1)
    index = bitext.index
    found = {
        (" ".join(index.rows[r]), " ".join(index.columns[c])): value
        for r, c, value in zip(index.row, index.column, table, strict=True)
    }
    # At first t(x|a) = t(y|a) = t(x|) = t(y|) = 1/2 and t(x|b) = 1.
    assert found["a", "x"] == pytest.approx((1 / 4) / (1 / 4 + 1 / 2))
    assert found["", "y"] == pytest.approx((1 / 2) / (1 / 4 + 1 / 2))
    assert found["b", "x"] == 1


@pytest.mark.parametrize("align", WORD_MODELS.values())
def test_words_that_stay_are_linked(align: Callable[[list[Pair]], list[frozenset[Link]]]) -> None:
    texts = [("the cat sat", "cat sat"), ("a dog ran off", "dog ran"), ("the end", "end")]
    pairs = [Pair("", plain_words(a), plain_words(b)) for a, b in texts]
    assert align(pairs)[0] >= {(1, 0), (2, 1)}
    back = reversed_links(align(reversed_pairs(pairs)))
    assert {(1, 0), (2, 1)} <= back[0]


@given(LINKS, LINKS)
def test_ways_to_make_one_alignment_of_two(a: frozenset, b: frozenset) -> None:
    assert a & b <= grown(a, b) <= a | b
    assert grown(a, b) == grown(b, a) and grown(a, a) == a
    final = grown_to_the_end(a, b) - grown(a, b)
    assert final <= a | b and grown_to_the_end(a, a) == a
    taken = {("here", i) for i, _ in grown(a, b)} | {("there", j) for _, j in grown(a, b)}
    ends = [end for i, j in final for end in (("here", i), ("there", j))]
    assert len({*ends}) == len(ends) and taken.isdisjoint(ends), "both words had none"
    linked = taken.union(ends)
    assert all(("here", i) in linked or ("there", j) in linked for i, j in a | b)


def test_growing_takes_links_whose_words_are_free() -> None:
    a = frozenset({(0, 0), (1, 1), (1, 0)})
    b = frozenset({(0, 0), (3, 3), (0, 1)})
    assert grown(a, b) == {(0, 0), (0, 1), (1, 0)}  # then both words of (1, 1) have a link


def places(document: str, abstract: str, sentences: tuple[int, ...] = (0,)) -> list[Link]:
    pair = Pair("", plain_words(document, sentences), plain_words(abstract))
    return [(link.document[0], link.abstract[0]) for link in cut_and_paste(pair)]


def test_cut_and_paste_takes_stretches_of_two_words_or_more() -> None:
    assert places("a b c d e", "c d x a") == [(2, 0), (3, 1)]
    assert places("a b c d", "d c b a") == []
    assert places("", "a") == places("a", "") == []


def test_cut_and_paste_prefers_what_goes_on() -> None:
    """*the* stands three times; the one before *mill* makes a stretch."""
    assert places("the cat of the mill", "the mill") == [(3, 0), (4, 1)]


def test_cut_and_paste_compares_stems() -> None:
    document = replace(plain_words("trams ran"), lemmas=("tram", "run"))
    abstract = replace(plain_words("tram runs"), lemmas=("tram", "run"))
    assert len(cut_and_paste(Pair("", document, abstract))) == 2
