"""The documents that the resolver is trained and measured on: raw text, parsed, with gold chains.

OntoGUM is read beside GUM's raw texts; LitBank has tokens only, and its text is put together from
them. Parses are kept in the work folder, by pipeline, and made again when the pipeline changes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from resources.recipes.fingerprints import fingerprint
from salience.corpus.conll2012 import ConllDocument, in_characters, read_conll

OPEN_GENRES = ("academic", "bio", "court", "interview", "news", "voyage")
SETS = ("gum-open", "gum-tuning", "gum-dev", "litbank-train", "litbank-heldout")
_HELD_OUT = 5  # Every fifth LitBank document is held out.
_TIGHT_AFTER = frozenset("([{“‘$#")
_TIGHT_BEFORE = re.compile(r"[.,;:!?%)\]}”…]+|'|’|n['’]t|['’](s|m|d|ll|re|ve)|-+|—").fullmatch

Span = tuple[int, int]
Chains = list[list[Span]]


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with its gold.

    Attributes:
        id: Name of the document.
        text: Raw text.
        chains: Coreference chains as spans of characters, each of two mentions or more (LitBank's
            with singletons).
        entities: GUM's entities with their mentions and salience, by characters; none in LitBank.
    """

    id: str
    text: str
    chains: Chains
    entities: list[dict[str, Any]]


def read_set(corpora: Path, name: str) -> list[GoldDocument]:
    """The documents of one of `SETS`, in the order of their names."""
    if name.startswith("litbank"):
        files = sorted((corpora / "litbank").glob("*.conll"))
        held_out = name == "litbank-heldout"
        return [
            _litbank(p) for n, p in enumerate(files) if (n % _HELD_OUT == _HELD_OUT - 1) == held_out
        ]
    part = "dev" if name == "gum-dev" else "train"
    with (corpora / "gum" / f"{part}.jsonl").open(encoding="utf8") as lines:
        rows = sorted(map(json.loads, lines), key=lambda row: str(row["id"]))
    if part == "train":
        rows = [r for r in rows if (r["genre"] in OPEN_GENRES) == (name == "gum-open")]
    return [_gum(corpora / "gum" / "ontogum" / part, row) for row in rows]


def parsed(
    corpora: Path, work: Path, name: str, nlp: Language, pipeline: Path
) -> list[tuple[GoldDocument, Doc]]:
    """The documents of a set with their parses, which are kept in the work folder."""
    documents = read_set(corpora, name)
    cache = work / "parses" / fingerprint(pipeline) / f"{name}.spacy"
    if not cache.exists():
        print("parsing", name, file=sys.stderr, flush=True)
        packed = DocBin(docs=nlp.pipe([d.text for d in documents], batch_size=16))
        cache.parent.mkdir(parents=True, exist_ok=True)
        part = cache.with_suffix(".part")
        packed.to_disk(part)
        part.rename(cache)
    # A vocabulary of its own: what was cached must look the same as what was just parsed.
    return list(zip(documents, DocBin().from_disk(cache).get_docs(Vocab()), strict=True))


def _gum(folder: Path, row: dict[str, Any]) -> GoldDocument:
    [document] = read_conll(folder / f"{row['id']}.conll")
    return _gold(row["id"], document, row["text"], row["entities"])


def _litbank(path: Path) -> GoldDocument:
    [document] = read_conll(path)
    return _gold(path.stem, document, join_words(document.words), [])


def _gold(
    id: str, document: ConllDocument, text: str, entities: list[dict[str, Any]]
) -> GoldDocument:
    """A document whose chains are spans of characters of its text."""
    # OntoGUM has nothing for characters that its format can't hold.
    at = places([word or "_" for word in document.words], text)
    return GoldDocument(id, text, in_characters(document, at), entities)


def join_words(words: Iterable[str]) -> str:
    """Running text from words that were taken apart.

    Example:
        >>> print(join_words(["“", "No", ",", "”", "she", "said", ".", "It", "is", "n't", "."]))
        “No,” she said. It isn't.
    """
    text, tight, quoted = "", True, False
    for word in words:
        opening = word in ("``", "''", '"') and not quoted
        closing = word in ("``", "''", '"') and quoted
        quoted ^= opening or closing
        shown = '"' if opening or closing else word
        text += shown if tight or closing or _TIGHT_BEFORE(word) else f" {shown}"
        tight = opening or word in _TIGHT_AFTER
    return text


def places(words: Sequence[str], text: str) -> list[Span]:
    """Where each word stands in the text, from left to right; spaces are passed over.

    `_` stands for any character, since OntoGUM has it where the file format needs its own.

    Raises:
        ValueError: If a word is not there.
    """
    found, at = [], 0
    for word in words:
        quoted = word in ("``", "''") and text[at:].lstrip()[:2] != word
        start = -1
        for letter in '"' if quoted else word:
            while at < len(text) and text[at].isspace():
                at += 1
            if text[at : at + 1] != letter and letter != "_":
                raise ValueError(f"{word!r} is not at {at}: {text[at : at + 20]!r}")
            start = at if start < 0 else start
            at += 1
        found.append((max(start, 0), at))
    return found
