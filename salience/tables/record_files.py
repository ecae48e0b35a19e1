"""Corpora and files of labels as records that can be written again, each with its document."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from salience.corpus.formats.compression import suffixes
from salience.corpus.json_lines import read_json_lines
from salience.corpus.read import has_text, read_corpus
from salience.errors import CorpusError, OnReject
from salience.types import Document, Record

_OF_DOCUMENT: list[str] = ["date", "text_hash"]
"""What labels have of their documents, by which these are divided."""


def read_records(
    path: str,
    format: str | None = None,
    on_reject: OnReject = lambda _: None,
    *,
    fields: Mapping[str, str] | None = None,
) -> Iterator[tuple[Document, Record]]:
    """The documents of a corpus, or of a file of labels, as JSON records."""
    if format is not None or fields or has_text(path):
        for document in read_corpus(path, format=format, fields=fields, on_reject=on_reject):
            yield document, _fields(document)
        return
    if suffixes(Path(path).name)[0] != ".jsonl":
        raise CorpusError(
            f"{path}: labels must be JSON lines (.jsonl) here, since a table lacks their "
            "evidence. Write them again: salience label corpus.jsonl -o labels.jsonl."
        )
    advice = "Make it with `salience label`."
    for _, labelled in read_json_lines(path, _labelled, "a record of labels", advice):
        yield labelled


def by_id(read: Callable[[], Iterable[Record]]) -> tuple[dict[str, None], Callable[[str], Record]]:
    """The ids of records, which are read twice, and what takes the record of one, once."""
    ids = {str(record["id"]): None for record in read()}
    left, waiting = iter(read()), dict[str, Record]()

    def take(id: str) -> Record:
        while id not in waiting:
            record = next(left)
            waiting[str(record["id"])] = record
        return waiting.pop(id)

    return ids, take


def _labelled(record: Record) -> tuple[Document, Record]:
    entities = [[e["name"], *e["mentions"]] for e in record["entities"]]
    meta = {name: record[name] for name in _OF_DOCUMENT if name in record}
    return Document(str(record["id"]), json.dumps(entities), meta=meta), record


def _fields(document: Document) -> Record:
    record: Record = {"id": document.id, "title": document.title, "text": document.text}
    record["abstract"] = list(document.abstracts) or None
    return {k: v for k, v in record.items() if v is not None} | dict(document.meta)
