"""Measures of summaries judged by whether they tell people's summaries from systems' (QARLA).

Amigó, Gonzalo, Peñas and Verdejo (2005), "Evaluating DUC 2004 Tasks with the QARLA Framework",
section 2. What they ask of a measure is only an order: which of two summaries is more like a third.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Self

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from scipy.stats import rankdata

from salience.arrays import BoolArray, Float64Array


@dataclass(frozen=True, eq=False, slots=True)
class Similarities:
    """How alike the summaries of one document are, by some measures.

    Entry `[x, i, j]` is measure x of summary i with summary j as its only reference; of measures
    that fall, such as error rates, with the sign changed.
    """

    models: Float64Array  # (measures, models, models): of people's summaries to each other
    peers: Float64Array  # (measures, peers, models): of systems' summaries to people's
    among_peers: Float64Array | None = None  # (measures, peers, peers), which only `jack` needs

    def by_measures(self, measures: Sequence[int]) -> Self:
        """The same of some measures."""
        kept = list(measures)
        among = None if self.among_peers is None else self.among_peers[kept]
        return type(self)(self.models[kept], self.peers[kept], among)


def queen(similarities: Similarities) -> Float64Array:
    """How often a system's summary is as near to a person's as another person's is: QUEEN(a) =
    P(for all measures x: x(a, m) ≥ x(m', m'')), over ordered triples of people; of shape (peers,).
    """
    near: Float64Array = _near(similarities.models, similarities.peers).all(axis=0).mean(axis=0)
    return near


def _near(models: Float64Array, peers: Float64Array) -> BoolArray:
    """Whether a peer is as near to a person as two people: of shape (measures, triples, peers)."""
    n = models.shape[1]
    if n < 3:
        raise ValueError(f"QUEEN needs three summaries by people or more, but has {n}.")
    triples = permutations(range(n), 3)
    near: BoolArray = np.stack(
        [peers[:, :, m] >= models[:, a, b][:, None] for m, a, b in triples], axis=1
    )
    return near


def king(similarities: Similarities) -> float:
    """How often the measures put a person's summary before those of all systems: KING(X) = P(for
    all peers a: QUEEN(m) > QUEEN(a)), over people m, whose summary is no model meanwhile.
    """
    return _king(_near_without_each(similarities), range(len(similarities.models)))


def _near_without_each(similarities: Similarities) -> list[BoolArray]:
    """For each person's summary, `_near` of it and of all peers to those of the other people."""
    n = similarities.models.shape[1]
    if n < 4:
        raise ValueError(f"KING needs four summaries by people or more, but has {n}.")
    near = []
    for m in range(n):
        others = [i for i in range(n) if i != m]
        models = similarities.models[:, :, others]
        texts = np.concatenate([models[:, [m]], similarities.peers[:, :, others]], axis=1)
        near.append(_near(models[:, others], texts))
    return near


def _king(near: Sequence[BoolArray], measures: Sequence[int]) -> float:
    scores = [each[list(measures)].all(axis=0).mean(axis=0) for each in near]
    return float(np.mean([(score[0] > score[1:]).all() for score in scores]))


def jack(similarities: Similarities) -> float:
    """How well the systems surround people's summaries: JACK = P(there are peers a ≠ a' with QUEEN
    > 0 such that for all measures x: x(a, a') ≤ x(a, m) and x(a', a) ≤ x(a', m)), over people m.
    """
    if similarities.among_peers is None:
        raise ValueError("JACK needs the similarities among peers.")
    pairs = list(permutations(np.flatnonzero(queen(similarities) > 0), 2))
    # By peer, other peer and model: whether the other peer is no nearer than the model.
    nearer = similarities.among_peers[..., None] <= similarities.peers[:, :, None]
    apart: BoolArray = np.all(nearer, axis=0)
    between = [np.logical_and(apart[a, b], apart[b, a]) for a, b in pairs]
    return float(np.any(between, axis=0).mean()) if between else 0.0


def orange(people: Float64Array, systems: Float64Array) -> float:
    """The mean rank of people's texts among all texts of a document, as a share of their number:
    ORANGE (Lin and Och 2004, "ORANGE", section 3), which Amigó et al. name. Less is better.
    """
    ranks = rankdata(-np.concatenate([people, systems]))
    return float(ranks[: len(people)].mean() / len(ranks))


def best_set(documents: Sequence[Similarities], clusters: int = 10) -> tuple[int, ...]:
    """The set of measures with the highest mean KING, and of equal ones the smallest: of the best
    of each cluster (sections 3.2 and 3.3; average linkage, since the paper names no method).
    """
    n = len(documents[0].models)
    near = [_near_without_each(each) for each in documents]

    def mean_king(measures: Sequence[int]) -> float:
        return float(np.mean([_king(each, measures) for each in near]))

    kings = [mean_king([i]) for i in range(n)]
    cluster = np.ones(n, int)
    if min(n, clusters) > 1:  # scipy 1.12 makes two of two, whatever is asked
        apart = squareform(1 - proximity(documents), checks=False)
        cluster = fcluster(linkage(apart, "average"), clusters, "maxclust")
    members = (np.flatnonzero(cluster == c).tolist() for c in set(cluster.tolist()))
    kept = sorted(max(some, key=lambda i: (kings[i], -i)) for some in members)
    sets = [some for k in range(1, len(kept) + 1) for some in combinations(kept, k)]
    return max(sets, key=lambda some: (mean_king(some), -len(some)))


def proximity(documents: Sequence[Similarities]) -> Float64Array:
    """How often two measures say alike whether a system is nearer than a person (3.2)."""
    nearer = []
    for each in documents:
        for m, a, b in permutations(range(each.models.shape[1]), 3):
            nearer.append(each.peers[:, :, m] > each.models[:, a, b][:, None])
    decided = np.concatenate(nearer, axis=1)
    return (decided[:, None] == decided[None]).mean(axis=2)
