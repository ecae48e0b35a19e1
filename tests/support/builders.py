"""Small parsed documents from marked-up text, so that tests read like the text they are about.

A mention is written `{key text}` or `{key:kind text}`, where mentions with the same key belong to
the same entity, the kind is `named` unless it is said, and the head is the word behind a `*`,
else the last word; so it is in the title. Each line is a sentence; a line that starts with `#` is a
title repeated in the text. Mentions do not nest. Every word with a letter is a content word.

    >>> document = marked("d", "{j John *Boehner Jr.} spoke .\\nThen {j:pronominal he} left .")
    >>> [(m.text, m.kind, m.head, m.sentence) for m in document.entities[0].mentions]
    [('John Boehner Jr.', 'named', 'Boehner', 0), ('he', 'pronominal', 'he', 1)]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
from hypothesis import strategies as st

from salience.model.salience_model import SalienceModel, train
from salience.tables.columns import Kind
from salience.tables.records import to_json, to_record
from salience.tables.writers import write_records
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument, Record, Result
from tests.support import ROOT

_MENTION = re.compile(r"\{(?P<key>\w+)(?::(?P<kind>\w+))? (?P<text>[^{}]*)\}")
_TAGS = {"named": "PROPN", "nominal": "NOUN", "pronominal": "PRON"}
_SMALL = {"the": "DET", "a": "DET", "of": "ADP", "and": "CCONJ", ",": "PUNCT", "'s": "PART"}


def cases(name: str) -> list[dict[str, Any]]:
    """The golden cases of `tests/cases/<name>.jsonl`."""
    lines = (ROOT / "tests/cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def marked(
    id: str,
    markup: str,
    *,
    title: str | None = None,
    abstracts: Sequence[str] = (),
    types: dict[str, str] | None = None,
    warnings: tuple[str, ...] = (),
) -> ParsedDocument:
    """A parsed document from marked-up text; entities without a name are left out."""
    text, sentence = "", -1
    content: list[tuple[str, ...]] = []
    mentions: dict[str, list[Mention]] = {}
    for line in markup.split("\n"):
        in_title = line.startswith("#")
        sentence += not in_title
        at = 0
        line = line.removeprefix("#")
        for match in _MENTION.finditer(line):
            text += line[at : match.start()]
            at = match.end()
            made = _mention(match, len(text), IN_TITLE if in_title else sentence)
            text += made.text
            mentions.setdefault(match["key"], []).append(made)
        text += line[at:] + "\n"
        if not in_title:
            content.append(_words(_unmarked(line)))
    titled, found = _marked_title(title or "")
    document = Document(id, text, titled or title, tuple(abstracts))
    made = parsed(document, _entities(mentions, found, types or {}), warnings)
    read = content[: made.n_sentences]
    return replace(made, sentence_words=tuple(read), title_words=_words(titled))


def parsed(
    document: Document, entities: Iterable[Entity], warnings: tuple[str, ...] = ()
) -> ParsedDocument:
    """A parsed document of these entities, with the words of title and text simply split."""
    entities = tuple(entities)
    words = re.findall(r"\w+", document.text.lower())
    return ParsedDocument(
        document,
        entities,
        tuple(words.count(entity.first_mention.head.lower()) for entity in entities),
        1 + max((m.sentence for e in entities for m in e.mentions), default=-1),
        warnings,
    )


def attribute_row(**changes: Any) -> dict[str, Any]:
    """The attributes of an entity that is named once, in the first sentence, with changes."""
    row = {
        "document": "d1",
        "entity": 0,
        "id": "name:nasa|ORG",
        "first_sentence": 0,
        "head_count": 1,
        "named": 1,
        "nominal": 0,
        "pronominal": 0,
        "headline": "PROPN",
        "head": "nasa",
        "share": 1.0,
        "type": "ORG",
        "rank": 1,
        "order": 1,
        "role": "nsubj",
        "subjects": 1.0,
        "span": 1.0,
        "tenths": 1,
        "lead": 1,
        "first_paragraph": 0,
        "paragraphs": 1.0,
        "quoted": 0.0,
        "in_title": 1.0,
        "pagerank": 1.0,
        "before": "",
        "after": "flew",
        "governor": "nsubj:fly",
        "sentence_rank": 1,
        "sentence_weight": 1.0,
        "weight_share": 1.0,
        "headline_first": 0.5,
        "headline_most": 0.5,
        "headline_share": 1.0,
        "headline_words": "PROPN",
        "has_headline": 1,
    }
    return row | changes


ENTITIES = st.builds(
    attribute_row,
    first_sentence=st.none() | st.integers(0, 30),
    head_count=st.integers(1, 30),
    named=st.integers(1, 9),
    nominal=st.integers(0, 9),
    pronominal=st.integers(0, 9),
    headline=st.sampled_from(["", "PROPN", "ADJ NOUN PROPN"]),
)
"""Entities of many kinds, as rows of attributes."""


def toy_rows(n_documents: int = 30) -> list[dict[str, Any]]:
    """Rows with `salient` that a model can learn: early and often means salient, with noise."""
    rows = []
    for d in range(n_documents):
        for e in range(6):
            early, often = (d + e) % 4 == 0, (d * e) % 3 == 0
            rows.append(
                attribute_row(
                    document=f"d{d}",
                    entity=e,
                    id=f"name:{(d + e) % 9}|ORG",
                    first_sentence=0 if early else 2 + e,
                    head_count=1 + e % 3,
                    named=4 if often else 1,
                    nominal=e % 2,
                    pronominal=d % 3,
                    headline="PROPN" if early and d % 2 else "",
                    head=f"word{(d * 7 + e) % 11}",
                    order=1 + e,
                    in_title=float(early and bool(d % 2)),
                )
                | {"salient": (early and often) or (d * e) % 13 == 1}
            )
    return rows


@cache
def toy_model() -> SalienceModel:
    """A model of `toy_rows`; it is one for all tests."""
    return train(pd.DataFrame(toy_rows()))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z]+", text.lower()))


def _unmarked(line: str) -> str:
    return _MENTION.sub(lambda match: match["text"].replace("*", ""), line)


def _mention(match: re.Match[str], start: int, sentence: int) -> Mention:
    kind = match["kind"] or "named"
    words = match["text"].split()
    head = next((word for word in words if word.startswith("*")), words[-1])
    text = match["text"].replace("*", "")
    offset = match["text"].index(head)
    tags = tuple((w.lstrip("*"), _SMALL.get(w.lower(), _TAGS[kind])) for w in words)
    return Mention(
        start, start + len(text), text, kind, head.lstrip("*"), start + offset, sentence, tags
    )


def _marked_title(markup: str) -> tuple[str, dict[str, list[Mention]]]:
    """A title without its marks, and its mentions."""
    title, at = "", 0
    mentions: dict[str, list[Mention]] = {}
    for match in _MENTION.finditer(markup):
        title += markup[at : match.start()]
        at = match.end()
        made = replace(_mention(match, len(title), IN_TITLE), paragraph=IN_TITLE)
        title += made.text
        mentions.setdefault(match["key"], []).append(made)
    return title + markup[at:], mentions


def _entities(
    mentions: dict[str, list[Mention]], titled: dict[str, list[Mention]], types: dict[str, str]
) -> Iterable[Entity]:
    only = [key for key in titled if key not in mentions]
    for key in (*only, *sorted(mentions, key=lambda key: mentions[key][0].start)):
        found, above = mentions.get(key, []), titled.get(key, [])
        named = [m for m in (*found, *above) if m.kind == "named"]
        if named:
            type = types.get(key, "PER")
            name = named[0].text
            id = f"name:{name.lower()}|{type}"
            yield Entity(tuple(found), name, type, id, title_mentions=tuple(above))


def write_results(
    path: str | Path, kind: Kind, results: Iterable[Result | Record], *, exact: bool = False
) -> None:
    """Write results, or their records, as commands do."""
    records = (r if isinstance(r, dict) else to_record(r) for r in results)
    write_records(str(path), kind, map(to_json, records), exact=exact)
