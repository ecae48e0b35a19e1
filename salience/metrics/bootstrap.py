"""The bootstrap over documents: per-document counts are kept, and a sample only adds them up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import SalienceError

Interval = tuple[float, float]
LEVEL = 95
"""Percent of the samples that lie in an interval."""


def document_counts(codes: IndexArray, y: BoolArray, called: BoolArray, n: int) -> Float64Array:
    """Per document the entities that are salient and called so, called so, and salient.

    Args:
        codes: The document of each entity, from 0 to `n - 1`.
        y, called: Per entity, whether it is salient, and whether it is called so.
        n: Number of documents.

    Returns:
        An array of shape (3, n).

    Example:
        >>> yes = np.array([True, True])
        >>> document_counts(np.array([0, 1]), yes, np.array([True, False]), 2).tolist()
        [[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
    """
    kinds = (y & called, called, y)
    return np.array([np.bincount(codes, kind, n) for kind in kinds], np.float64).reshape(3, n)


def prf(hits: float, called: float, salient: float) -> tuple[float, float, float]:
    """Precision, recall and F1 of such counts; 0 where they would be 0/0.

    Example:
        >>> prf(hits=1, called=2, salient=4)
        (0.5, 0.25, 0.3333333333333333)
    """
    precision = float(hits / called) if called else 0.0
    recall = float(hits / salient) if salient else 0.0
    return precision, recall, float(2 * hits / (called + salient)) if called + salient else 0.0


def document_weights(n_documents: int, n: int, seed: int) -> Iterator[Float64Array]:
    """How often each document is drawn, for each of `n` samples with replacement.

    Of fewer than two documents there are no samples: all would be the same, and an interval of
    them would look certain.

    Raises:
        SalienceError: If the number of samples or the seed is negative.
    """
    if n < 0 or seed < 0:
        raise SalienceError(
            f"the bootstrap needs a number of samples and a seed of at least 0, but has {n} and "
            f"{seed}. Take 1000 and 0."
        )
    random = np.random.default_rng(seed)
    for _ in range(n if n_documents > 1 else 0):
        drawn = random.integers(n_documents, size=n_documents)
        yield np.bincount(drawn, minlength=n_documents).astype(np.float64)


def intervals(
    found: Mapping[str, float], samples: Sequence[Mapping[str, float]]
) -> dict[str, Interval]:
    """The middle 95 % of each score over the samples (percentile bootstrap).

    Args:
        found: The scores by name; NaN for one that is not defined, which gets no interval.
        samples: The same of each sample; those in which a score is NaN are left out of its
            interval.

    Example:
        >>> intervals({"f1": 0.5, "ap": np.nan}, [{"f1": 0.4, "ap": 0.1}, {"f1": 0.4, "ap": 0.1}])
        {'f1': (0.4, 0.4)}
    """
    outside = (100 - LEVEL) / 2
    found_intervals = {}
    for name, value in found.items():
        values = [sample[name] for sample in samples if not np.isnan(sample[name])]
        if values and not np.isnan(value):
            low, high = np.percentile(values, [outside, 100 - outside])
            found_intervals[name] = (float(low), float(high))
    return found_intervals


def error_interval(found: float, samples: Sequence[float], noise: Sequence[float]) -> Interval:
    """The interval of an expected calibration error, which always holds the error found.

    Chance alone makes the error greater, in documents as drawn and once more in samples of them, so
    that the middle 95 % of the samples lie too high, and never reach 0. So the samples are
    mirrored at the error found (basic bootstrap, Davison and Hinkley 1997, section 5.2), and the
    interval begins at 0 unless the error is greater than what chance makes of calibrated scores in
    97.5 % of the samples. In simulations of calibrated scores it holds 0 in 88 to 98 % of them.

    Args:
        found: The error.
        samples: That of each sample; NaN where it is not defined.
        noise: Of each sample, `Bins.noise`: the error if scores were calibrated.

    Example:
        >>> error_interval(0.25, [0.25, 0.5], [0.5, 0.5])
        (0.0, 0.25)
        >>> error_interval(0.5, [0.375, 0.625], [0.125, 0.125])
        (0.38125, 0.61875)
    """
    outside = (100 - LEVEL) / 2
    below, above = np.nanpercentile(samples, [outside, 100 - outside])
    refuted = found > np.nanpercentile(noise, 100 - outside)
    low = min(found, max(0.0, float(2 * found - above))) if refuted else 0.0
    return low, max(found, float(2 * found - below))
