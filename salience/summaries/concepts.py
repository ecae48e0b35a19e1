"""Concepts: what a summary is worth, once each, such as a pair of words or an entity."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from salience.summaries.sentences import Sentence

Kind = Literal["bigram", "word", "entity"]

LEAST_DOCUMENTS = 3
"""Of several documents so many must have a bigram (Gillick and Favre 2009, section 4)."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that a summary is worth having, however often it says it."""

    kind: Kind
    key: tuple[str, ...]  # its stems; of an entity its id
    weight: float  # what it is worth; learned weights may be negative
    sentences: tuple[int, ...]  # indices of those that have it, in rising order


def bigrams(sentences: Sequence[Sentence], least: int | None = None) -> list[Concept]:
    """Pairs of stems that follow each other, weighted by the number of documents with them; none of
    two stop words, or in fewer than `least` documents (Gillick and Favre 2009, section 4).
    """
    return _counted(
        "bigram",
        sentences,
        lambda sentence: [
            (a, b)
            for (a, stop), (b, too) in pairwise(zip(sentence.stems, sentence.stops, strict=True))
            if not (stop and too)
        ],
        least,
    )


def single_words(sentences: Sequence[Sentence], least: int | None = None) -> list[Concept]:
    """Stems that are no stop words, weighted by the number of documents with them."""
    return _counted("word", sentences, lambda s: [(stem,) for stem in s.content], least)


def entities(sentences: Sequence[Sentence], salience: Mapping[str, float]) -> list[Concept]:
    """Entities, weighted by how salient they are."""
    places = places_of(sentences, lambda sentence: [(entity,) for entity in sentence.entities])
    return [
        Concept("entity", key, salience[key[0]], found)
        for key, found in sorted(places.items())
        if salience.get(key[0], 0.0)
    ]


def scaled(concepts: Sequence[Concept], total: float) -> list[Concept]:
    """The same concepts, whose positive weights add up to `total`: so kinds can be mixed."""
    now = sum(max(concept.weight, 0.0) for concept in concepts)
    return [replace(c, weight=c.weight * total / now) for c in concepts] if now else [*concepts]


def _counted(
    kind: Kind,
    sentences: Sequence[Sentence],
    keys: Callable[[Sentence], Iterable[tuple[str, ...]]],
    least: int | None,
) -> list[Concept]:
    documents = [sentence.document for sentence in sentences]
    if least is None:
        least = min(LEAST_DOCUMENTS, len(set(documents)))
    counted = (
        Concept(kind, key, float(len({documents[i] for i in found})), found)
        for key, found in sorted(places_of(sentences, keys).items())
    )
    return [concept for concept in counted if concept.weight >= least]


def places_of(
    sentences: Sequence[Sentence], keys: Callable[[Sentence], Iterable[tuple[str, ...]]]
) -> dict[tuple[str, ...], tuple[int, ...]]:
    """The sentences that have each key."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, sentence in enumerate(sentences):
        for key in set(keys(sentence)):
            places[key].append(i)
    return {key: tuple(found) for key, found in places.items()}
