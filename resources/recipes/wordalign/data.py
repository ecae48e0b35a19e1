"""The texts of the recipe as words, parsed once for a work folder, and what readers linked.

A file of links has the numbered words of both texts and, below them, a line for each link:
GUIDELINES.md says how to write them.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes.kept_back import is_kept_back
from resources.recipes.reading import kept, rows
from salience import load_pipeline, read_corpus
from salience.pipeline.word_texts import pairs_of, words_of
from salience.resources import example_paths
from salience.text.words import Words
from salience.types import Document
from salience.word_links.links import GoldLinks, Link, Pair, from_pharaoh
from salience.wordalign.extracts import extract
from salience.wordalign.text_links import read_text_links

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


SETS = ("wikinews", "us-18f", "us-digitalgov", "frus", "wikipedia")
"""Sets of pairs whose licences allow that what is trained on them ships."""

GOLD = Path(__file__).resolve().parent / "gold"
"""Files of links of documents of GUM, without their texts."""

LONGEST = 6000  # words; longer documents train nothing, since they take long to parse


def training_pairs(corpora: Path, work: Path, numbers: Mapping[str, int]) -> list[Pair]:
    return [
        pair
        for name, number in numbers.items()
        for pair in _kept(work / f"{name}.jsonl", _set(corpora / f"pairs/{name}.jsonl"))[:number]
    ]


def edinburgh(corpora: Path, work: Path) -> list[tuple[Pair, GoldLinks]]:
    rows = json.loads((corpora / "alignment/edinburgh-train.json").read_text(encoding="utf-8"))
    texts = ((r["id"], [r["source"].split()], [r["target"].split()]) for r in rows)
    pairs = _kept(work / "edinburgh.jsonl", _of_words(texts))
    links = [from_pharaoh(row["sureAlign"]) for row in rows]
    return [(pair, GoldLinks(sure, sure)) for pair, sure in zip(pairs, links, strict=True)]


def examples(work: Path) -> list[Pair]:
    files = next(iter(by_reader().values()))
    linked = (files[d.id] for d in read_corpus(example_paths()) if d.id in files)
    texts = ((file.id, file.document, file.abstract) for file in linked)
    return _kept(work / "examples.jsonl", _of_words(texts))


def gum(corpora: Path, work: Path, half: str) -> list[tuple[Pair, GoldLinks]]:
    """The documents of GUM whose links are in a file of `GOLD`, with their first summaries."""
    gold = read_text_links(GOLD / f"{half}.jsonl")
    pairs = _kept(work / f"gum-{half}.jsonl", _gum(corpora, gold))
    return [(pair, gold[pair.id].of_words(pair)) for pair in pairs]


def _gum(corpora: Path, ids: Collection[str]) -> Iterator[Pair]:
    texts = [row for part in ("train", "dev") for row in rows(corpora / f"gum/{part}.jsonl")]
    documents = [
        Document(row["id"], row["text"], abstracts=(row["abstract"],))
        for row in texts
        if row["id"] in ids
    ]
    yield from pairs_of(documents, load_pipeline(fast=True))


def _kept(path: Path, made: Iterable[Pair]) -> list[Pair]:
    return kept(path, lambda: made, Pair)


def _set(path: Path) -> Iterator[Pair]:
    nlp = load_pipeline(fast=True)
    for document in read_corpus(path):
        if is_kept_back(document.text):
            continue
        if document.abstracts and len(document.text.split()) <= LONGEST:
            [pair] = pairs_of([document], nlp)
            yield extract(pair)[0]


def _of_words(texts: Iterable[tuple[str, Any, Any]]) -> Iterator[Pair]:
    nlp = load_pipeline(fast=True)
    for id, document, abstract in texts:
        yield Pair(id, _parsed(document, nlp), _parsed(abstract, nlp))


def _parsed(sentences: Iterable[Iterable[str]], nlp: Language) -> Words:
    """The words as they are, with what the pipeline says of them."""
    words = [list(sentence) for sentence in sentences]
    starts = [i == 0 for sentence in words for i in range(len(sentence))]
    doc = Doc(nlp.vocab, words=[w for sentence in words for w in sentence], sent_starts=starts)
    return words_of(nlp(doc))
