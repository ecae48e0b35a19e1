"""Weights that tell breaks inside a paragraph from those between paragraphs.

    python -m resources.recipes.noise.breaks CORPORA

It writes `resources/text/line_breaks.json`, and prints how many breaks are told wrongly in texts
that it didn't learn from.
"""

import json
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import typer
from scipy import sparse

from resources.recipes.noise.texts import INSIDE, sample, texts
from salience.arrays import Float64Array
from salience.learning.logistic import logistic_regression
from salience.resources import resource_dir
from salience.text.line_breaks import LIKELY, Line, Weights, features, text_lines, views

SAMPLES, DEV_SAMPLES = 4, 4
LEAST = 150
"""A word beside breaks has a weight if it is beside so many."""
MOST = 60
"""So many lines of a sample are read at most."""
C = 1.0
CLEAN = 2
"""Texts as they were meant count so much more: most texts are."""


class Example(NamedTuple):
    """A text in lines."""

    source: str
    way: str
    lines: list[Line]
    inside: Float64Array
    found: dict[str, Float64Array]


def examples(corpora: Path, *, held_out: bool) -> Iterator[Example]:
    for source, text in texts(corpora, held_out=held_out):
        rng = random.Random(zlib.crc32(text.encode()))  # noqa: S311
        for _ in range(SAMPLES):
            example = labelled(source, *sample(rng, text))
            if len(example.lines) > 1:
                yield example


def labelled(source: str, way: str, marked: str) -> Example:
    """A text whose breaks inside paragraphs are marked, as its lines and which breaks these are."""
    lines = text_lines(marked.replace(INSIDE, "\n"))[:MOST]
    gaps = [marked[a.end : b.start] for a, b in pairwise(lines)]
    inside = np.array([INSIDE in gap for gap in gaps], dtype=np.float64)
    return Example(source, way, lines, inside, features(lines) if len(lines) > 1 else {})


def learned(made: Sequence[Example], found: Sequence[Mapping[str, Float64Array]]) -> Weights:
    names = list(found[0])
    columns = np.hstack([np.vstack([f[name] for name in names]) for f in found]).T
    last = [line.words[-1].lower() for e in made for line in e.lines[:-1]]
    first = [line.words[0].lower() for e in made for line in e.lines[1:]]
    word_columns, chosen = zip(*(_words(words) for words in (last, first)), strict=True)
    rows = sparse.csr_matrix(sparse.hstack([sparse.csr_matrix(columns), *word_columns]))
    labels = np.concatenate([e.inside for e in made])
    times = np.concatenate([np.full(len(e.inside), 1 + CLEAN * (e.way == "none")) for e in made])
    weights, bias = logistic_regression(rows, times * labels, times * (1 - labels), C)
    parts = np.split(weights, np.cumsum([len(names), len(chosen[0])]))
    by_name = [
        {key: round(float(w), 3) for key, w in zip(keys, part, strict=True)}
        for keys, part in zip((names, *chosen), parts, strict=True)
    ]
    return Weights(round(float(bias), 3), *by_name)


def _words(words: Sequence[str]) -> tuple[sparse.csr_matrix, list[str]]:
    counts = Counter(words)
    chosen = sorted(w for w, n in counts.items() if n >= LEAST and w.strip(".,;:'’\"").isalpha())
    columns = {word: n for n, word in enumerate(chosen)}
    at = [(row, columns[word]) for row, word in enumerate(words) if word in columns]
    where = np.array(at, dtype=np.intp).reshape(-1, 2).T
    ones = np.ones(len(at), dtype=np.float64)
    return sparse.csr_matrix((ones, where), shape=(len(words), len(chosen))), chosen


def table(made: Iterable[Example], first: Weights, second: Weights) -> None:
    counts: dict[str, list[int]] = {}
    for e in made:
        chances = first.chances(e.found, e.lines)
        told = second.chances(e.found | views(e.found, chances), e.lines) > LIKELY
        between = 1 - e.inside
        for name in (e.source, e.way):
            row = counts.setdefault(name, [0] * 4)
            for n, which in enumerate((e.inside, e.inside * ~told, between, between * told)):
                row[n] += int(which.sum())
    print("| texts | breaks inside | of them missed | breaks between | of them joined |")
    print("|---|---|---|---|---|")
    for name, row in counts.items():
        print(f"| {name} | {' | '.join(f'{n:,}' for n in row)} |")


def main(corpora: Path) -> None:
    """Learns the weights and writes them."""
    made = list(examples(corpora, held_out=False))
    first = learned(made, [e.found for e in made])
    seen = [e.found | views(e.found, first.chances(e.found, e.lines)) for e in made]
    second = learned(made, seen)
    content = {"about": "resources/recipes/noise", "first": first._asdict()}
    content["second"] = second._asdict()
    path = resource_dir() / "text/line_breaks.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
    table(examples(corpora, held_out=True), first, second)


if __name__ == "__main__":
    typer.run(main)
