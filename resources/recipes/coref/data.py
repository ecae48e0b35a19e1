"""The documents that the resolver is trained and measured on: raw text, parsed, with gold chains.

OntoGUM is read beside GUM's raw texts; LitBank has tokens only, and its text is put together from
them. Parses are kept in the work folder, by pipeline, and made again when the pipeline changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from resources.recipes.fingerprints import fingerprint
from resources.recipes.reading import GUM, gum_rows, kept_docs
from salience.corpus.conll2012 import ConllDocument, in_characters, read_conll

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
    """The documents of a set of GUM, or of `litbank-train` or `litbank-heldout`, by their names."""
    if name.startswith("litbank"):
        files = sorted((corpora / "litbank").glob("*.conll"))
        held_out = name == "litbank-heldout"
        return [
            _litbank(p) for n, p in enumerate(files) if (n % _HELD_OUT == _HELD_OUT - 1) == held_out
        ]
    folder = corpora / "gum/ontogum" / GUM[name][0]
    return [_gum(folder, row) for row in sorted(gum_rows(corpora, name), key=lambda r: r["id"])]


def parsed(
    corpora: Path, work: Path, name: str, nlp: Language, pipeline: Path
) -> list[tuple[GoldDocument, Doc]]:
    """The documents of a set with their parses, which are kept in the work folder."""
    documents = read_set(corpora, name)
    path = work / "parses" / fingerprint(pipeline) / f"{name}.spacy"
    docs = kept_docs(path, lambda: nlp, [d.text for d in documents], Vocab())
    return list(zip(documents, docs, strict=True))


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

    `_` stands for any character, since OntoGUM has it where the file format needs its own. A word
    that is not there is an error.
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
