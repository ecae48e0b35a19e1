"""What is counted and measured of an entity in its document: what features are made of."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from salience.features.document_pagerank import document_pagerank
from salience.types import Entity, ParsedDocument

ATTRIBUTES = (
    "first_sentence",
    "head_count",
    "named",
    "nominal",
    "pronominal",
    "headline",
    "head",
    "share",
    "rank",
    "order",
    "role",
    "subjects",
    "span",
    "tenths",
    "lead",
    "first_paragraph",
    "paragraphs",
    "quoted",
    "in_title",
    "pagerank",
)
"""What `attributes` says of an entity, beside which entity of which document it is."""

LEAD = 3
"""The lead of a text: so many sentences."""

_SUBJECTS = ("nsubj", "csubj")


def attributes(parsed: ParsedDocument) -> list[dict[str, Any]]:
    """What features are computed from, before bucketing: one row per entity.

    Sentences and paragraphs are those after a title that is repeated at the start of the text.
    Shares are between 0 and 1, to six decimals.

    Returns:
        Per entity of `parsed.entities`, in order, a mapping with

        - `document` (its id), `entity` (its index), `id` and `type` (the entity's)
        - `first_sentence`: of the first mention, from 0; None if only a repeated title mentions it
        - `head_count`: how often the head word of the first mention occurs in the text
        - `named`, `nominal`, `pronominal`: numbers of mentions
        - `headline`: the universal POS tags, sorted and separated by spaces, of its mentions' words
          that also stand in the headline; case is ignored, and so are tokens without a letter or
          digit
        - `head`: lower-cased head word of the first mention
        - `share`: of the mentions of all entities of the document
        - `rank`: by number of mentions, from 1; equal ones share the best
        - `order`: by first mention, from 1
        - `role`: Universal dependency relation of the first mention, such as `nsubj`
        - `subjects`: share of its mentions that are subjects
        - `span`: share of the document's sentences from its first to its last mention
        - `tenths`: how many of ten equal parts of the text mention it
        - `lead`: number of its mentions in the first three sentences
        - `first_paragraph`: of the first mention, from 0; None like `first_sentence`
        - `paragraphs`: share of the document's paragraphs that mention it
        - `quoted`: share of its mentions that stand inside of quotation marks
        - `in_title`: share of the words of its name that stand in the headline
        - `pagerank`: see `salience.features.document_pagerank.document_pagerank`

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> nasa = Mention(0, 4, "NASA", "named", "NASA", 0, 0, (("NASA", "PROPN"),), "nsubj")
        >>> entity = Entity((nasa,), "NASA", "ORG", "name:nasa|ORG")
        >>> document = Document("d", "NASA flew.", "Nasa in space")
        >>> title_words = frozenset({"nasa", "in", "space"})
        >>> [row] = attributes(ParsedDocument(document, (entity,), (1,), title_words, 1))
        >>> {name: row[name] for name in ATTRIBUTES}
        {'first_sentence': 0, 'head_count': 1, 'named': 1, 'nominal': 0, 'pronominal': 0,
         'headline': 'PROPN', 'head': 'nasa', 'share': 1.0, 'rank': 1, 'order': 1,
         'role': 'nsubj', 'subjects': 1.0, 'span': 1.0, 'tenths': 1, 'lead': 1,
         'first_paragraph': 0, 'paragraphs': 1.0, 'quoted': 0.0, 'in_title': 1.0, 'pagerank': 1.0}
    """
    fewer_first = sorted(-len(entity.mentions) for entity in parsed.entities)
    total = -sum(fewer_first)
    pageranks = document_pagerank(parsed)
    return [
        {"document": parsed.document.id, "entity": index, "id": entity.id, "type": entity.type}
        | _of_mentions(entity)
        | _of_places(entity, parsed)
        | {
            "head_count": parsed.head_counts[index],
            "headline": " ".join(sorted(_tags_in_title(entity, parsed.title_words))),
            "in_title": _name_in_title(entity, parsed.title_words),
            "share": _share(len(entity.mentions), total),
            "rank": 1 + bisect_left(fewer_first, -len(entity.mentions)),
            "order": 1 + index,
            "pagerank": pageranks[index],
        }
        for index, entity in enumerate(parsed.entities)
    ]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 6) if whole else 0.0


def _of_mentions(entity: Entity) -> dict[str, Any]:
    kinds = [mention.kind for mention in entity.mentions]
    first = entity.mentions[0]
    return {
        "named": kinds.count("named"),
        "nominal": kinds.count("nominal"),
        "pronominal": kinds.count("pronominal"),
        "head": first.head.lower(),
        "role": first.role,
        "subjects": _share(sum(m.role in _SUBJECTS for m in entity.mentions), len(kinds)),
        "quoted": _share(sum(m.quoted for m in entity.mentions), len(kinds)),
    }


def _of_places(entity: Entity, parsed: ParsedDocument) -> dict[str, Any]:
    sentences = [m.sentence for m in entity.mentions if m.sentence >= 0]
    paragraphs = {m.paragraph for m in entity.mentions if m.paragraph >= 0}
    from_to = max(sentences) - min(sentences) + 1 if sentences else 0
    return {
        "first_sentence": min(sentences, default=None),
        "span": _share(from_to, parsed.n_sentences),
        "tenths": len({10 * sentence // parsed.n_sentences for sentence in sentences}),
        "lead": sum(sentence < LEAD for sentence in sentences),
        "first_paragraph": min(paragraphs, default=None),
        "paragraphs": _share(len(paragraphs), parsed.n_paragraphs),
    }


def _tags_in_title(entity: Entity, title_words: frozenset[str]) -> set[str]:
    if not title_words:
        return set()
    return {
        tag
        for mention in entity.mentions
        for word, tag in mention.words
        if word.lower() in title_words and any(map(str.isalnum, word))
    }


def _name_in_title(entity: Entity, title_words: frozenset[str]) -> float:
    words = [word for word in entity.name.lower().split() if any(map(str.isalnum, word))]
    return _share(sum(word in title_words for word in words), len(words))
