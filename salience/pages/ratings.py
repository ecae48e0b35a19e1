"""Rating salience by hand: a sample of documents is written, and ratings are read as labels."""

import csv
import hashlib
import heapq
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_high
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError, SalienceError
from salience.pages.rating_files import NO_ENTITY, Answer, read_answers
from salience.pages.rating_page import annotation_page, cell_text
from salience.storage.durable import new_folder
from salience.tables.records import to_json
from salience.types import Document, Label, LabelledDocument, ParsedDocument, Record

ENTITIES, PAGE, TABLE = "entities.jsonl", "page.html", "table.csv"
"""The files of a sample: the entities, a page to rate them in, and a table to use instead."""

_AROUND = 80
_LABEL = ("salient", "grade", "ambiguous", "evidence")
_SHOWN = ("title", "text")
"""What a document of the sample has beside what labels have."""


def sample(documents: Iterable[Document], n: int, *, seed: int = 0) -> list[Document]:
    """Draw documents at random by their ids; a larger sample begins with a smaller one."""

    def place(document: Document) -> bytes:
        id = document.id.encode("utf-8", "surrogatepass")
        return hashlib.sha256(f"{seed}:".encode() + id).digest()

    return heapq.nsmallest(n, documents, key=place)


def check_sample_folder(folder: Path) -> None:
    """Check that a sample may be written to a folder, before the work starts."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SalienceError(f"{folder} is there and not empty. Name another folder.")


def write_sample(folder: Path, parsed: Sequence[ParsedDocument], pipeline: str = "") -> None:
    """Write entities to be rated, without the abstracts (Dunietz and Gillick 2014, section 2.2)."""
    check_sample_folder(folder)
    if not any(document.entities for document in parsed):
        raise SalienceError(
            f"{folder}: no document of the sample has a named entity, so there is nothing to rate. "
            "Draw more documents, or see if the texts are English."
        )
    records = [_unlabelled(document, pipeline) for document in parsed]
    table = io.StringIO()
    rows = list(_table_rows(parsed, _sample_id(records)))
    writer = csv.DictWriter(table, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with new_folder(folder) as made:
        (made / ENTITIES).write_text(_lines(records), encoding="utf-8")
        (made / TABLE).write_text(table.getvalue(), encoding="utf-8-sig", newline="")
        (made / PAGE).write_text(annotation_page(parsed, _sample_id(records)), encoding="utf-8")


def read_sample(folder: Path) -> list[Record]:
    """The documents of a sample with their entities."""
    path = folder / ENTITIES
    if not path.is_file():
        raise CorpusError(
            f"{path} is not there. Give the folder that `salience annotate sample` wrote."
        )
    lines = read_json_lines(path, _checked, "a record of entities", "Draw the sample again.")
    return [record for _, record in lines]


def _checked(record: Record) -> Record:
    _ = record["id"], [(e["name"], e["mentions"], e["features"]) for e in record["entities"]]
    return record


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a person said of a sample: `answers` by number of the document and entity."""

    rater: str
    answers: Mapping[tuple[int, int], Answer]

    def half_rated(self, records: Sequence[Record]) -> list[tuple[int, int, int]]:
        """Documents that are rated in part, with the number of answers and that of entities."""
        answered = Counter(document for document, _ in self.answers)
        return [
            (number, answered[number], len(record["entities"]))
            for number, record in enumerate(records, 1)
            if 0 < answered[number] < len(record["entities"])
        ]


def read_ratings(records: Sequence[Record], path: Path) -> Ratings:
    """What a person said of the entities of a sample; documents may be rated in part."""
    answers = read_answers(records, _sample_id(records), path)
    if not any(isinstance(answer, int) for answer in answers.values()):
        raise CorpusError(f"{path}: nothing is rated. Give entities a rating from 1 to 4.")
    return Ratings(path.stem, answers)


def rated_records(
    records: Sequence[Record], raters: Sequence[Ratings], *, salient: int = 2
) -> list[Record]:
    """Ratings of one or more people as records of labels, with `rating`.

    Of several raters the median counts, and of two in the middle the less salient one. An entity is
    left out unless more people rate it than call it no entity.
    """
    names = [rater.rater for rater in raters]
    if twice := [name for name, n in Counter(names).items() if n > 1]:
        raise CorpusError(
            f"two files of ratings are called {twice[0]!r}, the name of their rater. Rename one."
        )
    rated = []
    for number, record in enumerate(records, 1):
        entities = []
        for i, entity in enumerate(record["entities"]):
            answers = {r.rater: r.answers[number, i] for r in raters if (number, i) in r.answers}
            if said := _said(answers, salient, several=len(raters) > 1):
                entities.append(entity | said)
        if entities:
            kept = {name: value for name, value in record.items() if name not in _SHOWN}
            rated.append(kept | {"entities": entities})
    return rated


def _said(answers: Mapping[str, Answer], salient: int, *, several: bool) -> Record:
    """What an entity's raters say of it together; nothing if it has no rating."""
    ratings = {rater: answer for rater, answer in answers.items() if isinstance(answer, int)}
    if len(ratings) <= sum(answer == NO_ENTITY for answer in answers.values()):
        return {}
    rating = median_high(ratings.values())
    said: Record = {"salient": rating <= salient, "rating": rating}
    return said | {"ratings": ratings} if several else said


def _unlabelled(parsed: ParsedDocument, pipeline: str) -> Record:
    """The record of a document without any labels."""
    no_labels = tuple(Label(False, 0, False) for _ in parsed.entities)
    record = LabelledDocument(parsed, no_labels).to_dict()
    entities = [{k: v for k, v in e.items() if k not in _LABEL} for e in record["entities"]]
    found_by = {"pipeline": pipeline} if pipeline else {}
    shown = {"title": parsed.document.title or "", "text": parsed.document.text}
    kept = {"text_hash": record["text_hash"], "entities": entities}
    return {"id": record["id"], **shown, **found_by, **kept}


def _lines(records: Iterable[Record]) -> str:
    return "".join(to_json(record) + "\n" for record in records)


def _sample_id(records: Iterable[Record]) -> str:
    """The id of a sample. It begins with a letter, so that no spreadsheet takes it for a number."""
    return "s" + hashlib.sha256(_lines(records).encode()).hexdigest()[:12]


def _table_rows(parsed: Sequence[ParsedDocument], sample: str) -> Iterator[dict[str, Any]]:
    for number, document in enumerate(parsed, 1):
        for i, entity in enumerate(document.entities):
            first = entity.first_mention
            text = (document.document.text if entity.mentions else document.document.title) or ""
            before = text[max(first.start - _AROUND, 0) : first.start]
            context = f"{before}[{first.text}]{text[first.end : first.end + _AROUND]}"
            yield {
                "sample": sample,
                "document": number,
                "entity": i,
                "title": cell_text(document.document.title or document.document.id),
                "name": cell_text(entity.name),
                "type": entity.type,
                "mentions": len(entity.mentions),
                "context": cell_text(context),
                "rating": "",
            }
