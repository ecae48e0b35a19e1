"""Inference in the semi-Markov model of Daumé and Marcu (2005, section 3, Figure 5).

An abstract is made by jumping through its document: to a phrase of the document, which emits a
phrase of the abstract, or to a null state, which emits one word; at last to the end. A jump depends
on where the phrase before it ended, and on where the next one begins. So the sums over all pairs of
states fall into two: over the states that end at a place, and over the places from which one jumps
to another. That is what makes it fast: a step takes a product of a vector with a matrix of places,
whatever the longest phrase is.

A null state keeps the place where the last phrase ended, and costs no jump, as footnote 6 of the
paper has it; by its Table 2 a jump leads to the null state of a word, which aligns worse.

A place stands between words: place c comes after c words. Place 0 is the start, and to jump to the
place after the last word is to end. All is in natural logarithms.
"""

from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array


@dataclass(frozen=True, eq=False, slots=True)
class Chart:
    """What the models say of one pair: at `rewrite[t, k, l, c]` the l + 1 words of the document
    from word c on emit the k + 1 words of the abstract from word t on.
    """

    jump: Float64Array  # (n + 1, n + 1): from where a phrase ended to where the next begins
    null: float  # a jump to a null state
    rewrite: Float64Array  # (T, K, L, n)
    null_rewrite: Float64Array  # (T,): a null state emits a word


@dataclass(frozen=True, eq=False, slots=True)
class Expectations:
    """How often what happened, over all alignments: the table τ of Figure 5, summed."""

    log_likelihood: float
    jumps: Float64Array  # (n + 1, n + 1): from place to place; empty if not wanted
    phrases: Float64Array  # (T, K, L, n): phrases that emitted phrases, as in `Chart.rewrite`
    nulls: Float64Array  # (T,): words that null states emitted


def _forward(chart: Chart, jump: Float64Array) -> tuple[Float64Array, Float64Array]:
    """The table α of Figure 5, all of it: by words that are emitted where the phrase ends, and
    jumps.
    """
    length, _, _, n = chart.rewrite.shape
    ends = np.full((length + 1, n + 1), -np.inf)
    starts = np.empty_like(ends)
    ends[0, 0] = 0.0
    starts[0] = _through(ends[0], jump)
    for t in range(1, length + 1):
        states = np.logaddexp.reduce(arriving(chart, starts, ends, t), axis=0)
        ends[t] = np.logaddexp.reduce(states, axis=0)
        starts[t] = _through(ends[t], jump)
    return ends, starts


def expectations(chart: Chart, *, with_jumps: bool = True) -> Expectations:
    """Forward and backward (the tables α, β and τ of Figure 5).

    Without jumps it takes a third of the memory, which grows with the square of the document.
    """
    length, _, _, n = chart.rewrite.shape
    jump = np.array(chart.jump)
    np.exp(jump, out=jump)
    ends, starts = _forward(chart, jump)
    total = float(starts[length, n])
    if total == -np.inf:
        nothing = np.zeros_like(chart.rewrite)
        return Expectations(total, np.zeros((n + 1, n + 1)), nothing, np.zeros(length))
    rest = np.full((length + 1, n + 1), -np.inf)  # β: what is left, after a phrase that ended there
    begun = np.full((length + 1, n + 1), -np.inf)  # the same, after the jump from there
    begun[length, n] = 0.0
    rest[length] = chart.jump[:, n]
    phrases = np.full_like(chart.rewrite, -np.inf)
    nulls = np.empty(length)
    for t in range(length - 1, -1, -1):
        leaving, null = _leaving(chart, rest, t)
        phrases[t] = starts[t, :n] + leaving - total
        begun[t, :n] = np.logaddexp.reduce(leaving.reshape(-1, n), axis=0)
        rest[t] = np.logaddexp(_through(begun[t], jump.T), null)
        nulls[t] = np.logaddexp.reduce(ends[t] + null) - total
    jumps = np.zeros((0, 0))
    if with_jumps:
        scale = ends.max(axis=1, keepdims=True)
        after = np.exp(np.minimum(begun + scale - total, 700.0))  # what is larger meets what is 0
        jumps = jump * (np.exp(ends - scale).T @ after)
    return Expectations(total, jumps, np.exp(phrases), np.exp(nulls))


def _through(vector: Float64Array, matrix: Float64Array) -> Float64Array:
    """The logarithm of exp(vector) @ matrix. What is below the largest by e ** -745 is lost."""
    largest = vector.max()
    if largest == -np.inf:
        return np.full_like(vector, -np.inf)
    with np.errstate(divide="ignore"):
        return np.asarray(largest + np.log(np.exp(vector - largest) @ matrix))


def arriving(chart: Chart, starts: Float64Array, ends: Float64Array, t: int) -> Float64Array:
    """The states that emit their last word as word t - 1, of shape (K, L + 1, n + 1).

    By the length of what they emit, that of the phrase (null states last), and where it ends.
    """
    _, longest_made, longest, n = chart.rewrite.shape
    states = np.full((longest_made, longest + 1, n + 1), -np.inf)
    for made in range(min(longest_made, t)):
        first = t - made - 1
        for size in range(min(longest, n)):
            states[made, size, size + 1 :] = (
                starts[first, : n - size] + chart.rewrite[first, made, size, : n - size]
            )
    states[0, longest] = ends[t - 1] + chart.null + chart.null_rewrite[t - 1]
    return states


def _leaving(chart: Chart, rest: Float64Array, t: int) -> tuple[Float64Array, Float64Array]:
    """What states that begin to emit at word t lead to: of shape (K, L, n), and null states."""
    length, longest_made, longest, n = chart.rewrite.shape
    states = np.full((longest_made, longest, n), -np.inf)
    for made in range(min(longest_made, length - t)):
        for size in range(min(longest, n)):
            after = rest[t + made + 1, size + 1 :]
            states[made, size, : n - size] = chart.rewrite[t, made, size, : n - size] + after
    return states, chart.null + chart.null_rewrite[t] + rest[t + 1]
