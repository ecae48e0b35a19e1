"""Losses: what they say of a compression, and the searches that find the output they like least."""

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.described import Described, described
from salience.compression.transduction.examples import (
    LossName,
    TargetLoss,
    place_loss,
    token_loss,
)
from salience.compression.transduction.grammar import Grammar
from salience.text.words import plain_words
from salience.trees.brackets import read_tree

TREE = read_tree("(ROOT (S (NP (DT the) (JJ old) (NN man)) (VP (VBD saw) (NP (DT the) (NN dog)))))")
WORDS = plain_words("the old man saw the dog")
SENTENCE = described(WORDS, TREE, Grammar({}, runs=1), source=False)
_PLACES = st.sets(st.integers(0, 6))


@pytest.mark.parametrize(
    ("found", "reference", "loss"),
    [
        # Table 1, which divides it by the length: 1/4.
        ("what ones are involved", "what records are involved", 1),
        ("", "a b", 2),
        ("a b", "", 2),
        ("a a", "a b", 0),  # a word that stands twice is right twice
        ("b a", "a b", 0),
        ("a", "a b c", 2),
    ],
)
def test_the_loss_over_words(found: str, reference: str, loss: float) -> None:
    said, gold = found.split(), reference.split()
    places = range(len(gold), len(gold) + len(said))
    assert token_loss([*gold, *said], range(len(gold))).value([*places]) == loss


@given(_PLACES, _PLACES)
def test_without_relations_each_wrong_word_counts_one(kept: set[int], reference: set[int]) -> None:
    assert place_loss(7, reference, {}).value([*kept]) == len(kept ^ reference)


@pytest.mark.parametrize(
    ("kept", "loss"),
    [
        # "Ann" and "home" hang on "went", which hangs on nothing; "today" should go.
        ((0, 1, 2), 0),
        ((0, 1, 2, 3), 1),
        ((1, 2), 1),
        ((0, 2), 2),
        ((), 4),
    ],
)
def test_heads_take_relations_with_them(kept: tuple[int, ...], loss: float) -> None:
    assert place_loss(4, {0, 1, 2}, {0: 1, 2: 1, 3: 1}).value(kept) == loss


def outputs(sentence: Described) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Every derivation with its words, by trying all rules everywhere."""

    def below(node: int, label: str) -> Iterator[tuple[tuple[tuple[int, int], ...], list[int]]]:
        for number, step in enumerate(sentence.shapes[node]):
            if step.category != label:
                continue
            ways = [((), {})]
            for k, child in enumerate(step.children, start=1):
                ways = [
                    ((*steps, *more), {**words, -k: found})
                    for steps, words in ways
                    for more, found in below(*child)
                ]
            for steps, words in ways:
                output = [w for one in step.output for w in (words[one] if one < 0 else [one])]
                yield ((node, number), *steps), output

    for steps, words in below(0, sentence.tree.category):
        yield steps, tuple(words)


ALL = list(outputs(SENTENCE))


def loss_of(name: LossName, kept: set[int]) -> TargetLoss:
    if name == "tokens":
        return token_loss(SENTENCE.words, kept)
    return place_loss(len(WORDS), kept, {0: 2, 2: 3, 5: 3})


@pytest.mark.parametrize("name", get_args(LossName))
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_the_worst_output_is_found(name: LossName, data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.integers(0, 5), min_size=1))
    loss = loss_of(name, kept)
    weights = st.integers(-16, 16).map(lambda n: n / 8)
    scores = [data.draw(weights) for _ in SENTENCE.items]

    def total(steps: tuple[tuple[int, int], ...], words: tuple[int, ...]) -> float:
        return sum(scores[i] for i in SENTENCE.used(steps)) + loss.value(words)

    best = max(total(*output) for output in ALL)
    found = [
        (one.score + added.constant, total(one.steps, one.words))
        for added in loss.augmentations
        for one in [
            decode(SENTENCE, scores, TargetScores(), word_scores=added.words, beam=None, pops=None)
        ]
    ]
    assert max(score for score, _ in found) == pytest.approx(best)
    # The search of the best output knows its loss, and no search claims more than there is.
    assert all(score <= value + 1e-9 for score, value in found)
    assert max(value for _, value in found) == pytest.approx(best)
