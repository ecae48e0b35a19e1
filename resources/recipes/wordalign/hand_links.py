"""The files in which readers linked the words of an abstract with those of its document.

A file has the numbered words of both texts and, below them, a line for each link; GUIDELINES.md
says how to write them. It holds all that is needed to read it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from salience.word_links.links import GoldLinks, Link

CASES = Path(__file__).resolve().parents[3] / "tests/cases/wordalign"
_LINK = re.compile(r"(.+?) *(=|->) *(?:none|(.+?) +[SP])").fullmatch

Sentences = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LinkFile:
    """The sentences of an article and of its abstract as words, and what a reader linked."""

    id: str
    document: Sentences
    abstract: Sentences
    links: GoldLinks


def read(text: str) -> LinkFile:
    """A file as its reader completed it; a line that is no link is an error."""
    head, _, tail = text.partition("# Links\n")
    title, *lines = head.strip().splitlines()
    sides: dict[str, list[tuple[str, ...]]] = {"A": [], "D": []}
    for line in lines:
        side, *words = line.split(" ")
        sides[side].append(tuple(word.partition(":")[2] for word in words))
    sure: set[Link] = set()
    possible: set[Link] = set()
    for line in tail.splitlines():
        if said := line.partition("#")[0].strip():
            links = _links(said)
            possible |= links
            sure |= links if said.endswith(" S") else set()
    gold = GoldLinks(frozenset(sure), frozenset(possible))
    return LinkFile(title.removeprefix("# "), tuple(sides["D"]), tuple(sides["A"]), gold)


def _links(line: str) -> set[Link]:
    found = _LINK(line)
    if found is None:
        raise ValueError(f"{line!r} is no link. Write such as: 0-2 = 31-33 S")
    abstract, document = _numbers(found[1]), _numbers(found[3] or "")
    pairs = (
        product(document, abstract) if found[2] == "->" else zip(document, abstract, strict=True)
    )
    return set(pairs)


def _numbers(text: str) -> list[int]:
    ranges = (part.partition("-") for part in re.findall(r"[^,\s]+", text))
    return [i for first, _, last in ranges for i in range(int(first), int(last or first) + 1)]


def by_reader() -> dict[str, dict[str, LinkFile]]:
    return {
        folder.name: {path.stem: read(path.read_text("utf-8")) for path in folder.glob("*.txt")}
        for folder in sorted(CASES.glob("*/"))
    }
