"""Files of texts by the id of their document: summaries by systems, and those by people."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.corpus.read import read_corpus
from salience.errors import CorpusError

IDS = ("id", "topic", "document")
CANDIDATES = ("summary", "text")
"""The fields of a text that a system made, in the order in which they count."""
REFERENCES = ("abstracts", "abstract", "summaries", "summary")
"""The fields of texts by people."""


def read_texts(path: str | Path, fields: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """By document, the texts of a file of JSON lines: of the first of `fields` it has."""
    return {id: _texts(record, fields, where) for id, (where, record) in _records(path).items()}


def read_words_about(path: str | Path, fields: Sequence[str]) -> dict[str, dict[str, str]]:
    """Of each document of such a file, the fields that are there and are texts, such as a title."""
    return {
        id: {name: record[name] for name in fields if isinstance(record.get(name), str)}
        for id, (_, record) in _records(path).items()
    }


def _records(path: str | Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """By document, where its object stands, and the object."""
    records: dict[str, tuple[str, dict[str, Any]]] = {}
    for where, record in _lines(Path(path)):
        id = next((record[name] for name in IDS if record.get(name) is not None), None)
        if not isinstance(id, str | int):
            raise CorpusError(f"{where}: the object has no {' or '.join(IDS)}. Add one.")
        if str(id) in records:
            raise CorpusError(f"{where}: there was a document {str(id)!r} before. Leave one out.")
        records[str(id)] = where, record
    if not records:
        raise CorpusError(f"{path} has no texts. Give JSON lines, an object for each document.")
    return records


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of JSON lines, or the documents of a folder or a story, with their abstracts."""
    if not path.is_dir() and path.suffix != ".story":
        yield from read_json_lines(path, dict[str, Any], "JSON of a document", "Give JSON lines.")
        return
    for document in read_corpus(path):
        abstracts = {"abstracts": [*document.abstracts]} if document.abstracts else {}
        yield document.id, {"id": document.id, "title": document.title, **abstracts}


def _texts(record: dict[str, Any], fields: Sequence[str], where: str) -> tuple[str, ...]:
    name = next((name for name in fields if record.get(name) is not None), None)
    if name is None:
        there = ", ".join(map(repr, record)) or "none"
        raise CorpusError(
            f"{where}: the object has no {' or '.join(fields)}; there are {there}. Add one, or "
            "name the field."
        )
    value = record[name]
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise CorpusError(f"{where}: {name!r} must be a text or a list of texts. Correct it.")
    return tuple(texts)
