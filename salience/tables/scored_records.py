"""Scores of a file, with the texts of their corpus, as scored documents again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, Reject
from salience.types import Document, Entity, Mention, ParsedDocument, Record, ScoredDocument


def read_score_records(path: str | Path) -> Iterator[Record]:
    """The records of a file that `salience score` wrote, one by one."""

    def checked(record: Record) -> Record:
        for entity in record["entities"]:
            _ = float(entity["score"]), bool(entity["salient"]), str(entity["name"])
            _entity(entity)
        return record

    advice = "Make the file with salience score, as .jsonl."
    return (record for _, record in read_json_lines(path, checked, "a record of scores", advice))


def scored_documents(
    records: Mapping[str, Record],
    documents: Iterable[Document],
    threshold: float | None,
    usual: float,
    on_reject: Callable[[Reject], None],
) -> Iterator[ScoredDocument]:
    """The documents that have scores, in their order; the reasons of scores are not in the records.

    `records` are by the id of their document. One whose text is not the one that was scored is left
    out, and so are scores without a document. Without a threshold the records say which entities
    are salient; the model's (`usual`) is theirs if it divides them as they are, and it is a
    CorpusError if no threshold does.
    """
    waiting = dict(records)
    if threshold is None:
        threshold = _threshold_of(records.values(), usual)
    for document in documents:
        record = waiting.pop(document.id, None)
        if record is not None:
            entities = sorted(record["entities"], key=lambda entity: int(entity.get("entity", 0)))
            parsed = ParsedDocument(document, tuple(map(_entity, entities)), (), 0)
            if _is_of(parsed):
                scores = tuple(float(entity["score"]) for entity in entities)
                yield ScoredDocument(parsed, scores, threshold)
            else:
                reason = "the scores are of another text; score the document again"
                on_reject(Reject(document.id, "", reason))
        if not waiting:
            return
    for id in waiting:
        on_reject(Reject(id, "", "the corpus has no document of this id; give its own corpus"))


def _threshold_of(records: Iterable[Record], usual: float) -> float:
    """A threshold that divides what is salient in records from all else: `usual` if that does."""
    scores: dict[bool, list[float]] = {True: [], False: []}
    for record in records:
        for entity in record["entities"]:
            scores[bool(entity["salient"])].append(float(entity["score"]))
    least, most = min(scores[True], default=1.0), max(scores[False], default=0.0)
    if most < usual <= least:
        return usual
    if scores[True] and least <= most:
        raise CorpusError(
            f"no threshold divides these scores: {least:g} is salient, and {most:g} is not. Give "
            "the scores of one model."
        )
    return least


def _is_of(parsed: ParsedDocument) -> bool:
    """Whether all mentions stand in the text where they should."""
    text, title = parsed.document.text, parsed.document.title or ""
    return all(
        shown[m.start : m.end] == m.text
        for entity in parsed.entities
        for shown, mentions in ((text, entity.mentions), (title, entity.title_mentions))
        for m in mentions
    )


def _entity(record: Mapping[str, Any]) -> Entity:
    name, type, id = (str(record.get(key) or "") for key in ("name", "type", "id"))
    mentions, in_title = (
        tuple(map(_mention, record.get(key, ()))) for key in ("mentions", "title_mentions")
    )
    return Entity(mentions, name, type, id, record.get("kb_id"), in_title)


def _mention(record: Mapping[str, Any]) -> Mention:
    start, end, text = int(record["start"]), int(record["end"]), str(record["text"])
    return Mention(start, end, text, record.get("kind", "named"), text, start, 0)
