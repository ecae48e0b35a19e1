"""Concepts: what a summary is worth, once each, such as a pair of words or an entity."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from salience.language import ENGLISH
from salience.summaries.sentences import Sentence

Kind = Literal["bigram", "word", "entity"]

LEAST_DOCUMENTS = 3
"""Of several documents so many must have a bigram (Gillick and Favre 2009, section 4)."""
FEW_DOCUMENTS = 6
"""Of fewer documents, which the paper has not, one is enough, and the weight is the square of their
number: what several tell goes first, and what one tells fills the rest."""
NEGATIONS = ENGLISH.negations | ENGLISH.cuts.negations
_DENIED = 3
"""Words behind a negation among which is the one that it denies."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that a summary is worth having, however often it says it."""

    kind: Kind
    key: tuple[str, ...]  # its stems; of an entity its id
    weight: float  # what it is worth; learned weights may be negative
    sentences: tuple[int, ...]  # indices of those that have it, in rising order


def bigrams(sentences: Sequence[Sentence], least: int | None = None) -> list[Concept]:
    """Pairs of stems that follow each other, weighted by the number of documents with them; none of
    two stop words, or in fewer than `least` documents, by default 3 (Gillick and Favre 2009,
    section 4), or 1 of fewer than `FEW_DOCUMENTS`, with the square as their weight.
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


def with_denials(sentence: Sentence) -> Sentence:
    """The sentence with *not* before the stem of what it denies, as in *not support*, also where it
    *no longer* does it: so who is for something and who is against it say two things of it.
    """
    stems = [*sentence.stems]
    pairs = enumerate(zip(sentence.words, sentence.tags, strict=False))
    degrees = {k for k, (w, tag) in pairs if tag == "ADV" and w not in ENGLISH.omissions.binding}
    for i, word in enumerate(sentence.words):
        if word in NEGATIONS:
            behind = range(i + 1, min(i + 1 + _DENIED, len(stems)))
            denied = next((k for k in behind if not (sentence.stops[k] or k in degrees)), None)
            if denied is not None:
                stems[denied] = f"not {sentence.stems[denied]}"
    return replace(sentence, stems=tuple(stems))


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
    few = least is None and len(set(documents)) < FEW_DOCUMENTS
    least = 1 if few else least or LEAST_DOCUMENTS
    counts = (
        (key, len({documents[i] for i in found}), found)
        for key, found in sorted(places_of(sentences, keys).items())
    )
    return [
        Concept(kind, key, float(n * n if few else n), found)
        for key, n, found in counts
        if n >= least
    ]


def places_of(
    sentences: Sequence[Sentence], keys: Callable[[Sentence], Iterable[tuple[str, ...]]]
) -> dict[tuple[str, ...], tuple[int, ...]]:
    """The sentences that have each key."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, sentence in enumerate(sentences):
        for key in set(keys(sentence)):
            places[key].append(i)
    return {key: tuple(found) for key, found in places.items()}
