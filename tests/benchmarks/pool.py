"""What McDonald's program takes and finds by `--pool`: no assertion, only a table.

    python tests/benchmarks/pool.py [--pools 25,50,100,200] [--words 100,250]

The text is invented: 2,000 sentences of ten documents, of 8 to 30 words each. Words are as frequent
as Zipf's law says, and each document has a tenth of its words from a vocabulary of its own. The
seed is 0. Seconds are those of the processor; no clock stops the program. Below the table stands
what the summary of the default, the program of concepts, takes for the same sentences.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import numpy as np

from salience.summaries.concepts import bigrams
from salience.summaries.coverage import solve
from salience.summaries.mcdonald import mcdonald
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentences import Sentence

DOCUMENTS, SENTENCES, VOCABULARY = 10, 200, 5_000
SHORTEST, LONGEST = 8, 30
MOST_FREQUENT = 50
"""So many of the most frequent words are stop words."""


def invented(seed: int = 0) -> list[Sentence]:
    """The sentences of all documents."""
    random = np.random.default_rng(seed)
    frequency = 1 / np.arange(1, VOCABULARY + 1)
    frequency /= frequency.sum()
    sentences = []
    for document in range(DOCUMENTS):
        for order in range(SENTENCES):
            size = int(random.integers(SHORTEST, LONGEST + 1))
            ranks = random.choice(VOCABULARY, size, p=frequency).tolist()
            own = (random.random(size) < 0.1).tolist()
            words = tuple(
                f"d{document}w{rank}" if mine else f"w{rank}"
                for rank, mine in zip(ranks, own, strict=True)
            )
            stops = tuple(
                rank < MOST_FREQUENT and not mine for rank, mine in zip(ranks, own, strict=True)
            )
            sentences.append(Sentence(" ".join(words), 0, 0, document, order, words, words, stops))
    return sentences


def timed(program: Callable[[], Solution]) -> tuple[float, Solution]:
    """The seconds of the processor that a program takes, and what it finds."""
    start = time.process_time()
    found = program()
    return time.process_time() - start, found


def main() -> None:
    """Measure every pool with every limit of words."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pools", default="25,50,100,200")
    parser.add_argument("--words", default="100,250")
    arguments = parser.parse_args()
    budgets = [int(words) for words in arguments.words.split(",")]
    sentences = invented()
    lengths = [len(sentence.words) for sentence in sentences]
    heads = [f"{words} words: CPU seconds | value" for words in budgets]
    print(f"| `--pool` | {' | '.join(heads)} |\n|{'---|' * (1 + 2 * len(budgets))}", flush=True)
    for pool in map(int, arguments.pools.split(",")):
        cells = [str(pool)]
        for words in budgets:
            seconds, found = timed(
                lambda words=words, pool=pool: mcdonald(
                    sentences, lengths, words, pool=pool, time_limit=math.inf
                )
            )
            cells += [f"{seconds:.2f}", f"{found.value:.3f}"]
        print(f"| {' | '.join(cells)} |", flush=True)
    for words in budgets:
        problem = Problem(lengths, words, bigrams(sentences))
        seconds, found = timed(lambda problem=problem: solve(problem, time_limit=math.inf))
        print(f"concepts, {words} words: {seconds:.2f} CPU seconds, {found.status}")


if __name__ == "__main__":
    main()
