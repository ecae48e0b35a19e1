"""Why an entity has its probability: what each feature contributes, in numbers and in words."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit

from salience.features.featurizer import Attributes, EntityFeaturizer
from salience.model.classifier import SalienceClassifier
from salience.text.formatting import one_line

_WORDS, _FEATURE = 46, 23  # columns of the table, which has 80
_INDENT = " " * 12
_BOUND = re.compile(r"(.*?)=?([<>]=)(\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one feature adds to the logit of an entity.

    Attributes:
        feature: Such as `1st-loc=2`.
        words: What it says of the entity, such as *first mentioned in sentence 5*.
        value: Its weight; 0 if neither it nor a feature with its column was seen in training.
        collides_with: Other training features that were hashed into the same column, and so share
            the weight.
    """

    feature: str
    words: str
    value: float
    collides_with: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an entity has its probability: `math.fsum` of bias and contributions is the logit.

    `str(explanation)` is a table for a terminal of 80 columns; features of a family, such as
    `order<=2`, stand below their sum and what the closest of them says.

    Attributes:
        bias: The logit of an entity without features.
        contributions: One per feature, the largest first, whatever its sign.
        logit: Their sum.
        probability: `1 / (1 + exp(-logit))`.
    """

    bias: float
    contributions: tuple[Contribution, ...]
    logit: float
    probability: float

    def to_frame(self) -> pd.DataFrame:
        """The explanation as a table, whose values add up to the logit.

        Returns:
            A row for the bias, whose feature is `bias`, then one per contribution, the largest
            first: `feature`, `words`, `value`, and `collides_with`, with commas.
        """
        parts = (Contribution("bias", "any entity, before its features", self.bias, ()),)
        return pd.DataFrame(
            [
                (part.feature, part.words, part.value, ", ".join(part.collides_with))
                for part in parts + self.contributions
            ],
            columns=["feature", "words", "value", "collides_with"],
        )

    def families(self) -> list[tuple[str, float, tuple[Contribution, ...]]]:
        """The contributions by family: features that give bounds of one number.

        Returns:
            Name, sum and contributions of each family, the largest sum first, whatever its sign.
            The closest bound is the first: of an entity with six mentions `counts=mentions>=6`,
            `counts=mentions>=4` and so on. A feature without a bound is a family of its own.
        """
        parts: dict[str, list[tuple[float, Contribution]]] = {}
        for part in self.contributions:
            name, sign, bound = _family(part.feature)
            parts.setdefault(name, []).append((float(bound) * (1 if sign == "<=" else -1), part))
        found = []
        for name, bounded in parts.items():
            closest_first = tuple(part for _, part in sorted(bounded, key=itemgetter(0)))
            found.append((name, math.fsum(part.value for part in closest_first), closest_first))
        return sorted(found, key=lambda family: (-abs(family[1]), family[0]))

    def __str__(self) -> str:
        lines = [f"{self.bias:+8.3f}  bias"]
        for name, value, parts in self.families():
            feature = one_line(name if parts[1:] else parts[0].feature, _FEATURE)
            lines.append(f"{value:+8.3f}  {one_line(parts[0].words, _WORDS):{_WORDS}} {feature}")
            lines += _details(parts)
        return "\n".join([*lines, f"{self.logit:+8.3f}  logit: probability {self.probability:.3f}"])


def _family(feature: str) -> tuple[str, str, str]:
    """Family, sign and bound of a feature such as `order=<=2`; itself if it has no bound."""
    found = _BOUND.fullmatch(feature)
    return (found[1], found[2], found[3]) if found else (feature, "", "0")


def _details(parts: Sequence[Contribution]) -> Iterator[str]:
    """What stands below a family: the value of each bound, and which features share its weight."""
    if parts[1:]:
        bounds = ("".join(_family(part.feature)[1:]) for part in parts)
        values = (f"{b}\xa0{part.value:+.3f}" for b, part in zip(bounds, parts, strict=True))
        for line in textwrap.wrap("  ".join(values), 68, break_on_hyphens=False):
            yield _INDENT + line.replace("\xa0", " ")
    for part in parts:
        if part.collides_with:
            shared = f"{part.feature} shares its weight with {', '.join(part.collides_with)}"
            yield f"{_INDENT}{one_line(shared, 68)}"


def explain(
    entity: Attributes, featurizer: EntityFeaturizer, classifier: SalienceClassifier
) -> Explanation:
    """What each feature of an entity contributes to its probability; see `SalienceModel.explain`.

    Raises:
        CorpusError: If an attribute is missing.
    """
    [features] = featurizer.transform([entity])
    weights = classifier.weights(features)
    contributions = sorted(
        (
            Contribution(f, feature_words(f, entity), weights[f], classifier.collisions(f))
            for f in features
        ),
        key=lambda part: (-abs(part.value), part.feature),
    )
    bias = classifier.intercept_
    logit = math.fsum((bias, *(weights[f] for f in features)))
    return Explanation(bias, tuple(contributions), logit, float(expit(logit)))


def weights(classifier: SalienceClassifier) -> pd.DataFrame:
    """The weight of every training feature, the strongest first; see `SalienceModel.weights`."""
    features = list(classifier.features_)
    shared: list[str] = []
    for _, same in groupby(zip(classifier.columns_, features, strict=True), key=itemgetter(0)):
        names = [feature for _, feature in same]
        shared += (", ".join(other for other in names if other != name) for name in names)
    table = pd.DataFrame(
        {
            "group": [feature.partition("=")[0] for feature in features],
            "feature": features,
            "weight": list(classifier.weights(features).values()),
            "collides_with": shared,
        }
    )
    order = np.lexsort((table["feature"], -table["weight"].abs()))
    return table.iloc[order].reset_index(drop=True)


def feature_words(feature: str, entity: Attributes) -> str:
    """What a feature says of an entity, in words; the feature itself if its group is not ours.

    Args:
        feature: One of the entity's, as `EntityFeaturizer` makes them.
        entity: Its attributes.

    Example:
        >>> feature_words("1st-loc=4", {"first_sentence": 4})
        'first mentioned in sentence 5'
        >>> feature_words("headline=PROPN", {"headline": "PROPN"})
        'in the headline, as proper noun'
    """
    group, _, value = feature.partition("=")
    return WORDS[group](value, entity) if group in WORDS else feature


def sentence_words(index: int) -> str:
    """A sentence, whose index is from 0, as people count it.

    Example:
        >>> sentence_words(0), sentence_words(1)
        ('the first sentence', 'sentence 2')
    """
    return f"sentence {int(index) + 1:,}" if index else "the first sentence"


def _head(entity: Attributes) -> str:
    """The head word, which a model that only counts it need not be given."""
    head = entity.get("head")
    return f"“{head}”" if isinstance(head, str) else "its head word"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n:,} times"


def _bound(value: str) -> str:
    """The number in a value such as `mentions>=3`."""
    return value.rpartition("=")[2]


def _most_mentioned(value: str) -> str:
    bound = _bound(value)
    return "the most mentioned" if bound == "1" else f"among the {bound} most mentioned"


def _first_entities(value: str) -> str:
    bound = _bound(value)
    return "the first entity" if bound == "1" else f"among the first {bound} entities"


def _first_paragraphs(value: str) -> str:
    index = int(_bound(value))
    place = f"paragraph {index + 1} or before" if index else "the first paragraph"
    return f"first mentioned in {place}"


def _part(value: str) -> str:
    """The share in a value such as `>=0.5`."""
    share = float(_bound(value))
    return {0.01: "a part", 1.0: "all"}.get(share, f"{share:.0%} or more")


def _mentions(entity: Attributes) -> str:
    kinds = ", ".join(f"{entity[k]:,} {k}" for k in ("named", "nominal", "pronominal") if entity[k])
    return f"mentions: {kinds or 'none'}"


_TAGS = {
    "ADJ": "adjective",
    "ADP": "preposition",
    "DET": "determiner",
    "NOUN": "noun",
    "NUM": "number",
    "PRON": "pronoun",
    "PROPN": "proper noun",
    "VERB": "verb",
}

WORDS: Mapping[str, Callable[[str, Attributes], Any]] = {
    "1st-loc": lambda _, e: f"first mentioned in {sentence_words(e['first_sentence'])}",
    "head-count": lambda _, e: f"{_head(e)} {_times(e['head_count'])} in the text",
    "mentions": lambda _, e: _mentions(e),
    "headline": lambda value, _: f"in the headline, as {_TAGS.get(value, value)}",
    "head-lex": lambda value, _: f"the word “{value}”",
    "centrality": lambda value, _: f"rank {value} by centrality in the document",
    "share": lambda _, e: f"{e['share']:.0%} of all mentions",
    "rank": lambda value, _: _most_mentioned(value),
    "order": lambda value, _: _first_entities(value),
    "counts": lambda value, e: (
        f"{_head(e)} {_times(int(_bound(value)))} or more"
        if value.startswith("head")
        else f"{_bound(value)} mentions or more"
    ),
    "spread": lambda value, _: (
        f"from first to last mention {float(_bound(value)):.0%} of the text or more"
        if value.startswith("span")
        else f"in {_bound(value)} tenths of the text or more"
    ),
    "lead": lambda value, _: f"{_bound(value)} or more mentions in the first three sentences",
    "paragraph": lambda value, _: (
        _first_paragraphs(value)
        if value.startswith("first")
        else f"{_part(value)} of the paragraphs mention it"
    ),
    "role": lambda value, _: (
        f"{_part(value)} of the mentions are subjects"
        if value.startswith("subjects>")
        else f"its first mention is {value or 'without a role'}"
    ),
    "quotation": lambda value, _: f"{_part(value)} of the mentions in quotes",
    "type": lambda value, _: f"is of type {value}" if value else "is of no type",
    "title": lambda value, _: f"{_part(value)} of the name in the headline",
    "pagerank": lambda value, _: f"PageRank in the document {_bound(value)} or more",
}
"""Per feature group: the words for a value of it and the entity's attributes."""
