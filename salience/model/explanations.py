"""Why an entity has its probability: what each feature contributes, in numbers and in words."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
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
from salience.types import Figures

if TYPE_CHECKING:
    import pandas as pd

_WORDS, _FEATURE = 46, 23  # columns of the table, which has 80
_INDENT = " " * 12
_MAIN, _LEAST = 3, 0.05  # main reasons, and what one adds to the logit at least


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
class Reason:
    """Contributions that say the same of an entity, the closest bound first, and their sum."""

    words: str
    value: float
    contributions: tuple[Contribution, ...]

    @property
    def name(self) -> str:
        """What their feature strings begin with; of a single one all of it."""
        features = [part.feature for part in self.contributions]
        families = {family(feature)[0] for feature in features}
        if len(features) == 1:
            return features[0]
        return families.pop() if len(families) == 1 else group_of(features[0])

    def details(self) -> Iterator[str]:
        """Lines for a terminal: the value of each part, and which features share its weight."""
        if self.contributions[1:]:
            rests = (
                part.feature.removeprefix(self.name).lstrip("=") for part in self.contributions
            )
            values = (
                f"{r}\xa0{p.value:+.3f}" for r, p in zip(rests, self.contributions, strict=True)
            )
            for line in textwrap.wrap("  ".join(values), 68, break_on_hyphens=False):
                yield _INDENT + line.replace("\xa0", " ")
        for part in self.contributions:
            if part.collides_with:
                shared = f"{part.feature} shares its weight with {', '.join(part.collides_with)}"
                yield f"{_INDENT}{one_line(shared, 68)}"


@dataclass(frozen=True, slots=True)
class Explanation(Figures):
    """Why an entity has its probability: `math.fsum` of bias and contributions is the logit.

    `str(explanation)` is a table for a terminal of 80 columns. Features that say the same, such as
    `order=<=2` and `order=<=3`, stand below their sum.

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

    def __repr__(self) -> str:
        return f"<Explanation {self.probability:.3f}, {len(self.contributions)} contributions>"

    def reasons(self) -> list[Reason]:
        """The contributions by what they say: all bounds of one number are one reason.

        Returns:
            The reasons, the largest absolute sum first. In a reason the closest bound comes first:
            for an entity with six mentions `counts=mentions>=6`, then `counts=mentions>=4`.
        """
        by_words: dict[str, list[Contribution]] = {}
        for part in self.contributions:
            by_words.setdefault(part.words, []).append(part)
        found = [
            Reason(words, math.fsum(part.value for part in parts), tuple(parts))
            for words, parts in (
                (words, sorted(parts, key=lambda part: family(part.feature)[1]))
                for words, parts in by_words.items()
            )
        ]
        return sorted(found, key=lambda reason: (-abs(reason.value), reason.words))

    def main_reasons(self) -> list[Reason]:
        """The strongest three, without those that change nothing that is printed."""
        return [r for r in self.reasons()[:_MAIN] if abs(r.value) >= _LEAST]

    def __str__(self) -> str:
        lines = [f"{self.bias:+8.3f}  bias"]
        for reason in self.reasons():
            first, *rest = textwrap.wrap(one_line(reason.words, 2 * _WORDS), _WORDS) or [""]
            lines.append(
                f"{reason.value:+8.3f}  {first:{_WORDS}} {one_line(reason.name, _FEATURE)}"
            )
            lines += (" " * 10 + more for more in rest)
            lines += reason.details()
        return "\n".join([*lines, f"{self.logit:+8.3f}  logit: probability {self.probability:.3f}"])


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
