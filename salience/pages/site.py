"""A folder of pages for an archive of scored documents, which opens from disk."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from salience.pages.html import render
from salience.pages.site_network import network
from salience.pages.site_search import SearchFiles
from salience.pages.spans import Span, with_spans
from salience.tables.sqlite_files import TOKENIZER, sql
from salience.text.formatting import one_line

MARKER = ".salience-site"
"""The file by which a folder is known to be a site."""
_VERSION = 1
_OURS = re.compile(
    r"\.salience-site|s/[a-z]+\d+\.js"
    r"|(index|names|network|search|[de]/\d+|m/(\d{4}-\d\d|undated)(-\d+)?)\.html"
)  # earlier versions wrote names.html
_IN_A_LIST, _MOST_DOCUMENTS, _MOST_WITH, _MOST_SPELLINGS, _TOP = 200, 200, 20, 12, 60
_SUMMARIZED, _MOST_PLACES, _LINKED = 6, 20, 2_000
_FOLDERS = ("d", "e", "m", "s")
_MONTHS = 36  # with more of them, years are shown
_TITLE = 90
Row = dict[str, Any]
About = Callable[[Sequence[tuple[str, Sequence[int]]]], list[tuple[int, str]]]
"""From texts with the places that name an entity to sentences, each with the index of its text."""


def write_site(
    database: sqlite3.Connection, folder: Path, title: str, about: About
) -> Iterator[int]:
    """Write the pages of a database to an empty folder; yields each document's number."""
    site = _Site(database, folder, about)
    yield from site.documents()
    site.months()
    site.entities()
    site.index(title)
    site.network()
    site.search()
    (folder / MARKER).write_text(json.dumps({"kind": "site", "version": _VERSION}) + "\n", "utf-8")


def not_ours(folder: Path) -> Path | None:
    """Something in the folder of a site that `write_site` did not write, if there is anything."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        is_ours = name in _FOLDERS if path.is_dir() else _OURS.fullmatch(name)
        if path.is_symlink() or not is_ours:
            return path
    return None


class _Site:
    def __init__(self, database: sqlite3.Connection, folder: Path, about: About) -> None:
        self._database, self._folder, self._about = database, folder, about
        database.executescript(sql("pages/templates/site.sql", tokenizer=TOKENIZER))
        for name in _FOLDERS:
            (folder / name).mkdir()
        [row] = self._rows("SELECT COUNT(DISTINCT substr(date, 1, 7)) AS n FROM documents")
        self._precision = 7 if row["n"] <= _MONTHS else 4
        self._months = list(
            self._rows("SELECT month, COUNT(*) AS n FROM dated GROUP BY month ORDER BY month")
        )

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
                topic=document.get("topic"),  # earlier versions wrote none
                pieces=with_spans(text, spans),
                has_text=bool(text),
                entities=list(entities.values()),
            )
            yield number

    def months(self) -> None:
        """Lists of documents, by month and in parts."""
        listed = self._rows("SELECT * FROM listed ORDER BY month, date, document")
        counts = {each["month"]: each["n"] for each in self._months}
        for month, documents in groupby(listed, itemgetter("month")):
            last = -(-counts[month] // _IN_A_LIST)
            for number in range(1, last + 1):
                rows = [each | {"title": _title(each)} for each in islice(documents, _IN_A_LIST)]
                self._write(
                    f"m/{_part(month, number)}",
                    "month",
                    root="../",
                    title=month if last == 1 else f"{month}, {number} of {last}",
                    documents=rows,
                    previous=_part(month, number - 1) if number > 1 else None,
                    next=_part(month, number + 1) if number < last else None,
                )

    def entities(self) -> None:
        """A page for each entity that has one."""
        for entity in self._rows("SELECT * FROM pages ORDER BY page"):
            id = entity["id"]
            documents = self._rows(
                "SELECT document, entity, d.id, title, substr(text, 1, 200) AS text, date, score "
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
            listed = [each | {"title": _title(each)} for each in documents]
            called = list(spellings)
            self._database.execute(
                "INSERT INTO called (rowid, name) VALUES (?, ?)",
                (entity["page"], " ".join([entity["name"], *(each["name"] for each in called)])),
            )
            self._write(
                f"e/{entity['page']}",
                "entity",
                root="../",
                title=one_line(entity["name"]),
                entity=entity,
                summary=self._summary(listed[:_SUMMARIZED]),
                documents=listed,
                times=times,
                most=max((each["n"] for each in times), default=1),
                others=list(others),
                spellings=called,
            )

    def _summary(self, documents: Sequence[Row]) -> list[Row]:
        """What documents say of an entity: sentences, each with its document."""
        texts = []
        for each in documents:
            [row] = self._rows("SELECT text FROM documents WHERE document = ?", each["document"])
            places = self._rows(
                "SELECT start FROM mentions WHERE document = ? AND entity = ? AND NOT in_title "
                "AND kind = 'named' ORDER BY start LIMIT ?",
                *(each["document"], each["entity"], _MOST_PLACES),
            )
            texts.append((row["text"] or "", [place["start"] for place in places]))
        return [documents[i] | {"sentence": text} for i, text in self._about(texts)]

    def network(self) -> None:
        """The entities that the others lead to, as a picture and as a list."""
        rows = self._rows("SELECT * FROM pages WHERE n_salient ORDER BY page LIMIT ?", _LINKED)
        entities = {row["id"]: row for row in rows}
        pairs = self._rows("SELECT document, id FROM about ORDER BY document, id")
        together = (
            [pair["id"] for pair in group if pair["id"] in entities]
            for _, group in groupby(pairs, itemgetter("document"))
        )
        nodes, lines = network({id: row["n_salient"] for id, row in entities.items()}, together)
        self._write(
            "network",
            "network",
            root="",
            title="Network",
            nodes=[node | entities[node["id"]] for node in nodes],
            lines=lines,
            n_entities=len(entities),
        )

    def search(self) -> None:
        """The search by names and texts, and the files that it loads."""
        files = SearchFiles(self._folder / "s")
        names = "SELECT page, name, type, n_documents FROM pages ORDER BY page"
        titles = self._rows("SELECT document, id, title, text, date FROM listed ORDER BY document")
        execute = self._database.execute
        files.index("n", execute("SELECT term, doc, 0 FROM name_words"))
        files.rows("e", execute(names))
        files.index("t", execute("SELECT term, doc, col = 'title' FROM words"))
        files.rows("d", ((d["document"], _title(d), d["date"] or "") for d in titles))
        self._write("search", "search", root="", title="Search", known=files.known())

    def index(self, title: str) -> None:
        """The first page."""
        [counts] = self._rows(
            "SELECT (SELECT COUNT(*) FROM documents) AS documents, "
            "(SELECT COUNT(*) FROM pages) AS entities"
        )
        months = [each | {"page": _part(each["month"], 1)} for each in self._months]
        top = self._rows(
            "SELECT page, name, type, n_salient AS n FROM pages WHERE n_salient ORDER BY page "
            "LIMIT ?",
            _TOP,
        )
        self._write("index", "index", root="", title=title, months=months, top=list(top), **counts)


def _part(month: str, number: int) -> str:
    return month if number == 1 else f"{month}-{number}"


def _title(document: Row) -> str:
    """The headline of a document, else how its text begins, else its id."""
    return one_line(document["title"] or document["text"] or document["id"], _TITLE)
