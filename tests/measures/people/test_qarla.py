"""QUEEN, KING and JACK against their definitions, word by word."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.measures.people.qarla import (
    Similarities,
    best_set,
    jack,
    king,
    orange,
    proximity,
    queen,
)


def similarities(seed: int, measures: int, models: int, peers: int) -> Similarities:
    random = np.random.default_rng(seed)
    shape = (measures, models + peers, models + peers)
    x = random.integers(0, 4, shape).astype(float)
    return Similarities(x[:, :models, :models], x[:, models:, :models], x[:, models:, models:])


def plain_queen(x: Similarities, peer: np.ndarray, people: list[int]) -> float:
    """QUEEN of a summary of which the likeness to each person's is known, of shape (X, models)."""
    triples = list(permutations(people, 3))
    holds = [
        all(peer[k, m] >= x.models[k, a, b] for k in range(len(x.models))) for m, a, b in triples
    ]
    return sum(holds) / len(triples)


cases = given(st.integers(0, 10_000), st.integers(1, 3), st.integers(4, 5), st.integers(1, 4))


@cases
def test_they_are_what_the_paper_defines(seed: int, k: int, n: int, a: int) -> None:
    x = similarities(seed, k, n, a)
    people = list(range(n))
    assert queen(x).tolist() == pytest.approx(
        [plain_queen(x, x.peers[:, i], people) for i in range(a)]
    )
    first = 0
    for m in people:
        others = [i for i in people if i != m]
        own = plain_queen(x, x.models[:, m], others)
        first += all(own > plain_queen(x, x.peers[:, i], others) for i in range(a))
    assert king(x) == pytest.approx(first / n)
    good = [i for i in range(a) if queen(x)[i] > 0]
    assert x.among_peers is not None
    between = [
        any(
            all(
                x.among_peers[j, p, q] <= x.peers[j, p, m]
                and x.among_peers[j, q, p] <= x.peers[j, q, m]
                for j in range(k)
            )
            for p, q in permutations(good, 2)
        )
        for m in people
    ]
    assert jack(x) == pytest.approx(sum(between) / n)


@cases
def test_more_measures_make_it_harder_to_pass_as_a_person(
    seed: int, k: int, n: int, a: int
) -> None:
    x = similarities(seed, k, n, a)
    for i in range(k):
        assert (queen(x) <= queen(x.by_measures([i])) + 1e-12).all()
    assert (
        queen(x.by_measures([0] * 3)).tolist() == queen(x.by_measures([0])).tolist()
    )  # redundant ones change none


def test_two_measures_of_the_notes() -> None:
    """x alone gives 4 of 6 triples; with y beside it 2 of 6."""
    models = np.ones((2, 3, 3)) * 0.2
    for i, j, value in ((0, 1, 0.5), (0, 2, 0.4), (1, 2, 0.3)):
        models[0, i, j] = models[0, j, i] = value
    peers = np.array([[[0.45, 0.45, 0.2]], [[0.1, 0.3, 0.3]]])
    x = Similarities(models, peers)
    assert queen(x.by_measures([0])) == pytest.approx([4 / 6])
    assert queen(x) == pytest.approx([2 / 6])


@cases
def test_only_the_order_of_similarities_counts(seed: int, k: int, n: int, a: int) -> None:
    x = similarities(seed, k, n, a)
    assert x.among_peers is not None
    y = Similarities(np.exp(x.models), np.exp(x.peers), np.exp(x.among_peers))
    assert (queen(x) == queen(y)).all() and king(x) == king(y) and jack(x) == jack(y)


def test_measures_that_always_agree_are_one_and_those_that_never_do_are_none() -> None:
    x = similarities(1, 1, 4, 3)
    both = Similarities(
        np.concatenate([x.models, 2 * x.models]), np.concatenate([x.peers, 2 * x.peers])
    )
    assert proximity([both, both]).tolist() == [[1, 1], [1, 1]]
    other = Similarities(np.concatenate([x.models, -x.models]), np.concatenate([x.peers, -x.peers]))
    assert proximity([other])[0, 1] < 0.5


def test_constant_measures_tell_nobody_from_anybody() -> None:
    ones = np.ones((1, 6, 6))
    x = Similarities(ones[:, :4, :4], ones[:, 4:, :4], ones[:, 4:, 4:])
    assert king(x) == 0 and queen(x).tolist() == [1, 1]


def test_orange_is_best_where_people_come_first() -> None:
    assert orange(np.array([3.0, 2.0]), np.array([1.0, 0.0])) == pytest.approx(1.5 / 4)
    assert orange(np.array([0.0]), np.array([0.0, 0.0])) == pytest.approx(2 / 3)


def test_too_few_people() -> None:
    with pytest.raises(ValueError, match="three summaries by people or more, but has 2"):
        queen(similarities(0, 1, 2, 1))
    with pytest.raises(ValueError, match="four summaries by people or more, but has 3"):
        king(similarities(0, 1, 3, 1))
    with pytest.raises(ValueError, match="similarities among peers"):
        x = similarities(0, 1, 4, 1)
        jack(Similarities(x.models, x.peers))


def test_the_best_set_is_better_than_each_measure_alone() -> None:
    """Each measure puts one system before a person; no system is near a person by both."""
    near, far = 0.9, 0.1
    models = np.full((2, 4, 4), 0.5)
    peers = np.array([[[near] * 4, [far] * 4], [[far] * 4, [near] * 4]])
    found = Similarities(models, peers)
    assert [king(found.by_measures([i])) for i in (0, 1)] == [0, 0] and king(found) == 1
    assert best_set([found, found]) == (0, 1)
    assert best_set([found], clusters=1) == (0,)
