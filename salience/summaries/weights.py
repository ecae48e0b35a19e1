"""Which concepts a summary is to cover, and what each is worth.

Over several documents a pair of words or a word is worth the number of documents that have it. Of
one document that says nothing, and weights come from what the document itself says of it: in how
many sentences it is, whether the headline has it, and how salient the entity is that it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from salience.engine.sources import Source, names_of, salience_of
from salience.summaries.choices import Scheme
from salience.summaries.concepts import Concept, bigrams, entities, scaled, single_words
from salience.summaries.learned.features import topic_of
from salience.summaries.learned.model import SummaryModel
from salience.summaries.sentences import Sentence

COUNT_POWER = 2.0
"""The weight of a concept grows with this power of the number of sentences that have it."""
HEADLINE_FACTOR = 2.0
"""A concept all of whose content words are in the headline is worth so many times more."""
SALIENCE_FACTOR = 2.0
"""One that names an entity which is surely salient is worth so many times more."""
ENTITY_SHARE = 0.3
"""Of a mixture: what entities are worth together, where all other concepts are worth 1."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """Concepts with their weights.

    Attributes:
        concepts: The concepts.
        headline: Whether a headline had a part in the weights.
    """

    concepts: list[Concept]
    headline: bool


def concepts_of(
    scheme: Scheme, sentences: Sequence[Sentence], sources: Sequence[Source]
) -> Weighted:
    """The concepts of documents on one topic.

    Args:
        scheme: Which.
        sentences: Those of all documents.
        sources: The documents.
    """
    named = entities(sentences, salience_of(sources))
    if scheme == "entities":
        return Weighted(named, False)
    find = single_words if scheme == "words" else bigrams
    counted = find(sentences) or find(sentences, least=1)
    headline = False
    if len(sources) == 1:
        stems = frozenset(sources[0].parsed.title_words)
        counted = _in_one_document(counted, stems, names_of(sources))
        headline = any(stem in stems for concept in counted for stem in concept.key)
    if scheme == "mixture":
        counted = [*scaled(counted, 1.0), *scaled(named, ENTITY_SHARE)]
    return Weighted(counted, headline)


def learned_concepts(
    model: SummaryModel, sentences: Sequence[Sentence], sources: Sequence[Source]
) -> Weighted:
    """The bigrams of documents on one topic, with what a model has learned that they are worth.

    Args:
        model: The model.
        sentences: Those of all documents.
        sources: The documents.
    """
    topic = topic_of(sentences, sources)
    return Weighted(model.concepts(topic), "headline" in model.parts and bool(topic.headlines))


def _in_one_document(
    concepts: Sequence[Concept], headline: frozenset[str], names: Mapping[str, float]
) -> list[Concept]:
    """Concepts of one document with weights by what it says of them."""
    return [
        replace(
            concept,
            weight=len(concept.sentences) ** COUNT_POWER
            * (1 + HEADLINE_FACTOR * sum(s in headline for s in concept.key) / len(concept.key))
            * (1 + SALIENCE_FACTOR * max(names.get(stem, 0.0) for stem in concept.key)),
        )
        for concept in concepts
    ]
