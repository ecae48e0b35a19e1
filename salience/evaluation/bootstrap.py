"""Counts of each document, which add up over documents, and the bootstrap over documents.

A bootstrap sample draws as many documents as there are, with replacement. Counts are kept for each
document, so that a sample is a weighted sum of them, and the counts of parts of a corpus, wherever
they were made, give the scores of the whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import SalienceError

Interval = tuple[float, float]
LEVEL = 95
"""Percent of the samples that lie in an interval."""

PREDICTIONS = ("true_positives", "predicted", "salient", "entities")
"""What `count_predictions` counts."""


@dataclass(frozen=True, eq=False, slots=True)
class DocumentCounts:
    """The counts of each document of a corpus, or of a part of it, of shape (names, documents)."""

    names: tuple[str, ...]
    values: Float64Array

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or len(self.values) != len(self.names):
            raise ValueError(
                f"counts of {len(self.names)} names must have the shape ({len(self.names)}, number "
                f"of documents), but have {self.values.shape}."
            )

    @property
    def documents(self) -> int:
        """The number of documents."""
        return self.values.shape[1]

    def total(self, weights: Float64Array | None = None) -> Float64Array:
        """The sum of each count over the documents, each times its weight, of shape (names,)."""
        # Documents first, so that they are added in their order.
        by_document = np.ascontiguousarray(self.values.T)
        return by_document.sum(axis=0) if weights is None else weights @ by_document

    def bootstrap(
        self, scores: Callable[[Float64Array], Mapping[str, float]], n: int, seed: int
    ) -> tuple[Mapping[str, float], dict[str, Interval]]:
        """Scores of the total, NaN if undefined, and their intervals over `n` samples."""
        found, weights = scores(self.total()), document_weights(self.documents, n, seed)
        return found, intervals(found, [scores(self.total(each)) for each in weights])


def count_predictions(
    codes: IndexArray, salient: BoolArray, predicted: BoolArray, n: int
) -> DocumentCounts:
    """The counts of `PREDICTIONS` of each document; `codes` are documents from 0 to `n - 1`."""
    kinds = (salient & predicted, predicted, salient, np.ones(len(codes)))
    values = [np.bincount(codes, kind, n) for kind in kinds]
    return DocumentCounts(PREDICTIONS, np.array(values, np.float64).reshape(len(kinds), n))


def precision_recall_f1(
    true_positives: float, predicted: float, salient: float
) -> tuple[float, float, float]:
    """Precision, recall and F1 of such counts; 0 where they would be 0/0."""
    both = predicted + salient
    return (
        float(true_positives / predicted) if predicted else 0.0,
        float(true_positives / salient) if salient else 0.0,
        float(2 * true_positives / both) if both else 0.0,
    )


def or_none(value: float) -> float | None:
    """A score, or None for one that is not defined (NaN)."""
    return None if np.isnan(value) else value


def document_weights(n_documents: int, n: int, seed: int) -> Iterator[Float64Array]:
    """How often each document is drawn in `n` samples; none of fewer than two documents."""
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
    scores: Mapping[str, float], samples: Sequence[Mapping[str, float]]
) -> dict[str, Interval]:
    """The middle 95 % of each score over the samples in which it is defined; none for NaN."""
    outside = (100 - LEVEL) / 2
    ends = {}
    for name, value in scores.items():
        drawn = [sample[name] for sample in samples if not np.isnan(sample[name])]
        if drawn and not np.isnan(value):
            low, high = np.percentile(drawn, [outside, 100 - outside])
            ends[name] = (float(low), float(high))
    return ends


def shares(
    part: Float64Array, whole: Float64Array, n: int, seed: int
) -> tuple[Float64Array, Float64Array, Float64Array]:
    """What share `part` is of `whole` by group, NaN for none, and both ends of its interval."""
    groups = tuple(map(str, range(len(part))))
    counts = DocumentCounts(groups * 2, np.concatenate([part, whole]))

    def divided(total: Float64Array) -> dict[str, float]:
        above, below = np.split(total, 2)
        found = np.divide(above, below, out=np.full(len(part), np.nan), where=below > 0)
        return dict(zip(groups, found.tolist(), strict=True))

    found, low_high = counts.bootstrap(divided, n, seed)
    ends = [low_high.get(group, (np.nan, np.nan)) for group in groups]
    low, high = np.array(ends, np.float64).reshape(-1, 2).T
    return np.array(list(found.values()), np.float64), low, high


def error_interval(error: float, samples: Sequence[float], noise: Sequence[float]) -> Interval:
    """The interval of an expected calibration error, which always holds the error.

    Chance alone makes the error greater, so samples are mirrored at it (Davison and Hinkley 1997,
    5.2), and the interval begins at 0 unless 97.5 % of samples of calibrated scores (`noise`) are
    below it.
    """
    outside = (100 - LEVEL) / 2
    below, above = np.nanpercentile(samples, [outside, 100 - outside])
    refuted = error > np.nanpercentile(noise, 100 - outside)
    low = min(error, max(0.0, float(2 * error - above))) if refuted else 0.0
    return low, max(error, float(2 * error - below))
