"""Pairs of sentences and compressions, found in documents and abstracts.

    python -m resources.recipes.compression.mine CORPUS … -o pairs.jsonl

A sentence of an abstract that is a subsequence of a sentence of its document is a compression that
a person wrote, and so is a headline that is one of a first sentence. There are few: 2.7 % of
abstract sentences in Daumé and Marcu's corpus (2005). CORPUS is whatever `salience label` reads. A
line of the output has document, source, compression, and from what: abstract or headline.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from tqdm import tqdm

from salience.compression.pairs import kept_words
from salience.corpus.read import read_corpus
from salience.pipeline.loading import load_pipeline
from salience.sentences import split
from salience.types import Document, Record

LEAST_WORDS = 4
MOST_KEPT = 0.95
LEAST_KEPT = 0.25


def mined(document: Document, words_of: Callable[[str], list[str]]) -> Iterator[Record]:
    """The pairs of a document."""
    sentences, leads = _sentences(document.text), _leads(document)
    wanted = [(one, sentences) for abstract in document.abstracts for one in _sentences(abstract)]
    if document.title:
        wanted.append((document.title, leads))
    known = {text: words_of(text) for text in {*sentences, *leads}}
    for short, sources in wanted:
        target = words_of(short)
        if len(target) < LEAST_WORDS:
            continue
        fitting = [
            (len(known[text]), text)
            for text in sources
            if LEAST_KEPT <= len(target) / max(len(known[text]), 1) <= MOST_KEPT
            and kept_words(known[text], target)
        ]
        if fitting:
            yield {
                "document": document.id,
                "from": "headline" if sources is leads else "abstract",
                "source": min(fitting)[1],
                "compression": short,
            }


def _leads(document: Document) -> list[str]:
    """The first sentences of the text and of the abstracts."""
    return [
        first for text in (document.text, *document.abstracts) for first in _sentences(text)[:1]
    ]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


def main(corpora: list[str], output: Annotated[Path, typer.Option("--output", "-o")]) -> None:
    nlp = load_pipeline()

    def words_of(text: str) -> list[str]:
        return [token.text for token in nlp.make_doc(text) if not token.is_space]

    n_documents, n_pairs = 0, Counter[str]()
    with output.open("w", encoding="utf-8") as file:
        for document in tqdm(read_corpus(corpora), disable=None):
            n_documents += 1
            for record in mined(document, words_of):
                n_pairs[record["from"]] += 1
                print(json.dumps(record), file=file)
    print(f"documents {n_documents:,}, pairs", dict(n_pairs))


if __name__ == "__main__":
    typer.run(main)
