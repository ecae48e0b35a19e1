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
_DOCUMENT = ("abstracts", "pipeline", "date", "text_hash")
"""What is not said of each entity; the hash not at all, since the text itself is there."""


def sql(name: str, **values: object) -> str:
    """A script that lies in the package, with values where it has their names in braces."""
    return Path(__file__).parents[1].joinpath(name).read_text(encoding="utf-8").format(**values)


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
        application = {"application_id": APPLICATION_ID, "version": VERSION}
        database.executescript(sql("tables/templates/begin.sql", columns=declared, **application))
        if kind == "labels":
            database.executescript(sql("tables/templates/evidence.sql"))
        number = 0

        def write(record: Record) -> None:
            nonlocal number
            number += 1
            _put(database, number, record, names)

        yield write
        database.executescript(sql("tables/templates/end.sql", tokenizer=TOKENIZER))


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
