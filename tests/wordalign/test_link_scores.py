"""Measures of linked words: computed by hand, and at their edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from resources.recipes.wordalign.agreement import agreement_counts, link_agreement, not_ignored
from salience.word_links.links import GoldLinks, PhraseLink
from salience.wordalign.link_scores import link_counts, link_scores

DOCUMENT = ["the", "old", "man", "sold", "a", "boat"]
ABSTRACT = ["The", "old", "man", "sells", "boat"]
GOLD = GoldLinks(
    frozenset({(0, 0), (1, 1), (2, 2), (5, 4)}),
    frozenset({(0, 0), (1, 1), (2, 2), (5, 4), (3, 3), (4, 4)}),
)


def scores(*found: PhraseLink, ignore: bool = False) -> dict[str, float]:
    counted = not_ignored(DOCUMENT, ABSTRACT) if ignore else lambda link: True
    return link_scores(link_counts(found, GOLD, DOCUMENT, ABSTRACT, counted=counted))


def test_sure_and_possible_links_by_hand() -> None:
    found = scores(
        PhraseLink((2, 3), (2, 3)), PhraseLink((3, 4), (3, 4)), PhraseLink((0, 1), (3, 4))
    )
    assert found["precision"] == pytest.approx(2 / 3)
    assert found["recall"] == 1 / 4
    assert found["aer"] == pytest.approx(1 - (1 + 2) / (3 + 4))


def test_phrases_of_the_same_words_are_soft() -> None:
    whole = scores(PhraseLink((0, 3), (0, 3)))
    single = scores(*(PhraseLink((i, i + 1), (i, i + 1)) for i in range(3)))
    assert whole["precision"] == pytest.approx(3 / 9)
    assert whole["soft_f1"] == single["soft_f1"] == single["f1"]


def test_other_phrases_are_not_soft() -> None:
    """The paper's example: *a* to *a b* and *b* to *b* is an error of precision."""
    found = scores(PhraseLink((1, 3), (1, 2)), PhraseLink((2, 3), (2, 3)))
    assert found["soft_precision"] == pytest.approx(2 / 3)


def test_the_ignore_list_leaves_out_links_of_both_sides() -> None:
    found = scores(PhraseLink((0, 1), (0, 1)), PhraseLink((4, 6), (4, 5)), ignore=True)
    assert found["precision"] == 1.0  # the article of *a boat* is no error and no gain
    assert found["recall"] == pytest.approx(1 / 3)


def test_without_links() -> None:
    nothing = link_scores(np.zeros(7))
    assert set(nothing.values()) == {0.0}
    assert scores()["aer"] == 1.0


LINKS = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=12)


@given(LINKS, LINKS)
def test_kappa_is_that_of_scikit_learn(a: frozenset, b: frozenset) -> None:
    pairs = [(i, j) for i in range(4) for j in range(3)]
    found = link_agreement(agreement_counts(a, b, ["x"] * 4, ["y"] * 3))
    if not np.isnan(found["kappa"]):
        expected = cohen_kappa_score([p in a for p in pairs], [p in b for p in pairs])
        assert found["kappa"] == pytest.approx(expected)


@given(LINKS, LINKS, LINKS)
def test_scores_lie_between_0_and_1(found: frozenset, sure: frozenset, others: frozenset) -> None:
    phrases = [PhraseLink((i, i + 1), (j, j + 1)) for i, j in found]
    counts = link_counts(phrases, GoldLinks(sure, sure | others), list("abcd"), list("xbz"))
    assert all(0 <= score <= 1 for score in link_scores(counts).values())
    if found == sure and not others:
        assert link_scores(counts)["aer"] == 0
