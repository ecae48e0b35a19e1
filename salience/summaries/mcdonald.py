"""The program of McDonald (2007): relevant sentences that are not alike in pairs.

As Gillick and Favre (2009, section 3) state it:

    maximize    Σ_i Rel_i s_i - Σ_ij Red_ij s_ij
    subject to  Σ_j l_j s_j <= L
                s_ij <= s_i,  s_ij <= s_j,  s_i + s_j - s_ij <= 1    for all pairs
                s_i, s_ij in {0, 1}

with Rel_i = cosine(i, D) + 1/pos(i, D) and Red_ij = cosine(i, j). Pairs that share no word need no
variable.
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import block_array, eye_array, triu

from salience.arrays import Float64Array, IndexArray
from salience.learning.solver import integer_program
from salience.summaries.baselines import one_by_one
from salience.summaries.choices import GAP, POOL, TIME_LIMIT
from salience.summaries.coverage import LIMIT
from salience.summaries.problem import Solution, Status
from salience.summaries.sentences import Sentence
from salience.summaries.similarity import likeness, likeness_to_document


def mcdonald(
    sentences: Sequence[Sentence],
    lengths: Sequence[float],
    budget: float,
    *,
    pool: int = POOL,
    gap: float = GAP,
    time_limit: float = TIME_LIMIT,
) -> Solution:
    """The summary whose sentences are relevant and not alike, from the `pool` most relevant that
    fit; after the time limit what was found, or chosen one after the other, whichever is worth
    more.
    """
    fitting = np.flatnonzero(np.array(lengths, dtype=float) <= budget)
    every = relevance_of(sentences)
    kept = np.sort(fitting[np.argsort(-every[fitting], kind="stable")[:pool]])
    relevance, sizes = every[kept], np.array(lengths, dtype=float)[kept]
    n = len(kept)
    if not n:
        return Solution((), 0.0, 0.0, "optimal")
    alike = likeness([sentences[i] for i in kept])
    pairs = triu(alike, k=1).tocoo()  # of sentences that share a word, with their redundancy
    first, second, redundancy = pairs.row.astype(np.intp), pairs.col.astype(np.intp), pairs.data
    m = len(first)
    rules = [LinearConstraint(np.concatenate([sizes, np.zeros(m)])[None, :], -np.inf, budget)]
    if m:
        rules.append(_linearised(first, second, n))
    costs, ones = np.concatenate([-relevance, redundancy]), np.ones(n + m)
    result = integer_program(costs, ones, ones, rules, gap=gap, time_limit=time_limit)

    def value(chosen: Sequence[int]) -> float:
        there = np.isin(np.arange(n), chosen)
        return float(relevance[there].sum() - redundancy[there[first] & there[second]].sum())

    def rate(chosen: list[int], room: float) -> Float64Array:
        adds = relevance - alike[chosen].sum(axis=0)
        return np.where(adds > 0, adds / np.maximum(sizes, 1e-9), -np.inf)

    best = () if result.x is None else tuple(np.flatnonzero(result.x[:n] > 0.5).tolist())
    bound = float(relevance.sum()) if result.x is None else -float(result.mip_dual_bound)
    status: Status = "optimal"
    if result.status == LIMIT:
        status = "time limit"
        best = max(best, tuple(one_by_one(sizes.tolist(), budget, rate)), key=value)
    if n < len(fitting):
        status, bound = "approximate", float(every[fitting].sum())
    return Solution(tuple(kept[[*best]].tolist()), value(best), max(value(best), bound), status)


def relevance_of(sentences: Sequence[Sentence]) -> Float64Array:
    """Rel: how alike a sentence is to its document, and how early it stands there."""
    places = np.array([sentence.order + 1 for sentence in sentences], dtype=float)
    return likeness_to_document(sentences) + 1 / places


def _linearised(first: IndexArray, second: IndexArray, n: int) -> LinearConstraint:
    """The rules by which the variable of a pair is 1 if and only if both sentences are chosen."""
    m = len(first)
    one, pair = eye_array(n).tocsr(), eye_array(m)
    a, b = one[first], one[second]
    matrix = block_array([[-a, pair], [-b, pair], [a + b, -pair]]).tocsr()
    return LinearConstraint(matrix, -np.inf, np.repeat([0.0, 0.0, 1.0], m))
