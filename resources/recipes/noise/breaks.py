"""Networks that tell breaks inside a paragraph from those between paragraphs.

    python -m resources.recipes.noise.breaks CORPORA

It writes `resources/text/line_breaks.json`, and prints how many breaks are told wrongly in texts
that it didn't learn from.
"""

import json
import random
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import typer
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

from resources.recipes.noise.texts import INSIDE, sample, texts
from salience.arrays import Float64Array
from salience.resources import resource_dir
from salience.text.line_breaks import LIKELY, Line, Reader, features, reader_from, text_lines, views

SAMPLES = 6
"""So many times is each text broken."""
MOST = 60
"""So many lines of a sample are read at most."""
LEAST, PRIOR = 150, 20
"""A word is one of the reader's if it is beside so many breaks; it counts as so many more."""
CLEAN = 3
"""Breaks of texts as they were meant count so many times: most texts are."""
UNITS, EPOCHS, DECAY = 20, 40, 0.2


class Example(NamedTuple):
    """A text in lines."""

    source: str
    way: str
    lines: list[Line]
    inside: Float64Array


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
    inside = [INSIDE in marked[a.end : b.start] for a, b in pairwise(lines)]
    return Example(source, way, lines, np.array(inside, dtype=np.float64))


def word_odds(words: Sequence[str], inside: Float64Array) -> dict[str, float]:
    """Of words beside breaks the log odds that these are inside a paragraph, less those of all."""
    counts, good = Counter(words), Counter(w for w, i in zip(words, inside, strict=True) if i)
    share = inside.mean()
    odds = {
        word: np.log((good[word] + PRIOR * share) / (n - good[word] + PRIOR * (1 - share)))
        for word, n in counts.items()
        if n >= LEAST and any(map(str.isalpha, word))
    }
    usual = np.log(share / (1 - share))
    return {word: round(float(value - usual), 2) for word, value in sorted(odds.items())}


def network(rows: Float64Array, inside: Float64Array, times: Float64Array) -> dict[str, Any]:
    """A network as it is written."""
    mean, scale = rows.mean(0), np.maximum(rows.std(0), 1e-3)
    learner = MLPClassifier(
        UNITS, activation="tanh", alpha=DECAY, batch_size=512, max_iter=EPOCHS, random_state=0
    )
    learner.n_iter_no_change = EPOCHS
    warnings.simplefilter("ignore", ConvergenceWarning)  # it stops when it was told to
    with threadpool_limits(1):  # more would change the order of sums, and wait for each other
        learner.fit((rows - mean) / scale, inside, times)
    hidden = learner.coefs_[0] / scale[:, None]
    hidden = np.vstack([hidden, learner.intercepts_[0] - mean @ hidden])
    output = np.append(learner.coefs_[1], learner.intercepts_[1])
    return {"hidden": hidden.round(3).tolist(), "output": output.round(3).tolist()}


def learned(made: Sequence[Example]) -> dict[str, Any]:
    """What a reader is made of."""
    inside = np.concatenate([e.inside for e in made])
    times = np.concatenate([np.full(len(e.inside), 1 if e.inside.any() else CLEAN) for e in made])
    content: dict[str, Any] = {
        "about": "resources/recipes/noise",
        "last": word_odds([x.words[-1].lower() for e in made for x in e.lines[:-1]], inside),
        "first": word_odds([x.words[0].lower() for e in made for x in e.lines[1:]], inside),
        "networks": [],
    }
    found = [dict(features(e.lines, content["last"], content["first"])) for e in made]
    content["networks"].append(network(_rows(found), inside, times))
    [first] = reader_from(content).networks
    seen = [f | views(f, first.chances(f)) for f in found]
    content["networks"].append(network(_rows(seen), inside, times))
    return content


def _rows(found: Sequence[Mapping[str, Float64Array]]) -> Float64Array:
    return np.vstack([np.array(list(f.values())).T for f in found])


def table(made: Iterable[Example], reader: Reader) -> None:
    counts: dict[str, list[int]] = {}
    for e in made:
        told = reader.chances(e.lines) > LIKELY
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
    """Learns the networks and writes them."""
    content = learned(list(examples(corpora, held_out=False)))
    path = resource_dir() / "text/line_breaks.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False) + "\n", "utf-8")
    table(examples(corpora, held_out=True), reader_from(content))


if __name__ == "__main__":
    typer.run(main)
