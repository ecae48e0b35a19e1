"""What an iteration of `salience wordalign --train` costs: no assertion, only a table.

    python tests/benchmarks/wordalign.py [--pairs 20] [--wordnet /usr/share/wordnet]

The pairs are of the size of those of Daumé and Marcu (2005): 510 words of an extract and 128 of an
abstract. They are cut from the example articles and their abstracts, put one behind the other, each
pair from another place on. The last column is what 2,000 such pairs and ten iterations take on one
core, if all that is done grows with the number of pairs.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from salience import load_pipeline, read_corpus
from salience.pipeline.word_texts import pairs_of
from salience.resources import example_paths
from salience.text.words import Words
from salience.word_links.links import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.training import Iteration, train_aligner

EXTRACT, ABSTRACT = 510, 128
PAIRS, ITERATIONS = 2000, 10
"""Of the paper, which needed 1,000 processor hours for them."""
MEASURED = 4
"""Iterations that are run here."""


def main() -> None:
    """Train on a few pairs with each setting, and print what each took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--wordnet", type=Path)
    found = options.parse_args()
    pairs = cut_pairs(found.pairs)
    net = None if found.wordnet is None else WordNet.read(found.wordnet)
    settings: dict[str, dict] = {jumps: {"jumps": jumps} for jumps in ("relative", "gaussian")}
    settings |= {"syntax": {"jumps": "syntax"}}
    if net is not None:
        settings["relative, WordNet"] = {"wordnet": net}
    print(f"{'CPU of a pair':24}{'index':>10}{'iteration':>12}{'2,000 pairs, 10 iterations':>30}")
    for name, setting in settings.items():
        index, each = cost(pairs, **setting)
        hours = PAIRS * (index + ITERATIONS * each) / 3600
        print(f"{name:24}{index:8.3f} s{each:10.3f} s{hours:28.2f} h")


def cost(pairs: list[Pair], **setting: object) -> tuple[float, float]:
    """CPU seconds of a pair: to find its phrases, once, and of an iteration after the first."""
    seconds = [time.process_time()]

    def tick(_: Iteration) -> None:
        seconds.append(time.process_time())

    train_aligner(pairs, iterations=MEASURED, on_iteration=tick, **setting)  # type: ignore[arg-type]
    each = (seconds[-1] - seconds[1]) / (MEASURED - 1)
    once = time.process_time() - seconds[0] - MEASURED * each
    return once / len(pairs), each / len(pairs)


def cut_pairs(n: int) -> list[Pair]:
    """Pairs of 510 words by 128, cut from the example articles."""
    [path] = [path for path in example_paths() if path.suffix == ".jsonl"]
    found = pairs_of(list(read_corpus(path)), load_pipeline(fast=True))
    documents, abstracts = [one.document for one in found], [one.abstract for one in found]
    return [
        Pair(str(i), cut(documents, i * 97, EXTRACT), cut(abstracts, i * 31, ABSTRACT))
        for i in range(n)
    ]


def cut(texts: list[Words], start: int, n: int) -> Words:
    """So many words from a place on of texts one behind the other, and round again."""
    size = sum(map(len, texts))
    at = [(text, i) for text in texts for i in range(len(text))]
    taken = [at[(start + i) % size] for i in range(n)]
    begins = [0]
    for i in range(1, n):
        text, word = taken[i]
        if word in text.sentences:
            begins.append(i)

    def head(i: int) -> int:
        text, word = taken[i]
        there = i + text.heads[word] - word
        return there if 0 <= there < n else i

    return Words(
        tuple(text.texts[i] for text, i in taken),
        tuple(text.lemmas[i] for text, i in taken),
        tuple(text.tags[i] for text, i in taken),
        tuple(head(i) for i in range(n)),
        tuple(text.relations[i] for text, i in taken),
        tuple(begins),
        tuple(text.spans[i] for text, i in taken),
    )


if __name__ == "__main__":
    main()
