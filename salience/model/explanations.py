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
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import feature_words, group_of
from salience.features.rows import EntityRow
from salience.model.classifier import SalienceClassifier
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
        import pandas as pd

        bias = Contribution("bias", "any entity, before its features", self.bias, ())
        rows = [
            (each.feature, each.words, each.value, ", ".join(each.collides_with))
            for each in (bias, *self.contributions)
        ]
        return pd.DataFrame(rows, columns=["feature", "words", "value", "collides_with"])

    def families(self) -> list[tuple[str, float, tuple[Contribution, ...]]]:
        """The contributions by family: features that give bounds of one number.

        Returns:
            Name, sum and contributions of each family, the largest absolute sum first. In a family
            the closest bound comes first: for an entity with six mentions `counts=mentions>=6`,
            then `counts=mentions>=4` and so on. A feature without a bound is a family of its own.
        """
        by_family: dict[str, list[tuple[float, Contribution]]] = {}
        for contribution in self.contributions:
            name, order, _ = family(contribution.feature)
            by_family.setdefault(name, []).append((order, contribution))
        sums = []
        for name, bounded in by_family.items():
            closest_first = tuple(each for _, each in sorted(bounded, key=itemgetter(0)))
            sums.append((name, math.fsum(each.value for each in closest_first), closest_first))
        return sorted(sums, key=lambda row: (-abs(row[1]), row[0]))

    def __str__(self) -> str:
        lines = [f"{self.bias:+8.3f}  bias"]
        for name, value, bounds in self.families():
            feature = one_line(name if bounds[1:] else bounds[0].feature, _FEATURE)
            lines.append(f"{value:+8.3f}  {one_line(bounds[0].words, _WORDS):{_WORDS}} {feature}")
            lines += _details(bounds)
        return "\n".join([*lines, f"{self.logit:+8.3f}  logit: probability {self.probability:.3f}"])


def _details(bounds: Sequence[Contribution]) -> Iterator[str]:
    """The lines below a family: the value of each bound, and which features share its weight."""
    if bounds[1:]:
        values = (f"{family(each.feature)[2]}\xa0{each.value:+.3f}" for each in bounds)
        for line in textwrap.wrap("  ".join(values), 68, break_on_hyphens=False):
            yield _INDENT + line.replace("\xa0", " ")
    for each in bounds:
        if each.collides_with:
            shared = f"{each.feature} shares its weight with {', '.join(each.collides_with)}"
            yield f"{_INDENT}{one_line(shared, 68)}"


def explain(
    entity: EntityRow, featurizer: EntityFeaturizer, classifier: SalienceClassifier
) -> Explanation:
    """What each feature of an entity adds to its probability; see `SalienceModel.explain`."""
    [features] = featurizer.transform([entity])
    weights = classifier.weights(features)
    contributions = sorted(
        (
            Contribution(f, feature_words(f, entity), weights[f], classifier.collisions(f))
            for f in features
        ),
        key=lambda each: (-abs(each.value), each.feature),
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
