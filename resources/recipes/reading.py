"""What recipes read, and what they make once and keep: rows, GUM by genre, parses."""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from salience.storage.unfinished import beside
from salience.text.words import Words

OPEN_GENRES = frozenset(("academic", "bio", "court", "interview", "news", "voyage"))
"""GUM's genres whose texts may train what ships; the others are what choices are made on."""

GUM = {"gum-open": ("train", True), "gum-closed": ("train", False), "gum-dev": ("dev", None)}
"""Sets of GUM: its part, and whether of the genres that may ship (None: of all)."""


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, which may be compressed."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in content.split(b"\n") if line.strip()]


def gum_rows(corpora: Path, name: str) -> list[dict[str, Any]]:
    """The documents of one of the sets of `GUM`, with their gold entities."""
    part, is_open = GUM[name]
    every = rows(corpora / f"gum/{part}.jsonl")
    return [r for r in every if is_open is None or (r["genre"] in OPEN_GENRES) == is_open]


def by_people(corpora: Path) -> list[dict[str, Any]]:
    return [row for row in gum_rows(corpora, "gum-dev") if all(row["human"])]


def kept(path: Path, made: Callable[[], Iterable[Any]]) -> list[Any]:
    """The values of a file of JSON lines; if it is not there, it is made, whole or not at all."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside(path) as part:
            with part.open("w", encoding="utf8") as file:
                file.writelines(json.dumps(value) + "\n" for value in made())
            part.replace(path)
    return rows(path)


def kept_docs(
    path: Path, nlp: Callable[[], Language], texts: Sequence[str], vocab: Vocab
) -> list[Doc]:
    """The parses of texts, from a file if it is there; their vocabulary is the given one."""
    if not path.exists():
        docs = nlp().pipe(texts, batch_size=16)
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside(path) as part:
            DocBin(docs=docs, store_user_data=True).to_disk(part)
            part.replace(path)
    return list(DocBin(store_user_data=True).from_disk(path).get_docs(vocab))


def kept_words(path: Path, made: Callable[[], Iterable[Words]]) -> list[Words]:
    return [words_of_row(row) for row in kept(path, lambda: map(asdict, made()))]


def words_of_row(columns: dict[str, list[Any]]) -> Words:
    return Words(
        **{n: tuple(tuple(x) if n == "spans" else x for x in c) for n, c in columns.items()}
    )
