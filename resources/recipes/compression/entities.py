"""How many names of salient entities stay in compressed sentences, by the share of words that stay.

    python -m resources.recipes.compression.entities CORPORA WORK

Compressors learned from CLspoken compress sentences of GUM dev: plain, and keeping the names of
what the shipped model finds salient.
Counted are the sentences that name an entity which the first summary mentions: whether the head of
its first name there stays.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer
from spacy.language import Language

from resources.recipes.compression.data import pairs_of
from resources.recipes.compression.table import language_model
from resources.recipes.markdown import percent
from resources.recipes.markdown import table as markdown_table
from salience.compression.compressor import Compressor
from salience.compression.documents import salient_names
from salience.compression.training import train_neighbours
from salience.compression.transduction.training import train_transducer
from salience.compression.transduction.transducer import Transducer
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source
from salience.errors import Reject
from salience.evaluation.bootstrap import DocumentCounts
from salience.model.salience_model import load_model
from salience.pipeline.loading import load_pipeline
from salience.text.words import Words
from salience.types import Document

RATES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
COUNTS = ("names kept", "names", "words kept", "words")

Compress = Callable[[Words, float, Sequence[int]], Sequence[int]]
"""From a sentence, a rate, and words that name something salient, to the words that stay."""


@dataclass(frozen=True, slots=True)
class Read:
    """A document of GUM; of each entity that its summary mentions the heads of its names."""

    source: Source
    heads: list[list[tuple[int, int]]]


def gold_heads(entities: Sequence[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    return [
        sorted(tuple(m["heads"][0]) for m in entity["mentions"] if m["kind"] == "named")
        for entity in entities
        if entity["sal"][0]
    ]


def systems(corpora: Path, work: Path, nlp: Language) -> Iterator[tuple[str, Compress]]:
    """The compressors by name, trained one by one."""
    sentences = pairs_of(corpora, "clspoken", "train", nlp, work)
    pairs = [pair for some in sentences for pair in some]
    for name in ("McDonald", "transducer"):
        model: Compressor | Transducer = (
            train_neighbours(pairs)
            if name == "McDonald"
            else train_transducer(pairs, language=language_model(corpora))
        )
        compress = model.compress
        yield name, lambda words, rate, _, compress=compress: compress(words, rate=rate)
        yield (
            f"{name}, names kept",
            lambda words, rate, must, compress=compress: compress(words, rate=rate, must=must),
        )


def counted(read: Read, compress: Compress, rate: float) -> list[int]:
    must = salient_names(read.source)
    names = kept_names = kept_words = all_words = 0
    for number in range(len(read.source.words.sentences)):
        words, places = read.source.words.part([number])
        start, end = words.spans[0][0], words.spans[-1][1]
        inside = ([head for head in heads if start <= head[0] < end] for heads in read.heads)
        firsts = [here[0] for here in inside if here]
        if not firsts:
            continue
        needed = [i for i, place in enumerate(places) if place in must]
        kept = compress(words, rate, needed)
        stays = [words.spans[i] for i in kept]
        kept_words += len(kept)
        all_words += len(words)
        names += len(firsts)
        kept_names += sum(any(x < b and a < y for x, y in stays) for a, b in firsts)
    return [kept_names, names, kept_words, all_words]


def gum_dev(corpora: Path, nlp: Language) -> list[Read]:
    lines = (corpora / "gum" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    documents = [Document(r["id"], r["text"], r["title"]) for r in records]
    sources = run_task(ReadingSources(nlp, load_model()), documents)
    return [
        Read(source, gold_heads(record["entities"]))
        for source, record in zip(sources, records, strict=True)
        if not isinstance(source, Reject)
    ]


def main(corpora: Path, work: Path) -> None:
    nlp = load_pipeline()
    documents = gum_dev(corpora, nlp)
    rows = []
    for name, compress in systems(corpora, work, nlp):
        row: dict[str, object] = {"system": name}
        for rate in RATES:
            values = [counted(read, compress, rate) for read in documents]
            counts = DocumentCounts(COUNTS, np.array(values, np.float64).T)
            found, intervals = counts.bootstrap(
                lambda total: {"names": total[0] / total[1], "words": total[2] / total[3]}, 1000, 0
            )
            row[f"{rate:.0%}"] = percent(found["names"], intervals["names"])
        print(row, file=sys.stderr, flush=True)
        rows.append(row)
    print(markdown_table(rows))


if __name__ == "__main__":
    typer.run(main)
