"""A folder of pages for an archive of scored documents, which opens from disk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from salience.pages.html import render
from salience.pages.spans import Span, with_spans
from salience.text.formatting import one_line

MARKER = "names.html"
"""The file by which a folder is known to be a site."""
_IN_A_LIST, _MOST_DOCUMENTS, _MOST_WITH, _MOST_SPELLINGS, _TOP = 200, 200, 20, 12, 60
_MONTHS = 36  # with more of them, years are shown
_TITLE = 90
Row = dict[str, Any]

_PAGES = """
CREATE TEMP TABLE pages AS
  SELECT ROW_NUMBER() OVER (ORDER BY n_salient DESC, n_documents DESC, id) AS page, id, name, type,
    kb_id, n_documents, n_salient
  FROM names JOIN (SELECT id, SUM(salient) AS n_salient FROM entities GROUP BY id) USING (id)
  WHERE n_salient > 0 OR n_documents > 1;
CREATE UNIQUE INDEX temp.pages_by_id ON pages (id);
CREATE TEMP TABLE about AS SELECT document, id, score FROM entities WHERE salient;
CREATE INDEX temp.about_by_document ON about (document);
CREATE INDEX temp.about_by_id ON about (id);
"""


def write_site(database: sqlite3.Connection, folder: Path, title: str) -> Iterator[int]:
    """Write the pages of a database that `salience.tables.sqlite_files` made with scores.

    There are lists of documents by month, a page for each document and for each entity that a
    document is about or that stands in two, and a search by name. Memory holds one page, and the
    names for the search.

    Args:
        database: Read only, but for its temporary tables.
        folder: An empty folder.
        title: Of the first page.

    Returns:
        The number of each document, when its page is written.
    """
    site = _Site(database, folder)
    yield from site.documents()
    site.months()
    site.entities()
    site.index(title)


class _Site:
    def __init__(self, database: sqlite3.Connection, folder: Path) -> None:
        self._database, self._folder = database, folder
        database.executescript(_PAGES)
        for name in "dem":
            (folder / name).mkdir()
        [row] = self._rows("SELECT COUNT(DISTINCT substr(date, 1, 7)) AS n FROM documents")
        self._precision = 7 if row["n"] <= _MONTHS else 4

    def _rows(self, query: str, *values: object) -> Iterator[Row]:
        cursor = self._database.execute(query, values)
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in cursor)

    def _write(self, name: str, template: str, **values: object) -> None:
        page = render(f"pages/templates/site_{template}.html", **values)
        (self._folder / f"{name}.html").write_text(page, encoding="utf-8")

    def documents(self) -> Iterator[int]:
        """A page for each document."""
        for document in self._rows("SELECT * FROM documents ORDER BY document"):
            number, text = document["document"], document["text"] or ""
            entities = {
                each["entity"]: each
                for each in self._rows(
                    "SELECT e.entity, e.name, e.type, e.score, e.salient, p.page FROM entities e "
                    "LEFT JOIN pages p USING (id) WHERE document = ? ORDER BY score DESC, entity",
                    number,
                )
            }
            mentions = self._rows(
                'SELECT entity, start, "end" FROM mentions WHERE document = ? AND NOT in_title '
                "ORDER BY entity, start",
                number,
            )
            spans = [Span(m["start"], m["end"], entities[m["entity"]]) for m in mentions]
            self._write(
                f"d/{number}",
                "document",
                root="../",
                title=_title(document),
                date=document["date"],
                id=document["id"],
                pieces=with_spans(text, spans),
                has_text=bool(text),
                entities=list(entities.values()),
            )
            yield number

    def months(self) -> None:
        """Lists of documents, by month and in parts."""
        listed = self._rows(
            "SELECT document, id, title, substr(text, 1, 200) AS text, date, "
            "(SELECT group_concat(name, ', ') FROM (SELECT name FROM about JOIN pages USING (id) "
            "WHERE about.document = d.document ORDER BY score DESC LIMIT 4)) AS names "
            "FROM documents d ORDER BY coalesce(nullif(date, ''), '9'), document"
        )
        for month, documents in groupby(listed, lambda each: _month(each["date"])):
            rows = [each | {"title": _title(each)} for each in documents]
            for number, start in enumerate(range(0, len(rows), _IN_A_LIST), 1):
                end = start + _IN_A_LIST
                self._write(
                    f"m/{_part(month, number)}",
                    "month",
                    root="../",
                    title=month,
                    documents=rows[start:end],
                    next=_part(month, number + 1) if end < len(rows) else None,
                )

    def entities(self) -> None:
        """A page for each entity that has one."""
        for entity in self._rows("SELECT * FROM pages ORDER BY page"):
            id = entity["id"]
            documents = self._rows(
                "SELECT document, d.id, title, substr(text, 1, 200) AS text, date, score "
                "FROM entities e JOIN documents d USING (document) WHERE e.id = ? "
                "ORDER BY score DESC, document LIMIT ?",
                *(id, _MOST_DOCUMENTS),
            )
            times = list(
                self._rows(
                    "SELECT substr(date, 1, ?) AS time, COUNT(*) AS n, SUM(salient) AS n_salient "
                    "FROM entities e JOIN documents d USING (document) "
                    "WHERE e.id = ? AND date != '' GROUP BY time ORDER BY time",
                    *(self._precision, id),
                )
            )
            others = self._rows(
                "SELECT p.page, p.name, p.type, COUNT(*) AS n FROM about a "
                "JOIN about b USING (document) JOIN pages p ON p.id = b.id "
                "WHERE a.id = ? AND b.id != a.id GROUP BY p.id ORDER BY n DESC, page LIMIT ?",
                *(id, _MOST_WITH),
            )
            spellings = self._rows(
                "SELECT m.text AS name, COUNT(*) AS n FROM entities e "
                "JOIN mentions m USING (document, entity) WHERE e.id = ? AND kind = 'named' "
                "GROUP BY m.text ORDER BY n DESC, m.text LIMIT ?",
                *(id, _MOST_SPELLINGS),
            )
            self._write(
                f"e/{entity['page']}",
                "entity",
                root="../",
                title=one_line(entity["name"]),
                entity=entity,
                documents=[each | {"title": _title(each)} for each in documents],
                times=times,
                most=max((each["n"] for each in times), default=1),
                others=list(others),
                spellings=list(spellings),
            )

    def index(self, title: str) -> None:
        """The first page, and the search."""
        [counts] = self._rows(
            "SELECT (SELECT COUNT(*) FROM documents) AS documents, "
            "(SELECT COUNT(*) FROM pages) AS entities"
        )
        months = [
            {"page": _part(_month(each["date"]), 1), "name": _month(each["date"]), "n": each["n"]}
            for each in self._rows(
                "SELECT substr(date, 1, 7) || '-01' AS date, COUNT(*) AS n FROM documents "
                "GROUP BY substr(coalesce(date, ''), 1, 7) "
                "ORDER BY coalesce(nullif(date, ''), '9')"
            )
        ]
        top = self._rows(
            "SELECT page, name, type, n_salient AS n FROM pages WHERE n_salient ORDER BY page "
            "LIMIT ?",
            _TOP,
        )
        self._write("index", "index", root="", title=title, months=months, top=list(top), **counts)
        names = self._database.execute("SELECT name, type, n_documents FROM pages ORDER BY page")
        known = json.dumps(names.fetchall(), separators=(",", ":")).replace("<", "\\u003c")
        self._write("names", "names", root="", title="Search by name", names=Markup(known))  # noqa: S704


def _month(date: str | None) -> str:
    return date[:7] if date and date[:1].isdigit() else "without a date"


def _part(month: str, number: int) -> str:
    name = month.replace(" ", "-")
    return name if number == 1 else f"{name}-{number}"


def _title(document: Row) -> str:
    """The headline of a document, else how its text begins, else its id."""
    return one_line(document["title"] or document["text"] or document["id"], _TITLE)
