"""Which concepts a summary is to cover, and what each is worth.

Over several documents a pair of words or a word is worth the number of documents that have it. Of
one document that says nothing, and weights come from what the document itself says of it: in how
many sentences it is, whether the headline has it, and how salient the entity is that it names. And
a sentence is worth something by itself, the more, the earlier it stands, the more words of the
headline it has, and the more salient entities and other words it is the first to have: leads say
what happened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from salience.engine.sources import Source, names_of, salience_of
from salience.language import ENGLISH
from salience.summaries.choices import Scheme
from salience.summaries.concepts import Concept, bigrams, entities, scaled, single_words
from salience.summaries.learned.features import topic_of
from salience.summaries.learned.model import SummaryModel
from salience.summaries.sentences import Sentence, sentence_before
from salience.summaries.stories import is_story
from salience.summaries.transcripts import is_spoken, spoken

COUNT_POWER = 2.0
"""The weight of a concept grows with this power of the number of sentences that have it."""
HEADLINE_FACTOR = 2.0
"""A concept all of whose content words are in the headline is worth so many times more."""
SALIENCE_FACTOR = 2.0
"""One that names an entity which is surely salient is worth so many times more."""
OPENING_SHARE = 0.3
"""What the first sentence is worth by its place, as a part of what all concepts are worth, if it
has the words of the headline or is the first to name an entity that is surely salient."""
OPENING_LEAST = 0.6
"""The part of it that any first sentence has."""
HEADLINE_TOLD = 0.4
"""A first sentence with such a part of the words of the headline tells what happened: it is worth
as much as all concepts together, so that it is there wherever it fits."""
PASSAGE, PASSAGE_STEP = 0.5, 0.7
"""Of a story or a letter: what its first sentence is worth, as a part of what all concepts are, and
what each is worth as a part of the one before it, so that the opening is there as a passage,
also where *I* tells it."""
MOST_FIRST_NAMED = 1.5
"""Salience of the entities that a sentence is the first to name, added up, counts so far."""
SPEECH_FACTOR = 4.0
"""The opening counts less by so much of the share of sentences with *I*: who tells a story or talks
does not begin with what matters. In a transcript only what stands before the talk counts."""
ENTITY_SHARE = 0.3
"""Of a mixture: what entities are worth together, where all other concepts are worth 1."""

NEIGHBOUR_SHARE = 0.3
"""What it is worth to have a sentence and the one before it, as a part of what each adds."""
SPOKEN_FACTOR = 3.0
"""In talk, speeches, letters and instructions it is worth so many times more."""

Weighted = tuple[list[Concept], bool]
"""Concepts with their weights, and whether a headline had a part in these."""


def concepts_of(
    scheme: Scheme,
    sentences: Sequence[Sentence],
    sources: Sequence[Source],
    least: int | None = None,
) -> Weighted:
    """The concepts of documents on one topic."""
    named = entities(sentences, salience_of(sources))
    if scheme == "entities":
        return named, False
    find = single_words if scheme == "words" else bigrams
    counted = find(sentences, least) or find(sentences, least=1)
    headline = False
    if len(sources) == 1:
        stems = frozenset(sources[0].parsed.title_words)
        counted = _in_one_document(counted, stems, names_of(sources))
        headline = any(stem in stems for concept in counted for stem in concept.key)
    if scheme == "mixture":
        counted = [*scaled(counted, 1.0), *scaled(named, ENTITY_SHARE)]
    return counted, headline


def learned_concepts(
    model: SummaryModel, sentences: Sequence[Sentence], sources: Sequence[Source]
) -> Weighted:
    """The bigrams of documents on one topic, with what a model has learned that they are worth."""
    topic = topic_of(sentences, sources)
    return model.concepts(topic), "headline" in model.parts and bool(topic.headlines)


def with_openings(
    sentences: Sequence[Sentence], source: Source, concepts: Sequence[Concept]
) -> list[Sentence]:
    """The sentences of one document with what each is worth by its place."""
    own = [s for s in sentences if not s.speaker]
    speech = sum(spoken(s.words) for s in own) / max(len(own), 1)
    most = sum(max(concept.weight, 0.0) for concept in concepts)
    share = OPENING_SHARE * max(0.0, 1 - SPEECH_FACTOR * speech) * most
    headline = {word for word in source.parsed.title_words if word not in ENGLISH.small_in_titles}
    salience = salience_of([source])
    story = is_story(source.words, source.read.text)
    seen: set[str] = set()
    said: set[str] = set()
    found = []
    for place, s in enumerate(sentences, 1):
        in_headline = len(headline.intersection((*s.stems, *s.words))) / max(len(headline), 1)
        named = sum(salience[entity] for entity in s.entities - seen)
        seen |= s.entities
        lead = OPENING_LEAST + in_headline + min(named, MOST_FIRST_NAMED)
        new = sum(stem not in said for stem in s.content) / max(len(s.content), 1)
        said.update(s.content)
        told = most if place == 1 and in_headline >= HEADLINE_TOLD else 0.0
        passage = most * PASSAGE * PASSAGE_STEP ** (place - 1) if story else 0.0
        worth = max(share * lead * new / place, told, passage)
        found.append(replace(s, worth=0.0 if s.speaker else worth))
    return found


def neighbours(
    sentences: Sequence[Sentence], concepts: Sequence[Concept]
) -> list[tuple[int, int, float]]:
    """Sentences with the one before them, and what it is worth that they stand together.

    That is a part of the lesser of what each covers and the other does not.
    """
    before = sentence_before(sentences)
    alone, both = [0.0] * len(sentences), [0.0] * len(sentences)
    for concept in concepts:
        there = frozenset(concept.sentences)
        for i in there:
            alone[i] += max(concept.weight, 0.0)
            both[i] += max(concept.weight, 0.0) * (before.get(i) in there)
    share = NEIGHBOUR_SHARE
    if is_spoken([s.words for s in sentences]):
        share *= SPOKEN_FACTOR
    pairs = ((j, i, share * (min(alone[i], alone[j]) - both[i])) for i, j in before.items())
    return [pair for pair in pairs if pair[2] > 0]


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
