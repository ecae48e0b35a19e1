"""What coreference is worth to salience: the judge's figures with several ways to resolve it.

    python -m resources.recipes.coref.salience_table CORPORA [--set gum-dev]

Texts of GUM are read by the pipeline and scored by the salience model that ship. `gold` gives the
mentions that the pipeline found the coreference of the gold mentions that they stand for, so that
the difference to the other rows is coreference alone. Intervals are 95 % percentiles of 500
bootstrap samples of documents, seed 0. `gum-closed` is the tuning set.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.judges.entities import Judge, stands_for
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import Gold, Records, gold_entities, intervals
from salience import load_model, load_pipeline, score
from salience.coref.external_clusters import FIELD
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions
from salience.model.salience_model import SalienceModel
from salience.tables.records import to_record
from salience.text.cleaning import clean_text
from salience.types import Document

SETS = {"gum-dev": ("dev", None), "gum-closed": ("train", False)}
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
    for m in find_mentions(DocColumns.from_doc(doc)):
        span = doc[m.start : m.end]
        found = stands_for(gold, (span.start_char, span.end_char))
        if found is not None:
            clusters[found[0]].append([span.start_char, span.end_char])
    return list(clusters.values())


def row(name: str, gold: Gold, records: Records) -> str:
    """A line of the table, in percent."""
    judged = Judge(gold, records).given()
    said, low_high = judged.measures(), intervals(judged)
    cells = [markdown.percent(said[key], low_high[key]) for key in ("F1", "AP")]
    cells += [f"{100 * said[key]:.1f}" for key in ("P", "R", "P1", "found", "named_P")]
    return markdown.row(name, *cells)


def rows(corpora: Path, part: str, names: Iterable[str], model: SalienceModel) -> Iterator[str]:
    """The lines of the table."""
    documents = list(gum(corpora, SETS[part][0], open_genres=SETS[part][1]))
    gold = gold_entities(corpora, part)
    for name in names:
        nlp = load_pipeline(coref="none" if name == "gold" else name, fast=True)
        given = with_gold(documents, nlp) if name == "gold" else documents
        records = [to_record(scored) for scored in score(given, model=model, nlp=nlp)]
        yield row(name, gold, records)


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("--set", choices=list(SETS), default="gum-dev")
    options.add_argument("--coref", nargs="+", default=ROWS, help="rows, as load_pipeline has them")
    arguments = options.parse_args()
    columns = ("coreference", "F1 (95 %)", "AP (95 %)", "P", "R", "P@1", "found", "named P")
    print(markdown.heading(*columns))
    for line in rows(arguments.corpora, arguments.set, arguments.coref, load_model()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
