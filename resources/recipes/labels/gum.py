"""GUM with its first summary, as parsed documents: gold entities, and those that were found.

Texts are parsed once and kept in the work folder: delete it when the pipeline changes.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import spacy
from spacy.tokens import Doc

from resources.recipes.judges.entities import TIME
from resources.recipes.reading import OPEN_GENRES, kept_docs, rows
from salience import load_pipeline
from salience.entities.extraction import beside, governor_of, parse, place_in, role
from salience.entities.source import Source
from salience.mentions.doc_columns import DocColumns
from salience.mentions.quotations import quotations
from salience.names.entity_names import normalise
from salience.pipeline.word_texts import words_of
from salience.text.paragraphs import paragraph_starts
from salience.text.titles import repeated_title, text_start, titled_text
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument
from salience.word_links.links import Pair

_TYPES = {"person": "PER", "organization": "ORG", "place": "LOC"}


@dataclass(frozen=True)
class Case:
    """A document three times: by its gold entities, as the pipeline sees it, and its summary.

    `part` is `tuning` (train, closed genres), `open` or `dev`. `gold` has only entities with a
    proper name that are no dates, `own_coref` their mentions merged by the pipeline's coreference,
    `found` is of raw text. `salient` and `grades` are of `gold`, `entities` all gold ones.
    """

    id: str
    part: str
    gold: ParsedDocument
    own_coref: ParsedDocument
    found: ParsedDocument
    abstract: ParsedDocument
    words: Pair
    salient: tuple[bool, ...]
    grades: tuple[int, ...]
    entities: list[dict[str, Any]]


def load(corpora: Path, work: Path) -> list[Case]:
    nlp, vocab = cache(partial(load_pipeline, fast=True)), spacy.blank("en").vocab
    cases = []
    for name in ("train", "dev"):
        records = rows(corpora / f"gum/{name}.jsonl")
        texts = [titled_text(row["title"], row["text"]) for row in records]
        summaries = [row["summaries"][0] for row in records]
        docs = kept_docs(work / f"{name}.spacy", nlp, texts, vocab)
        abstracts = kept_docs(work / f"{name}-summaries.spacy", nlp, summaries, vocab)
        for row, doc, abstract in zip(records, docs, abstracts, strict=True):
            part = name if name == "dev" else "open" if row["genre"] in OPEN_GENRES else "tuning"
            cases.append(case(row, part, doc, abstract))
    return cases


def case(row: dict[str, Any], part: str, doc: Doc, abstract: Doc) -> Case:
    document = Document(row["id"], row["text"], row["title"])
    named = [e for e in row["entities"] if e["named"] and e["type"] != TIME]
    found = parse(doc, document)
    gold = gold_parsed(doc, document, named, found)
    return Case(
        row["id"],
        part,
        gold,
        own_coref(gold, found),
        found,
        parse(abstract, Document(row["id"], row["summaries"][0]), generic=True),
        Pair(row["id"], words_of(doc, text_start(row["title"])), words_of(abstract)),
        tuple(bool(entity["sal"][0]) for entity in named),
        tuple(sum(entity["sal"]) for entity in named),
        row["entities"],
    )


def gold_parsed(
    doc: Doc, document: Document, entities: list[dict[str, Any]], found: ParsedDocument
) -> ParsedDocument:
    """What gold does not say is that of the entities found."""
    body = repeated_title(document.text, document.title or "")
    paragraphs = paragraph_starts(document.text, body)
    columns = DocColumns(doc)
    spans = quotations(columns.text)
    shift = text_start(document.title)
    starts = Source.from_doc(doc, document).starts
    quoted = frozenset(doc[i].idx - shift for span in spans for i in range(*span))
    made = []
    for entity in entities:
        mentions = tuple(
            replace(
                _mention(doc, columns, document.text, m, starts, shift),
                paragraph=place_in(paragraphs, m["heads"][0][0]),
                quoted=m["heads"][0][0] in quoted,
            )
            for m in entity["mentions"]
        )
        type_ = _TYPES.get(entity["type"], "")
        names = [_name(m) for m in mentions if m.kind == "named"]
        name = max(names, key=lambda text: text.count(" "))
        made.append(Entity(mentions, name, type_, f"name:{normalise(name)}|{type_}"))
    lower = [token.lower_ for token in doc if token.idx >= shift]
    return ParsedDocument(
        document,
        tuple(_titled(made, found)),
        tuple(lower.count(e.mentions[0].head.lower()) for e in made),
        found.n_sentences,
        n_paragraphs=len(paragraphs),
        sentence_words=found.sentence_words,
        title_words=found.title_words,
    )


def _titled(gold: list[Entity], found: ParsedDocument) -> Iterator[Entity]:
    """Gold entities, each with the headline's mentions of what was found in most of its places."""
    of = {m.head_start: i for i, e in enumerate(gold) for m in e.mentions}
    titled: dict[int, tuple[Mention, ...]] = {}
    for entity in found.entities:
        places = Counter(of[m.head_start] for m in entity.mentions if m.head_start in of)
        for i, _ in places.most_common(1):
            titled[i] = (*titled.get(i, ()), *entity.title_mentions)
    for i, entity in enumerate(gold):
        yield replace(entity, title_mentions=titled.get(i, ()))


def own_coref(gold: ParsedDocument, found: ParsedDocument) -> ParsedDocument:
    """Gold mentions, merged where the pipeline merges the mentions with their heads."""
    of = {m.head_start: i for i, e in enumerate(found.entities) for m in e.mentions}
    groups: dict[int, list[Mention]] = {}
    for n, m in enumerate(m for e in gold.entities for m in e.mentions):
        groups.setdefault(of.get(m.head_start, -1 - n), []).append(m)
    entities = []
    for i, mentions in groups.items():
        names = [_name(m) for m in mentions if m.kind == "named"]
        if names:
            mentions.sort(key=lambda m: m.start)
            name = max(names, key=lambda text: text.count(" "))
            titled = found.entities[i].title_mentions if i >= 0 else ()
            id = f"name:{normalise(name)}|"
            entities.append(Entity(tuple(mentions), name, "", id, title_mentions=titled))
    entities.sort(key=lambda e: e.mentions[0].start)
    counts = (0,) * len(entities)
    return replace(gold, entities=tuple(entities), head_counts=counts)


def _mention(
    doc: Doc, columns: DocColumns, text: str, m: dict[str, Any], starts: list[int], shift: int
) -> Mention:
    """A gold mention, with what the pipeline says of its words; in sentences of the pipeline."""
    start, end, (head, head_end) = m["start"], m["end"], m["heads"][-1]
    inside = [t for t in doc if start <= t.idx - shift <= end - len(t) and not t.is_space]
    root = next((t.i for t in doc if t.idx - shift == m["heads"][0][0]), None)
    place = root if root is not None else bisect_left(columns.offsets, start + shift)
    return Mention(
        start, end, text[start:end], m["kind"], text[head:head_end], head,
        # Before the first sentence is a title that the text repeats.
        sentence if (sentence := bisect_right(starts, place) - 1) >= 0 else IN_TITLE,
        tuple((token.text, token.pos_) for token in inside),
        role="" if root is None else role(columns, root),
        before=beside(columns, inside[0].i, -1) if inside else "",
        after=beside(columns, inside[-1].i, 1) if inside else "",
        governor="" if root is None else governor_of(columns, root),
    )  # fmt: skip


def _name(m: Mention) -> str:
    """The proper nouns of a mention up to the last, with the small words between them."""
    tags = [tag for _, tag in m.words]
    if "PROPN" not in tags:
        return " ".join(m.text.split())
    first, last = tags.index("PROPN"), len(tags) - tags[::-1].index("PROPN")
    return " ".join(word for word, _ in m.words[first:last])
