"""Ids for names: an alias table that a user brings along."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span

from salience.components.model_component import OneFileComponent
from salience.entities.cluster_names import linked_id, shown_name
from salience.entities.source import LINKS
from salience.errors import CorpusError
from salience.language import language_of
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions
from salience.names.keys import Key, Text, key_of, words

Alias = tuple[str, str, float] | tuple[str, str, float, Sequence[str]]
"""A name, an id that it stands for, how likely it is to stand for it, and the id's context words.
"""

CONTEXT_FACTOR = 10.0
"""So many times likelier is an id for each of its context words that stands in the document."""
_MOST_HITS = 200  # more say no more, and their product would be too large a number


class Sense(NamedTuple):
    """An id that a name may stand for: how common it is, and what is found beside it."""

    id: str
    prior: float
    context: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class AliasTable:
    """Names and the ids they stand for, looked up exactly, then whatever their case.

    Of several ids for a name the one with the highest prior wins; equal priors go to the
    smallest id. Each context word of an id that stands in the document, without case and accents,
    makes it ten times as likely: *Paris* is in France, but not where both *Texas* and *Lamar
    County* are mentioned. `exact` and `folded` have the ids of each name, the most common first.

    Example:
        >>> table = AliasTable.from_rows([("Paris", "Q90", 0.9), ("Paris", "Q830149", 0.1)])
        >>> table.lookup("PARIS")
        ('Q90', 0.9)
        >>> table.lookup("Lyon") is None
        True
        >>> table = AliasTable.from_rows([("Paris", "Q90", 0.9, ["France"]),
        ...     ("Paris", "Q830149", 0.1, ["Texas", "Lamar County"])])
        >>> table.lookup("Paris", "Paris is the seat of Lamar County, Texas.")
        ('Q830149', 0.1)
        >>> table.lookup("Paris", "Paris is the capital of France.")
        ('Q90', 0.9)
    """

    exact: dict[str, tuple[Sense, ...]]
    folded: dict[str, tuple[Sense, ...]]

    def __repr__(self) -> str:
        return f"<AliasTable, {len(self.exact):,} names>"

    @classmethod
    def from_rows(cls, rows: Iterable[Alias]) -> Self:
        """Make a table of rows: alias, id, prior and, where there are any, context words."""
        exact: dict[str, tuple[Sense, ...]] = {}
        folded: dict[str, tuple[Sense, ...]] = {}
        for alias, id_, prior, *others in rows:
            sense = Sense(id_, prior, _context(alias, others[0]) if others else ())
            _offer(exact, _spaced(alias), sense)
            _offer(folded, _spaced(alias).casefold(), sense)
        return cls(exact, folded)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read lines of `alias<TAB>id[<TAB>prior[<TAB>context]]` in UTF-8; a missing prior is 1.

        The context is words and names with commas between them, such as `Texas, Lamar County`. A
        `CorpusError` names the file and the line that can't be read.
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

    def senses(self, name: str) -> tuple[Sense, ...]:
        """The ids of a name, the most common first; none if the table lacks it."""
        name = _spaced(name)
        return self.exact.get(name) or self.folded.get(name.casefold()) or ()

    def lookup(self, name: str, near: str = "") -> tuple[str, float] | None:
        """The id of a name and its prior, or None; context words are looked for in `near`."""
        senses = self.senses(name)
        if not senses:
            return None
        sense = _likeliest(senses, lambda: Text(words(near)))
        return sense.id, sense.prior


def _likeliest(senses: Sequence[Sense], near: Callable[[], Text]) -> Sense:
    """The sense with the highest prior, ten times as high for each context word of the text."""
    if len(senses) == 1:
        return senses[0]
    places = near().places

    def likelihood(sense: Sense) -> float:
        hits = sum(any(places(key)) for key in sense.context)
        return sense.prior * CONTEXT_FACTOR ** min(hits, _MOST_HITS)

    return min(senses, key=lambda sense: (-likelihood(sense), sense.id))


def _context(alias: str, given: Iterable[str]) -> tuple[Key, ...]:
    """Context words as they are compared, each once, without the name itself."""
    keys = dict.fromkeys(map(key_of, given))
    return tuple(key for key in keys if key and key != key_of(alias))


def _spaced(name: str) -> str:
    return " ".join(name.split())


def _offer(table: dict[str, tuple[Sense, ...]], alias: str, sense: Sense) -> None:
    """Add a sense to those of a name; of those without context words only the best can win."""
    senses = sorted((*table.get(alias, ()), sense), key=lambda s: (-s.prior, s.id))
    plain = [s for s in senses if not s.context][:1]
    table[alias] = tuple(s for s in senses if s.context or s in plain)


def _sense(saved: Sequence[Any]) -> Sense:
    id_, prior, context = saved
    return Sense(id_, prior, tuple(map(tuple, context)))


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
    if not 2 <= len(cells) <= 4 or not cells[0].strip() or not cells[1].strip():
        raise CorpusError(
            f"{where}: a line must be alias<TAB>id[<TAB>prior[<TAB>context]], got {line[:80]!r}; "
            "separate two to four cells with tabs, the first two of them non-empty"
        )
    context = cells[3].split(",") if len(cells) > 3 else ()
    return cells[0], cells[1].strip(), _prior(cells, where), context


def _prior(cells: Sequence[str], where: str) -> float:
    if len(cells) < 3 or (len(cells) > 3 and not cells[2].strip()):
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


class Linker(OneFileComponent):
    """A spaCy component that gives named mentions the ids of an alias table.

    Names of `doc.ents` get the id as their `kb_id_`; the heads of other named mentions that are in
    the table stand in `doc.spans[LINKS]`.
    """

    def __init__(self, table: AliasTable) -> None:
        self.table = table

    def __call__(self, doc: Doc) -> Doc:
        """Set ids where the table has the name."""
        near = cache(lambda: Text(words(doc.text)))
        doc.ents = tuple(self._linked(ent, near) for ent in doc.ents)
        columns = DocColumns.from_doc(doc)
        links = []
        for m in find_mentions(columns):
            if m.kind == "named" and not linked_id(columns, m):
                start, end = shown_name(columns, m)
                id_ = self._id(doc[start:end], near) or self._id(doc[m.start : m.end], near)
                if id_:
                    links.append(Span(doc, m.head, m.head + 1, kb_id=id_))
        if links:
            doc.spans[LINKS] = links
        return doc

    def _linked(self, ent: Span, near: Callable[[], Text]) -> Span:
        id_ = self._id(ent, near)
        return Span(ent.doc, ent.start, ent.end, ent.label, kb_id=id_) if id_ else ent

    def _id(self, name: Span, near: Callable[[], Text]) -> str | None:
        doc, start, end = name.doc, name.start, name.end
        language = language_of(doc.vocab.lang)
        if end - start > 1 and doc[start].lower_ in language.articles:
            start += 1
        if end - start > 1 and doc[end - 1].lower_ in language.possessive_marks:
            end -= 1
        senses = self.table.senses(name.text) or self.table.senses(doc[start:end].text)
        while not senses and end - start > 1 and doc[start].lower_.rstrip(".") in language.leading:
            start += 1
            senses = self.table.senses(doc[start:end].text)
        return _likeliest(senses, near).id if senses else None

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The table, as spaCy asks for it."""
        return srsly.msgpack_dumps([self.table.exact, self.table.folded])

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> Self:
        """Take over a table."""
        exact, folded = (
            {name: tuple(map(_sense, senses)) for name, senses in table.items()}
            for table in srsly.msgpack_loads(data)
        )
        self.table = AliasTable(exact, folded)
        return self


@Language.factory("salience_linker", assigns=["doc.ents", "token.ent_kb_id", "doc.spans"])
def make_linker(nlp: Language, name: str) -> Linker:
    """A linker whose table is still empty."""
    return Linker(AliasTable({}, {}))
