"""What a file of results holds, so that none is replaced by results of another kind."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from salience.errors import SalienceError


def refuse_other(path: str | Path, kind: str) -> None:
    """Refuse to replace a file that holds something else than results of a kind."""
    held = kind_of(Path(path))
    if held not in (None, kind):
        holds = "may hold a text of yours" if held == TEXT else f"holds {held}"
        raise SalienceError(
            f"{path} is there and {holds}, not {kind}. Name another file, or replace it with "
            "--overwrite."
        )


def kind_of(path: Path) -> str | None:
    """What a file holds: a kind of `refuse_other`, `a corpus`, `a text` or `something else`.

    None if it is not there, or its first record tells nothing.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        if path.suffix.lower() in _WITHOUT_FIELDS:
            return _WITHOUT_FIELDS[path.suffix.lower()](path)
        return _kind(_fields(path))
    except (OSError, ValueError, RecursionError, ImportError, csv.Error, sqlite3.Error):
        return "something else"


def _page(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        begins = file.read(1_000).lstrip().lower()
    if not begins.startswith(("<!doctype html", "<html")):
        return "something else"
    return "a page" if _OUR_POLICY in begins else TEXT


def _published(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        first, second = (file.readline(10_000).rstrip("\n").split("\t") for _ in range(2))
    is_entity = len(second) == 7 and all(map(str.isdigit, second[:3]))
    return "published labels" if len(first) == 2 and is_entity else TEXT


def _links(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        pairs = next((line.split() for line in file if line.strip()), ["?"])
    are_links = all(re.fullmatch(r"\d+-\d+", pair) for pair in pairs)
    return "links" if are_links else "something else"


def _text(path: Path) -> str:
    return TEXT


TEXT = "a text"
"""What a file holds that does not tell whether it is a result or somebody's own text."""
INPUTS = ("a corpus", TEXT)
"""Kinds of files that are read, and not written, where they lie in a folder of documents."""
_OUR_POLICY = "content-security-policy\" content=\"default-src 'none'"
"""What no page from elsewhere begins with."""
_WITHOUT_FIELDS = {
    **{".html": _page, ".tsv": _published, ".pharaoh": _links},
    **dict.fromkeys((".txt", ".ptb", ".mrg"), _text),
}
"""What tells the kind of a file that has neither records nor columns with names."""


def _fields(path: Path) -> Collection[str]:
    """What the first record has, with what its first entity or sentence has, or the columns."""
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        from pyarrow import parquet

        names: list[str] = parquet.read_schema(path).names
        return names
    if suffix == ".sqlite":
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return [name for _, name, *_ in database.execute("PRAGMA table_info(entities)")]
    with path.open(encoding="utf-8-sig", newline="") as file:
        if suffix == ".csv":
            return next(csv.reader(file), [])
        record: Any
        if suffix == ".json":
            record = json.load(file)
            record = record[0] if isinstance(record, list) and record else record or {}
        else:
            record = json.loads(next((line for line in file if line.strip()), "{}"))
    if not isinstance(record, dict):
        return ["?"]
    parts = record.get("entities") or record.get("sentences") or [{}]
    first = parts[0] if isinstance(parts, list) else None
    return [*record, *(first if isinstance(first, dict) else ("?",))]


def _kind(fields: Collection[str]) -> str | None:
    there = set(fields)
    for kind, signs in _SIGNS:
        if any(set(sign.split()) <= there for sign in signs):
            return kind
    return "something else" if there - {"id", "entities", "warnings", "values"} else None


_SIGNS = (
    ("scores", ("score",)),
    ("labels", ("abstracts", "rating", "grade", "salient")),
    ("names", ("mentions", "n_mentions", "aliases acronyms")),
    ("tasks", ("spans options", "data predictions")),
    ("summaries", ("summary concepts",)),
    ("compressions", ("compression deleted",)),
    ("links", ("document abstract links",)),
    ("phrases", ("source target times",)),
    ("sentences", ("text sentences model",)),
    ("a corpus", ("text",)),
    ("rejects", ("source reason",)),
    ("measures", ("measure", "average_precision", "f1")),
)
"""By kind, the fields of which it has all of some sign; the first kind counts."""
