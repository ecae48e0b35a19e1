"""What coreference is worth to salience: the judge's figures with several ways to resolve it.

    python -m resources.recipes.coref.salience_table CORPORA [--set gum-dev]

Texts of GUM are read by the pipeline and scored by the salience model that ship. `gold` gives the
mentions that the pipeline found the coreference of the gold mentions that they stand for, so that
the difference to the other rows is coreference alone. Intervals are 95 % percentiles of 500
bootstrap samples of documents, seed 0. `gum-closed` is the tuning set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.judges.entities import Judge, stands_for
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import cells, gold_entities
from salience import load_model, load_pipeline, score
from salience.coref.external_clusters import FIELD
from salience.mentions.mention_detection import find_mentions
from salience.tables.records import to_record
from salience.text.cleaning import clean_text
from salience.types import Document

ROWS = ("none", "rules", "learned", "gold")


def with_gold(documents: Sequence[Document], nlp: Language) -> Iterator[Document]:
    """The documents with clusters of the mentions that the pipeline finds, by gold entity."""
    docs = nlp.pipe((clean_text(document.text) for document in documents), batch_size=8)
    for document, doc in zip(documents, docs, strict=True):
        clusters = gold_clusters(doc, document.meta["entities"])
        yield replace(document, meta={**document.meta, FIELD: clusters})


def gold_clusters(doc: Doc, gold: Sequence[dict[str, Any]]) -> list[list[list[int]]]:
    """Character spans of found mentions, together where they stand for the same gold entity."""
    clusters: dict[int, list[list[int]]] = defaultdict(list)
    for m in find_mentions(doc):
        span = doc[m.start : m.end]
        found = stands_for(gold, (span.start_char, span.end_char))
        if found is not None:
            clusters[found[0]].append([span.start_char, span.end_char])
    return list(clusters.values())


def row(name: str, judge: Judge) -> str:
    """A line of the table, in percent."""
    return markdown.row(name, *cells(judge.given(), "F1", "AP", "P", "R", "P1", "found", "named_P"))


def main(corpora: Path, part: Annotated[str, typer.Option("--set")] = "gum-dev") -> None:
    """Print the table in Markdown."""
    columns = ("coreference", "F1 (95 %)", "AP (95 %)", "P", "R", "P@1", "found", "named P")
    print(markdown.heading(*columns))
    model = load_model()
    documents, gold = list(gum(corpora, part)), gold_entities(corpora, part)
    for name in ROWS:
        nlp = load_pipeline(coref="none" if name == "gold" else name, fast=True)
        given = with_gold(documents, nlp) if name == "gold" else documents
        records = map(to_record, score(given, model=model, nlp=nlp))
        print(row(name, Judge(gold, records)), flush=True)


if __name__ == "__main__":
    typer.run(main)
