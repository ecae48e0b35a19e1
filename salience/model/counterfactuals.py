"""What would have to change for an entity to cross the threshold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from salience.features.attributes import ATTRIBUTES
from salience.features.changes import KINDS, Change
from salience.features.featurizer import EntityFeaturizer
from salience.features.rows import EntityRow
from salience.model.classifier import SalienceClassifier
from salience.types import Figures

_CHANGES: list[tuple[str, Change]] = sorted(
    ((name, attribute.change) for name, attribute in ATTRIBUTES.items() if attribute.change),
    key=lambda change: KINDS.index(change[1].kind),
)


@dataclass(frozen=True, slots=True)
class Counterfactual(Figures):
    """A change of one attribute that takes an entity across the threshold.

    Attributes:
        attribute: Such as `first_sentence`.
        value: What it would have to be; of sentences the index, from 0.
        words: The change, such as *first mentioned in the first sentence, not in sentence 8*.
        probability: What the entity would have then.
    """

    attribute: str
    value: Any
    words: str
    probability: float

    def __str__(self) -> str:
        return f"{self.words}: {self.probability:.3f}"


def counterfactuals(
    entity: EntityRow,
    featurizer: EntityFeaturizer,
    classifier: SalienceClassifier,
    threshold: float,
    *,
    most: Mapping[str, int] | None = None,
) -> tuple[Counterfactual, ...]:
    """The smallest change of each attribute that takes an entity across a threshold."""
    tried = list(_tried(entity, most or {}))
    rows = [entity, *(_changed(entity, name, value) for name, value, _ in tried)]
    own, *others = featurizer.transform(rows)
    before, *after = classifier.predict_proba([own, *others])[:, 1].tolist()
    known = {*own, *classifier.features_}
    smallest: dict[str, Counterfactual] = {}
    for (name, value, words), features, probability in zip(tried, others, after, strict=True):
        crosses = (probability >= threshold) != (before >= threshold)
        if crosses and name not in smallest and known.issuperset(features):
            smallest[name] = Counterfactual(name, value, words, probability)
    return tuple(smallest.values())


def _tried(entity: EntityRow, most: Mapping[str, int]) -> Iterator[tuple[str, Any, str]]:
    """Attribute, value and words of every change to try; of an attribute the smallest first."""
    for name, change in _CHANGES:
        if name in entity:
            for value, words in change.tried(entity[name], most.get(name)):
                yield name, value, words


def _changed(entity: EntityRow, name: str, value: Any) -> dict[str, Any]:
    """The attributes after a change of one, with the attributes that depend on it."""
    return {**entity, name: value, **dict(_CHANGES)[name].also(entity, name, value)}
