"""Why an entity has its probability: what each feature contributes, in numbers and in words."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from salience.features.bounds import family
from salience.features.groups import feature_words, group_of
from salience.features.rows import EntityRow
from salience.model.protocols import Featurizer, LinearClassifier
from salience.text.formatting import one_line

if TYPE_CHECKING:
    import pandas as pd

_WORDS, _FEATURE = 46, 23  # columns of the table, which has 80
_INDENT = " " * 12


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one feature adds to the logit of an entity.

    Attributes:
        feature: Such as `1st-loc=2`.
        words: What it says of the entity, such as *first mentioned in sentence 5*.
        value: Its weight; 0 if training saw neither it nor another feature of its column.
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

    `str(explanation)` is a table for a terminal of 80 columns. Features of a family, such as
    `order=<=2` and `order=<=3`, stand below their sum and the words of the closest bound.

    Attributes:
        bias: The logit of an entity without features.
        contributions: One per feature, those of the largest absolute value first.
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
        import pandas as pd

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
            Name, sum and contributions of each family, the largest absolute sum first. In a family
            the closest bound comes first: for an entity with six mentions `counts=mentions>=6`,
            then `counts=mentions>=4` and so on. A feature without a bound is a family of its own.
        """
        parts: dict[str, list[tuple[float, Contribution]]] = {}
        for part in self.contributions:
            name, order, _ = family(part.feature)
            parts.setdefault(name, []).append((order, part))
        found = []
        for name, bounded in parts.items():
            closest_first = tuple(part for _, part in sorted(bounded, key=itemgetter(0)))
            found.append((name, math.fsum(part.value for part in closest_first), closest_first))
        return sorted(found, key=lambda found: (-abs(found[1]), found[0]))

    def __str__(self) -> str:
        lines = [f"{self.bias:+8.3f}  bias"]
        for name, value, parts in self.families():
            feature = one_line(name if parts[1:] else parts[0].feature, _FEATURE)
            lines.append(f"{value:+8.3f}  {one_line(parts[0].words, _WORDS):{_WORDS}} {feature}")
            lines += _details(parts)
        return "\n".join([*lines, f"{self.logit:+8.3f}  logit: probability {self.probability:.3f}"])


def _details(parts: Sequence[Contribution]) -> Iterator[str]:
    """The lines below a family: the value of each bound, and which features share its weight."""
    if parts[1:]:
        bounds = (family(part.feature)[2] for part in parts)
        values = (f"{b}\xa0{part.value:+.3f}" for b, part in zip(bounds, parts, strict=True))
        for line in textwrap.wrap("  ".join(values), 68, break_on_hyphens=False):
            yield _INDENT + line.replace("\xa0", " ")
    for part in parts:
        if part.collides_with:
            shared = f"{part.feature} shares its weight with {', '.join(part.collides_with)}"
            yield f"{_INDENT}{one_line(shared, 68)}"


def explain(entity: EntityRow, featurizer: Featurizer, classifier: LinearClassifier) -> Explanation:
    """What each feature of an entity adds to its probability; see `SalienceModel.explain`."""
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


def weights(classifier: LinearClassifier) -> pd.DataFrame:
    """The weight of every training feature, the strongest first; see `SalienceModel.weights`."""
    features = list(classifier.features_)
    shared: list[str] = []
    for _, same in groupby(zip(classifier.columns_, features, strict=True), key=itemgetter(0)):
        names = [feature for _, feature in same]
        shared += (", ".join(other for other in names if other != name) for name in names)
    import pandas as pd

    table = pd.DataFrame(
        {
            "group": [group_of(feature) for feature in features],
            "feature": features,
            "weight": list(classifier.weights(features).values()),
            "collides_with": shared,
        }
    )
    order = np.lexsort((table["feature"], -table["weight"].abs()))
    return table.iloc[order].reset_index(drop=True)
