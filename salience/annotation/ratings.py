"""Rating salience by hand: a sample of documents is written, and ratings are read as labels."""

from __future__ import annotations

import csv
import hashlib
import heapq
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from salience.annotation.page import annotation_page, cell_text
from salience.errors import CorpusError, SalienceError
from salience.metrics.agreement import RATINGS
from salience.tables.records import to_json, to_record
from salience.types import Document, Label, LabelledDocument, ParsedDocument, Record

ENTITIES, PAGE, TABLE = "entities.jsonl", "page.html", "table.csv"
"""The files of a sample: the entities, a page to rate them in, and a table to use instead."""

_COLUMNS = (
    "sample",
    "document",
    "entity",
    "title",
    "name",
    "type",
    "mentions",
    "context",
    "rating",
)
_NEEDED = ("sample", "document", "entity", "rating")
_AROUND = 80
_LABEL = ("salient", "grade", "ambiguous", "evidence")

RatingRow = tuple[str, Mapping[str, str]]
"""The place of a row in a file of ratings, and its cells by column."""


def sample(documents: Iterable[Document], n: int, *, seed: int = 0) -> list[Document]:
    """Draw documents at random, each with the same chance.

    Id and seed alone decide whether a document is drawn: the order of the corpus does not matter,
    and a larger sample begins with the smaller one. No more than `n` documents are held in memory.

    Args:
        documents: Read once, to the end.
        n: How many documents; all, if there are fewer.
        seed: Another seed gives another sample.

    Returns:
        The documents in random order.

    Example:
        >>> corpus = [Document(f"d{i}", "Rain.") for i in range(100)]
        >>> small, large = sample(corpus, 2), sample(corpus[::-1], 4)
        >>> [document.id for document in large[:2]] == [document.id for document in small]
        True
    """

    def place(document: Document) -> bytes:
        id = document.id.encode("utf-8", "surrogatepass")
        return hashlib.sha256(f"{seed}:".encode() + id).digest()

    return heapq.nsmallest(n, documents, key=place)


def check_sample_folder(folder: Path) -> None:
    """Check that a sample may be written to a folder, before the work starts.

    Raises:
        SalienceError: If something is there already; it may be the work of hours.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SalienceError(f"{folder} is there and not empty. Name another folder.")


def write_sample(folder: Path, parsed: Sequence[ParsedDocument], pipeline: str = "") -> None:
    """Write entities to be rated, without the abstracts (Dunietz and Gillick 2014, section 2.2).

    The folder gets a page, a table, and a file of the entities, with which ratings are read back.
    That file names the pipeline, if it is given.

    Raises:
        SalienceError: If the folder holds something already, or there is nothing to rate.
    """
    check_sample_folder(folder)
    if not any(document.entities for document in parsed):
        raise SalienceError(
            f"{folder}: no document of the sample has a named entity, so there is nothing to rate. "
            "Draw more documents, or see if the texts are English."
        )
    records = [_unlabelled(document, pipeline) for document in parsed]
    table = io.StringIO()
    rows = csv.DictWriter(table, _COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(_table_rows(parsed, _sample_id(records)))
    folder.mkdir(exist_ok=True)
    (folder / ENTITIES).write_text(_lines(records), encoding="utf-8")
    (folder / TABLE).write_text(table.getvalue(), encoding="utf-8-sig", newline="")
    (folder / PAGE).write_text(annotation_page(parsed, _sample_id(records)), encoding="utf-8")


def read_sample(folder: Path) -> list[Record]:
    """The entities of a sample, document by document.

    Raises:
        CorpusError: If the folder is not that of a sample.
    """
    path = folder / ENTITIES
    if not path.is_file():
        raise CorpusError(
            f"{path} is not there. Give the folder that `salience annotate sample` wrote."
        )
    records = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            record = json.loads(line)
            for entity in record["entities"]:
                _ = entity["name"], entity["mentions"][0]["start"], entity["features"]
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise CorpusError(
                f"{path}:{number}: not a record of entities ({error!r}). Draw the sample again."
            ) from error
        records.append(record)
    return records


def read_ratings(records: Sequence[Record], path: Path, *, salient: int = 2) -> list[Record]:
    """A person's ratings as label records, to be compared, trained on and measured with.

    Documents in which nothing is rated are left out; in the others every entity must be rated.

    Args:
        records: What `read_sample` gives.
        path: The table of the sample with ratings filled in (`.csv`; commas, semicolons or tabs),
            or what its page saved (`.csv` or `.json`).
        salient: Ratings up to this are salient: 2 or 1 in Table 1 of Dunietz and Gillick (2014).

    Returns:
        Records as `to_record` makes them, with `salient` and `rating`.

    Raises:
        CorpusError: If the file is broken, or does not belong to the sample; the message names
            file, line, value and rule.
    """
    sample = _sample_id(records)
    ratings: dict[tuple[int, int], int] = {}
    places: dict[tuple[int, int], str] = {}
    for where, row in _json_rows(path) if path.suffix.lower() == ".json" else _csv_rows(path):
        if row["sample"].strip() != sample:
            raise CorpusError(
                f"{where}: sample is {row['sample']!r}, but that of the folder is {sample!r}. "
                "Give the folder that the ratings were made from."
            )
        key = _key(row, records, where)
        if key in places:
            raise CorpusError(
                f"{where}: entity {key[1]} of document {key[0]} was rated before, in "
                f"{places[key]}. Leave one out."
            )
        places[key] = where
        if rating := _rating(row["rating"], where):
            ratings[key] = rating
    if not ratings:
        raise CorpusError(f"{path}: nothing is rated. Give entities a rating from 1 to 4.")
    return list(_rated(records, ratings, places, path, salient))


def _rated(
    records: Sequence[Record],
    ratings: Mapping[tuple[int, int], int],
    places: Mapping[tuple[int, int], str],
    path: Path,
    salient: int,
) -> Iterator[Record]:
    started = {document for document, _ in ratings}
    for number, record in enumerate(records, 1):
        if number not in started:
            continue
        for i, entity in enumerate(record["entities"]):
            if (number, i) not in ratings:
                where = places.get((number, i), f"{path}, where it has no row")
                raise CorpusError(
                    f"{where}: rating is missing for {cell_text(entity['name'])!r}, and other "
                    f"entities of document {number} have one. Rate all of them, or none."
                )
        entities = [
            {"salient": ratings[number, i] <= salient, "rating": ratings[number, i]}
            for i in range(len(record["entities"]))
        ]
        yield record | {
            "entities": [e | said for e, said in zip(record["entities"], entities, strict=True)]
        }


def _unlabelled(parsed: ParsedDocument, pipeline: str) -> Record:
    """The record of a document without any labels."""
    no_labels = tuple(Label(False, 0, False) for _ in parsed.entities)
    record = to_record(LabelledDocument(parsed, no_labels))
    entities = [{k: v for k, v in e.items() if k not in _LABEL} for e in record["entities"]]
    found_by = {"pipeline": pipeline} if pipeline else {}
    return {"id": record["id"], **found_by, "entities": entities}


def _lines(records: Iterable[Record]) -> str:
    return "".join(to_json(record) + "\n" for record in records)


def _sample_id(records: Iterable[Record]) -> str:
    """The id of a sample. It begins with a letter, so that no spreadsheet takes it for a number."""
    return "s" + hashlib.sha256(_lines(records).encode()).hexdigest()[:12]


def _table_rows(parsed: Sequence[ParsedDocument], sample: str) -> Iterator[dict[str, Any]]:
    for number, document in enumerate(parsed, 1):
        text = document.document.text
        for i, entity in enumerate(document.entities):
            first = entity.mentions[0]
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


def _csv_rows(path: Path) -> Iterator[RatingRow]:
    text = _read(path, "Save it as CSV in UTF-8")
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    csv.field_size_limit(max(csv.field_size_limit(), 2**31 - 1))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [column.strip() for column in next(reader, [])]
        _check_columns(columns, str(path))
        for values in reader:
            if any(value.strip() for value in values):
                where = f"{path}:{reader.line_num}"
                if len(values) != len(columns):
                    raise CorpusError(
                        f"{where}: the row has {len(values)} cells, the header {len(columns)}. "
                        "Correct it."
                    )
                yield where, dict(zip(columns, values, strict=True))
    except csv.Error as error:
        raise CorpusError(f"{path}:{reader.line_num}: not CSV: {error}. Correct it.") from error


def _json_rows(path: Path) -> Iterator[RatingRow]:
    text = _read(path, "Save it again from the page")
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"{path}: not JSON: {error}. Save it again from the page.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise CorpusError(f"{path} must be a list of objects. Save it again from the page.")
    for number, item in enumerate(items, 1):
        where = f"{path}, item {number}"
        _check_columns(item, where)
        yield where, {name: "" if item[name] is None else str(item[name]) for name in _NEEDED}


def _read(path: Path, advice: str) -> str:
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. Give the file of the ratings.")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path} is not UTF-8: {error}. {advice}.") from error


def _check_columns(columns: Iterable[str], where: str) -> None:
    found = list(columns)
    for name in _NEEDED:
        if name not in found:
            there = ", ".join(map(ascii, found)) or "none"
            raise CorpusError(
                f"{where}: {name!r} is missing; there are {there}. "
                f"Ratings need {', '.join(_NEEDED)}."
            )


def _key(row: Mapping[str, str], records: Sequence[Record], where: str) -> tuple[int, int]:
    """The document, from 1, and the entity, from 0, that a row is about."""
    document = _number(row, "document", 1, len(records), where)
    n_entities = len(records[document - 1]["entities"])
    if not n_entities:
        raise CorpusError(
            f"{where}: document {document} of the sample has no entities. Leave the row out."
        )
    entity = _number(row, "entity", 0, n_entities - 1, where)
    return document, entity


def _number(row: Mapping[str, str], name: str, low: int, high: int, where: str) -> int:
    value = row[name].strip()
    if not (value.isascii() and value.isdigit() and len(value) < 10 and low <= int(value) <= high):
        raise CorpusError(
            f"{where}: {name} must be a number from {low} to {high}, as in the sample, but is "
            f"{row[name]!r}. Correct it."
        )
    return int(value)


def _rating(value: str, where: str) -> int | None:
    value = value.strip()
    if value and value not in map(str, RATINGS):
        raise CorpusError(
            f"{where}: rating must be 1, 2, 3 or 4 (1 is most salient), but is {value!r}. "
            "Correct it."
        )
    return int(value) if value else None
