"""Documents as a frame of Spark has them, and what one machine makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from spacy.language import Language

from salience import read_corpus
from salience.pipeline.loading import load_pipeline
from salience.resources import example_paths
from tests.support.builders import write_results

FIELDS = ("id", "title", "text", "abstract")
BROKEN = [
    {"id": "empty", "text": "  "},
    {"id": "none", "text": None},
    {"id": "", "text": "Ada Byrne met reporters in Oslo."},
    {"id": "long", "text": "It rained. " * 10_000},
    {"id": "nobody", "text": "It rained all day, and nobody came."},
]


def example_documents() -> list[dict[str, Any]]:
    """The example articles, and documents that can't be used among them."""
    with example_paths()[0].open(encoding="utf-8") as lines:
        articles = [json.loads(line) for line in lines]
    found = [{name: article.get(name) for name in FIELDS} for article in articles[:9]]
    for place, broken in zip((1, 3, 4, 7, 9), BROKEN, strict=True):
        found.insert(place, {"title": None, "abstract": None} | broken)
    return [row | {"abstract": listed(row["abstract"])} for row in found]


def listed(abstract: Any) -> list[str] | None:
    return [abstract] if isinstance(abstract, str) else abstract


@cache
def pipeline() -> Language:
    nlp = load_pipeline(fast=True)  # one of its own, since it is changed
    nlp.max_length = 100_000
    return nlp


def single(
    documents: list[dict[str, Any]], path: Path, work: Callable[..., Iterable[Any]], kind: Any
) -> tuple[bytes, list[tuple[str, str]]]:
    """What one machine writes of the documents, and what it leaves out."""
    corpus = path.with_suffix(".jsonl")
    corpus.write_text("".join(json.dumps(document) + "\n" for document in documents))
    rejects: list[Any] = []
    nlp = pipeline()
    read = read_corpus(corpus, on_reject=rejects.append)
    write_results(path, kind, work(read, nlp=nlp, on_reject=rejects.append))
    return path.read_bytes(), sorted((reject.id, reject.reason) for reject in rejects)


def without_id(rejects: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """In a file a document without an id has one of its line, and on Spark it has none."""
    return [reject for reject in rejects if reject[0]]
