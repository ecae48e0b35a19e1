"""Ratings come back as they were given, also those of half a document or of several people."""

from __future__ import annotations

import csv
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from salience.errors import CorpusError, SalienceError
from salience.evaluation.agreement import agree
from salience.features.table_rules import check_label_file
from salience.model.salience_model import train
from salience.pages.ratings import (
    PAGE,
    TABLE,
    Ratings,
    rated_records,
    read_ratings,
    read_sample,
    sample,
    write_sample,
)
from salience.tables.record_tables import read_table
from salience.tables.records import to_json
from salience.types import Document
from tests.support.builders import marked
from tests.support.pages import Reader

ABSTRACT = "The secret abstract."
PARSED = [
    marked("007", "{a Oslo} met {b Bergen} . {a:pronominal It} won .", title="=cmd()"),
    marked("x", "it rained ."),
    marked("y", "{a =1+1} left {b May 5} ."),
]
PARSED = [replace(p, document=replace(p.document, abstracts=(ABSTRACT,))) for p in PARSED]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_sample(tmp_path / "by-hand", PARSED)
    return tmp_path / "by-hand"


def rated(folder: Path, ratings: list[object], **changes: str) -> Path:
    """The table of the sample with ratings filled in, and other cells of its first row changed."""
    text = (folder / TABLE).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    for row, rating in zip(rows, ratings, strict=True):
        row["rating"] = str(rating)
    rows[0] |= changes
    path = folder / "ada.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


def labels(folder: Path, *paths: Path, salient: int = 2) -> list[dict[str, Any]]:
    """The label records of files of ratings."""
    sample = read_sample(folder)
    return rated_records(sample, [read_ratings(sample, path) for path in paths], salient=salient)


def ratings_of(records: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    """Document, entity and rating of every rated entity."""
    return [(r["id"], e["entity"], e["rating"]) for r in records for e in r["entities"]]


def test_a_sample_does_not_depend_on_the_order_and_grows() -> None:
    corpus = [Document(f"d{i}", "Rain.") for i in range(50)]
    ids = [d.id for d in sample(iter(corpus), 10)]
    assert ids == [d.id for d in sample(corpus[::-1], 10)]
    assert ids[:4] == [d.id for d in sample(corpus, 4)]
    assert ids != [d.id for d in sample(corpus, 10, seed=1)] and ids != sorted(ids)
    assert {d.id for d in sample(corpus, 99)} == {d.id for d in corpus}


def test_every_document_is_drawn_about_as_often() -> None:
    corpus = [Document(f"d{i}", "Rain.") for i in range(20)]
    drawn = [d.id for seed in range(400) for d in sample(corpus, 5, seed=seed)]
    assert all(60 < drawn.count(d.id) < 140 for d in corpus)  # 100 expected, deviation 9


def test_ratings_become_labels(folder: Path, tmp_path: Path) -> None:
    records = labels(folder, rated(folder, [1, 2, 3, 4]))
    assert [record["id"] for record in records] == ["007", "y"]
    entities = [entity for record in records for entity in record["entities"]]
    assert [entity["rating"] for entity in entities] == [1, 2, 3, 4]
    assert [entity["salient"] for entity in entities] == [True, True, False, False]
    strict = labels(folder, rated(folder, [1, 2, 3, 4]), salient=1)
    assert [e["salient"] for r in strict for e in r["entities"]] == [True, False, False, False]

    path = tmp_path / "ada.jsonl"
    path.write_text("\n".join(map(to_json, records)))
    table = read_table(path)
    check_label_file(table, "ada.jsonl")
    assert train(table).predict(table).shape == (4,)
    assert [row.kappa for row in agree(table, table, n_bootstrap=0)] == [1.0, 1.0]
    assert not {"grade", "evidence", "ratings"} & set(entities[0])
    assert not {"text", "title"} & set(records[0])


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_as_spreadsheets_save_them(folder: Path, delimiter: str) -> None:
    path = rated(folder, [1, 2, 3, 4], name="Jan 05")  # what they make of a name is their affair
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([*rows, [""] * len(rows[0])])
    assert [rating for *_, rating in ratings_of(labels(folder, path))] == [1, 2, 3, 4]


def test_what_the_page_saves(folder: Path) -> None:
    """The page's own CSV, as a browser wrote it."""
    key = read_key(folder)
    items = [
        {"sample": key, "document": d, "entity": e, "name": "", "rating": r}
        for d, e, r in ((1, 0, 1), (1, 1, "same as 0"), (3, 0, None), (3, 1, "not an entity"))
    ]
    lines = [",".join(f'"{"" if v is None else v}"' for v in item.values()) for item in items]
    (folder / "ratings.csv").write_text("\n".join(["sample,document,entity,name,rating", *lines]))
    said = ratings_of(labels(folder, folder / "ratings.csv"))
    assert said == [("007", 0, 1), ("007", 1, 1)], "the other is not rated yet"


def read_key(folder: Path) -> str:
    (key,) = {
        attributes["data-page"]
        for _, attributes in Reader((folder / PAGE).read_text(encoding="utf-8")).tags
        if "data-page" in attributes
    }
    return str(key)


def test_the_page_asks_for_every_entity_and_shows_no_abstract(folder: Path) -> None:
    for file in folder.iterdir():
        assert ABSTRACT not in file.read_text(encoding="utf-8")
    read = Reader((folder / PAGE).read_text(encoding="utf-8"))
    asked = [(a["data-document"], a["data-entity"]) for t, a in read.tags if t == "fieldset"]
    assert asked == [("1", "0"), ("1", "1"), ("3", "0"), ("3", "1")]
    names = [a["name"] for t, a in read.tags if a.get("type") == "radio"]
    assert [names.count(f"d{d}e{e}") for d, e in asked] == [7] * 4
    ids = [a["id"] for _, a in read.tags if "id" in a]
    links = [str(a["href"]) for t, a in read.tags if t == "a"]
    assert len(ids) == len(set(ids)) and {link[1:] for link in links} <= set(ids)


def test_cells_are_no_formulas(folder: Path) -> None:
    text = (folder / TABLE).read_text(encoding="utf-8-sig")
    for row in csv.reader(text.splitlines()):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


@pytest.mark.parametrize(
    ("ratings", "changes", "message"),
    [
        ([5, 1, 1, 1], {}, r"ada.csv:2: rating must be 1, 2, 3 or 4 .*, but is '5'"),
        ([1, "two", 1, 1], {}, r"ada.csv:3: rating must be 1, 2, 3 or 4 .*, but is 'two'"),
        (["same as 0"] + [1] * 3, {}, r"ada.csv:2: 'same as' must name another entity .* names 0"),
        (["same as 2"] + [1] * 3, {}, r"ada.csv:2: 'same as' must .* from 0 to 1, but names 2"),
        (["same as x"] + [1] * 3, {}, r"ada.csv:2: rating must be .* but is 'same as x'"),
        (["same as 1", "same as 0", 1, 1], {}, r"ada.csv:2: the entities 0, 1 .* in a circle"),
        (["skip", "not an entity", "", ""], {}, r"ada.csv: nothing is rated"),
        (["", "", "", ""], {}, r"ada.csv: nothing is rated"),
        ([1] * 4, {"document": "4"}, r"ada.csv:2: document must be a number from 1 to 3.*'4'"),
        ([1] * 4, {"document": "0"}, r"ada.csv:2: document must be a number from 1 to 3.*'0'"),
        ([1] * 4, {"document": "2"}, r"ada.csv:2: document 2 of the sample has no entities"),
        ([1] * 4, {"entity": "-1"}, r"ada.csv:2: entity must be a number from 0 to 1.*'-1'"),
        ([1] * 4, {"entity": "²"}, r"ada.csv:2: entity must be a number from 0 to 1"),
        ([1] * 4, {"entity": "1"}, r"ada.csv:3: entity 1 of document 1 .* before, in .*ada.csv:2"),
        ([1] * 4, {"sample": "s0"}, r"ada.csv:2: sample is 's0', but that of the folder is 's"),
    ],
)
def test_a_broken_row_is_named(
    folder: Path, ratings: list[object], changes: dict[str, str], message: str
) -> None:
    with pytest.raises(CorpusError, match=message):
        read_ratings(read_sample(folder), rated(folder, ratings, **changes))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"", r"a.csv: 'sample' is missing; there are none"),
        ("a.csv", b"document,rating\n", r"a.csv: 'sample' is missing; there are 'document',"),
        ("a.csv", b"sample,document,entity,rating\n1,2\n", r"a.csv:2: the row has 2 cells"),
        ("a.csv", b'sample,document,entity,rating\n"a', r"a.csv:2: not CSV"),
        ("a.csv", b"sample\xe9", r"a.csv is not UTF-8: .*Save it as CSV in UTF-8"),
        ("absent.csv", None, r"absent.csv is not a file"),
    ],
)
def test_a_broken_file_is_named(
    folder: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(CorpusError, match=message):
        read_ratings(read_sample(folder), folder / name)


def test_an_entity_may_be_without_a_row(folder: Path) -> None:
    path = rated(folder, [1, 2, 3, 4])
    path.write_text("\n".join(path.read_text().splitlines()[:-1]))
    assert ratings_of(labels(folder, path)) == [("007", 0, 1), ("007", 1, 2), ("y", 0, 3)]


@pytest.mark.parametrize(
    ("answers", "rated_entities", "half"),
    [
        ([1, 2, 3, ""], [1, 2, 3], [(3, 1, 2)]),
        ([1, "", "", ""], [1], [(1, 1, 2)]),
        ([1, "", "", 4], [1, 4], [(1, 1, 2), (3, 1, 2)]),
        ([1, "skip", 3, 4], [1, 3, 4], []),
        ([1, "Not an entity", 3, " SKIP "], [1, 3], []),
        (["skip", "", 3, 4], [3, 4], [(1, 1, 2)]),
        ([2, "same as 0", 3, 4], [2, 2, 3, 4], []),
        (["same as 1", 4, 3, 4], [4, 4, 3, 4], []),
        (["same as 1", "", 3, 4], [3, 4], []),
        (["same as 1", "not an entity", 3, 4], [3, 4], []),
    ],
)
def test_what_is_rated_counts_and_the_rest_is_known(
    folder: Path, answers: list[object], rated_entities: list[int], half: list[tuple[int, ...]]
) -> None:
    path = rated(folder, answers)
    assert [rating for *_, rating in ratings_of(labels(folder, path))] == rated_entities
    sample = read_sample(folder)
    assert read_ratings(sample, path).half_rated(sample) == half


def test_of_several_raters_the_median_counts_and_each_is_kept(folder: Path) -> None:
    table, paths = rated(folder, [1, 2, 3, 4]).read_text(), []
    for name, answers in (
        ("noor", [1, 3, "skip", "not an entity"]),
        ("bo", [4, 3, "", "not an entity"]),
        ("ada", [1, 2, 3, 4]),
    ):
        paths.append(rated(folder, answers).rename(folder / f"{name}.csv"))
    assert paths[-1].read_text() == table
    records = labels(folder, *paths)
    assert ratings_of(records) == [("007", 0, 1), ("007", 1, 3), ("y", 0, 3)]
    assert records[0]["entities"][1]["ratings"] == {"noor": 3, "bo": 3, "ada": 2}
    assert records[1]["entities"][0]["ratings"] == {"ada": 3}
    with pytest.raises(CorpusError, match="two files of ratings are called 'ada'"):
        labels(folder, paths[-1], paths[-1])


def test_an_entity_is_salient_if_more_than_half_say_so(folder: Path) -> None:
    sample = read_sample(folder)
    for n in (2, 3, 4):
        for ratings in product(range(1, 5), repeat=n):
            raters = [Ratings(str(i), {(1, 0): rating}) for i, rating in enumerate(ratings)]
            [record] = rated_records(sample, raters)
            most = sum(rating <= 2 for rating in ratings) > n / 2
            assert record["entities"][0]["salient"] == most


def test_nothing_to_rate_is_an_error_and_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SalienceError, match="there is nothing to rate"):
        write_sample(tmp_path / "by-hand", PARSED[1:2])
    assert not (tmp_path / "by-hand").exists()


def test_a_folder_in_use_is_left_alone_and_another_is_no_sample(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SalienceError, match="is there and not empty"):
        write_sample(tmp_path, PARSED)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(CorpusError, match=r"entities.jsonl is not there. Give the folder"):
        read_sample(tmp_path)
    broken = '{"id": "d", "title": "", "text": "", "entities": [{"name": "A"}]}'
    (tmp_path / "entities.jsonl").write_text(broken)
    with pytest.raises(CorpusError, match=r"entities.jsonl:1: not a record of entities"):
        read_sample(tmp_path)
