"""How many names of salient entities stay in compressed sentences, by the share of words that stay.

    python -m resources.recipes.compression.entities CORPORA WORK

Compressors learned from CLspoken compress sentences of GUM dev: plain, with features and a
loss that know which words name what the shipped model finds salient, and keeping those names.
Counted are the sentences that name an entity which the first summary mentions: whether the head of
its first name there stays. WORK gets the table as names-kept.csv, beside what it keeps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import typer
from spacy.language import Language

from resources.recipes.compression.data import pairs_of
from resources.recipes.compression.table import language_model
from resources.recipes.markdown import percent
from resources.recipes.markdown import table as markdown_table
from salience.compression.documents import salient_names
from salience.compression.pairs import CompressionPair
from salience.compression.training import train_neighbours
from salience.compression.transduction.training import TransducerSettings, train_transducer
from salience.compression.transduction.transducer import Transducer
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source, head_salience
from salience.errors import Reject
from salience.evaluation.bootstrap import DocumentCounts
from salience.model.salience_model import load_model
from salience.pipeline.loading import load_pipeline
from salience.text.words import Words
from salience.types import Document

RATES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
COUNTS = ("names kept", "names", "words kept", "words")
BETA = 4.0
"""What salience counts in the loss."""

Compress = Callable[[Words, float, Sequence[int], Mapping[int, float]], Sequence[int]]
"""From a sentence, a rate, words that name something salient, and the salience that words have."""


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


def salience_of_pairs(
    corpora: Path, sentences: Sequence[Sequence[CompressionPair]], nlp: Language
) -> list[dict[int, float]]:
    """By pair of CLspoken, the salience of what its words name in the whole broadcast."""
    path = corpora / "compression" / "clspoken-train.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    broadcasts = [(key, list(some)) for key, some in groupby(lines, key=lambda r: r["document"])]
    documents = [Document(key, " ".join(r["source"] for r in some)) for key, some in broadcasts]
    found: dict[str, dict[int, float]] = {}
    sources = run_task(ReadingSources(nlp, load_model()), documents)
    for (_, records), source in zip(broadcasts, sources, strict=True):
        at = {}
        if isinstance(source, Source):
            spans = source.words.spans
            at = {spans[i][0]: score for i, score in head_salience(source).items()}
        start = 0
        for record in records:
            found[record["id"]] = {}
            for place, word in enumerate(record["source"].split()):
                if start in at:
                    found[record["id"]][place] = at[start]
                start += len(word) + 1
    return [found[pair.id] for pairs in sentences for pair in pairs]


def systems(corpora: Path, work: Path, nlp: Language) -> Iterator[tuple[str, Compress]]:
    """The compressors by name, trained one by one."""
    sentences = pairs_of(corpora, "clspoken", "train", nlp, work)
    pairs = [pair for some in sentences for pair in some]
    neighbours = train_neighbours(pairs)
    yield "McDonald", lambda words, rate, _, __: neighbours.compress(words, rate=rate)
    yield (
        "McDonald, names kept",
        lambda words, rate, must, __: neighbours.compress(words, rate=rate, must=must),
    )
    language = language_model(corpora)
    plain = train_transducer(pairs, language=language)
    yield "transducer", lambda words, rate, _, __: plain.compress(words, rate=rate)
    yield (
        "transducer, names kept",
        lambda words, rate, must, __: plain.compress(words, rate=rate, must=must),
    )
    salience = salience_of_pairs(corpora, sentences, nlp)
    for beta in (0.0, BETA):
        settings = replace(TransducerSettings(), beta=beta)
        model = train_transducer(pairs, language=language, settings=settings, salience=salience)
        name = "transducer, features" + (" and loss" if beta else "")
        yield name, _informed(model)


def _informed(model: Transducer) -> Compress:
    def compress(
        words: Words, rate: float, must: Sequence[int], salience: Mapping[int, float]
    ) -> Sequence[int]:
        return model.best(words, rate=rate, salience=salience)[0].kept

    return compress


def counted(read: Read, compress: Compress, rate: float) -> list[int]:
    must, at = salient_names(read.source), head_salience(read.source)
    names = kept_names = kept_words = all_words = 0
    for number in range(len(read.source.words.sentences)):
        words, places = read.source.words.part([number])
        start, end = words.spans[0][0], words.spans[-1][1]
        inside = ([head for head in heads if start <= head[0] < end] for heads in read.heads)
        firsts = [here[0] for here in inside if here]
        if not firsts:
            continue
        needed = [i for i, place in enumerate(places) if place in must]
        salience = {i: at[place] for i, place in enumerate(places) if place in at}
        kept = compress(words, rate, needed, salience)
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
    points = []
    for name, compress in systems(corpora, work, nlp):
        row: dict[str, object] = {"system": name}
        for rate in RATES:
            values = [counted(read, compress, rate) for read in documents]
            counts = DocumentCounts(COUNTS, np.array(values, np.float64).T)
            found, intervals = counts.bootstrap(
                lambda total: {"names": total[0] / total[1], "words": total[2] / total[3]}, 1000, 0
            )
            row[f"{rate:.0%}"] = percent(found["names"], intervals["names"])
            low, high = intervals["names"]
            compressor, _, names = name.partition(", ")
            points.append((compressor, names or "plain", found["words"], found["names"], low, high))
        print(row, file=sys.stderr, flush=True)
        rows.append(row)
    table = pd.DataFrame(points, columns=["compressor", "names", "rate", "kept", "low", "high"])
    table.round(4).to_csv(work / "names-kept.csv", index=False)
    print(markdown_table(rows))


if __name__ == "__main__":
    typer.run(main)
