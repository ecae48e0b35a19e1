"""Whether systems differ on the same documents, for whatever is computed from counts of documents.

Riezler and Maxwell (2005), "On Some Pitfalls in Automatic Evaluation and Significance Testing for
MT", sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts

Score = Callable[[Float64Array], float]
"""From the sum of the counts over documents to a score."""

EQUAL = 1e-12
"""Differences that differ by less are equal: the same sum in another order."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """What a test of two systems found.

    Attributes:
        difference: Of the first system's score less the second's.
        p: How often chance makes as great a difference, in either direction.
        n, seed: Of shuffles or samples, which make p repeatable.
    """

    difference: float
    p: float
    n: int
    seed: int


def shuffled_p(
    differences: Callable[[Float64Array], Float64Array], documents: int, n: int, seed: int
) -> tuple[Float64Array, Float64Array]:
    """Differences of two systems, and how often swaps of documents make as great ones.

    Args:
        differences: From a number for each document, 1 where the two systems are swapped and else
            0, to their differences in one measure or more.
        documents: The number of documents.
        n: Number of shuffles, each of which swaps every document with probability 1/2.
        seed: Of numpy's generator.

    Returns:
        The differences without swaps; and p = (c + 1) / (n + 1) for each, with c shuffles whose
        difference is at least as great, whichever its sign. A difference that is not defined (NaN)
        counts as great, so that p is 1 where the systems' own is not.

    Raises:
        ValueError: If there is no shuffle.

    Example:
        >>> scores = np.array([1.0, 1.0, 1.0])  # of the first system; the second has 0
        >>> found, p = shuffled_p(lambda swapped: np.array([scores @ (1 - 2 * swapped)]), 3, 999, 0)
        >>> found.tolist(), bool(0.2 < p[0] < 0.3)  # 2 of 8 swaps
        ([3.0], True)
    """
    if n < 1:
        raise ValueError(f"n_shuffles must be at least 1, but is {n}. Take 1000.")
    found = differences(np.zeros(documents))
    random = np.random.default_rng(seed)
    c = np.zeros(len(found))
    for _ in range(n):
        swapped = random.integers(2, size=documents).astype(np.float64)
        c += ~(np.abs(differences(swapped)) < np.abs(found) - EQUAL)  # NaN is as great
    return found, (c + 1) / (n + 1)


def approximate_randomization(
    a: DocumentCounts, b: DocumentCounts, score: Score, *, n_shuffles: int = 1000, seed: int = 0
) -> PairedDifference:
    """Test two systems by swapping their documents at random (Riezler and Maxwell, Figure 1).

    If the systems did not differ, it would not matter which of them a document's counts are from.
    The paper's loop runs from 0 to R; R shuffles are meant.

    Args:
        a: Counts of the first system.
        b: Counts of the second, of the same documents in the same order.
        score: From counts added over documents to the score that is compared.
        n_shuffles: R. The smallest p is 1 / (R + 1).
        seed: Of numpy's generator; the same seed gives the same shuffles, whatever the systems.

    Raises:
        ValueError: If the counts are not of as many documents, or not of the same things.

    Example:
        >>> a = DocumentCounts(("right",), np.ones((1, 8)))
        >>> b = DocumentCounts(("right",), np.zeros((1, 8)))
        >>> found = approximate_randomization(a, b, lambda total: total[0] / 8)
        >>> found.difference, round(found.p, 2)  # exactly 2 of 256 swaps differ so much
        (1.0, 0.01)
    """
    check_pair(a, b)
    first, second = a.values, b.values

    def differences(swapped: Float64Array) -> Float64Array:
        one = first @ (1 - swapped) + second @ swapped
        other = second @ (1 - swapped) + first @ swapped
        return np.array([score(one) - score(other)])

    found, p = shuffled_p(differences, a.documents, n_shuffles, seed)
    return PairedDifference(float(found[0]), float(p[0]), n_shuffles, seed)


def randomized_tukey(
    systems: Mapping[str, DocumentCounts], score: Score, *, n_shuffles: int = 1000, seed: int = 0
) -> dict[tuple[str, str], PairedDifference]:
    """Test all pairs of systems at once, corrected for as many comparisons.

    Tukey's honestly significant difference by shuffles: in each, a document's counts are dealt out
    to the systems at random, and the range of the scores is what each pair is held against. With
    two systems it is `approximate_randomization` with other shuffles.

    Args:
        systems: Counts by the name of the system, of the same documents in the same order.
        score: From counts added over documents to the score that is compared.
        n_shuffles: The smallest p is 1 / (n_shuffles + 1).
        seed: Of numpy's generator.

    Returns:
        The test of each two systems, in their order.

    Raises:
        ValueError: If there is no shuffle, or the counts are not of the same documents and things.

    Example:
        >>> counts = lambda *values: DocumentCounts(("right",), np.array([values], float))
        >>> systems = {"a": counts(*[1] * 8), "b": counts(*[0] * 8), "c": counts(*[0, 1] * 4)}
        >>> found = randomized_tukey(systems, lambda total: total[0] / 8)
        >>> {pair: (test.difference, test.p < 0.05) for pair, test in found.items()}
        {('a', 'b'): (1.0, True), ('a', 'c'): (0.5, False), ('b', 'c'): (-0.5, False)}
    """
    if n_shuffles < 1:
        raise ValueError(f"n_shuffles must be at least 1, but is {n_shuffles}. Take 1000.")
    names = list(systems)
    for name in names[1:]:
        check_pair(systems[names[0]], systems[name])
    values = np.array([systems[name].values for name in names])  # (systems, counts, documents)
    scores = [score(each.sum(axis=1)) for each in values]
    random = np.random.default_rng(seed)
    ranges = np.empty(n_shuffles)
    for i in range(n_shuffles):
        order = random.permuted(np.tile(np.arange(len(names))[:, None], values.shape[2]), axis=0)
        dealt = np.take_along_axis(values, order[:, None, :], axis=0)
        of_shuffle = [score(each.sum(axis=1)) for each in dealt]
        ranges[i] = max(of_shuffle) - min(of_shuffle)
    found = {}
    for (i, first), (j, second) in combinations(enumerate(names), 2):
        difference = scores[i] - scores[j]
        c = int((~(ranges < abs(difference) - EQUAL)).sum())  # NaN is as great
        p = (c + 1) / (n_shuffles + 1)
        found[first, second] = PairedDifference(float(difference), p, n_shuffles, seed)
    return found


def check_pair(a: DocumentCounts, b: DocumentCounts) -> None:
    """Find out whether counts are of the same things and of as many documents."""
    if a.names != b.names or a.documents != b.documents:
        raise ValueError(
            f"two systems must be counted alike, but these have {a.names} of {a.documents} and "
            f"{b.names} of {b.documents} documents. Measure both on the same documents."
        )


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct the p-values of several comparisons (Holm 1979).

    Rejecting those up to a level then errs in any of them with at most that probability. The
    smallest of m is multiplied by m, the next by m - 1 and so on; none gets smaller than one
    before it, or greater than 1.

    Args:
        p_values: Of all comparisons that are made.

    Returns:
        As many, in the same order.

    Raises:
        ValueError: If one is not from 0 to 1.

    Example:
        >>> holm([0.04, 0.01, 0.03])
        [0.06, 0.03, 0.06]
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    corrected = np.empty(len(p))
    steps = p[order] * np.arange(len(p), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return corrected.tolist()


def sidak(p_values: Sequence[float]) -> list[float]:
    """Correct the p-values of independent comparisons: 1 - (1 - p)^k (Riezler and Maxwell, 4.3).

    That is the probability that one of k comparisons has such a p by chance.

    Args:
        p_values: Of all comparisons that are made.

    Raises:
        ValueError: If one is not from 0 to 1.

    Example:
        >>> round(sidak([0.05] * 105)[0], 4), round(sidak([0.015] * 5)[0], 2)  # the paper's
        (0.9954, 0.07)
    """
    p = _checked(p_values)
    # Exact for a p near 0, where 1 - p is 1.
    return np.minimum(-np.expm1(len(p) * np.log1p(-np.minimum(p, 1 - 1e-16))), 1).tolist()


def _checked(p_values: Sequence[float]) -> Float64Array:
    p = np.array(p_values, np.float64)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p-values must be from 0 to 1, but are {list(p_values)}. Correct them.")
    return p
