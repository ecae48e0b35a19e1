"""What would have to change for an entity to cross the threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salience.features.featurizer import Attributes
from salience.features.groups import missing
from salience.model.explanations import sentence_words

if TYPE_CHECKING:
    from salience.model.salience_model import SalienceModel

FURTHEST = 100
"""No sentence and no number beyond this is tried."""

_MENTIONS = ("named", "nominal", "pronominal")

# Attributes with their words, those of a value, and the least value.
_PLACES: tuple[tuple[str, str, Callable[[int], str], int], ...] = (
    ("first_sentence", "first mentioned", lambda n: f"in {sentence_words(n)}", 0),
    ("order", "in the order of first mentions,", lambda n: f"entity {n}", 1),
)
_COUNTS = (
    ("named", ("named mention", "named mentions"), 1),
    ("nominal", ("nominal mention", "nominal mentions"), 0),
    ("pronominal", ("pronominal mention", "pronominal mentions"), 0),
    ("head_count", ("occurrence of its head word", "occurrences of its head word"), 1),
)

_Change = tuple[str, Any, str]  # attribute, value, words


@dataclass(frozen=True, slots=True)
class Counterfactual:
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
    entity: Attributes,
    model: SalienceModel,
    threshold: float,
    *,
    most: Mapping[str, int] | None = None,
) -> tuple[Counterfactual, ...]:
    """The smallest change of each attribute that takes an entity across a threshold.

    Every change is tried: the changed attributes go through the model. The other attributes
    stay, except those that say the same: the share of the mentions moves with their number, and
    `in_title` with `headline`. What depends on the whole document, as ranks do, stays.
    A change that leads to a feature which was not seen in training is none: nothing is known of it.

    Args:
        entity: Its attributes, as for `SalienceModel.explain`.
        model: The model.
        threshold: Salient is what has at least this probability.
        most: By attribute, the greatest value that the document allows, such as the number of its
            entities for `order`. Without it an entity is not moved further back in the order.

    Returns:
        At most one change per attribute, in the order of `first_sentence`, `order`, `headline`,
        `named`, `nominal`, `pronominal` and `head_count`. Empty if no single change of these
        does it, up to `FURTHEST`.

    Raises:
        CorpusError: If an attribute is missing.
    """
    changes = list(_changes(entity, most or {}))
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


def _changes(entity: Attributes, most: Mapping[str, int]) -> Iterator[_Change]:
    """What can be tried of the attributes that are there; of each the smallest change first."""
    for name, words, place, least in _PLACES:
        if name in entity:
            now = None if missing(entity[name]) else int(entity[name])
            instead = "" if now is None else f", not {place(now)}"
            last = (now or least) if name == "order" else FURTHEST
            for value in _nearest(now, least, most.get(name, last)):
                yield name, value, f"{words} {place(value)}{instead}"
    if "headline" in entity:
        there = bool(entity["headline"])
        words = "not mentioned in the headline" if there else "mentioned by name in the headline"
        yield "headline", "" if there else "PROPN", words
    for name, (one, many), least in _COUNTS:
        if not missing(entity.get(name)):
            for value in _nearest(int(entity[name]), least, most.get(name, FURTHEST)):
                more = value - int(entity[name])
                way = "more" if more > 0 else "fewer"
                yield name, value, f"{abs(more)} {way} {one if abs(more) == 1 else many}"


def _nearest(now: int | None, least: int, most: int) -> list[int]:
    """The other whole numbers from `least` to `most` or `FURTHEST`, the nearest first."""
    others = (n for n in range(least, min(most, FURTHEST) + 1) if n != now)
    return sorted(others, key=lambda n: (abs(n - (now or 0)), n))


def _changed(entity: Attributes, name: str, value: Any) -> dict[str, Any]:
    """The attributes after a change of one, with those that say the same."""
    row = {**entity, name: value}
    if name in _MENTIONS and entity.get("share"):
        before, more = sum(entity.get(kind) or 0 for kind in _MENTIONS), value - entity[name]
        row["share"] = min(round((before + more) / (before / entity["share"] + more), 6), 1.0)
    if name == "headline" and "in_title" in entity:
        row["in_title"] = 1.0 if value else 0.0
    return row
