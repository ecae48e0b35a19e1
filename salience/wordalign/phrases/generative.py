"""The generative model of phrases, trained by EM over hidden segmentations (DeNero et al. 2006)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.errors import SalienceError
from salience.wordalign.phrases.lattices import Lattices, edges_by_level
from salience.wordalign.phrases.phrase_table import PhraseTable, conditional, sums_by_id


@dataclass(frozen=True, slots=True)
class EMSettings:
    """How the model is trained.

    Attributes:
        max_length: Words of a source phrase at most; it says how many segmentations there are.
        shortness: The weight of a source phrase for each word after its first. 1 is the paper's
            uniform model of segmentations; less favours short phrases (section 3.4).
        distortion: The weight for each word that a target phrase stands from where its source
            phrase lies, in proportion to the lengths of the texts. The paper has "a discounting
            function based on absolute sentence position" and no formula; 1 leaves it out.
        smoothing: The paper's `k`. A source phrase of `l` words keeps the count `k ** (l - 1)` for
            translations that were not seen (section 3.4): above 1, short phrases lose least,
            as the section says. Copies of the paper as plain text have `kl-1`, in which the minus
            stands as close as in their `10-3` for a power of ten. None is no smoothing; the paper
            has 2.5.
        kept: The share of an iteration's input in its output: interpolation inside EM.

    Raises:
        SalienceError: If a value is out of its range.
    """

    max_length: int = 3
    shortness: float = 1.0
    distortion: float = 0.9
    smoothing: float | None = None
    kept: float = 0.0

    def __post_init__(self) -> None:
        for name, low, high in (
            ("shortness", 0.0, 1.0),
            ("distortion", 0.0, 1.0),
            ("smoothing", 0.0, np.inf),
            ("kept", -1.0, 1.0),
        ):
            value = getattr(self, name)
            if value is None:
                continue
            if not low < value <= high or value < 0:
                rule = f"above {low:g}" if low == 0 else "0 or more"
                raise SalienceError(f"{name} is {value}: give a number {rule}, at most {high:g}.")
        if self.max_length < 1:
            raise SalienceError(f"max_length is {self.max_length}: a phrase has a word or more.")


UNIFORM = EMSettings()
"""The paper's settings, but for the distortion, which it does not say."""


@dataclass(frozen=True, eq=False)
class Iteration:
    """What an iteration of EM gave."""

    log_likelihoods: Float64Array  # of each text's target given its source, before the iteration
    counts: Float64Array  # how often each row of the table was used, by expectation
    table: PhraseTable  # with the new probabilities


def train_phrases(
    table: PhraseTable, lattices: Lattices, settings: EMSettings = UNIFORM
) -> Iterator[Iteration]:
    """Train a phrase table by EM, one iteration after the other, without end.

    Sums run over all compatible aligned segmentations of a text, and are exact. Rows that no
    segmentation has get the probability 0 at once. Smoothed and interpolated updates are not those
    of maximum likelihood, so that with them the likelihood may fall.

    Args:
        table: The table to begin with: the paper begins with that of the heuristic.
        lattices: The segmentations of the texts, made with the same table.
        settings: How to train.

    Example:
        >>> from salience.wordalign import LinkedTexts, extract_phrases, segmentation_lattices
        >>> texts = [LinkedTexts(["US"], [word], [(0, 0)]) for word in ("USA", "USA", "America")]
        >>> table = extract_phrases(texts)
        >>> lattices = segmentation_lattices(texts, table)
        >>> step = next(train_phrases(table, lattices, EMSettings(smoothing=2.5)))
        >>> [(entry.target, entry.probability) for entry in step.table]
        [('America', 0.25), ('USA', 0.5)]
    """
    reserved = _reserved(table.sources, settings.smoothing)
    while True:
        log_likelihoods, used = expected_counts(table, lattices, settings)
        new = conditional(used, table.source_ids, len(table.sources), reserved)
        kept = settings.kept
        table = table.with_probabilities(kept * table.probabilities + (1 - kept) * new)
        yield Iteration(log_likelihoods, used, table)


def _reserved(sources: tuple[str, ...], smoothing: float | None) -> Float64Array:
    """What is added to the count of each source phrase for translations that were not seen."""
    if smoothing is None:
        return np.zeros(len(sources))
    return smoothing ** np.array([source.count(" ") for source in sources], np.float64)


def expected_counts(
    table: PhraseTable, lattices: Lattices, settings: EMSettings = UNIFORM
) -> tuple[Float64Array, Float64Array]:
    """The expectations of one pass over the texts: each text's logarithm, each row's count."""
    posteriors, log_likelihoods = edge_posteriors(table, lattices, settings)
    return log_likelihoods, sums_by_id(lattices.rows, posteriors, len(table))


def edge_posteriors(
    table: PhraseTable, lattices: Lattices, settings: EMSettings = UNIFORM
) -> tuple[Float64Array, Float64Array]:
    """The probability of each edge given its texts, and each text's logarithm."""
    with np.errstate(divide="ignore"):
        edges = np.log(table.probabilities[lattices.rows])
    edges += lattices.jumps * np.log(settings.distortion)
    edges += (lattices.lengths - 1) * np.log(settings.shortness)
    alpha = _sums(lattices, edges, lattices.first, backward=False)
    beta = _sums(lattices, edges, lattices.last, backward=True)
    totals = alpha[lattices.last]
    text = np.searchsorted(lattices.first, lattices.starts, side="right") - 1
    possible = np.isfinite(totals)[text]
    posteriors = np.zeros(len(edges))
    joint = alpha[lattices.starts] + edges + beta[lattices.ends]
    posteriors[possible] = np.exp(joint[possible] - totals[text][possible])
    return posteriors, totals - _log_segmentations(lattices.source_lengths, settings)


def _sums(
    lattices: Lattices, edges: Float64Array, begin: Int64Array, *, backward: bool
) -> Float64Array:
    """The logarithm of the sum over all paths from where a text begins to each state."""
    at, before = lattices.ends, lattices.starts
    if backward:
        at, before = before, at
    sums = np.full(len(lattices.levels), -np.inf)
    sums[begin] = 0.0
    for part, new in edges_by_level(lattices, backward=backward):
        values = sums[before[part]] + edges[part]
        sums[at[part[new]]] = np.logaddexp.reduceat(values, new)
    return sums


def _log_segmentations(lengths: Int64Array, settings: EMSettings) -> Float64Array:
    """The logarithm of the sum of the weights of all segmentations of sources of these lengths.

    Only a part of them is compatible: the model is deficient, as the paper's is.
    """
    longest = int(lengths.max(initial=0))
    weights = [settings.shortness**k for k in range(settings.max_length)]
    logs = np.zeros(longest + 1)
    recent = [1.0]  # sums for the last lengths, divided by that of the last one
    for n in range(1, longest + 1):
        grown = sum(w * value for w, value in zip(weights, reversed(recent), strict=False))
        logs[n] = logs[n - 1] + np.log(grown)
        recent = [value / grown for value in recent[-settings.max_length :]] + [1.0]
    return logs[lengths]
