"""Scores of a file, with the documents of their corpus."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, Reject
from salience.tables.record_files import by_id
from salience.text.normalise import normalised, normalised_line
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


def with_documents(
    read: Callable[[], Iterable[Record]],
    documents: Iterable[Document],
    on_reject: Callable[[Reject], None],
) -> Iterator[tuple[Record, Document]]:
    """Records with their documents, in the order of these; a record without its own is left out."""
    ids, take = by_id(read)
    for document in documents:
        if document.id not in ids:
            continue
        del ids[document.id]
        if _is_of(record := take(document.id), document):
            yield record, document
        else:
            reason = "the scores are of another text; score the document again"
            on_reject(Reject(document.id, "", reason))
        if not ids:
            return
    for id in ids:
        on_reject(Reject(id, "", "the corpus has no document of this id; give its own corpus"))


def scored_document(
    record: Record, document: Document, threshold: float, nominal: float | None
) -> ScoredDocument:
    """A document with the scores of its record, which does not hold their reasons."""
    entities = sorted(record["entities"], key=lambda entity: int(entity.get("entity", 0)))
    parsed = ParsedDocument(document, tuple(map(_entity, entities)), (), 0)
    scores = tuple(float(entity["score"]) for entity in entities)
    unnamed = str(record.get("topic", ""))
    return ScoredDocument(parsed, scores, threshold, nominal_threshold=nominal, unnamed=unnamed)


def thresholds_of(
    records: Iterable[Record], named: float, nominal: float | None
) -> tuple[float, float]:
    """Thresholds, of entities with and without a name, that divide salient from others."""
    scores: dict[tuple[bool, bool], list[float]] = {}
    for record in records:
        for entity in record["entities"]:
            kind = _entity(entity).is_nominal, bool(entity["salient"])
            scores.setdefault(kind, []).append(float(entity["score"]))
    thresholds = []
    for is_nominal, usual in ((False, named), (True, named if nominal is None else nominal)):
        salient, others = scores.get((is_nominal, True), []), scores.get((is_nominal, False), [])
        least, most = min(salient, default=1.0), max(others, default=0.0)
        if salient and least <= most:
            raise CorpusError(
                f"no threshold divides these scores: {least:g} is salient, and {most:g} is not. "
                "Give the scores of one model."
            )
        thresholds.append(usual if most < usual <= least else least)
    return thresholds[0], thresholds[1]


def _is_of(record: Record, document: Document) -> bool:
    """Whether all mentions stand in the text where they should."""
    read = {
        "mentions": normalised(document.text),
        "title_mentions": normalised_line(document.title or ""),
    }
    return all(
        clean.text[slice(*clean.place(int(m["start"]), int(m["end"])))] == m["text"]
        for entity in record["entities"]
        for name, clean in read.items()
        for m in entity.get(name, ())
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
