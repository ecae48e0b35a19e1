"""Results as an SQLite database: documents, entities, mentions, names, evidence, and search."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from salience.tables.columns import MENTIONS, Kind, columns_of
from salience.tables.kinds import APPLICATION_ID
from salience.tables.records import table_text, to_rows
from salience.types import Record

VERSION = 1
"""The `user_version` of a database; it grows when a column is renamed, changed or left out."""
_TYPES = {"text": "TEXT", "int64": "INTEGER", "bool": "INTEGER", "float64": "REAL"}
TOKENIZER = "unicode61 remove_diacritics 2"
"""How texts become the words that are searched: in small letters, without accents."""
_DOCUMENT = ("abstracts", "pipeline", "date")
_BEGIN = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
BEGIN;
CREATE TABLE documents (
  document INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT, text TEXT, date TEXT, pipeline TEXT,
  abstracts INTEGER, warnings TEXT, topic TEXT
);
CREATE TABLE names (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, kb_id TEXT,
  n_documents INTEGER NOT NULL, n_mentions INTEGER NOT NULL
);
CREATE TABLE entities (
  document INTEGER NOT NULL REFERENCES documents, entity INTEGER NOT NULL,
  {{columns}},
  PRIMARY KEY (document, entity), FOREIGN KEY (id) REFERENCES names
);
CREATE TABLE mentions (
  document INTEGER NOT NULL, entity INTEGER NOT NULL, in_title INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL,
  FOREIGN KEY (document, entity) REFERENCES entities
);
"""
_EVIDENCE = """
CREATE TABLE evidence (
  document INTEGER NOT NULL, entity INTEGER NOT NULL, abstract INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL, rule TEXT NOT NULL,
  confidence REAL, candidates TEXT NOT NULL, in_title INTEGER NOT NULL,
  mention_start INTEGER NOT NULL, mention_end INTEGER NOT NULL, mention_text TEXT NOT NULL,
  linked_start INTEGER, linked_end INTEGER, linked_text TEXT, probability REAL,
  FOREIGN KEY (document, entity) REFERENCES entities
);
CREATE INDEX evidence_by_entity ON evidence (document, entity);
"""
_END = f"""
BEGIN;
INSERT INTO names
  SELECT id, name, type, kb_id, n_documents, n_mentions FROM (
    SELECT id, name, type, kb_id,
      SUM(COUNT(*)) OVER same AS n_documents, SUM(SUM(n_mentions)) OVER same AS n_mentions,
      ROW_NUMBER() OVER (PARTITION BY id ORDER BY COUNT(*) DESC, name) AS place
    FROM entities GROUP BY id, name, type, kb_id WINDOW same AS (PARTITION BY id)
  ) WHERE place = 1 ORDER BY id;
CREATE INDEX documents_by_id ON documents (id);
CREATE INDEX documents_by_date ON documents (date);
CREATE INDEX entities_by_id ON entities (id);
CREATE INDEX mentions_by_entity ON mentions (document, entity);
CREATE VIRTUAL TABLE documents_search USING fts5
  (title, text, content = documents, content_rowid = document,
   tokenize = "{TOKENIZER}");
CREATE VIRTUAL TABLE names_search USING fts5
  (name, content = names, tokenize = "{TOKENIZER}");
INSERT INTO documents_search (documents_search) VALUES ('rebuild');
INSERT INTO names_search (names_search) VALUES ('rebuild');
COMMIT;
"""  # noqa: S608


@contextmanager
def open_sqlite(
    path: Path, kind: Kind, *, shares: bool = False
) -> Iterator[Callable[[Record], None]]:
    """Write records of a kind to a new database; it is complete when the context is left."""
    skipped = ("document", "entity", *_DOCUMENT, *(column.name for column in MENTIONS))
    columns = [c for c in columns_of(kind, shares=shares) if c.name not in skipped]
    missing = {True: "", False: " NOT NULL"}
    declared = ",\n  ".join(
        f'"{c.name}" {_TYPES[c.dtype]}{missing[c.may_be_missing]}' for c in columns
    )
    names = [column.name for column in columns]
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(_BEGIN.format(columns=declared))
        if kind == "labels":
            database.executescript(_EVIDENCE)
        number = 0

        def write(record: Record) -> None:
            nonlocal number
            number += 1
            _put(database, number, record, names)

        yield write
        database.executescript(_END)


def _put(database: sqlite3.Connection, number: int, record: Record, names: list[str]) -> None:
    kept = (record.get(name) for name in ("title", "text", "date", "pipeline", "abstracts"))
    warnings = json.dumps(record["warnings"]) if record.get("warnings") else None
    topic = table_text(record.get("topic"))
    document = (number, *map(table_text, (record["id"], *kept)), warnings, topic)
    database.execute(f"INSERT INTO documents VALUES ({_marks(document)})", document)  # noqa: S608
    for row in to_rows(record, mentions=True):
        values = (number, row["entity"], *(row[name] for name in names))
        database.execute(f"INSERT INTO entities VALUES ({_marks(values)})", values)  # noqa: S608
        database.executemany(
            "INSERT INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (number, row["entity"], place, m["start"], m["end"], m["text"], m["kind"])
                for place, field in enumerate(("mentions", "title_mentions"))
                for m in row[field]
            ],
        )
    for entity in record["entities"]:
        for evidence in entity.get("evidence", ()):
            values = (number, entity["entity"], *_evidence(evidence))
            database.execute(f"INSERT INTO evidence VALUES ({_marks(values)})", values)  # noqa: S608


def _evidence(evidence: Record) -> tuple[object, ...]:
    there, linked = evidence["mention"], evidence.get("linked", {})
    return (
        *(evidence[name] for name in ("abstract", "start", "end")),
        table_text(evidence["text"]),
        evidence["rule"],
        evidence["confidence"],
        json.dumps(evidence["candidates"]),
        there.get("title", False),
        *(table_text(there[name]) for name in ("start", "end", "text")),
        *(table_text(linked.get(name)) for name in ("start", "end", "text", "probability")),
    )


def _marks(values: tuple[object, ...]) -> str:
    return ", ".join("?" * len(values))
