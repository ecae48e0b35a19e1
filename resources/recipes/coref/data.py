"""The documents that coreference is measured on: raw text with gold chains.

OntoGUM is read beside GUM's raw texts; LitBank has tokens only, and its text is put together from
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.recipes.reading import GUM, gum_rows
from salience.corpus.conll2012 import ConllDocument, in_characters, read_conll

_STEP = 5  # Every fifth document of LitBank is read.
_TIGHT_AFTER = frozenset("([{“‘$#")
_TIGHT_BEFORE = re.compile(r"[.,;:!?%)\]}”…]+|'|’|n['’]t|['’](s|m|d|ll|re|ve)|-+|—").fullmatch

Span = tuple[int, int]
Chains = list[list[Span]]


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with its chains as spans of characters, and GUM's entities; LitBank has none.

    Chains have two mentions or more, those of LitBank also one.
    """

    id: str
    text: str
    chains: Chains
    entities: list[dict[str, Any]]


def read_set(corpora: Path, name: str) -> list[GoldDocument]:
    """The documents of a set of GUM, or every fifth of LitBank (`litbank`), by their names."""
    if name.startswith("litbank"):
        files = sorted((corpora / "litbank").glob("*.conll"))
        return [_litbank(path) for path in files[_STEP - 1 :: _STEP]]
    folder = corpora / "gum/ontogum" / GUM[name][0]
    return [_gum(folder, row) for row in sorted(gum_rows(corpora, name), key=lambda r: r["id"])]


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
