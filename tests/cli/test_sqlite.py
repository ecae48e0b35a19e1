"""Results as a database: all of them, with keys that hold, and search in texts and names."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from salience.engine.documents import score
from salience.tables.kinds import kind_of
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_record
from salience.types import Document
from tests.support.builders import toy_model, write_results
from tests.support.commands import CommandLine
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline


def rows(path: Path | str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query, values).fetchall()


@pytest.mark.parametrize("command", ["score", "label", "names"])
def test_a_database_has_what_a_table_has(run: CommandLine, command: str) -> None:
    model = "--model model" if command == "score" else ""
    run(f"{command} corpus.jsonl {model} -o out.sqlite --n-process 2")
    run(f"{command} corpus.jsonl {model} -o out.csv")
    with closing(sqlite3.connect("out.sqlite")) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        entities = pd.read_sql(
            'SELECT d.id AS document, e.entity, e.name, e.type, e.id, e.kb_id, e.start, e."end", '
            "e.n_mentions FROM entities e JOIN documents d USING (document)",
            database,
        )
    table = pd.read_csv("out.csv", keep_default_na=False)[entities.columns]
    keys = ["document", "entity"]
    pd.testing.assert_frame_equal(
        entities.fillna("").astype(str).sort_values(keys, ignore_index=True),
        table.astype(str).sort_values(keys, ignore_index=True),
    )
    assert rows("out.sqlite", "SELECT SUM(n_mentions) FROM entities") == rows(
        "out.sqlite", "SELECT COUNT(*) FROM mentions WHERE NOT in_title"
    )
    kinds = {"score": "scores", "label": "labels", "names": "names"}
    assert kind_of(Path("out.sqlite")) == kinds[command]
    run(f"{command} corpus.jsonl {model} -o again.sqlite")
    assert Path("out.sqlite").read_bytes() == Path("again.sqlite").read_bytes()


def test_what_a_document_without_a_salient_name_is_about_stands_beside_it(
    run: CommandLine,
) -> None:
    storm = "A storm broke trees. The storm then stopped trains. It went on."
    texts = {"storm": storm, "names": "Ada Byrne won in Oslo."}
    lines = (json.dumps({"id": id, "text": text}) for id, text in texts.items())
    Path("two.jsonl").write_text("\n".join(lines), "utf-8")
    run("score two.jsonl --model model --threshold 0 -o out.sqlite")
    run("score two.jsonl --model model --threshold 0 -o out.jsonl")
    records = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    topics = [(record["id"], record.get("topic")) for record in records]
    assert rows("out.sqlite", "SELECT id, topic FROM documents") == topics
    assert [bool(topic) for _, topic in topics] == [True, False]


def test_shares_stand_beside_scores(run: CommandLine) -> None:
    run("score corpus.jsonl --model model --shares -o out.sqlite")
    run("score corpus.jsonl --model model --shares -o out.csv")
    query = (
        "SELECT d.id AS document, e.entity, e.score, e.score_share "
        "FROM entities e JOIN documents d USING (document)"
    )
    with closing(sqlite3.connect("out.sqlite")) as database:
        entities = pd.read_sql(query, database)
    table = read_table("out.csv")[entities.columns]
    keys = ["document", "entity"]
    pd.testing.assert_frame_equal(
        *(frame.sort_values(keys, ignore_index=True) for frame in (entities, table))
    )
    assert kind_of(Path("out.sqlite")) == "scores"


@pytest.mark.parametrize("rules", ["names", "words --aligner meteor"])
def test_evidence_of_labels_is_that_of_the_records(run: CommandLine, rules: str) -> None:
    run(f"label corpus.jsonl --rules {rules} -o out.sqlite")
    run(f"label corpus.jsonl --rules {rules} -o out.jsonl")
    linked = {"start": None, "end": None, "text": None, "probability": None}
    expected = [
        (
            *(document["id"], entity["entity"], e["abstract"], e["start"], e["end"], e["text"]),
            *(e["rule"], e["confidence"], json.dumps(e["candidates"])),
            *(e["mention"].get("title", False), *(e["mention"][k] for k in ("start", "end"))),
            *(e["mention"]["text"], *(e.get("linked", linked)[name] for name in linked)),
        )
        for document in map(json.loads, Path("out.jsonl").read_text().splitlines())
        for entity in document["entities"]
        for e in entity["evidence"]
    ]
    query = "SELECT d.id, e.* FROM evidence e JOIN documents d USING (document) ORDER BY e.rowid"
    found = [(id, *values) for id, _, *values in rows("out.sqlite", query)]
    assert found == expected and expected
    assert rows("out.sqlite", "PRAGMA foreign_key_check") == []


def test_every_table_counts_its_rows_by_number(run: CommandLine) -> None:
    """DuckDB reads numbers of rows where a query names no column: `SELECT COUNT(*)`."""
    run("label corpus.jsonl -o out.sqlite")
    tables = ("documents", "entities", "mentions", "names", "evidence")
    with closing(sqlite3.connect("out.sqlite")) as database:
        for table in tables:
            assert database.execute(f"SELECT COUNT(rowid) FROM {table}").fetchone() > (0,)  # noqa: S608


def test_texts_and_names_are_found_by_their_words(run: CommandLine) -> None:
    run("score corpus.jsonl --model model -o out.sqlite")
    [document] = corpus(12)[3:4]
    word = document.text.split()[0]
    found = rows(
        "out.sqlite",
        "SELECT id, title FROM documents WHERE document IN "
        "(SELECT rowid FROM documents_search WHERE documents_search MATCH ?)",
        word,
    )
    assert (document.id, document.title) in found
    [(name, documents, mentions)] = rows(
        "out.sqlite",
        "SELECT name, n_documents, n_mentions FROM names WHERE rowid IN "
        "(SELECT rowid FROM names_search WHERE names_search MATCH 'haddad')",
    )
    assert name == "Noor Haddad"
    [(entities, counted)] = rows(
        "out.sqlite",
        "SELECT COUNT(*), SUM(n_mentions) FROM entities WHERE id = 'name:noor haddad|PER'",
    )
    assert (documents, mentions) == (entities, counted)


def test_scores_and_odd_texts_come_back(tmp_path: Path) -> None:
    document = Document("d\x00\ud800", f"{TEXT} \ud800", "T\x00", meta={"date": "20240501"})
    [scored] = score([document], model=toy_model(), nlp=tiny_pipeline())
    path = tmp_path / "out.sqlite"
    write_results(path, "scores", [to_record(scored, texts=True), to_record(scored)])
    assert rows(path, "SELECT id, title, date FROM documents")[0] == ("d��", "T�", "2024-05-01")
    found = rows(path, "SELECT score, salient FROM entities WHERE document = 1 ORDER BY score DESC")
    frame = to_frame([scored])
    assert found == list(zip(frame["score"], frame["salient"].astype(int), strict=True))
    assert rows(path, "SELECT n_documents FROM names")[0] == (2,)


def test_what_a_database_holds_is_not_replaced_unasked(run: CommandLine) -> None:
    run("score corpus.jsonl --model model -o out.sqlite")
    assert "holds scores" in run("names corpus.jsonl -o out.sqlite", code=3).err
    Path("other.sqlite").write_bytes(b"SQLite format 3\x00 but not")
    assert "something else" in run("names corpus.jsonl -o other.sqlite", code=3).err
    for table in ("contacts (name)", "entities (score)"):
        Path("mine.sqlite").unlink(missing_ok=True)
        rows("mine.sqlite", f"CREATE TABLE {table}")
        err = run("score corpus.jsonl --model model -o mine.sqlite", code=3).err
        assert "something else" in err and rows("mine.sqlite", "SELECT 1 FROM sqlite_master")
