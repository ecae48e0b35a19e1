"""Losses: the values of Table 1 where it is right, and what must hold of any compression."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.transduction.losses import (
    Arguments,
    arguments,
    edit_distance,
    f1_loss,
    ngrams,
    productions,
    tokens,
    weighted_loss,
    word_weights,
)
from salience.trees.brackets import read_tree

REFERENCE = "(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VP (VBN involved)))))"
PREDICTED = "(S (WHNP (WP what)) (S (NP (NNS ones)) (VP (VBP are) (VBN involved))))"
SAME_SHAPE = REFERENCE.replace("records", "ones")


def test_table_1_words() -> None:
    found, reference = tokens("what ones are involved"), tokens("what records are involved")
    # The table divides it by the length: 1/4.
    assert arguments(found, reference) == Arguments(right=3, wrong=1, length=4)
    assert arguments(found, reference).loss() == 1
    assert edit_distance(found, reference) == 2
    assert f1_loss(found, reference) == 0.25


def test_table_1_ngrams() -> None:
    found, reference = ngrams("what ones are involved"), ngrams("what records are involved")
    # Eight are right and there are 14, as the table says; so six are wrong, where it prints 5.
    assert arguments(found, reference) == Arguments(right=8, wrong=6, length=14)


@pytest.mark.parametrize(
    ("predicted", "expected", "loss"),
    [
        # The trees as they are printed differ in a node of the verb phrase.
        (PREDICTED, Arguments(right=7, wrong=2, length=10), 3),
        (SAME_SHAPE, Arguments(right=9, wrong=1, length=10), 1),
    ],
)
def test_table_1_productions(predicted: str, expected: Arguments, loss: float) -> None:
    found = arguments(productions(read_tree(predicted)), productions(read_tree(REFERENCE)))
    assert found == expected
    assert found.loss() == loss


def test_table_1_productions_of_the_flat_shape() -> None:
    # The table's eight of nine hold if both have the flat verb phrase of the prediction.
    reference = productions(read_tree(PREDICTED.replace("ones", "records")))
    found = arguments(productions(read_tree(PREDICTED)), reference)
    assert found == Arguments(right=8, wrong=1, length=9)


@pytest.mark.parametrize(
    ("found", "reference", "hamming", "edit", "f1"),
    [
        ("", "", 0, 0, 0),
        ("", "a b", 2, 2, 1),
        ("a b", "", 2, 2, 1),
        # A word that stands twice is right twice, but an edit too many.
        ("a a", "a b", 0, 2, 0.5),
        ("b a", "a b", 0, 0, 0),
    ],
)
def test_edges(found: str, reference: str, hamming: float, edit: float, f1: float) -> None:
    pair = tokens(found), tokens(reference)
    assert arguments(*pair).loss() == hamming
    assert edit_distance(*pair) == edit
    assert f1_loss(*pair) == pytest.approx(f1)


def test_short_output_can_cost_less() -> None:
    pair = tokens("a"), tokens("a b c")
    assert arguments(*pair).loss() == 2
    assert arguments(*pair).loss(short=0.25) == 0.5


_WORDS = st.lists(st.sampled_from("abc"), max_size=6)


@given(_WORDS, _WORDS)
def test_only_the_same_bag_costs_nothing(found: list[str], reference: list[str]) -> None:
    pair = tokens(found), tokens(reference)
    same = Counter(found) == Counter(reference)
    assert (edit_distance(*pair) == 0) == same
    assert (f1_loss(*pair) == 0) == same
    assert 0 <= f1_loss(*pair) <= 1
    assert arguments(*pair).loss() <= edit_distance(*pair)
    assert arguments(ngrams(found), ngrams(reference)).loss() >= arguments(*pair).loss()


_PLACES = st.sets(st.integers(0, 6))


@given(_PLACES, _PLACES, st.dictionaries(st.integers(0, 6), st.floats(0, 1)))
def test_salient_words_cost_more(
    kept: set[int], reference: set[int], salience: dict[int, float]
) -> None:
    plain = len(kept ^ reference)
    assert weighted_loss(kept, word_weights(reference)) == plain
    assert weighted_loss(kept, word_weights(reference, salience=salience, beta=0)) == plain
    weights = word_weights(reference, salience=salience)
    missing = sum(salience.get(place, 0.0) for place in reference - kept)
    assert weighted_loss(kept, weights) == pytest.approx(plain + missing)
    assert weighted_loss(reference, weights) == 0


@pytest.mark.parametrize(
    ("kept", "loss"),
    [
        # "Ann" and "home" hang on "went", which hangs on nothing; "today" should go.
        ({0, 1, 2}, 0),
        ({0, 1, 2, 3}, 1),
        ({1, 2}, 1),
        ({0, 2}, 2),
        (set(), 4),
    ],
)
def test_heads_take_relations_with_them(kept: set[int], loss: float) -> None:
    weights = word_weights({0, 1, 2}, heads={0: 1, 2: 1, 3: 1}, relation=0.5)
    assert weighted_loss(kept, weights) == loss
