"""Keyphrase tools as rankers of entities: YAKE, pytextrank and frequent noun chunks.

    python -m resources.recipes.salience.keyphrases CORPUS LABELS OUTPUT

Each writes a file of scores of the labelled entities to OUTPUT, for `salience evaluate --scores`.
What they rank are strings: an entity has the weight of the best phrase that holds its name, or that
its name holds, as words in a row and whatever their case; 0 without one.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from spacy.language import Language
from spacy.tokens import Doc, Span

from salience import load_pipeline, read_corpus, read_table
from salience.engine.originals import Original
from salience.text.titles import repeated_title, titled_text
from salience.types import Document

Phrases = Mapping[str, float]  # the weight of each phrase; the best has most
Words = tuple[str, ...]
CHUNK_NAMES = frozenset(("compound", "flat", "fixed", "goeswith"))
"""UD: the words of a base noun phrase beside its head, on either side of it."""
CHUNK_PARTS = CHUNK_NAMES | {"det", "det:predet", "amod", "nummod", "nmod:poss"}
TINY = 1e-9  # YAKE may score a phrase 0, which is best


def entity_score(name: str, weights: Mapping[Words, float]) -> float:
    words = _words(name)
    fitting = (w for phrase, w in weights.items() if _in(words, phrase) or _in(phrase, words))
    return max(fitting, default=0.0) if words else 0.0


def shares_by_words(phrases: Phrases) -> dict[Words, float]:
    shares: dict[Words, float] = {}
    for phrase, weight in phrases.items():
        if words := _words(phrase):
            share = weight / max(phrases.values())
            shares[words] = max(share, shares.get(words, 0.0))
    return shares


def text_with_headline(document: Document) -> str:
    repeated = document.title and repeated_title(document.text, document.title)
    return titled_text(None if repeated else document.title, document.text)


def rankers() -> dict[str, Callable[[str, Doc], Phrases]]:
    """By name, functions from a text and its parse to phrases."""
    import_module("pytextrank")  # which tells spaCy its components
    yake = import_module("yake").KeywordExtractor(lan="en", n=3, top=10_000, dedup_lim=1.0)

    def lowest_best(text: str, doc: Doc) -> Phrases:
        return {phrase: 1 / (max(s, 0) + TINY) for phrase, s in yake.extract_keywords(text)}

    def textrank(component: str) -> Callable[[str, Doc], Phrases]:
        # All components of pytextrank write to the same attribute, so each is made and run alone.
        rank = Language().create_pipe(component)
        return lambda _, doc: {p.text: p.rank for p in rank(doc)._.phrases if p.rank > 0}

    return {
        "noun-chunks": lambda _, doc: frequent_chunks(doc),
        "yake": lowest_best,
        "pytextrank": textrank("textrank"),
        "pytextrank-position": textrank("positionrank"),
    }


def frequent_chunks(doc: Doc) -> dict[str, float]:
    """Noun chunks without determiners, by how often they occur."""
    chunks = (
        " ".join(t.lower_ for t in chunk if t.pos_ not in ("DET", "PRON", "SPACE"))
        for chunk in doc.noun_chunks
    )
    return dict(Counter(filter(None, chunks)))


def ud_noun_chunks(doclike: Doc | Span) -> Iterator[tuple[int, int, int]]:
    """Base noun phrases of a tree in Universal Dependencies; spaCy's own know only CLEAR."""
    label = doclike.doc.vocab.strings.add("NP")
    last = 0
    for token in doclike:
        if token.pos_ not in ("NOUN", "PROPN", "PRON") or token.dep_ in CHUNK_PARTS:
            continue
        parts = [child for child in token.children if child.dep_ in CHUNK_PARTS]
        start = max(last, min([token.i, *(part.left_edge.i for part in parts)]))
        end = max([token.i, *(p.right_edge.i for p in parts if p.dep_ in CHUNK_NAMES)]) + 1
        if start <= token.i:
            yield start, end, label
            last = end


def _words(text: str) -> Words:
    return tuple(re.findall(r"\w+", text.lower()))


def _in(part: Words, whole: Words) -> bool:
    n = len(part)
    return any(whole[i : i + n] == part for i in range(len(whole) - n + 1))


def main(corpus: str, labels: Path, output: Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    entities = read_table(labels)[["document", "entity", "name"]]
    names: dict[str, Any] = dict(list(entities.groupby("document")))
    documents = (Original.of(d).read for d in read_corpus(corpus) if d.id in names)
    texts = {d.id: text_with_headline(d) for d in documents}
    made = rankers()
    rows: dict[str, list[str]] = {name: [] for name in made}
    docs = load_pipeline(coref="none", fast=True).pipe(texts.values(), batch_size=16)
    for (id, text), doc in zip(texts.items(), docs, strict=True):
        doc.noun_chunks_iterator = ud_noun_chunks  # type: ignore[attr-defined]
        for ranker, ranked in made.items():
            weights = shares_by_words(ranked(text, doc))
            rows[ranker] += [
                json.dumps(row | {"score": entity_score(row.pop("name"), weights)}) + "\n"
                for row in names[id].to_dict("records")
            ]
    for ranker, lines in rows.items():
        (output / f"{ranker}.jsonl").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    typer.run(main)
