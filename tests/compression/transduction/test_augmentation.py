"""Losses in the search: it finds the output that violates most, by test against all outputs."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.transduction.augmentation import LOSSES, LossName, target_loss
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.derivations import Derivation
from salience.compression.transduction.described import Described, described
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.losses import arguments, productions, word_weights
from salience.text.words import plain_words
from salience.trees.brackets import read_tree

TREE = read_tree("(ROOT (S (NP (DT the) (JJ old) (NN man)) (VP (VBD saw) (NP (DT the) (NN dog)))))")
WORDS = plain_words("the old man saw the dog")
SENTENCE = described(WORDS, TREE, Grammar({}, runs=1), source=False)


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


@pytest.mark.parametrize("name", LOSSES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_the_worst_output_is_found(name: LossName, data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.integers(0, 5), min_size=1))
    short = data.draw(st.sampled_from([0.25, 1.0, 2.0]))
    weights_of_words = word_weights(kept, heads={0: 2, 2: 3, 5: 3}, salience={2: 0.7, 5: 0.2})
    tree = TREE.kept(kept)
    loss = target_loss(name, SENTENCE.words, kept, tree=tree, short=short, weights=weights_of_words)
    weights = st.integers(-16, 16).map(lambda n: n / 8)
    scores = [data.draw(weights) for _ in SENTENCE.items]

    def total(steps: tuple[tuple[int, int], ...], words: tuple[int, ...]) -> float:
        rules = [SENTENCE.applications[node][number] for node, number in steps]
        return sum(scores[i] for i in SENTENCE.used(steps)) + loss.value(words, rules)

    best = max(total(*output) for output in ALL)
    found = [
        (one.score + added.constant, total(one.steps, one.words))
        for added in loss.augmentations
        for one in decode(SENTENCE, scores, TargetScores(), added=added, beam=None, pops=None)
    ]
    assert max(score for score, _ in found) == pytest.approx(best)
    # The search of the best output knows its loss, and no search claims more than there is.
    assert all(score <= value + 1e-9 for score, value in found)
    assert max(value for _, value in found) == pytest.approx(best)


@pytest.mark.parametrize("name", LOSSES)
def test_the_reference_costs_nothing(name: LossName) -> None:
    kept = (0, 2, 3, 4, 5)
    [best] = decode(
        SENTENCE,
        [0.0] * len(SENTENCE.items),
        TargetScores(),
        added=target_loss("places", SENTENCE.words, kept)
        .augmentations[0]
        ._replace(words=[1.0 if i in kept else -1.0 for i in range(6)]),
    )
    assert best.words == kept
    tree = TREE.kept(set(kept))
    rules = [SENTENCE.applications[node][number] for node, number in best.steps]
    assert target_loss(name, SENTENCE.words, kept, tree=tree).value(best.words, rules) == 0


def test_productions_are_those_of_the_target_tree() -> None:
    reference = productions(TREE)
    loss = target_loss("productions", SENTENCE.words, range(6), tree=TREE)
    for steps, words in ALL:
        rules = [SENTENCE.applications[node][number] for node, number in steps]
        found = productions(Derivation(TREE, tuple(rules)).target)
        assert loss.value(words, rules) == arguments(found, reference).loss()


def test_unknown_losses_are_refused() -> None:
    with pytest.raises(ValueError, match="must be one of tokens"):
        target_loss("words", SENTENCE.words, (0,))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs the tree"):
        target_loss("productions", SENTENCE.words, (0,))
