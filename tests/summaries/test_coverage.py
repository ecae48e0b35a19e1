"""The program of concept coverage, against all choices that there are."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, OptimizeResult

from salience.errors import SalienceError
from salience.summaries.concepts import Concept
from salience.summaries.coverage import solve
from salience.summaries.greedy import greedy
from salience.summaries.problem import Problem

EXAMPLE = ("the cat is in the kitchen", "the cat drinks the milk")
REDUNDANT = "the cat drinks the milk in the kitchen"


@st.composite
def problems(draw, least=0):
    """Small problems; with `least` below 0 also of concepts and values that are worth less."""
    n = draw(st.integers(1, 7))
    weights = st.integers(least, 4)
    concepts = draw(
        st.lists(st.tuples(weights, st.sets(st.integers(0, n - 1), min_size=1)), max_size=8)
    )
    return Problem(
        draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)),
        draw(st.integers(0, 20)),
        [Concept("word", (str(i),), w, tuple(sorted(c))) for i, (w, c) in enumerate(concepts)],
        draw(st.one_of(st.just(()), st.lists(weights, min_size=n, max_size=n))),
    )


def allowed(problem):
    n = len(problem.lengths)
    for choice in (c for k in range(n + 1) for c in combinations(range(n), k)):
        if sum(problem.lengths[i] for i in choice) <= problem.budget:
            yield choice


@settings(max_examples=60, deadline=None)
@given(problems(least=-4))
def test_the_solution_is_the_best_of_all_choices(problem):
    best = max(map(problem.value, allowed(problem)))

    found = solve(problem, gap=0.0)

    assert found.chosen in set(allowed(problem))
    assert math.isclose(found.value, best, abs_tol=1e-6)
    assert found.bound >= best - 1e-6
    assert found.status == "optimal"


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_what_two_candidates_are_worth_together_counts(problem, data):
    places = st.integers(0, len(problem.lengths) - 1)
    pairs = data.draw(st.lists(st.tuples(places, places, st.integers(1, 4)), max_size=5))
    problem = replace(problem, pairs=[pair for pair in pairs if pair[0] != pair[1]])

    found = solve(problem, gap=0.0)

    assert found.chosen in set(allowed(problem))
    best = max(map(problem.value, allowed(problem)))
    assert math.isclose(found.value, best, abs_tol=1e-6) and found.bound >= best - 1e-6


@settings(max_examples=100, deadline=None)
@given(problems())
def test_the_greedy_rule_keeps_the_budget_and_the_bound(problem):
    best = max(map(problem.value, allowed(problem)))

    found = greedy(problem)

    assert found.chosen in set(allowed(problem))
    assert found.value <= best <= found.bound + 1e-9
    assert found.value >= best * (1 - 1 / math.sqrt(math.e)) - 1e-9


@settings(max_examples=30, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_the_lazy_rule_chooses_as_one_that_looks_at_all(problem, random):
    left, chosen = problem.budget, []
    usable = problem.usable()
    while True:
        can = [i for i in np.flatnonzero(usable) if i not in chosen and problem.lengths[i] <= left]
        gains = {i: problem.value([*chosen, i]) - problem.value(chosen) for i in can}
        can = [i for i in can if gains[i] > 0]
        if not can:
            break
        best = max(can, key=lambda i: (gains[i] / max(problem.lengths[i], 1e-9), -i))
        chosen.append(int(best))
        left -= problem.lengths[best]

    assert greedy(problem).value >= problem.value(chosen) - 1e-9


def test_one_sentence_says_what_two_say():
    """Figure 1 of the paper: no pair of sentences is the same, and yet the third has it all."""
    texts = [*EXAMPLE, REDUNDANT]
    words = sorted({word for text in texts for word in text.split()})
    concepts = [
        Concept("word", (word,), 1, tuple(i for i, t in enumerate(texts) if word in t.split()))
        for word in words
        if word != "is"
    ]
    lengths = [len(text.split()) for text in texts]

    assert solve(Problem(lengths, 8, concepts), gap=0).chosen == (2,)
    assert solve(Problem(lengths, 100, concepts), gap=0).value == len(concepts)


def test_candidates_without_concepts_and_later_copies_are_never_chosen():
    concept = Concept("word", ("a",), 1.0, (1, 2))

    assert solve(Problem([1, 1, 1], 3, [concept])).chosen == (1,)
    assert greedy(Problem([1, 1, 1], 3, [concept])).chosen == (1,)


@pytest.mark.parametrize("method", [solve, greedy])
def test_nothing_is_chosen_where_nothing_fits_or_counts(method):
    concept = Concept("word", ("a",), 1.0, (0,))

    for problem in (Problem([5], 4, [concept]), Problem([5], 9, []), Problem([], 9, [])):
        found = method(problem)
        assert (found.chosen, found.value, found.bound, found.gap) == ((), 0, 0, 0)


def test_further_rules_hold():
    concepts = [Concept("word", ("a",), 2.0, (0,)), Concept("word", ("b",), 1.0, (1,))]
    child_needs_parent = LinearConstraint(np.array([[1, 0, -1]]), -np.inf, 0)

    problem = Problem([1, 1, 2], 2, concepts, constraints=[child_needs_parent])

    assert solve(problem, gap=0).chosen == (1,)


def test_the_greedy_choice_of_a_program_without_time_has_the_worth_of_pairs(monkeypatch):
    out_of_time = OptimizeResult(x=None, status=1, message="Time limit reached.")
    monkeypatch.setattr("salience.learning.solver.milp", lambda *a, **k: out_of_time)
    concepts = [Concept("word", (str(i),), 1.0, (i,)) for i in range(3)]

    found = solve(Problem([1, 1, 9], 2, concepts, pairs=[(0, 1, 3.0)]))
    assert (found.chosen, found.value, found.status) == ((0, 1), 5.0, "time limit")
    assert found.bound >= 5.0


def test_time_that_is_up_at_once_chooses_nothing(monkeypatch):
    """As HiGHS does where it had no time to find anything."""
    out_of_time = OptimizeResult(x=None, status=1, message="Time limit reached.")
    monkeypatch.setattr("salience.learning.solver.milp", lambda *a, **k: out_of_time)
    concepts = [Concept("word", ("a",), 2.0, (0,)), Concept("word", ("b",), -1.0, (1,))]

    found = solve(Problem([1, 1], 2, concepts))
    assert (found.chosen, found.value, found.bound) == ((), 0.0, 2.0)
    assert found.status == "time limit"

    both = LinearConstraint(np.ones((1, 2)), 1, 2)
    with pytest.raises(SalienceError, match="has no solution"):
        solve(Problem([1, 1], 2, concepts, constraints=[both]))


def test_rules_that_nothing_satisfies_are_an_error():
    impossible = LinearConstraint(np.array([[1.0]]), 2, 3)

    with pytest.raises(SalienceError, match="has no solution"):
        solve(Problem([1], 1, [], constraints=[impossible]))


def test_time_that_is_up_gives_what_the_greedy_rule_finds_or_better():
    random = np.random.default_rng(3)
    concepts = [
        Concept("word", (str(i),), 1.0, tuple(sorted(random.choice(80, 6, replace=False).tolist())))
        for i in range(300)
    ]
    problem = Problem(random.integers(5, 40, 80).tolist(), 250, concepts)

    found = solve(problem, gap=0, time_limit=0.01)

    assert found.status in ("time limit", "approximate")
    assert greedy(problem).value <= found.value <= found.bound
    assert 0 < found.gap < 1


def test_the_greedy_rule_refuses_weights_below_zero():
    with pytest.raises(ValueError, match="0 or more"):
        greedy(Problem([1], 1, [Concept("word", ("a",), -1.0, (0,))]))
