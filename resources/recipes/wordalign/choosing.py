"""Learns from links made by people which word of a document each word of its abstract came from.

The weights are those of `salience.wordalign.choosing`: a conditional logit for each of two looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from salience.arrays import BoolArray, Float64Array
from salience.word_links.links import GoldLinks, Pair
from salience.wordalign.choosing import Chooser, Look, candidates, without_any
from salience.wordalign.evidence import Evidence, content, first_evidence, second_evidence

PENALTY = 5.0
"""Of large weights: half of it times their squares."""
FOLDS = 5
"""A second look learns from what first looks found in pairs from which they did not learn."""

Seen = tuple[Pair, Float64Array, Float64Array]
"""A pair with the probabilities of both directions, as `first_evidence` takes them."""


def train_chooser(seen: Sequence[Seen], gold: Sequence[GoldLinks]) -> Chooser:
    """Learn both looks from links made by people; words with possible links alone teach nothing."""
    if len(seen) < FOLDS:
        raise ValueError(f"{len(seen)} linked pairs are too few to learn from: give {FOLDS}")
    pairs = [pair for pair, _, _ in seen]
    found = [first_evidence(*one) for one in seen]
    cases = [_cases(*one) for one in zip(pairs, found, gold, strict=True)]
    again: list[Evidence] = [{}] * len(pairs)
    for fold in range(FOLDS):
        rest = [case for i, own in enumerate(cases) if i % FOLDS != fold for case in own]
        look = _learned(rest, found[0])
        for i in range(fold, len(pairs), FOLDS):
            likely = look.likely(pairs[i], found[i])
            again[i] = found[i] | second_evidence(pairs[i], likely)
    second = [case for one in zip(pairs, again, gold, strict=True) for case in _cases(*one)]
    first = _learned([case for own in cases for case in own], found[0])
    return Chooser(first, _learned(second, again[0]))


@dataclass(frozen=True, eq=False, slots=True)
class _Case:
    """A word of an abstract: features of its candidates, which are right, and those of none."""

    features: Float64Array
    right: BoolArray
    none: Float64Array
    none_names: tuple[str, ...]


def _cases(pair: Pair, found: Evidence, gold: GoldLinks) -> list[_Case]:
    columns = without_any(pair, found)
    open_to = candidates(pair, found)
    cases = []
    for row in np.flatnonzero(content(pair.abstract)).tolist():
        right = np.array([(i, row) in gold.sure for i in open_to[row].tolist()], bool)
        may = np.array([(i, row) in gold.possible for i in open_to[row].tolist()], bool)
        if not len(right) or (may.any() and not right.any()):
            continue
        which = open_to[row][right | ~may]
        features = np.stack([matrix[row, which] for matrix in found.values()], axis=1)
        none = np.array([column[row] for column in columns.values()])
        cases.append(_Case(features, right[right | ~may], none, tuple(columns)))
    return cases


def _learned(cases: Sequence[_Case], found: Evidence) -> Look:
    """The most probable weights, under a penalty for large ones."""
    features = np.concatenate([case.features for case in cases])
    none = np.stack([case.none for case in cases])
    scale = features.std(axis=0) + 1e-6
    none_scale = none.std(axis=0) + 1e-6
    none_scale[0] = 1.0
    centre, none_centre = features.mean(axis=0), none.mean(axis=0)
    none_centre[0] = 0.0
    features, none = (features - centre) / scale, (none - none_centre) / none_scale
    sizes = [len(case.right) for case in cases]
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(cases)), sizes)
    right = np.concatenate([case.right for case in cases])
    is_linked = np.array([case.right.any() for case in cases])
    n = features.shape[1]

    def loss(weights: Float64Array) -> tuple[float, Float64Array]:
        values, nothing = features @ weights[:n], none @ weights[n:]
        largest = np.maximum(np.maximum.reduceat(values, begins), nothing)
        each, empty = np.exp(values - largest[owner]), np.exp(nothing - largest)
        total = np.add.reduceat(each, begins) + empty
        hit = np.where(is_linked, np.add.reduceat(each * right, begins), empty) + 1e-300
        slope = each / total[owner] - np.where(right, each / hit[owner], 0.0)
        none_slope = empty / total - ~is_linked
        gradient = np.concatenate([features.T @ slope, none.T @ none_slope])
        penalty = PENALTY / 2 * float(weights @ weights)
        return penalty - float(np.log(hit / total).sum()), gradient + PENALTY * weights

    start = np.zeros(n + none.shape[1])
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 80}).x
    weights, none_weights = best[:n] / scale, best[n:] / none_scale
    # What all candidates have in common counts for them and against none.
    none_weights[0] += float(weights @ centre) - float(none_weights[1:] @ none_centre[1:])
    return Look(
        dict(zip(found, map(float, weights), strict=True)),
        dict(zip(cases[0].none_names, map(float, none_weights), strict=True)),
    )
