"""What cube pruning looks at first, and what it takes parts to score."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.transduction.contexts import LONG, Context, Contexts
from salience.compression.transduction.cubes import Combiner, Item, best_first
from salience.compression.transduction.scorer import Scorer
from salience.language_models.kneser_ney import train_ngrams

costs = st.lists(st.integers(-5, 5), max_size=6).map(sorted)


def items(name: int, found: list[int]) -> list[Item]:
    context = Context(LONG, 0, 0, 0, 0, 0.0)
    return [Item(cost, i, float(name), context, (None, None)) for i, cost in enumerate(found)]


@given(st.lists(st.tuples(costs, costs), max_size=4))
def test_all_combinations_come_once_and_the_best_first(cubes: list[tuple[list, list]]) -> None:
    lists = [(items(n, a), items(n, b)) for n, (a, b) in enumerate(cubes)]
    found = [(a.cost + b.cost, a.score, a.key, b.key) for a, b in best_first(lists)]
    assert [cost for cost, *_ in found] == sorted(cost for cost, *_ in found)
    every = [(a.cost + b.cost, a.score, a.key, b.key) for one in lists for a, b in product(*one)]
    assert sorted(found) == sorted(every)


WORDS = ["b", "a", "d", "c", "a", "b"]


@pytest.mark.parametrize("order", [1, 2, 3])
def test_words_that_are_not_scored_yet_count_by_themselves(order: int) -> None:
    scorer = Scorer(train_ngrams([["a", "b", "c"], ["b", "b", "a", "d"]], order), weight=2.0)
    combiner = Combiner(Contexts(WORDS, scorer), None, None)
    piece = combiner.word(0, 0.0)
    for place in range(1, len(WORDS)):
        piece = combiner.pairs([(piece, combiner.word(place, 0.0))])
        [item] = piece
        words = WORDS[: place + 1]
        left = words[: order - 1]
        scored = [
            scorer.value(words[i], tuple(words[i - order + 1 : i]))
            for i in range(order - 1, len(words))
        ]
        assert item.score == pytest.approx(sum(scored))
        estimate = sum(scorer.value(word, ()) for word in left)
        assert item.cost == pytest.approx(-item.score - estimate)
