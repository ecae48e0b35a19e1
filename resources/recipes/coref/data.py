"""Documents with gold chains: OntoGUM beside the raw texts of GUM, and LitBank from its tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.reading import GUM, gum_rows
from salience.corpus.conll2012 import in_characters, read_conll

_STEP = 5  # Every fifth document of LitBank is read.
_TIGHT_AFTER = frozenset("([{“‘$#")
_TIGHT_BEFORE = re.compile(r"[.,;:!?%)\]}”…]+|'|’|n['’]t|['’](s|m|d|ll|re|ve)|-+|—").fullmatch

Span = tuple[int, int]
Chains = list[list[Span]]


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """Chains are spans of characters: of two mentions or more, in LitBank also of one."""

    text: str
    chains: Chains


def read_set(corpora: Path, name: str) -> list[GoldDocument]:
    """The documents of a set of GUM, or every fifth of LitBank (`litbank`), by their names."""
    found: list[tuple[Path, str | None]]
    if name.startswith("litbank"):
        files = sorted((corpora / "litbank").glob("*.conll"))
        found = [(path, None) for path in files[_STEP - 1 :: _STEP]]
    else:
        folder = corpora / "gum/ontogum" / GUM[name][0]
        texts = sorted((row["id"], row["text"]) for row in gum_rows(corpora, name))
        found = [(folder / f"{id}.conll", text) for id, text in texts]
    return [_gold(path, text) for path, text in found]


def _gold(path: Path, text: str | None) -> GoldDocument:
    [document] = read_conll(path)
    text = join_words(document.words) if text is None else text
    # OntoGUM has nothing for characters that its format can't hold.
    at = places([word or "_" for word in document.words], text)
    return GoldDocument(text, in_characters(document, at))


def join_words(words: Iterable[str]) -> str:
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
