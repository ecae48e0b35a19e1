"""How many names of salient entities stay in compressed sentences, by the share of words that stay.

    python -m resources.recipes.compression.entities CORPORA WORK

A compressor learned from CLspoken compresses every sentence of GUM dev, once plain and once keeping
the names of what the shipped model finds salient. Counted is each sentence with a name of an entity
that the first summary mentions: whether a word of the first such name stays that is its head.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from resources.recipes.compression.data import pairs_of
from resources.recipes.markdown import percent
from resources.recipes.markdown import table as markdown_table
from salience.compression.compressor import Compressor
from salience.compression.training import train_neighbours
from salience.errors import Reject
from salience.metrics.bootstrap import DocumentCounts
from salience.model.salience_model import load_model
from salience.pipeline.loading import load_pipeline
from salience.run.compressions import salient_names
from salience.run.sources import read_sources
from salience.summarization.sources import Source
from salience.types import Document

RATES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
COUNTS = ("names kept", "names", "words kept", "words")


def gold_heads(entities: Sequence[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    """Of each salient entity the heads of its names, in the order of the text."""
    return [
        sorted(tuple(m["heads"][0]) for m in entity["mentions"] if m["kind"] == "named")
        for entity in entities
        if entity["sal"][0]
    ]


def counted(
    source: Source,
    heads: Sequence[Sequence[tuple[int, int]]],
    model: Compressor,
    rate: float,
    keep: bool,
) -> list[int]:
    """`COUNTS` of a document."""
    must = salient_names(source) if keep else frozenset()
    names = kept_names = kept_words = 0
    for number in range(len(source.words.sentences)):
        words, places = source.words.part([number])
        needed = [i for i, place in enumerate(places) if place in must]
        kept = model.compress(words, rate=rate, must=needed)
        kept_words += len(kept)
        start, end = words.spans[0][0], words.spans[-1][1]
        stays = [words.spans[i] for i in kept]
        for of_entity in heads:
            here = [head for head in of_entity if start <= head[0] < end]
            if here:
                a, b = here[0]
                names += 1
                kept_names += any(x < b and a < y for x, y in stays)
    return [kept_names, names, kept_words, len(source.words)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    given = parser.parse_args()
    nlp = load_pipeline()
    pairs = pairs_of(given.corpora, "clspoken", "train", nlp, given.work)
    model = train_neighbours([pair for some in pairs for pair in some])
    lines = (given.corpora / "gum" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    documents = [Document(r["id"], r["text"], r["title"]) for r in records]
    sources = list(read_sources(documents, load_model(), nlp))
    read = [
        (source, gold_heads(record["entities"]))
        for source, record in zip(sources, records, strict=True)
        if not isinstance(source, Reject)
    ]
    rows = []
    for rate in RATES:
        row: dict[str, object] = {"asked for": f"{rate:.0%}"}
        for keep, name in ((False, "plain"), (True, "with names")):
            values = [counted(source, heads, model, rate, keep) for source, heads in read]
            counts = DocumentCounts(COUNTS, np.array(values, np.float64).T)
            found, intervals = counts.bootstrap(
                lambda total: {"names": total[0] / total[1], "words": total[2] / total[3]}, 1000, 0
            )
            row[f"{name}: words kept"] = f"{100 * found['words']:.1f}"
            row[f"{name}: names kept"] = percent(found["names"], intervals["names"])
        rows.append(row)
    print(markdown_table(rows))


if __name__ == "__main__":
    main()
