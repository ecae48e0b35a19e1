"""The program of concept coverage: the best choice of candidates within a budget.

A summary is worth the weights of the concepts that it covers, each once (Gillick and Favre 2009):

    maximize    Σ_i w_i c_i + Σ_j v_j s_j
    subject to  Σ_j l_j s_j <= L
                s_j Occ_ij <= c_i        for all i, j     (1)
                Σ_j s_j Occ_ij >= c_i    for all i        (2)
                s_j in {0, 1}

Candidates are sentences, or what sentences can be shortened to; `v` is what a candidate is worth by
itself, 0 in the paper. A concept of positive weight is covered as soon as (2) lets it be, and one
of negative weight is left uncovered as long as (1) does, so only one of them is needed for each,
and `c` is 0 or 1 at the optimum without being told to. What it is worth to choose two candidates
together has a variable too, which is no more than either.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array, csr_array, eye_array, hstack

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import SalienceError
from salience.learning.solver import integer_program
from salience.summaries.choices import GAP, TIME_LIMIT
from salience.summaries.greedy import greedy
from salience.summaries.problem import Problem, Solution

LIMIT = 1
"""Scipy's code of a program that ended with its time."""


def solve(problem: Problem, *, gap: float = GAP, time_limit: float = TIME_LIMIT) -> Solution:
    """The best choice, by scipy's solver of integer programs (HiGHS).

    It may fall short by the part `gap` of its bound. After the time limit, in seconds by the clock,
    it is the best that was found, or what `greedy` finds where that is worth more.
    """
    usable = problem.usable()
    if not usable.any() and not problem.constraints:
        return Solution((), 0.0, 0.0, "optimal")
    n = len(usable)
    values, weights, occurrences = _merged(problem, usable)
    weights = np.concatenate([weights, [worth for *_, worth in problem.pairs]])
    result = integer_program(
        -np.concatenate([values, weights]),
        np.repeat([1, 0], [n, len(weights)]),
        np.concatenate([usable, np.ones_like(weights)]),
        _constraints(problem, weights, occurrences),
        gap=gap,
        time_limit=time_limit,
    )
    if result.x is None:
        if problem.plain:
            return replace(_greedy(problem), status="time limit")
        empty = all(np.all(c.lb <= 0) and np.all(c.ub >= 0) for c in problem.constraints)
        if result.status == LIMIT and empty:  # the further rules allow to choose nothing
            most = sum(max(w, 0.0) for w in (*values.tolist(), *weights.tolist()))
            return Solution((), 0.0, most, "time limit")
        raise SalienceError(
            f"the program of {n} candidates has no solution: {result.message} Loosen its rules, or "
            f"raise the time limit of {time_limit:g} s."
        )
    chosen = tuple(np.flatnonzero(result.x[:n] > 0.5).tolist())
    value = problem.value(chosen)
    bound = max(value, -float(result.mip_dual_bound))
    if result.status != LIMIT:
        return Solution(chosen, value, bound, "optimal")
    found = Solution(chosen, value, bound, "time limit")
    if not problem.plain:
        return found
    other = _greedy(problem)
    best = max(found, other, key=lambda solution: solution.value)
    return replace(best, bound=min(bound, other.bound))


def _greedy(problem: Problem) -> Solution:
    """What the greedy rule finds, which doesn't look at pairs, with what they are worth."""
    found = greedy(replace(problem, pairs=()))
    gain = sum(worth for *_, worth in problem.pairs)
    return replace(found, value=problem.value(found.chosen), bound=found.bound + gain)


def _merged(
    problem: Problem, usable: BoolArray
) -> tuple[Float64Array, Float64Array, list[tuple[int, ...]]]:
    """The program with fewer concepts: those of the same candidates are one.

    What one candidate alone has is part of what the candidate is worth.
    """
    values = np.array(problem.values or np.zeros(len(usable)), dtype=float)
    together: dict[tuple[int, ...], float] = defaultdict(float)
    for concept in problem.concepts:
        together[tuple(i for i in concept.sentences if usable[i])] += concept.weight
    for candidates, weight in together.items():
        if len(candidates) == 1:
            values[candidates[0]] += weight
    shared = {c: weight for c, weight in together.items() if len(c) > 1 and weight}
    return values, np.array([*shared.values()], dtype=float), [*shared]


def _constraints(
    problem: Problem, weights: Float64Array, occurrences: list[tuple[int, ...]]
) -> list[LinearConstraint]:
    """The rules, over the variables of candidates and then of concepts."""
    n, m = len(problem.lengths), len(weights)
    rules = [LinearConstraint(_over_candidates([problem.lengths], m), -np.inf, problem.budget)]
    rules += [LinearConstraint(_over_candidates(c.A, m), c.lb, c.ub) for c in problem.constraints]
    if problem.needs:
        lists = [(candidate, *others) for candidate, others in problem.needs]
        signs = [1 - 2 * (place > 0) for some in lists for place in range(len(some))]
        where = (_numbered(lists), [i for some in lists for i in some])
        needs = coo_array((signs, where), shape=(len(lists), n))
        rules.append(LinearConstraint(_over_candidates(needs, m), -np.inf, 0))
    if problem.pairs:
        rules.append(_not_more_than_either(problem.pairs, n, len(occurrences)))
    if not occurrences:
        return rules
    concept = _numbered(occurrences)
    candidate = np.array([i for found in occurrences for i in found])
    covering, chosen = eye_array(m).tocsr(), eye_array(n).tocsr()
    has = csr_array((np.ones(len(concept)), (concept, candidate)), shape=(m, n))
    lets = (weights > 0) & (np.arange(m) < len(occurrences))
    rules.append(LinearConstraint(hstack([has, -covering]).tocsr()[lets], 0, np.inf))  # (2)
    forced = weights[concept] < 0
    implied = hstack([-chosen[candidate[forced]], covering[concept[forced]]])
    rules.append(LinearConstraint(implied.tocsr(), 0, np.inf))  # (1)
    return [rule for rule in rules if rule.A.shape[0]]


def _not_more_than_either(
    pairs: Sequence[tuple[int, int, float]], n: int, concepts: int
) -> LinearConstraint:
    """That a pair, whose variable is behind those of concepts, needs both of its candidates."""
    either = eye_array(n).tocsr()[[i for *pair, _ in pairs for i in pair]]
    both = eye_array(concepts + len(pairs)).tocsr()[np.repeat(np.arange(len(pairs)), 2) + concepts]
    return LinearConstraint(hstack([either, -both]).tocsr(), 0, np.inf)


def _over_candidates(rows: Any, m: int) -> csr_array:
    """Rows over the candidates, with nothing for the concepts."""
    rows = csr_array(rows)
    return hstack([rows, csr_array((rows.shape[0], m))]).tocsr()


def _numbered(lists: Sequence[Sequence[int]]) -> IndexArray:
    """For each item of each list the number of its list."""
    return np.repeat(np.arange(len(lists)), [len(items) for items in lists])
