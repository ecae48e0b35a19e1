"""Whether systems differ on the same documents, for whatever is computed from counts of documents.

Riezler and Maxwell (2005), "On Some Pitfalls in Automatic Evaluation and Significance Testing for
MT", sections 3 and 4.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts

Score = Callable[[Float64Array], float]
"""From the sum of the counts over documents to a score."""

EQUAL = 1e-12
"""Differences that differ by less are equal: the same sum in another order."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference of scores; p, how often `n` shuffles with a `seed` make as great a one."""

    difference: float
    p: float
    n: int
    seed: int


def shuffled_p(
    differences: Callable[[Float64Array], Float64Array], documents: int, n: int, seed: int
) -> tuple[Float64Array, Float64Array]:
    """Differences of two systems, and how often swaps of documents make as great ones.

    `differences` takes 1 for each document that is swapped, else 0. p = (c + 1) / (n + 1).
    """
    if n < 1:
        raise ValueError(f"n_shuffles must be at least 1, but is {n}. Take 1000.")
    own = differences(np.zeros(documents))
    random = np.random.default_rng(seed)
    c = np.zeros(len(own))
    for _ in range(n):
        swapped = random.integers(2, size=documents).astype(np.float64)
        c += ~(np.abs(differences(swapped)) < np.abs(own) - EQUAL)  # NaN is as great
    return own, (c + 1) / (n + 1)


def approximate_randomization(
    a: DocumentCounts, b: DocumentCounts, score: Score, *, n_shuffles: int = 1000, seed: int = 0
) -> PairedDifference:
    """Test two systems by swapping their documents at random (Riezler and Maxwell, Figure 1).

    If the systems did not differ, it would not matter which of them a document's counts are from.

    Args:
        a: Counts of the first system.
        b: Counts of the second, of the same documents in the same order.
        score: From counts added over documents to the score that is compared.
        n_shuffles: R. The smallest p is 1 / (R + 1).
        seed: Of the shuffles, which are the same whatever the systems.

    Raises:
        ValueError: If the counts are not of as many documents, or not of the same things.

    Example:
        >>> a = DocumentCounts(("right",), np.ones((1, 8)))
        >>> b = DocumentCounts(("right",), np.zeros((1, 8)))
        >>> found = approximate_randomization(a, b, lambda total: total[0] / 8)
        >>> found.difference, round(found.p, 2)  # exactly 2 of 256 swaps differ so much
        (1.0, 0.01)
    """
    if a.names != b.names or a.documents != b.documents:
        raise ValueError(
            f"two systems must be counted alike, but these have {a.names} of {a.documents} and "
            f"{b.names} of {b.documents} documents. Measure both on the same documents."
        )
    first, second = a.values, b.values

    def differences(swapped: Float64Array) -> Float64Array:
        one = first @ (1 - swapped) + second @ swapped
        return np.array([score(one) - score(second @ (1 - swapped) + first @ swapped)])

    difference, p = shuffled_p(differences, a.documents, n_shuffles, seed)
    return PairedDifference(float(difference[0]), float(p[0]), n_shuffles, seed)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct the p-values of several comparisons (Holm 1979).

    Rejecting those up to a level then errs in any of them with at most that probability. The
    smallest of m is multiplied by m, the next by m - 1 and so on; none gets smaller than one
    before it, or greater than 1.

    Raises:
        ValueError: If one is not from 0 to 1.

    Example:
        >>> holm([0.04, 0.01, 0.03])
        [0.06, 0.03, 0.06]
    """
    p = np.array(p_values, np.float64)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p-values must be from 0 to 1, but are {list(p_values)}. Correct them.")
    order = np.argsort(p, kind="stable")
    corrected = np.empty(len(p))
    steps = p[order] * np.arange(len(p), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return corrected.tolist()
