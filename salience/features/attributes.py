"""The attributes of an entity in its document, from which features are made; a record of each."""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Literal

from salience.arrays import Float64Array
from salience.features.changes import (
    HEADLINE_CHANGE,
    HEADLINE_WORDS_CHANGE,
    Change,
    count_change,
    mentions_change,
    place_change,
)
from salience.features.document_pagerank import document_pagerank
from salience.features.sentence_weights import SentenceWeights, sentence_weights
from salience.text.formatting import sentence_words
from salience.text.normalise import normalised_line
from salience.types import Entity, ParsedDocument

LEAD = 3
"""Number of sentences in the lead of a text."""

_SUBJECTS = ("nsubj", "csubj")


class DocumentMeasures:
    """What is measured once for a document, when an attribute first asks for it."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self.parsed = parsed
        self.named = [i for i, entity in enumerate(parsed.entities) if not entity.is_nominal]
        self._names = tuple(parsed.entities[i] for i in self.named)
        self.fewer_first = tuple(sorted(-len(entity.mentions) for entity in self._names))
        self.n_mentions = -sum(self.fewer_first)
        self.n_headline_only = sum(not entity.mentions for entity in self._names)

    @cached_property
    def pageranks(self) -> Mapping[int, float]:  # noqa: D102
        ranks = document_pagerank(replace(self.parsed, entities=self._names))
        return dict(zip(self.named, ranks, strict=True))

    @cached_property
    def headline_words(self) -> set[str]:  # noqa: D102
        return _words(normalised_line(self.parsed.document.title or "").text)

    @cached_property
    def weights(self) -> SentenceWeights:  # noqa: D102
        return sentence_weights(self.parsed)


@dataclass(frozen=True)
class EntityInDocument:
    """What attributes are measured on: an entity, by its index in a document."""

    entity: Entity
    index: int
    document: DocumentMeasures

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """Sentence of each mention in the text, without those in a repeated title."""
        return tuple(m.sentence for m in self.entity.mentions if m.sentence >= 0)

    @cached_property
    def paragraphs(self) -> frozenset[int]:
        """Paragraphs with a mention, without a repeated title."""
        return frozenset(m.paragraph for m in self.entity.mentions if m.paragraph >= 0)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: a column of a table of labels, with what it is for the documentation."""

    name: str
    dtype: Literal["int64", "Int64", "float64", "text"]
    description: str
    measure: Callable[[EntityInDocument], Any]
    change: Change | None = None


def attributes(
    parsed: ParsedDocument, names: Collection[str] | None = None
) -> list[dict[str, Any]]:
    """What features are computed from, before bucketing: one row per entity.

    Mentions are counted in the text alone. An entity of the headline alone stands before it: its
    numbers and shares of mentions are 0, and `first_sentence` and `first_paragraph` are missing.
    Entities without a name are compared with those that have one, and change nothing for them.

    Args:
        parsed: A document that has been read.
        names: Which attributes to measure, all without it; those that a model needs are
            `salience.SalienceModel.reads`.

    Returns:
        Per entity of `parsed.entities`, in order, a mapping with `document` (its id), `entity` (its
        index), `id` and `type` (the entity's), and the attributes in the order of `ATTRIBUTES`,
        whose records say what each is.

    Example:
        >>> from salience import Document, Entity, Mention, ParsedDocument
        >>> nasa = Mention(0, 4, "NASA", "named", "NASA", 0, 0, (("NASA", "PROPN"),), "nsubj")
        >>> entity = Entity((nasa,), "NASA", "ORG", "name:nasa|ORG", title_mentions=(nasa,))
        >>> document = Document("d", "NASA flew.", "NASA in space")
        >>> [row] = attributes(ParsedDocument(document, (entity,), (1,), 1))
        >>> {name: row[name] for name in ("id", "first_sentence", "named", "headline", "role")}
        {'id': 'name:nasa|ORG', 'first_sentence': 0, 'named': 1, 'headline': 'PROPN',
         'role': 'nsubj'}
    """
    measured = [a for a in _RECORDS if names is None or a.name in names]
    document = DocumentMeasures(parsed)
    rows = []
    for index, entity in enumerate(parsed.entities):
        e = EntityInDocument(entity, index, document)
        row = {"document": parsed.document.id, "entity": index}
        row |= {"id": entity.id, "type": entity.type}
        row |= {attribute.name: attribute.measure(e) for attribute in measured}
        rows.append(row)
    return rows


def _share(part: float, whole: float) -> float:
    return round(part / whole, 6) if whole else 0.0


def _mentions(e: EntityInDocument, kind: str) -> int:
    return sum(mention.kind == kind for mention in e.entity.mentions)


def _share_of_mentions(e: EntityInDocument) -> float:
    own = len(e.entity.mentions)
    return _share(own, e.document.n_mentions + (own if e.entity.is_nominal else 0))


def _subjects(e: EntityInDocument) -> float:
    return _share(sum(m.role in _SUBJECTS for m in e.entity.mentions), len(e.entity.mentions))


def _quoted(e: EntityInDocument) -> float:
    return _share(sum(m.quoted for m in e.entity.mentions), len(e.entity.mentions))


def _span(e: EntityInDocument) -> float:
    covered = max(e.sentences) - min(e.sentences) + 1 if e.sentences else 0
    return _share(covered, e.document.parsed.n_sentences)


def _tenths(e: EntityInDocument) -> int:
    return len({10 * sentence // e.document.parsed.n_sentences for sentence in e.sentences})


def _headline_tags(e: EntityInDocument) -> str:
    words = (pair for mention in e.entity.title_mentions for pair in mention.words)
    return " ".join(sorted({tag for word, tag in words if any(map(str.isalnum, word))}))


def _headline_words(e: EntityInDocument) -> str:
    headline = e.document.headline_words
    mentions = e.entity.mentions or e.entity.title_mentions
    words = {pair for mention in mentions for pair in mention.words}
    return " ".join(sorted({tag for word, tag in words if set() < _words(word) <= headline}))


def _words(text: str) -> set[str]:
    """Its words in lower case; of *Wal-Mart* both parts."""
    return set(re.findall(r"\w+", text.lower()))


def _in_title(e: EntityInDocument) -> float:
    headline = {word.lower() for mention in e.entity.title_mentions for word, _ in mention.words}
    words = [word for word in e.entity.name.lower().split() if any(map(str.isalnum, word))]
    return _share(sum(word in headline for word in words), len(words))


def _weights(e: EntityInDocument, name: Literal["rest", "headline", "rank"]) -> Float64Array:
    """The weights of the sentences that mention an entity, in the order of the mentions."""
    weights: Float64Array = getattr(e.document.weights, name)
    return weights[list(dict.fromkeys(e.sentences))]


def _highest(e: EntityInDocument, name: Literal["rest", "headline"]) -> float:
    return round(float(_weights(e, name).max(initial=0)), 6)


def _weight_share(e: EntityInDocument, name: Literal["rest", "headline"]) -> float:
    return _share(float(_weights(e, name).sum()), float(getattr(e.document.weights, name).sum()))


def _sentence_weight(e: EntityInDocument) -> float:
    mean = float(e.document.weights.rest.sum()) / max(e.document.parsed.n_sentences, 1)
    return _share(_highest(e, "rest"), mean)


def _sentence_rank(e: EntityInDocument) -> int | None:
    return int(_weights(e, "rank").min()) if e.sentences else None


def _order(e: EntityInDocument) -> int:
    """Those that only the headline mentions stand first, and are not counted for others."""
    first = e.document.n_headline_only if e.entity.mentions else 0
    return 1 + bisect_left(e.document.named, e.index) - first


_RECORDS = (
    Attribute(
        "first_sentence",
        "Int64",
        "sentence of the first mention, from 0; missing if only the headline mentions it",
        lambda e: min(e.sentences, default=None),
        place_change("first mentioned", lambda n: f"in {sentence_words(n)}", least=0),
    ),
    Attribute(
        "head_count",
        "int64",
        "how often the head word of its first mention occurs in the text",
        lambda e: e.document.parsed.head_counts[e.index],
        count_change("occurrence of its head word", "occurrences of its head word", least=1),
    ),
    Attribute(
        "named",
        "int64",
        "number of named mentions",
        partial(_mentions, kind="named"),
        mentions_change("named mention", "named mentions", least=1),
    ),
    Attribute(
        "nominal",
        "int64",
        "number of nominal mentions",
        partial(_mentions, kind="nominal"),
        mentions_change("nominal mention", "nominal mentions", least=0),
    ),
    Attribute(
        "pronominal",
        "int64",
        "number of pronominal mentions",
        partial(_mentions, kind="pronominal"),
        mentions_change("pronominal mention", "pronominal mentions", least=0),
    ),
    Attribute(
        "headline",
        "text",
        "universal POS tags, sorted and separated by spaces, of the words of its mentions in the "
        "headline; tokens without a letter or digit are ignored",
        _headline_tags,
        HEADLINE_CHANGE,
    ),
    Attribute(
        "head",
        "text",
        "lower-cased head word of its first mention",
        lambda e: e.entity.first_mention.head.lower(),
    ),
    Attribute(
        "share",
        "float64",
        "its share of the mentions of all entities of the document",
        _share_of_mentions,
    ),
    Attribute(
        "rank",
        "int64",
        "its rank by number of mentions, from 1; equal ones share the best",
        lambda e: 1 + bisect_left(e.document.fewer_first, -len(e.entity.mentions)),
    ),
    Attribute(
        "order",
        "int64",
        "its place in the order of first mentions, from 1",
        _order,
        place_change(
            "in the order of first mentions,", lambda n: f"entity {n}", least=1, moves_back=False
        ),
    ),
    Attribute(
        "role",
        "text",
        "Universal Dependencies relation of its first mention, such as `nsubj`",
        lambda e: e.entity.first_mention.role,
    ),
    Attribute("subjects", "float64", "share of its mentions that are subjects", _subjects),
    Attribute(
        "span",
        "float64",
        "share of the document's sentences from its first to its last mention",
        _span,
    ),
    Attribute("tenths", "int64", "how many of ten equal parts of the text mention it", _tenths),
    Attribute(
        "lead",
        "int64",
        "number of its mentions in the first three sentences",
        lambda e: sum(sentence < LEAD for sentence in e.sentences),
    ),
    Attribute(
        "first_paragraph",
        "Int64",
        "paragraph of the first mention, from 0; missing like `first_sentence`",
        lambda e: min(e.paragraphs, default=None),
    ),
    Attribute(
        "paragraphs",
        "float64",
        "share of the document's paragraphs that mention it",
        lambda e: _share(len(e.paragraphs), e.document.parsed.n_paragraphs),
    ),
    Attribute("quoted", "float64", "share of its mentions inside of quotation marks", _quoted),
    Attribute(
        "in_title",
        "float64",
        "share of the words of its name that its mentions in the headline have",
        _in_title,
    ),
    Attribute(
        "pagerank",
        "float64",
        "its PageRank in the graph of the document, where entities that share sentences are joined",
        lambda e: e.document.pageranks.get(e.index, 0.0),
    ),
    Attribute(
        "before",
        "text",
        "lower-cased word before its first mention, in its sentence",
        lambda e: e.entity.first_mention.before,
    ),
    Attribute(
        "after",
        "text",
        "lower-cased word after its first mention, in its sentence",
        lambda e: e.entity.first_mention.after,
    ),
    Attribute(
        "governor",
        "text",
        "relation of its first mention to the word above it in the tree, and the lemma of that, "
        "such as `nsubj:meet`; empty for a root",
        lambda e: e.entity.first_mention.governor,
    ),
    Attribute(
        "sentence_rank",
        "Int64",
        "the best rank of its sentences by weight, from 1; missing like `first_sentence`. The "
        "weight of a sentence is the cosine of its content words with those of all the others",
        _sentence_rank,
    ),
    Attribute(
        "sentence_weight",
        "float64",
        "the highest weight of its sentences, as a multiple of the mean of the document",
        _sentence_weight,
    ),
    Attribute(
        "weight_share",
        "float64",
        "the share of its sentences in the weight of all sentences",
        partial(_weight_share, name="rest"),
    ),
    Attribute(
        "headline_first",
        "float64",
        "cosine of the content words of its first sentence with those of the headline",
        lambda e: float(_weights(e, "headline")[0]) if e.sentences else 0.0,
    ),
    Attribute(
        "headline_most",
        "float64",
        "the highest cosine of one of its sentences with the headline",
        partial(_highest, name="headline"),
    ),
    Attribute(
        "headline_share",
        "float64",
        "the share of its sentences in the cosines of all sentences with the headline",
        partial(_weight_share, name="headline"),
    ),
    Attribute(
        "headline_words",
        "text",
        "universal POS tags, sorted and separated by spaces, of the words of its mentions that "
        "are also words of the headline, whatever their case",
        _headline_words,
        HEADLINE_WORDS_CHANGE,
    ),
    Attribute(
        "has_headline",
        "int64",
        "1 if the document has a headline, else 0",
        lambda e: int(bool((e.document.parsed.document.title or "").strip())),
    ),
)

ATTRIBUTES = {attribute.name: attribute for attribute in _RECORDS}
"""The attributes by name, in the order of their columns."""

TEXTS = (
    "id",
    "type",
    *(name for name, attribute in ATTRIBUTES.items() if attribute.dtype == "text"),
)
"""What groups read that is a text; all else is a number of at least 0."""

MAY_BE_MISSING = tuple(name for name, a in ATTRIBUTES.items() if a.dtype == "Int64")
"""Attributes without a value for some entities."""
