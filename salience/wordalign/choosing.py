"""Which word of a document each content word of its abstract came from, learned from links.

For a word of the abstract the words of the document compete, and with them that it came from none:
a conditional logit (McFadden 1974) over the features of `evidence`. A second look, with weights of
its own, knows what the first one found around.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.text.words import plain_words
from salience.word_links.links import Pair
from salience.wordalign.evidence import Evidence, content, first_evidence, second_evidence

CANDIDATES = 60
"""The words of the document that compete for a word of the abstract."""

_TAGS = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM")
_GREATEST = ("both", "trigrams", "prefix", "window held best", "window held", "within 3")
_BESIDES = frozenset(("PRON", "ADP"))
"""Tags of function words of the document that may stand for content words."""


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


def known_features() -> list[list[frozenset[str]]]:
    """By look, the names of its features, and of those of words that came from none."""
    pair, nothing = Pair("", plain_words("a b"), plain_words("a b")), np.zeros((2, 2))
    first = first_evidence(pair, nothing, nothing)
    both = first | second_evidence(pair, nothing)
    return [[frozenset(found), frozenset(without_any(pair, found))] for found in (first, both)]


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
