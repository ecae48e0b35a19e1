"""How likely a jump is: the three models of Daumé and Marcu (2005, section 4.1).

A model makes a matrix of jumps from each place of a document to each other one, as
`salience.wordalign.semi_markov.Chart` has it, and is estimated again from expected jumps. The
relative distance of a jump from place i to place j is j - i + 1, so that the next word is at
distance 1 (Table 2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from salience.arrays import Float64Array, Int64Array
from salience.text.words import Words
from salience.trees.conversion import constituents

NULL = "null"
"""The parameter of jumps to null states."""
NULL_SHARE = 0.2
"""The probability of jumps to null states, before training."""

FAKE_COUNT = 0.01
"""Of each parameter, so that what did not happen in training remains possible."""


class JumpModel(Protocol):
    """A model of jumps."""

    @property
    def null(self) -> float:
        """The logarithm of the probability of a jump to a null state."""

    @property
    def log_prior(self) -> float:
        """The logarithm of the prior probability of the parameters, up to a constant."""

    def matrix(self, document: Words) -> Float64Array:
        """The logarithms of jumps between the n + 1 places of a document."""

    def counts(self, document: Words, jumps: Float64Array) -> Float64Array:
        """Expected jumps as counts of what the model has parameters for; they add up."""

    def estimated(self, counts: Float64Array, nulls: float) -> JumpModel:
        """The model that is most probable after such counts, and so many jumps to null states."""


@dataclass(frozen=True, eq=False, slots=True)
class RelativeJumps:
    """Logarithms by distance, from -R to R (section 4.1.1); larger ones have those of the edge."""

    probabilities: Float64Array
    null: float

    @classmethod
    def uniform(cls, longest: int) -> RelativeJumps:
        """All distances alike, for documents of so many words at most."""
        n = 2 * (longest + 1) + 1
        return cls(np.full(n, np.log((1 - NULL_SHARE) / n)), float(np.log(NULL_SHARE)))

    @property
    def log_prior(self) -> float:  # noqa: D102
        return FAKE_COUNT * float(self.probabilities.sum() + self.null)

    def matrix(self, document: Words) -> Float64Array:  # noqa: D102
        n, edge = len(document), len(self.probabilities) // 2
        distances = np.clip(np.arange(1 - n, n + 2), -edge, edge)
        return _by_distance(self.probabilities[distances + edge])

    def counts(self, document: Words, jumps: Float64Array) -> Float64Array:  # noqa: D102
        edge = len(self.probabilities) // 2
        places = np.arange(len(document) + 1)
        distances = np.clip(places[None, :] - places[:, None] + 1, -edge, edge)
        found = np.bincount((distances + edge).ravel(), jumps.ravel(), len(self.probabilities))
        return found.astype(np.float64)

    def estimated(self, counts: Float64Array, nulls: float) -> RelativeJumps:  # noqa: D102
        *logs, null = _normalised(np.append(counts, nulls))
        return RelativeJumps(np.array(logs), float(null))


@dataclass(frozen=True, eq=False, slots=True)
class GaussianJumps:
    """Distances that are normally distributed (section 4.1.2), from -R to R (`edge`).

    The paper's equation lacks the minus sign and the 2 of the normal distribution.
    """

    mean: float
    variance: float
    null: float
    edge: int

    @classmethod
    def uniform(cls, longest: int) -> GaussianJumps:
        """With the variance of distances that are all alike."""
        edge = longest + 1
        return cls(0.0, edge * (edge + 1) / 3, float(np.log(NULL_SHARE)), edge)

    @property
    def log_prior(self) -> float:  # noqa: D102
        return FAKE_COUNT * (self.null + float(np.log(-np.expm1(self.null))))

    def matrix(self, document: Words) -> Float64Array:  # noqa: D102
        n, others = len(document), np.log(-np.expm1(self.null))
        found = self._unnormalised(np.arange(1 - n, n + 2))
        return _by_distance(found - self._log_total() + others)

    def counts(self, document: Words, jumps: Float64Array) -> Float64Array:
        """Number of jumps, and the sums of distances and of their squares."""
        places = np.arange(len(document) + 1)
        distances = places[None, :] - places[:, None] + 1
        return np.array([(jumps * distances**power).sum() for power in range(3)])

    def estimated(self, counts: Float64Array, nulls: float) -> GaussianJumps:  # noqa: D102
        n, total, squares = map(float, counts)
        _, null = _normalised(np.array([n, nulls]))
        if not n:
            return replace(self, null=float(null))
        mean = total / n
        variance = max(squares / n - mean**2, 0.1)
        moved = replace(self, mean=mean, variance=variance, null=float(null))
        still = replace(self, null=float(null))
        # Where few distances have most of the mass, moments are not the most probable parameters.
        return max(moved, still, key=lambda model: model._log_likelihood(n, total, squares))

    def _log_likelihood(self, n: float, total: float, squares: float) -> float:
        """Of jumps, by the sums of their distances and of the squares of these."""
        deviation = squares - 2 * self.mean * total + n * self.mean**2
        return -deviation / (2 * self.variance) - n * self._log_total()

    def _log_total(self) -> float:
        distances = np.arange(-self.edge, self.edge + 1)
        return float(np.logaddexp.reduce(self._unnormalised(distances)))

    def _unnormalised(self, distances: Int64Array) -> Float64Array:
        return np.asarray(-((distances - self.mean) ** 2) / (2 * self.variance))


@dataclass(frozen=True, slots=True)
class UniformJumps:
    """All places alike: IBM Model 1 (Brown et al. 1993). All count 1, and nothing is learned."""

    null: float = 0.0
    log_prior: float = 0.0

    def matrix(self, document: Words) -> Float64Array:  # noqa: D102
        return np.zeros((len(document) + 1, len(document) + 1))

    def counts(self, document: Words, jumps: Float64Array) -> Float64Array:  # noqa: D102
        return np.zeros(1)

    def estimated(self, counts: Float64Array, nulls: float) -> UniformJumps:  # noqa: D102
        return self


STOP = "stop"
"""The parameter of the end of a jump."""
OTHER = "other"
"""Stands for kinds of nodes that training did not have."""


@dataclass(frozen=True, eq=False, slots=True)
class SyntaxJumps:
    """Jumps over nodes of the tree, words among them, as few as they can be (section 4.1.3).

    The probability is the product of those of the nodes, by kind and direction (`NP-f` is forward),
    and of the end. (The paper's product has no end; then all jumps to the next word would have
    probability 1, however rare they are.)
    """

    probabilities: Mapping[str, float]  # logarithms by kind and way, of null, stop and other too

    @classmethod
    def uniform(cls, documents: Sequence[Words]) -> SyntaxJumps:
        """Half of the rest for the end, and all kinds of nodes of some documents alike."""
        kinds = {kind for document in documents for *_, kind in nodes(document)}
        names = [f"{kind}-{way}" for kind in sorted(kinds | {OTHER}) for way in "fb"]
        rest = (1 - NULL_SHARE) / 2
        logs = dict.fromkeys(names, float(np.log(rest / len(names))))
        return cls({NULL: float(np.log(NULL_SHARE)), STOP: float(np.log(rest)), **logs})

    @property
    def null(self) -> float:
        """The logarithm of the probability of a jump to a null state."""
        return self.probabilities[NULL]

    @property
    def log_prior(self) -> float:  # noqa: D102
        return FAKE_COUNT * sum(self.probabilities.values())

    def matrix(self, document: Words) -> Float64Array:  # noqa: D102
        ways = []
        n = len(document)
        starting = _by_start(document)
        for way in "fb":
            cost = np.full((n + 1, n + 1), -np.inf)
            cost[n, n] = 0.0
            for begin in range(n - 1, -1, -1):
                cost[begin, begin] = 0.0
                for end, until, kind in starting[begin]:
                    step = self.probabilities[self._name(f"{kind}-{way}")]
                    cost[begin, end:until] = step + cost[end, end:until]
            ways.append(cost)
        there, back = ways
        places = np.arange(n + 1)
        forward = places[None, :] >= places[:, None]
        return np.where(forward, there, back.T) + self.probabilities[STOP]

    def counts(self, document: Words, jumps: Float64Array) -> Float64Array:
        """How often each kind of node was jumped over, in the order of `probabilities`."""
        found: dict[str, float] = defaultdict(float)
        starting = _by_start(document)
        for way, each in (("f", np.triu(jumps, 1)), ("b", np.triu(jumps.T, 1))):
            left = each.copy()
            for begin in range(len(document)):
                for end, until, kind in starting[begin]:
                    over = left[begin, end:until]
                    found[self._name(f"{kind}-{way}")] += float(over.sum())
                    left[end, end:until] += over
        found[STOP] = float(jumps.sum())
        return np.array([found[name] for name in self.probabilities if name != NULL])

    def estimated(self, counts: Float64Array, nulls: float) -> SyntaxJumps:  # noqa: D102
        names = [name for name in self.probabilities if name != NULL]
        logs = _normalised(np.append(nulls, counts))
        return SyntaxJumps(dict(zip([NULL, *names], map(float, logs), strict=True)))

    def _name(self, name: str) -> str:
        return name if name in self.probabilities else f"{OTHER}{name[-2:]}"


def _by_distance(values: Float64Array) -> Float64Array:
    """The matrix of jumps from each place to each, by the values of distances from 1 - n to n + 1.

    It is a view, which takes no memory of its own.
    """
    return sliding_window_view(values, len(values) // 2 + 1)[::-1]


def nodes(document: Words) -> list[tuple[int, int, str]]:
    """The nodes of the trees of a document: first word, the one after the last, and kind.

    Words first, then constituents from the largest on, without the roots.
    """
    found = [(i, i + 1, tag) for i, tag in enumerate(document.tags)]
    for begin, tree in zip(document.sentences, constituents(document), strict=True):
        found += [
            (begin + node.start, begin + node.end, node.tree.category)
            for node in tree.nodes()
            if node.tree.children and node.parent >= 0
        ]
    return found


def _by_start(document: Words) -> list[list[tuple[int, int, str]]]:
    """By the place where nodes begin, shortest first: where each ends, the place where the next
    longer one does, and the kind."""
    n = len(document)
    chains: list[dict[int, str]] = [{} for _ in range(n)]
    for begin, end, kind in nodes(document):
        chains[begin].setdefault(end, kind)
    found = []
    for chain in chains:
        ends = sorted(chain)
        found.append(
            [(end, until, chain[end]) for end, until in zip(ends, [*ends[1:], n + 1], strict=True)]
        )
    return found


def _normalised(counts: Float64Array) -> Float64Array:
    """The logarithms of shares, with fake counts."""
    more = counts + FAKE_COUNT
    return np.asarray(np.log(more / more.sum()))
