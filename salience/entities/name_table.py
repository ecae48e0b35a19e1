"""Tables of names that a user brings along: other names of one thing, and ids."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from salience.errors import CorpusError
from salience.language import ENGLISH, Language
from salience.names.entity_names import normalise
from salience.names.keys import Key, key_of

_COLUMNS = ({"alias", "name"}, {"name", "id"}, {"alias", "name", "id"})


@dataclass(frozen=True, slots=True)
class NameTable:
    """Names that stand for others, by the words of the alias, and ids of names."""

    names: Mapping[Key, str] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_rows(
        cls, rows: Iterable[Mapping[str, str]], language: Language = ENGLISH
    ) -> NameTable:
        """A table of rows with `name` and `alias`, `id` or both; the first row of a name counts."""
        names: dict[Key, str] = {}
        ids: dict[str, str] = {}
        for row in rows:
            if row.get("alias"):
                names.setdefault(key_of(normalise(row["alias"], language), language), row["name"])
            if row.get("id"):
                ids.setdefault(row["name"], row["id"])
        return cls(names, ids)

    @classmethod
    def read(cls, path: str | Path, language: Language = ENGLISH) -> NameTable:
        """Read a CSV file with a header: `alias,name`, `name,id` or `alias,name,id`."""
        path = Path(path)
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                return cls.from_rows(_rows(path, csv.DictReader(file, strict=True)), language)
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise CorpusError(
                f"table of names {path} can't be read: {reason}. Check the file; it must be CSV in "
                "UTF-8."
            ) from error


def _rows(path: Path, reader: csv.DictReader[str]) -> Iterator[Mapping[str, str]]:
    columns = [name.strip().lower() for name in reader.fieldnames or ()]
    if set(columns) not in _COLUMNS or len(set(columns)) < len(columns):
        raise CorpusError(
            f"{path}:1: the first line must be alias,name or name,id or alias,name,id; got "
            f"{','.join(columns)[:80]!r}; name the columns so."
        )
    reader.fieldnames = columns
    for row in reader:
        cells = {name: (cell or "").strip() for name, cell in row.items() if name is not None}
        if None in row or None in row.values() or not cells["name"]:
            raise CorpusError(
                f"{path}:{reader.line_num}: a row must have {len(columns)} cells "
                f"({','.join(columns)}) and a name; got {cells}. Correct it."
            )
        yield cells
