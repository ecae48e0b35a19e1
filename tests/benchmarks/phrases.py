"""What phrase tables cost, in CPU seconds and by part: no assertion, only a table.

    python tests/benchmarks/phrases.py [--sentences 5000] [--documents 500]

Sentences are pairs of 14 words each, as captions and their translations are; documents have 500
words and abstracts of 60. Their words are drawn at random, common ones more often, and their links
run along, with some that change places and some that are missing. EM sums over all segmentations:
the last columns say how many edges and states it does so on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeVar

import numpy as np

from salience.language_models.kneser_ney import train_ngrams
from salience.wordalign.phrases.analysis import analysed
from salience.wordalign.phrases.extraction import LinkedTexts, stretches
from salience.wordalign.phrases.generative import train_phrases
from salience.wordalign.phrases.lattices import Lattices, segmentation_lattices
from salience.wordalign.phrases.phrase_table import extract_phrases

WORDS = 10_000
MOVED, UNLINKED = 0.1, 0.1
"""The share of words that change places with the next, and of those without a link."""
TAKEN = 5
"""Words of a document that an abstract takes over in one piece."""
T = TypeVar("T")


def main() -> None:
    """Make tables of both kinds of texts, train them, and print what each part took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sentences", type=int, default=5_000)
    options.add_argument("--documents", type=int, default=500)
    found = options.parse_args()
    random = np.random.default_rng(0)
    print(f"{'CPU of 1,000 pairs':36}{'sentences':>14}{'documents':>14}")
    columns = [
        costs([sentences(random) for _ in range(found.sentences)], tight=False),
        costs([document(random) for _ in range(found.documents)], tight=True),
    ]
    for name, *values in zip(columns[0], *(column.values() for column in columns), strict=True):
        print(f"{name:36}" + "".join(f"{value:>14}" for value in values))


def costs(texts: list[LinkedTexts], *, tight: bool) -> dict[str, str]:
    """By part, the CPU seconds of 1,000 pairs; and the size of what was made."""
    seconds: dict[str, str] = {}

    def timed(name: str, make: Callable[[], T]) -> T:
        start = time.process_time()
        made = make()
        seconds[name] = f"{(time.process_time() - start) / len(texts) * 1000:.2f} s"
        return made

    table = timed("table by counts", lambda: extract_phrases(texts, tight=tight))
    parts: Iterable[LinkedTexts] = texts
    if tight:
        parts = [part for text in texts for part in stretches(text)]
    lattices: Lattices = timed("all segmentations", lambda: segmentation_lattices(parts, table))
    steps = train_phrases(table, lattices)
    trained = timed("five iterations of EM", lambda: next(islice(steps, 4, None))).table
    timed("analysis", lambda: analysed({"counts": table, "EM": trained}, lattices))
    timed("trigram model", lambda: train_ngrams([text.target for text in texts]))
    sizes = {
        "rows": len(table),
        "edges": len(lattices.starts),
        "states": len(lattices.levels),
        "texts or stretches": len(lattices.first),
        "without a segmentation": len(lattices.left_out) + len(lattices.too_many),
    }
    return seconds | {name: f"{n:,}" for name, n in sizes.items()}


def sentences(random: np.random.Generator, n: int = 14) -> LinkedTexts:
    """A sentence and its translation."""
    order = list(range(n))
    for i in np.flatnonzero(random.random(n - 1) < MOVED).tolist():
        order[i], order[i + 1] = order[i + 1], order[i]
    source, target = words(random, n), words(random, n)
    return LinkedTexts(source, target, [(i, order[i]) for i in kept(random, n)])


def document(random: np.random.Generator, n: int = 500, length: int = 60) -> LinkedTexts:
    """A document and its abstract, which is made of pieces of it."""
    starts = random.choice(n // TAKEN, length // TAKEN, replace=False) * TAKEN
    places = [int(start) + i for start in starts for i in range(TAKEN)]
    links = [(places[j], j) for j in kept(random, length)]
    return LinkedTexts(words(random, n), words(random, length), links)


def kept(random: np.random.Generator, n: int) -> list[int]:
    """The words that have a link."""
    return np.flatnonzero(random.random(n) >= UNLINKED).tolist()


def words(random: np.random.Generator, n: int) -> list[str]:
    """Words, each about as common as in a language."""
    return [f"w{i}" for i in (WORDS ** random.random(n)).astype(int)]


if __name__ == "__main__":
    main()
