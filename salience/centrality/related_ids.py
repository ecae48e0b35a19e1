"""Which ids a knowledge base relates: a table that a user brings along."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from salience.errors import CorpusError

Related = Mapping[str, frozenset[str]]
"""By id, those that are related to it."""
COLUMNS = ("id", "related")


def read_related(path: str | Path) -> Related:
    """Read a table of related ids: CSV with the columns `id` and `related`, a pair in each row.

    A pair holds both ways, and one of an id with itself says nothing. Other columns are passed
    over.
    """
    related: dict[str, set[str]] = {}
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise CorpusError(
                    f"{path} has no column {missing[0]!r}. Give a CSV file with the columns "
                    f"{' and '.join(COLUMNS)}, and a pair of ids in each row."
                )
            for row in rows:
                a, b = ((row[name] or "").strip() for name in COLUMNS)
                if not a or not b:
                    raise CorpusError(
                        f"{path}:{rows.line_num}: both ids of a pair must be given, but are {a!r} "
                        f"and {b!r}. Fill in the other, or leave the row out."
                    )
                if a != b:
                    related.setdefault(a, set()).add(b)
                    related.setdefault(b, set()).add(a)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CorpusError(f"{path} can't be read: {error}. Check or replace the file.") from error
    return {id: frozenset(others) for id, others in related.items()}
