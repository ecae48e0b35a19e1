"""Results as JSON records, and the rows of a table that a record makes."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from salience.errors import CorpusError
from salience.features.attributes import ATTRIBUTES, attributes
from salience.tables.days import day_of
from salience.text.hashes import text_hash
from salience.types import (
    Alignment,
    Entity,
    Label,
    LabelledDocument,
    Mention,
    ParsedDocument,
    Record,
    Result,
    ScoredDocument,
    Unaligned,
)

DIGITS = 6
"""Decimals of scores in records, and so of thresholds."""
_OF_DOCUMENT = ("abstracts", "pipeline", "date", "text_hash")
_NOT_IN_TABLES = re.compile("[\x00\ud800-\udfff]")


def to_record(
    result: Result, *, dates: bool = False, shares: bool = False, texts: bool = False
) -> Record:
    """The record of a document, as `to_dict` gives it; docs/formats.md says what its fields are.

    Scores and threshold are those of the result: whoever applies the threshold to a file gets the
    same entities.
    """
    parsed = result if isinstance(result, ParsedDocument) else result.parsed
    if isinstance(result, ParsedDocument):
        entities = [_entity(i, entity, {}) for i, entity in enumerate(parsed.entities)]
    elif isinstance(result, ScoredDocument):
        scores = [float(score) for score in result.scores]
        share = [{"score_share": round(part, DIGITS)} if shares else {} for part in result.shares()]
        entities = [
            _entity(
                i,
                parsed.entities[i],
                {"score": scores[i], **share[i], "salient": result.is_salient(i)},
            )
            for i in result.order()
        ]
    else:
        entities = [
            _entity(i, entity, _label(entity, label))
            | {"features": {name: row[name] for name in ATTRIBUTES}}
            for i, (entity, label, row) in enumerate(
                zip(parsed.entities, result.labels, attributes(parsed), strict=True)
            )
        ]
    record: Record = {"id": parsed.document.id, "entities": entities}
    if isinstance(result, ScoredDocument) and result.topic:
        record["topic"] = result.topic
        if (topic := result.unnamed_topic) is not None:
            record["unnamed_topic"] = topic
    if isinstance(result, LabelledDocument):
        record["abstracts"] = len(parsed.document.abstracts)
        if result.pipeline:
            record["pipeline"] = result.pipeline
        if day := day_of(parsed.document.meta.get("date")):
            record["date"] = day
        record["text_hash"] = text_hash(parsed.document.text, parsed.document.title)
        if result.unaligned:
            record["unaligned"] = [_unaligned(entity) for entity in result.unaligned]
    if texts:
        document = parsed.document
        record |= {"title": document.title, "text": document.text}
        record["date"] = day_of(document.meta.get("date"))
    if dates:
        fields = ("type", "text", "start", "end", "sentence")
        record["values"] = [{x: getattr(value, x) for x in fields} for value in parsed.values]
    if parsed.warnings:
        record["warnings"] = list(parsed.warnings)
    return record


def _entity(index: int, entity: Entity, said: Record) -> Record:
    return {
        "entity": index,
        "name": entity.name,
        "type": entity.type,
        "id": entity.id,
        "kb_id": entity.kb_id,
        **said,
        "mentions": list(map(_mention, entity.mentions)),
        "title_mentions": list(map(_mention, entity.title_mentions)),
    }


def _mention(m: Mention) -> Record:
    return {"start": m.start, "end": m.end, "text": m.text, "kind": m.kind}


def _label(entity: Entity, label: Label) -> Record:
    return {
        "salient": label.salient,
        "grade": label.grade,
        "ambiguous": label.ambiguous,
        "evidence": [_evidence(entity, alignment) for alignment in label.evidence],
    }


def _evidence(entity: Entity, alignment: Alignment) -> Record:
    mention, there = alignment.mention, alignment.document_mention
    return {
        "abstract": alignment.abstract,
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "rule": alignment.rule,
        "confidence": alignment.confidence,
        "candidates": list(alignment.candidates),
        "mention": {"start": there.start, "end": there.end, "text": there.text}
        | ({} if there in entity.mentions else {"title": True}),
        **({} if alignment.linked is None else {"linked": asdict(alignment.linked)}),
    }


def _unaligned(entity: Unaligned) -> Record:
    mention = entity.mention
    return {
        "abstract": entity.abstract,
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "reason": entity.reason,
    }


def to_json(record: Record) -> str:
    """A record as one line of ASCII JSON, so that any text survives, unpaired surrogates too."""
    return json.dumps(record, ensure_ascii=True, allow_nan=False)


def to_rows(record: Mapping[str, Any], *, mentions: bool = False) -> list[Record]:
    """One row per entity of a record, for a table; see `salience.tables.columns`."""
    try:
        return [
            {
                "document": table_text(record["id"]),
                "entity": entity["entity"],
                **{name: table_text(entity[name]) for name in ("name", "type", "id", "kb_id")},
                **{name: _first(entity)[name] for name in ("start", "end")},
                "n_mentions": len(entity["mentions"]),
                **{name: table_text(record[name]) for name in _OF_DOCUMENT if name in record},
                **{table_text(name): table_text(v) for name, v in _said(entity).items()},
                **(_mentions(entity) if mentions else {}),
            }
            for entity in record["entities"]
        ]
    except (LookupError, TypeError, AttributeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise CorpusError(
            f"not a record of labels or scores: {what}. Make it with `to_dict`, or on the "
            "command line with `salience label` or `salience score`."
        ) from error


def _first(entity: Mapping[str, Any]) -> Record:
    """Its first mention; files from before headlines were parsed have no `title_mentions`."""
    mentions = entity["mentions"] or entity.get("title_mentions")
    if not mentions:
        raise CorpusError(f"entity {entity['entity']!r} has no mentions; each must have one")
    first: Record = mentions[0]
    return first


def _mentions(entity: Mapping[str, Any]) -> Record:
    return {
        name: [m | {"text": table_text(m["text"])} for m in entity.get(name, ())]
        for name in ("mentions", "title_mentions")
    }


def _said(entity: Mapping[str, Any]) -> Record:
    said = {
        name: entity[name]
        for name in ("score", "score_share", "salient", "rating", "grade", "ambiguous")
        if name in entity
    }
    return said | dict(entity.get("features", {}))


def table_text(value: Any) -> Any:
    """A value as a table holds it: unpaired surrogates and NUL of a text become U+FFFD."""
    return _NOT_IN_TABLES.sub("\ufffd", value) if isinstance(value, str) else value
