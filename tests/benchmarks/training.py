"""What training costs on a table of millions of entities: no assertion, only a table.

    python tests/benchmarks/training.py [--entities 2200000] [--groups dunietz-gillick]

The rows are synthetic, of the shape of the training set of Dunietz and Gillick (2014): 20 entities
a document, words as frequent as Zipf's law has it, and about one entity in six salient. Groups are
those of `salience train` unless others are named; `all` is every group but centrality, whose cost
is that of its graphs. What training takes beside the table is seen in a process of its own: one
makes the table only, another trains on it too.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
import pandas as pd

from salience import train
from salience.features import GROUPS

PER_DOCUMENT = 20
WORDS = 400_000
SHARES = ("share", "subjects", "span", "paragraphs", "quoted", "in_title", "pagerank")


def main() -> None:
    """Print what a table takes, and what training on it adds."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entities", type=int, default=2_200_000)
    options.add_argument("--groups", default="default", help="with commas, or a set; or all")
    found = options.parse_args()
    every = [group for group in GROUPS if group != "centrality"]
    groups = every if found.groups == "all" else found.groups.split(",")
    table = in_a_process(synthetic_table, found.entities)
    trained = in_a_process(train_on_a_table, found.entities, groups)
    for name, cost in (("table", table), ("training", trained.less(table))):
        print(f"{name:10}{cost.cpu:8.1f} s CPU{cost.clock:8.1f} s{cost.peak:8.2f} GiB")
    print(f"{'in all':10}{trained.cpu:8.1f} s CPU{trained.clock:8.1f} s{trained.peak:8.2f} GiB")
    print(f"{found.entities:,} entities, groups {found.groups}: {trained.result}")


@dataclass(frozen=True)
class Cost:
    """What a call took: seconds, and GiB at most; and what it had to say."""

    cpu: float
    clock: float
    peak: float
    result: str

    def less(self, other: Cost) -> Cost:
        """What is left when another is taken off."""
        cpu, clock, peak = self.cpu - other.cpu, self.clock - other.clock, self.peak - other.peak
        return Cost(cpu, clock, peak, self.result)


def in_a_process(run: Callable[..., object], *arguments: object) -> Cost:
    """The cost of a call in a new process, which has no memory of what was before."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, run, arguments).result()


def _measured(run: Callable[..., object], arguments: tuple[object, ...]) -> Cost:
    clock, cpu = time.perf_counter(), time.process_time()
    result = run(*arguments)
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return Cost(cpu, clock, peak, result if isinstance(result, str) else "")


def train_on_a_table(entities: int, groups: list[str]) -> str:
    """Train a model and say how large it is."""
    model = train(synthetic_table(entities), groups=groups)
    features = len(model.classifier.features_)
    columns = len(np.unique(model.classifier.columns_))
    return f"{features:,} features in {columns:,} of {model.classifier.n_features:,} columns"


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
