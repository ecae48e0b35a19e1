"""What a file of results holds, so that none is replaced by results of another kind."""

import csv
import json
import re
import sqlite3
import tempfile
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from salience.errors import SalienceError
from salience.storage.remote import Remote, is_remote


def refuse_other(path: str | Path, kind: str) -> None:
    """Refuse to replace a file, also at a URL, that holds something else than results of a kind."""
    held = _remote_kind(path) if is_remote(path) else kind_of(Path(path))
    if held in _PRECIOUS or held not in (None, kind):
        holds = {
            FORM: "holds a form that somebody may have filled in",
            REGISTER: "holds a register of names, which you may have edited",
            TEXT: f"may hold a text of yours, not {kind}",
        }.get(held, f"holds {held}, not {kind}")
        raise SalienceError(
            f"{path} is there and {holds}. Name another file, or replace it with --overwrite."
        )


def kind_of(path: Path) -> str | None:
    """What a file holds: a kind of `refuse_other`; None if it holds nothing."""
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        if path.suffix.lower() in _BY_SUFFIX:
            return _BY_SUFFIX[path.suffix.lower()](path)
        return _kind(_fields(path))
    except (OSError, ValueError, RecursionError, ImportError, csv.Error, sqlite3.Error):
        return "something else"


def _remote_kind(url: str | Path) -> str | None:
    """What a file at a URL holds, of which no more is copied than tells."""
    remote, suffix = Remote(str(url)), Path(str(url)).suffix.lower()
    if not remote.is_file():
        return None
    with tempfile.TemporaryDirectory() as folder, remote.open() as file:
        here = Path(folder, f"it{suffix}")
        head = file.read(-1 if suffix in _READ_WHOLE else _HEAD)
        here.write_bytes(head + file.readline())  # a first record may be longer
        return kind_of(here)


def _page(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        page = file.read(100_000).lstrip()
    begins = page[:1_000].lower()
    if not begins.startswith(("<!doctype html", "<html")):
        return "something else"
    if _OUR_POLICY not in begins:
        return TEXT
    return FORM if '<main data-page="' in page else "a page"


def _database(path: Path) -> str | None:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        if database.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
            is_empty = database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
            return None if is_empty else "something else"
        columns = [name for _, name, *_ in database.execute("PRAGMA table_info(entities)")]
    return _kind(columns) or "something else"


def _links(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        pairs = next((line.split() for line in file if line.strip()), ["?"])
    are_links = all(re.fullmatch(r"\d+-\d+", pair) for pair in pairs)
    return "links" if are_links else "something else"


FORM = "a form"
"""A page to fill in, which is never replaced unasked: somebody may have filled it in."""
APPLICATION_ID = int.from_bytes(b"sali")
"""The `application_id` of our databases."""
TEXT = "a text"
"""What a file holds that does not tell whether it is a result or somebody's own text."""
REGISTER = "a register of names"
"""What `salience names` writes for people to edit: nothing replaces it unasked."""
CORPUS = "a corpus"
"""Documents, from which everything else is made."""
INPUTS = (CORPUS, TEXT)
"""Kinds of files that are read, and not written, where they lie in a folder of documents."""
_PRECIOUS = (FORM, REGISTER)
"""Kinds that are never replaced unasked: they hold people's work."""
_HEAD = 1_000_000  # bytes
_READ_WHOLE = (".json", ".parquet", ".sqlite")
"""Suffixes of files that can't be read in part."""
_OUR_POLICY = "content-security-policy\" content=\"default-src 'none'"
"""What no page from elsewhere begins with."""
_BY_SUFFIX = {
    **{".html": _page, ".pharaoh": _links, ".sqlite": _database},
    **dict.fromkeys((".txt", ".tsv", ".ptb", ".mrg"), lambda path: TEXT),
}
"""What tells the kind of a file that is neither a table nor a list of records."""


def _fields(path: Path) -> Collection[str]:
    """What the first record has, with what its first entity or sentence has, or the columns."""
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        from pyarrow import parquet

        names: list[str] = parquet.read_schema(path).names
        return names
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
    items = record.get("entities") or record.get("sentences") or [{}]
    first = items[0] if isinstance(items, list) else None
    return [*record, *(first if isinstance(first, dict) else ("?",))]


def _kind(fields: Collection[str]) -> str | None:
    there = set(fields)
    for kind, signs in _SIGNS:
        if any(set(sign.split()) <= there for sign in signs):
            return kind
    return "something else" if there - {"id", "entities", "topic", "values", "warnings"} else None


_SIGNS = (
    ("scores", ("score",)),
    ("labels", ("abstracts", "rating", "grade", "salient")),
    ("names", ("mentions", "n_mentions")),
    (REGISTER, ("aliases acronyms",)),
    ("tasks", ("data predictions",)),
    ("summaries", ("summary concepts",)),
    ("compressions", ("compression deleted",)),
    ("links", ("document abstract links",)),
    ("phrases", ("source target times",)),
    ("sentences", ("text sentences model",)),
    (CORPUS, ("text",)),
    ("rejects", ("source reason",)),
    ("measures", ("measure", "average_precision", "f1")),
)
"""By kind, the fields of which it has all of some sign; the first kind counts."""
