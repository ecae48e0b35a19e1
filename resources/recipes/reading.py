"""What recipes read, and what they make once and keep: rows, GUM by genre, parses."""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from salience.components.long_runs import tokenize
from salience.engine.lines import from_line, to_line
from salience.storage.durable import beside

OPEN_GENRES = frozenset(("academic", "bio", "court", "interview", "news", "voyage"))
"""GUM's genres whose texts may train what ships; the others are what choices are made on."""

GUM = {"gum-open": ("train", True), "gum-closed": ("train", False), "gum-dev": ("dev", None)}
"""Sets of GUM: its part, and whether of the genres that may ship (None: of all)."""


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, which may be compressed."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in content.split(b"\n") if line.strip()]


def card_of(program: str) -> dict[str, Any]:
    """What is known beforehand of the model that a program makes: `card.json` beside it."""
    return json.loads(Path(program).with_name("card.json").read_text("utf-8"))


def gum_rows(corpora: Path, name: str) -> list[dict[str, Any]]:
    """The documents of one of the sets of `GUM`, with their gold entities."""
    part, is_open = GUM[name]
    every = rows(corpora / f"gum/{part}.jsonl")
    return [r for r in every if is_open is None or (r["genre"] in OPEN_GENRES) == is_open]


def by_people(corpora: Path) -> list[dict[str, Any]]:
    return [row for row in gum_rows(corpora, "gum-dev") if all(row["human"])]


def kept(path: Path, made: Callable[[], Iterable[Any]], kind: Any = Any) -> list[Any]:
    """The values of a file of JSON lines; if it is not there, it is made, whole or not at all."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside(path) as part:
            with part.open("w", encoding="utf8") as file:
                file.writelines(to_line(value) + "\n" for value in made())
            part.replace(path)
    return [from_line(kind, line) for line in path.read_text("utf-8").split("\n") if line]


def kept_docs(
    path: Path, nlp: Callable[[], Language], texts: Sequence[str], vocab: Vocab
) -> list[Doc]:
    """The parses of texts, from a file if it is there; their vocabulary is the given one."""
    if not path.exists():
        reader = nlp()
        docs = reader.pipe((tokenize(reader, text) for text in texts), batch_size=16)
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside(path) as part:
            DocBin(docs=docs, store_user_data=True).to_disk(part)
            part.replace(path)
    return list(DocBin(store_user_data=True).from_disk(path).get_docs(vocab))
