"""Which word of a document each content word of its abstract came from, learned from links.

For a word of the abstract the words of the document compete, and with them that it came from none:
a conditional logit (McFadden 1974) over the features of `evidence`. A second look, with weights of
its own, knows what the first one found around.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from salience.arrays import BoolArray, Float64Array, Int64Array
from salience.text.words import plain_words
from salience.word_links.links import GoldLinks
from salience.word_links.pairs import Pair
from salience.wordalign.evidence import Evidence, content, first_evidence, second_evidence

CANDIDATES = 60
"""The words of the document that compete for a word of the abstract."""
PENALTY = 5.0
"""Of large weights: half of it times their squares."""
FOLDS = 5
"""A second look learns from what first looks found in pairs from which they did not learn."""

_TAGS = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM")
_GREATEST = ("both", "trigrams", "prefix", "window held best", "window held", "within 3")
_BESIDES = frozenset(("PRON", "ADP"))
"""Tags of function words of the document that may stand for content words."""

Seen = tuple[Pair, Float64Array, Float64Array]
"""A pair with the probabilities of both directions, as `first_evidence` takes them."""


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """The weights of a look by feature; `none` are those of words that came from none."""

    weights: Mapping[str, float]
    none: Mapping[str, float]

    def likely(self, pair: Pair, found: Evidence) -> Float64Array:
        """How likely each word of the abstract came from each of the document, of shape (T, n)."""
        likely = np.zeros(found["equal"].shape)
        open_to = candidates(pair, found)
        rows = np.flatnonzero(content(pair.abstract))
        columns = without_any(pair, found)
        nothing = np.zeros(len(likely))
        for name, weight in self.none.items():
            nothing += weight * columns[name]
        for row in rows:
            which = open_to[row]
            values = sum(weight * found[name][row, which] for name, weight in self.weights.items())
            largest = max(values.max(initial=-np.inf), nothing[row])
            each = np.exp(values - largest)
            likely[row, which] = each / (each.sum() + np.exp(nothing[row] - largest))
        return likely


def known_features() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """The names of the features of the first look, and of words that came from none; the same of
    the second.
    """
    pair, nothing = Pair("", plain_words("a b"), plain_words("a b")), np.zeros((2, 2))
    first = first_evidence(pair, nothing, nothing)
    both = first | second_evidence(pair, nothing)
    none = (frozenset(without_any(pair, found)) for found in (first, both))
    a, b = none
    return frozenset(first), a, frozenset(both), b


@dataclass(frozen=True, eq=False, slots=True)
class Chooser:
    """Both looks."""

    first: Look
    second: Look

    def likely(self, pair: Pair, forth: Float64Array, back: Float64Array) -> Float64Array:
        """How likely content words of the abstract came from words of the document: (T, n)."""
        found = first_evidence(pair, forth, back)
        likely = self.first.likely(pair, found)
        return self.second.likely(pair, found | second_evidence(pair, likely))


def candidates(pair: Pair, found: Evidence) -> list[Int64Array]:
    """By word of the abstract, the words of the document that come into question."""
    alike = np.maximum.reduce(
        [found["equal"], found["lemma"], 0.8 * found["prefix"], 0.6 * found["trigrams"]]
    )
    promise = 2 * alike + found["both"] + 0.6 * found["window held best"] + 0.3 * found["heads"]
    promise += 0.3 * (found["neighbour -1"] + found["neighbour +1"])
    promise += 0.2 * np.minimum(found["children"], 1)
    tags = pair.document.tags
    may = content(pair.document) | np.array([tag in _BESIDES for tag in tags], bool)
    best = np.argsort(np.where(may, -promise, np.inf), axis=1, kind="stable")
    return [np.sort(row[: min(CANDIDATES, int(may.sum()))]) for row in best]


def without_any(pair: Pair, found: Evidence) -> dict[str, Float64Array]:
    """The features of words of the abstract that came from none, by name: arrays of length T."""
    times = (found["equal"] + found["lemma"]).sum(axis=1)
    tags = {tag: [other == tag for other in pair.abstract.tags] for tag in _TAGS}
    columns = {"bias": np.ones(len(times)), "no equal": times == 0, "one equal": times == 1}
    columns["times"] = np.log1p(times)
    columns |= {f"greatest {name}": found[name].max(axis=1) for name in _GREATEST}
    if "linked likely" in found:
        columns["greatest linked likely"] = found["linked likely"].max(axis=1)
    return {name: np.asarray(value, float) for name, value in (columns | tags).items()}


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
