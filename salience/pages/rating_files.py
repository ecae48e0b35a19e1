"""Files of ratings, as the page saves them or a person fills in the table: rows to answers."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from salience.errors import CorpusError
from salience.evaluation.agreement import RATINGS
from salience.types import Record

NO_ENTITY, SKIP = "not an entity", "skip"
Answer = int | str
"""A rating from 1 to 4, `NO_ENTITY` or `SKIP`."""

_NEEDED = ("sample", "document", "entity", "rating")
_SAME = re.compile(r"same as ([0-9]{1,9})")

RatingRow = tuple[str, Mapping[str, str]]
"""The place of a row in a file of ratings, and its cells by column."""

_Key = tuple[int, int]
"""A document of the sample, from 1, and one of its entities, from 0."""


def read_answers(records: Sequence[Record], sample: str, path: Path) -> dict[_Key, Answer]:
    """What a person said of entities: by document, from 1, and entity, from 0."""
    answers: dict[_Key, Answer] = {}
    same: dict[_Key, _Key] = {}
    places: dict[_Key, str] = {}
    for where, row in _rows(path):
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
        value = row["rating"].strip().lower()
        if match := _SAME.fullmatch(value):
            same[key] = key[0], _other(int(match[1]), key, records, where)
        elif value:
            answers[key] = _answer(value, row["rating"], where)
    for key in same:
        end = _end(key, same, places)
        if end in answers:
            answers[key] = answers[end]
    return answers


def _end(key: _Key, same: Mapping[_Key, _Key], places: Mapping[_Key, str]) -> _Key:
    """The entity that an entity is the same as, in the end."""
    seen: list[_Key] = []
    while key in same:
        if key in seen:
            circle = ", ".join(str(entity) for _, entity in seen)
            raise CorpusError(
                f"{places[key]}: the entities {circle} of document {key[0]} are each the same as "
                "another of them, in a circle. Give one of them a rating."
            )
        seen.append(key)
        key = same[key]
    return key


def _other(entity: int, key: _Key, records: Sequence[Record], where: str) -> int:
    last = len(records[key[0] - 1]["entities"]) - 1
    if entity > last or entity == key[1]:
        raise CorpusError(
            f"{where}: 'same as' must name another entity of the document, from 0 to {last}, but "
            f"names {entity}. Correct it."
        )
    return entity


def _answer(value: str, said: str, where: str) -> Answer:
    if value in (NO_ENTITY, SKIP):
        return value
    if value not in map(str, RATINGS):
        raise CorpusError(
            f"{where}: rating must be 1, 2, 3 or 4 (1 is most salient), {NO_ENTITY!r}, {SKIP!r} or "
            f"'same as' with the number of another entity, but is {said!r}. Correct it."
        )
    return int(value)


def _rows(path: Path) -> Iterator[RatingRow]:
    text = _read(path)
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    csv.field_size_limit(max(csv.field_size_limit(), 2**31 - 1))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [column.strip() for column in next(reader, [])]
        if missing := [name for name in _NEEDED if name not in columns]:
            there = ", ".join(map(ascii, columns)) or "none"
            raise CorpusError(
                f"{path}: {missing[0]!r} is missing; there are {there}. "
                f"Ratings need {', '.join(_NEEDED)}."
            )
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


def _read(path: Path) -> str:
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. Give the file of the ratings.")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path} is not UTF-8: {error}. Save it as CSV in UTF-8.") from error


def _key(row: Mapping[str, str], records: Sequence[Record], where: str) -> _Key:
    document = _number(row, "document", 1, len(records), where)
    n_entities = len(records[document - 1]["entities"])
    if not n_entities:
        raise CorpusError(
            f"{where}: document {document} of the sample has no entities. Leave the row out."
        )
    return document, _number(row, "entity", 0, n_entities - 1, where)


def _number(row: Mapping[str, str], name: str, low: int, high: int, where: str) -> int:
    value = row[name].strip()
    if not (value.isascii() and value.isdigit() and len(value) < 10 and low <= int(value) <= high):
        raise CorpusError(
            f"{where}: {name} must be a number from {low} to {high}, as in the sample, but is "
            f"{row[name]!r}. Correct it."
        )
    return int(value)
