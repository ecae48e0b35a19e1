"""The search against all derivations, one by one, on trees and steps made by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.transduction.decoding import Found, search
from salience.compression.transduction.forest import Step
from salience.compression.transduction.scorer import Scorer
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import BEGIN, END

TEXT = ["a b c", "b b a d", "c a", "d c b a c", "a a d"]
MODELS = {n: train_ngrams([line.split() for line in TEXT], n) for n in (1, 2, 3)}
Grid = list[list[Step]]
Choices = tuple[tuple[int, int], ...]


class Case:
    """A sentence with its steps, and what else can be asked for."""

    def __init__(self, seed: int, n: int) -> None:
        random = np.random.default_rng(seed)
        self.random = random
        self.words = [str(word) for word in random.choice(list("abcde"), n)]
        self.steps: Grid = []
        self._node(0, n, 0)
        self.steps.insert(0, [Step("ROOT", (-1,), ((1, c),), number(random)) for c in "XY"])
        self.word_scores = [number(random) for _ in range(n)]

    def _node(self, start: int, end: int, depth: int) -> int:
        """Steps of a node that stands above these words, and its index below the root."""
        random, index = self.random, len(self.steps) + 1
        self.steps.append([])
        if end - start == 1:
            made = [Step("X", (start,), (), number(random))]
            if random.random() < 0.3:
                made.append(Step("Y", (start,), (), number(random)))
        else:
            cuts = sorted(
                {start, end, *random.integers(start + 1, end, int(random.integers(1, 4))).tolist()}
            )
            children = [self._node(a, b, depth + 1) for a, b in pairwise(cuts)]
            made = [self._step(children, start) for _ in range(int(random.integers(1, 4)))]
        self.steps[index - 1] = made
        return index

    def _step(self, children: list[int], word: int) -> Step:
        random = self.random
        n = int(random.integers(0, len(children) + 1))
        chosen = random.choice(children, n, replace=False).tolist()
        output = [-i - 1 for i in range(n)]
        if random.random() < 0.5:
            random.shuffle(output)
        if random.random() < 0.3 and children and children[0] not in chosen:
            output.insert(int(random.integers(0, n + 1)), word)
        return Step(
            str(random.choice(["X", "X", "Y"])),
            tuple(output),
            tuple((child, str(random.choice(["X", "X", "X", "Y"]))) for child in chosen),
            number(random),
        )


def number(random: np.random.Generator) -> float:
    return float(random.normal())


def derivations(steps: Grid, node: int, category: str) -> Iterator[tuple[Choices, tuple[int, ...]]]:
    """All derivations of a node: its steps in the order of the target, and its words."""
    for index, step in enumerate(steps[node]):
        if step.category == category:
            below = [list(derivations(steps, *child)) for child in step.children]
            for parts in product(*below):
                choices: Choices = ((node, index),)
                words: tuple[int, ...] = ()
                for one in step.output:
                    if one >= 0:
                        words += (one,)
                    else:
                        choices += parts[-one - 1][0]
                        words += parts[-one - 1][1]
                yield choices, words


def value(
    case: Case, scorer: Scorer | None, choices: Choices, words: tuple[int, ...], **ways: object
) -> float:
    """What a derivation scores, each word after those before it."""
    total = sum(case.steps[node][index].score for node, index in choices)
    if ways.get("word_scores"):
        total += sum(case.word_scores[place] for place in words)
    if scorer is not None:
        size = scorer.order - 1
        padded = (BEGIN,) * size + tuple(case.words[place] for place in words) + (END,)
        for i in range(size, len(padded)):
            total += scorer.value(padded[i], padded[i - size : i])
    return total


def everything(case: Case, scorer: Scorer | None, **ways: object) -> dict[tuple[int, ...], float]:
    """The score of the best derivation of all words that a target can have."""
    best: dict[tuple[int, ...], float] = {}
    for choices, words in derivations(case.steps, 0, "ROOT"):
        score = value(case, scorer, choices, words, **ways)
        best[words] = max(score, best.get(words, -inf))
    return best


def is_true(case: Case, scorer: Scorer | None, found: Found, **ways: object) -> bool:
    """Whether a derivation is one, with these words and this score."""
    every = dict(derivations(case.steps, 0, "ROOT"))
    score = value(case, scorer, found.steps, found.words, **ways)
    return every[found.steps] == found.words and found.score == pytest.approx(score)


seeds, lengths = st.integers(0, 100_000), st.integers(1, 7)
scorers = st.sampled_from([None, *(Scorer(model, weight=0.7) for model in MODELS.values())])


@settings(deadline=None, max_examples=300)
@given(seeds, lengths, scorers, st.booleans())
def test_without_limits_it_finds_the_best_of_all(
    seed: int, n: int, scorer: Scorer | None, added: bool
) -> None:
    case = Case(seed, n)
    ways = {"word_scores": case.word_scores if added else None}
    every = everything(case, scorer, **ways)
    found = search(case.steps, case.words, scorer, beam=None, **ways)
    assert (found is None) == (not every)
    if found is not None:
        assert is_true(case, scorer, found, **ways)
        assert found.score == pytest.approx(max(every.values()))


@settings(deadline=None, max_examples=200)
@given(seeds, lengths, scorers, st.integers(1, 4), st.integers(1, 6))
def test_a_narrow_beam_finds_a_true_derivation_and_a_wide_one_the_best(
    seed: int, n: int, scorer: Scorer | None, beam: int, pops: int
) -> None:
    case = Case(seed, n)
    exact = search(case.steps, case.words, scorer, beam=None)
    narrow = search(case.steps, case.words, scorer, beam=beam, pops=pops)
    assert (narrow is None) == (exact is None)
    if narrow is None or exact is None:
        return
    assert is_true(case, scorer, narrow)
    assert narrow.score <= exact.score + 1e-9
    wide = search(case.steps, case.words, scorer, beam=100_000, pops=100_000)
    assert wide is not None
    assert wide.score == pytest.approx(exact.score)


@settings(deadline=None, max_examples=300)
@given(seeds, lengths, scorers, st.data())
def test_a_number_of_words_and_words_that_must_stay(
    seed: int, n: int, scorer: Scorer | None, data: st.DataObject
) -> None:
    case = Case(seed, n)
    wanted = data.draw(st.none() | st.integers(0, n + 2))
    places = st.integers(0, n - 1)
    must = data.draw(st.sets(places, max_size=3))
    every = everything(case, scorer)
    exact = search(case.steps, case.words, scorer, beam=None, n_words=wanted, must=must)
    narrow = search(case.steps, case.words, scorer, beam=1, pops=1, n_words=wanted, must=must)
    assert (exact is None) == (narrow is None) == (not every)
    if exact is None or narrow is None:
        return
    kept = {w: len(must & {*w}) for w in every}
    fitting = {words for words in every if kept[words] == max(kept.values())}
    if wanted is not None:
        there = {len(words) for words in fitting}
        below = {length for length in there if length <= wanted}
        nearest = max(below) if below else min(there)
        fitting = {words for words in fitting if len(words) == nearest}
    assert exact.words in fitting
    assert narrow.words in fitting
    assert exact.score == pytest.approx(max(every[words] for words in fitting))
    assert narrow.score <= exact.score + 1e-9


@given(seeds, lengths, st.integers(1, 3))
def test_additions_for_ngrams_are_those_of_the_padded_target(seed: int, n: int, order: int) -> None:
    """Every predicted n-gram of each length counts once, as for the loss of section 3.6."""
    case = Case(seed, n)
    asked = Scorer(MODELS[order], 0.0, lambda ngram: 100.0 ** len(ngram) + (END in ngram))
    best = search(case.steps, case.words, asked, beam=None)
    if best is None:
        return
    padded = (*case.words[: len(best.words)], END)
    steps = sum(case.steps[node][index].score for node, index in best.steps)
    each = sum(100.0**k for k in range(1, order + 1))
    assert best.score - steps == pytest.approx(each * len(padded) + order)


def test_no_derivation() -> None:
    assert search([], []) is None
    assert search([[]], ["a"]) is None
    lost = [Step("ROOT", (-1,), ((1, "S"),), 0.0)]
    assert search([lost, [Step("NP", (0,), (), 0.0)]], ["a"]) is None


def test_a_sentence_of_400_words_and_400_levels() -> None:
    n = 400
    steps = [[Step("ROOT", (-1,), ((1, "S"),), 0.0)]]
    for i in range(n - 1):
        here = len(steps)
        both = Step("S", (-1, -2), ((here + 1, "W"), (here + 2, "S")), 0.0)
        steps += [[both, Step("S", (-1,), ((here + 2, "S"),), 0.1)], [Step("W", (i,), (), 0.0)]]
    steps.append([Step("S", (n - 1,), (), 0.0)])
    words = [f"w{i % 50}" for i in range(n)]
    found = search(steps, words, Scorer(MODELS[3]), beam=5, pops=10)
    assert found is not None
    assert found.words[-1] == n - 1
    half = search(steps, words, beam=1, pops=2, n_words=200)
    assert half is not None
    assert len(half.words) == 200


def test_a_word_with_a_reason_to_stay_stays() -> None:
    words = ["very", "old"]
    both = Step("ROOT", (0, 1), (), 0.0)
    old = Step("ROOT", (1,), (), 1.0)
    ways = ({}, {"word_scores": [1.5, 0.0]}, {"must": [0]})
    found = [search([[both, old]], words, **way) for way in ways]
    assert [one.words for one in found if one] == [(1,), (0, 1), (0, 1)]


STEPS = [[Step("ROOT", (0,), (), 0.0)]]


def test_a_child_before_its_parent_is_refused() -> None:
    with pytest.raises(ValueError, match="can't be a child of node 0"):
        search([[Step("ROOT", (-1,), ((0, "S"),), 0.0)]], ["a"])


def test_an_order_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="1 to 3 words, not 4"):
        Scorer(train_ngrams([["a"]], 4))


class Begins:
    """A model that takes a sentence to begin once."""

    order = 3

    def log10(self, word: str, context: Sequence[str]) -> float:
        assert BEGIN not in context[1:]
        return -1.0


def test_a_sentence_begins_once_for_a_model() -> None:
    found = search(STEPS, ["a"], Scorer(Begins()))  # type: ignore[arg-type]
    assert found is not None
    assert found.score == -2.0
    assert Scorer(Begins()).sentence(["a", "b", "c"]) == -4.0


def test_what_is_remembered_is_shared_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("salience.compression.transduction.scorer._MOST", 3)
    scorer = Scorer(MODELS[3])
    alike = scorer.weighted(0.5)
    for words in ("a b", "c d a", "b b", "a b"):
        fresh = Scorer(MODELS[3])
        assert scorer.sentence(words.split()) == pytest.approx(fresh.sentence(words.split()))
    assert alike.value("a", ("b", "b")) == 0.5 * scorer.value("a", ("b", "b"))
