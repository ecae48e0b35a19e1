"""What training costs on a table of millions of entities: no assertion, only a table.

    python tests/benchmarks/training.py [--entities 2200000] [--groups all]

The rows are synthetic, of the shape of the training set of Dunietz and Gillick (2014): 20 entities
a document, words as frequent as Zipf's law has it, and about one entity in six salient.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pandas as pd

from salience import train
from salience.features import GROUPS

T = TypeVar("T")
PER_DOCUMENT = 20
WORDS = 400_000
SHARES = ("share", "subjects", "span", "paragraphs", "quoted", "in_title", "pagerank")


def main() -> None:
    """Make a table, train on it, and print what each took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entities", type=int, default=2_200_000)
    options.add_argument("--groups", default="dunietz-gillick", help="with commas; or all")
    found = options.parse_args()
    table = measured("table", lambda: synthetic_table(found.entities))
    every = [group for group in GROUPS if group != "centrality"]  # which is no linear model's cost
    groups = every if found.groups == "all" else found.groups.split(",")
    model = measured("train", lambda: train(table, groups=groups))
    features = len(model.classifier.features_)
    columns = len(np.unique(model.classifier.columns_))
    print(
        f"{len(table):,} entities, {features:,} different features in {columns:,} of "
        f"{model.classifier.n_features:,} columns"
    )


def measured(name: str, run: Callable[[], T]) -> T:
    """The result of a call, whose time and memory are printed."""
    clock, cpu = time.perf_counter(), time.process_time()
    result = run()
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{name:8}{cpu:8.1f} s CPU{clock:8.1f} s{peak:8.2f} GiB at most so far")
    return result


def synthetic_table(entities: int, seed: int = 0) -> pd.DataFrame:
    """Entities with all attributes; early and frequent ones are more often salient."""
    random = np.random.default_rng(seed)
    n = entities

    def count(mean: float) -> np.ndarray:
        return random.poisson(mean * random.exponential(size=n))

    def share() -> np.ndarray:
        return random.beta(1, 5, n).round(6)

    first, named, nominal, pronominal = count(12), 1 + count(1), count(0.5), count(0.7)
    words = np.array([f"word{i}" for i in range(WORDS)])
    zipf = np.minimum(random.zipf(1.2, n), WORDS) - 1
    logit = 0.6 * np.log(named + pronominal) - 0.5 * np.sqrt(first) - 0.7
    return pd.DataFrame(
        {
            "document": np.char.add("d", (np.arange(n) // PER_DOCUMENT).astype(str)),
            "entity": np.arange(n) % PER_DOCUMENT,
            "salient": random.random(n) < 1 / (1 + np.exp(-logit)),
            "first_sentence": first,
            "head_count": named + count(1),
            "named": named,
            "nominal": nominal,
            "pronominal": pronominal,
            "headline": random.choice(
                ["", "PROPN", "ADP PROPN", "NOUN PROPN"], n, p=[0.85, 0.1, 0.03, 0.02]
            ),
            "head": words[zipf],
            "type": random.choice(["PER", "ORG", "LOC", "MISC"], n),
            "order": np.arange(n) % PER_DOCUMENT + 1,
            "rank": random.integers(1, PER_DOCUMENT, n),
            "role": random.choice(["nsubj", "obj", "obl", "nmod", "appos"], n),
            "tenths": np.minimum(named + pronominal, 10),
            "lead": np.where(first < 3, np.minimum(named, 3), 0),
            "first_paragraph": first // 3,
            **{name: share() for name in SHARES},
        }
    )


if __name__ == "__main__":
    main()
