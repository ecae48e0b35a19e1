"""What would have to change for an entity to cross the threshold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salience.features import Attributes, columns

if TYPE_CHECKING:
    from salience.model import SalienceModel

FURTHEST = 100
"""No sentence and no number beyond this is tried."""

_MENTIONS = ("named", "nominal", "pronominal")
_COUNTED = {
    "named": ("named mention", "named mentions"),
    "nominal": ("nominal mention", "nominal mentions"),
    "pronominal": ("pronominal mention", "pronominal mentions"),
    "head_count": ("occurrence of its head word", "occurrences of its head word"),
}

_Change = tuple[str, Any, str]  # attribute, value, words


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A change of one attribute that takes an entity across the threshold.

    Attributes:
        attribute: Such as `first_sentence`.
        value: What it would have to be.
        words: The change, such as *first mentioned in sentence 0, not 7*.
        probability: What the entity would have then.
    """

    attribute: str
    value: Any
    words: str
    probability: float

    def __str__(self) -> str:
        return f"{self.words}: {self.probability:.3f}"


def counterfactuals(
    entity: Attributes, model: SalienceModel, threshold: float
) -> tuple[Counterfactual, ...]:
    """The smallest change of each attribute that takes an entity across a threshold.

    Every change is tried: the changed attributes go through the model. The other attributes
    stay, except those that say the same: the share of the mentions moves with their number, the
    place in the text with the sentence. What depends on the whole document, as ranks do, stays.
    A change that leads to a feature which was not seen in training is none: nothing is known of it.

    Args:
        entity: Its attributes, as for `SalienceModel.explain`.
        model: The model.
        threshold: Salient is what has at least this probability.

    Returns:
        At most one change per attribute, in the order of `first_sentence`, `headline`, `named`,
        `nominal`, `pronominal` and `head_count`. Empty if no single change of these does it, up
        to sentence, mention or occurrence `FURTHEST`.

    Raises:
        CorpusError: If an attribute is missing.
    """
    changes = list(_changes(entity))
    rows = [entity, *(_changed(entity, name, value) for name, value, _ in changes)]
    before, *after = model.predict(rows).tolist()
    own, *others = model.featurizer.transform(rows)
    known = {*own, *model.classifier.features_}
    found: dict[str, Counterfactual] = {}
    for (name, value, words), features, probability in zip(changes, others, after, strict=True):
        crosses = (probability >= threshold) != (before >= threshold)
        if crosses and name not in found and known.issuperset(features):
            found[name] = Counterfactual(name, value, words, probability)
    return tuple(found.values())


def _changes(entity: Attributes) -> Iterator[_Change]:
    """What can be tried; of each attribute the smallest change first."""
    names = ("first_sentence", "headline", *_COUNTED)
    [[first], [headline], *counts] = columns([entity], names, "counterfactuals")
    known = first is not None and first == first  # a missing number in a table is NaN
    last = min(FURTHEST, entity.get("sentences", FURTHEST + 1) - 1)
    for value in _nearest(int(first) if known else 0, 0, last, itself=not known):
        instead = f", not {int(first)}" if known else ""
        yield "first_sentence", value, f"first mentioned in sentence {value}{instead}"
    if headline:
        yield "headline", "", "not mentioned in the headline"
    else:
        yield "headline", "PROPN", "mentioned by name in the headline"
    for (name, words), [count] in zip(_COUNTED.items(), counts, strict=True):
        least = 0 if name in ("nominal", "pronominal") else 1
        for value in _nearest(int(count), least, FURTHEST):
            more = value - int(count)
            way = "more" if more > 0 else "fewer"
            yield name, value, f"{abs(more)} {way} {words[abs(more) != 1]}"


def _nearest(value: int, least: int, most: int, *, itself: bool = False) -> list[int]:
    """The whole numbers from `least` to `most`, the nearest to a value first."""
    others = (n for n in range(least, most + 1) if itself or n != value)
    return sorted(others, key=lambda n: (abs(n - value), n))


def _changed(entity: Attributes, name: str, value: Any) -> dict[str, Any]:
    """The attributes after a change of one, with those that say the same."""
    row = {**entity, name: value}
    if name in _MENTIONS and entity.get("share"):
        before = sum(entity[kind] for kind in _MENTIONS)
        more = value - entity[name]
        total = before / entity["share"] + more
        row["share"] = min(round((before + more) / total, 6), 1.0)
    if name == "first_sentence" and entity.get("sentences"):
        row["position"] = round(value / entity["sentences"], 6)
    if name == "headline" and "in_title" in entity:
        row["in_title"] = 1.0 if value else 0.0
    return row
