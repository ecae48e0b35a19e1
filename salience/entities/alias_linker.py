"""Ids for names: an alias table that a user brings along."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span

from salience.entities.extraction import LINKS, linked_id, shown_name
from salience.errors import CorpusError
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions
from salience.names.entity_names import LEADING
from salience.names.lexicon import ARTICLES

Alias = tuple[str, str, float]
"""A name, the id that it stands for, and how likely it is to stand for it."""


@dataclass(frozen=True, slots=True)
class AliasTable:
    """Names and the ids they stand for, looked up exactly, then whatever their case.

    Of several ids for a name the one with the highest prior wins; equal priors go to the
    smallest id.

    Example:
        >>> table = AliasTable.from_rows([("Paris", "Q90", 0.9), ("Paris", "Q830149", 0.1)])
        >>> table.lookup("PARIS")
        ('Q90', 0.9)
        >>> table.lookup("Lyon") is None
        True
    """

    exact: dict[str, tuple[str, float]]
    folded: dict[str, tuple[str, float]]

    @classmethod
    def from_rows(cls, rows: Iterable[Alias]) -> AliasTable:
        """Make a table of (alias, id, prior) rows."""
        exact: dict[str, tuple[str, float]] = {}
        folded: dict[str, tuple[str, float]] = {}
        for alias, id_, prior in rows:
            _offer(exact, _spaced(alias), id_, prior)
            _offer(folded, _spaced(alias).casefold(), id_, prior)
        return cls(exact, folded)

    @classmethod
    def read(cls, path: str | Path) -> AliasTable:
        """Read lines of `alias<TAB>id[<TAB>prior]` in UTF-8; a missing prior is 1.

        Empty lines are skipped.

        Raises:
            CorpusError: The file can't be read, or a line is not of that form; the error names
                the file and the line.
        """
        path = Path(path)
        try:
            lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
        except OSError as error:
            raise CorpusError(
                f"alias table {path} can't be read: {error.strerror}. Check or replace the file."
            ) from error
        rows = (_row(line, f"{path}:{number}") for number, line in enumerate(lines, 1))
        return cls.from_rows(filter(None, rows))

    def lookup(self, name: str) -> tuple[str, float] | None:
        """The id of a name and its prior, or None."""
        name = _spaced(name)
        return self.exact.get(name) or self.folded.get(name.casefold())


def _spaced(name: str) -> str:
    return " ".join(name.split())


def _offer(table: dict[str, tuple[str, float]], alias: str, id_: str, prior: float) -> None:
    best = table.get(alias)
    if best is None or (-prior, id_) < (-best[1], best[0]):
        table[alias] = (id_, prior)


def _row(raw: bytes, where: str) -> Alias | None:
    try:
        line = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"{where}: an alias table must be UTF-8, got byte {raw[error.start]:#04x}; "
            "convert the file to UTF-8"
        ) from None
    if not line.strip():
        return None
    cells = line.split("\t")
    if not 2 <= len(cells) <= 3 or not cells[0].strip() or not cells[1].strip():
        raise CorpusError(
            f"{where}: a line must be alias<TAB>id or alias<TAB>id<TAB>prior, got {line[:80]!r}; "
            "separate two or three non-empty cells with tabs"
        )
    return cells[0], cells[1].strip(), _prior(cells, where)


def _prior(cells: Sequence[str], where: str) -> float:
    if len(cells) < 3:
        return 1.0
    try:
        prior = float(cells[2])
    except ValueError:
        prior = math.nan
    if not (math.isfinite(prior) and prior >= 0):
        raise CorpusError(
            f"{where}: a prior must be a number of at least 0, got {cells[2]!r}; "
            "correct it or leave the third cell out"
        )
    return prior


class Linker:
    """A spaCy component that gives named mentions the ids of an alias table.

    A name is looked up as it stands, then without a determiner at its start and a possessive at
    its end, then without titles (*President Obama*), as they are left out of ids by name. Names of
    `doc.ents` get the id as their `kb_id_`, in place of what another component has set; where the
    table lacks the name, that stays. So that names which the recogniser missed have ids too, every
    named mention that is left without one, or with spaCy's `NIL`, is looked up, first its proper
    name and then the whole of it; the heads of those that are found stand in
    `doc.spans["salience_links"]` with their `kb_id_`.

    `load_pipeline(linker=...)` adds it; the table travels with the pipeline (`to_bytes`,
    `to_disk`).
    """

    def __init__(self, table: AliasTable) -> None:
        self.table = table

    def __call__(self, doc: Doc) -> Doc:
        """Set ids where the table has the name."""
        doc.ents = tuple(map(self._linked, doc.ents))
        columns = DocColumns.of(doc)
        links = []
        for m in find_mentions(doc, columns):
            if m.kind == "named" and not linked_id(columns, m):
                start, end = shown_name(columns, m)
                id_ = self._id(doc[start:end]) or self._id(doc[m.start : m.end])
                if id_:
                    links.append(Span(doc, m.head, m.head + 1, kb_id=id_))
        if links:
            doc.spans[LINKS] = links
        return doc

    def _linked(self, ent: Span) -> Span:
        id_ = self._id(ent)
        return Span(ent.doc, ent.start, ent.end, ent.label, kb_id=id_) if id_ else ent

    def _id(self, name: Span) -> str | None:
        doc, start, end = name.doc, name.start, name.end
        if end - start > 1 and doc[start].lower_ in ARTICLES:
            start += 1
        if end - start > 1 and doc[end - 1].lower_ in ("'s", "’s", "'", "’"):
            end -= 1
        found = self.table.lookup(name.text) or self.table.lookup(doc[start:end].text)
        while not found and end - start > 1 and doc[start].lower_.rstrip(".") in LEADING:
            start += 1
            found = self.table.lookup(doc[start:end].text)
        return found[0] if found else None

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The table, as spaCy asks for it."""
        return srsly.msgpack_dumps([self.table.exact, self.table.folded])

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> Linker:
        """Take over a table."""
        tables = srsly.msgpack_loads(data)
        self.table = AliasTable(*({k: (v[0], v[1]) for k, v in t.items()} for t in tables))
        return self

    def to_disk(self, path: str | Path, *, exclude: Any = ()) -> None:
        """Write the table into one file."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Any = ()) -> Linker:
        """Read the table."""
        return self.from_bytes(Path(path).read_bytes())


@Language.factory("salience_linker", assigns=["doc.ents", "token.ent_kb_id", "doc.spans"])
def make_linker(nlp: Language, name: str) -> Linker:
    """A linker whose table is still empty."""
    return Linker(AliasTable({}, {}))
