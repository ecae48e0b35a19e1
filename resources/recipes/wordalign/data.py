"""The texts of the recipe as words, parsed once for a work folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes.kept_back import is_kept_back
from resources.recipes.wordalign.annotate import blank_files, read_folder
from salience import load_pipeline, read_corpus
from salience.pipeline.word_texts import pairs_of, words_of
from salience.text.words import Words
from salience.word_links.links import GoldLinks, from_pharaoh
from salience.word_links.pairs import Pair
from salience.wordalign.extracts import extract

SETS = ("wikinews", "us-18f", "us-digitalgov", "frus", "wikipedia")
"""Sets of pairs whose licences allow that what is trained on them ships."""

LONGEST = 6000
"""Words; longer documents train nothing, since they take long to parse."""

CASES = Path(__file__).resolve().parents[3] / "tests/cases/wordalign"


def training_pairs(corpora: Path, work: Path, numbers: Mapping[str, int]) -> list[Pair]:
    """The first pairs of each set, as many as there are of that number, with extracts."""
    return [
        pair
        for name, number in numbers.items()
        for pair in _kept(work / f"{name}.jsonl", _set, corpora)[:number]
    ]


def edinburgh(corpora: Path, work: Path) -> list[tuple[Pair, GoldLinks]]:
    """The sentence pairs of Edinburgh++, with their sure links."""
    pairs = _kept(work / "edinburgh.jsonl", _edinburgh, corpora)
    links = [from_pharaoh(row["sureAlign"]) for row in _edinburgh_rows(corpora)]
    return [(pair, GoldLinks(one, one)) for pair, one in zip(pairs, links, strict=True)]


def examples(work: Path) -> list[Pair]:
    """The example articles that readers linked."""
    return _kept(work / "examples.jsonl", _examples, work)


def hand_links() -> dict[str, dict[str, GoldLinks]]:
    """By reader, their links by article."""
    return {
        folder.name: {id: file.links for id, file in read_folder(folder).items()}
        for folder in sorted(CASES.glob("*/"))
    }


def _kept(
    path: Path, make: Callable[[Path, str, Language], Iterable[Pair]], corpora: Path
) -> list[Pair]:
    """Pairs from the work folder, made and written there if they are not."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("w", encoding="utf-8") as file:
            for pair in make(corpora, path.stem, load_pipeline(fast=True)):
                print(json.dumps(asdict(pair)), file=file)
        part.rename(path)
    with path.open(encoding="utf-8") as lines:
        return [_pair(json.loads(line)) for line in lines]


def _set(corpora: Path, name: str, nlp: Language) -> Iterator[Pair]:
    for document in read_corpus(corpora / f"pairs/{name}.jsonl"):
        if is_kept_back(document.text):
            continue
        if document.abstracts and len(document.text.split()) <= LONGEST:
            [pair] = pairs_of([document], nlp)
            yield extract(pair)[0]


def _edinburgh_rows(corpora: Path) -> list[dict[str, Any]]:
    rows = json.loads((corpora / "alignment/edinburgh-train.json").read_text(encoding="utf-8"))
    return list(rows)


def _edinburgh(corpora: Path, _: str, nlp: Language) -> Iterator[Pair]:
    for row in _edinburgh_rows(corpora):
        sides = [_parsed([row[side].split()], nlp) for side in ("source", "target")]
        yield Pair(row["id"], *sides)


def _examples(_: Path, __: str, nlp: Language) -> Iterator[Pair]:
    for file in blank_files():
        yield Pair(file.id, _parsed(file.document, nlp), _parsed(file.abstract, nlp))


def _parsed(sentences: Iterable[Iterable[str]], nlp: Language) -> Words:
    """The words as they are, with what the pipeline says of them."""
    words = [list(sentence) for sentence in sentences]
    starts = [i == 0 for sentence in words for i in range(len(sentence))]
    doc = Doc(nlp.vocab, words=[w for sentence in words for w in sentence], sent_starts=starts)
    return words_of(nlp(doc))


def _pair(row: dict[str, Any]) -> Pair:
    def words(side: dict[str, Any]) -> Words:
        columns = {name: tuple(values) for name, values in side.items()}
        return Words(**columns | {"spans": tuple((a, b) for a, b in side["spans"])})

    return Pair(row["id"], words(row["document"]), words(row["abstract"]))
