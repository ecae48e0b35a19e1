"""What training costs on a table of millions of entities: no assertion, only a table.

    python tests/benchmarks/training.py [--entities 2200000] [--groups dunietz-gillick]

The rows are synthetic, of the shape of the training set of Dunietz and Gillick (2014): 20 entities
a document, words as frequent as Zipf's law has it, and about one entity in six salient. Groups are
those of `salience train` unless others are named; `all` is every group but centrality, whose cost
is that of its graphs. Memory is measured as Linux tells it: what training adds is its peak less
what the process held before, the table among it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pandas as pd

from salience import train
from salience.features.groups import GROUPS

T = TypeVar("T")
PER_DOCUMENT = 20
WORDS = 400_000
SHARES = (
    *("share", "subjects", "span", "paragraphs", "quoted", "in_title", "pagerank"),
    *("sentence_weight", "weight_share", "headline_first", "headline_most", "headline_share"),
)


def main() -> None:
    """Make a table, train on it, and print what each took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entities", type=int, default=2_200_000)
    options.add_argument("--groups", default="default", help="with commas, or a set; or all")
    found = options.parse_args()
    every = [group for group in GROUPS if group != "centrality"]
    groups = every if found.groups == "all" else found.groups.split(",")
    print(f"{'':8}{'CPU':>8}{'clock':>10}{'held before':>14}{'at most':>12}{'added':>10}")
    table = measured("table", lambda: synthetic_table(found.entities))
    model = measured("train", lambda: train(table, groups=groups))
    features = len(model.classifier.features_)
    columns = len(np.unique(model.classifier.columns_))
    print(
        f"{len(table):,} entities, groups {found.groups}: {features:,} different features in "
        f"{columns:,} of {model.classifier.n_features:,} columns"
    )


def measured(name: str, run: Callable[[], T]) -> T:
    """The result of a call, whose time and memory are printed."""
    held = _memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew from here
    clock, cpu = time.perf_counter(), time.process_time()
    result = run()
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    peak = _memory("VmHWM")
    print(
        f"{name:8}{cpu:6.1f} s{clock:8.1f} s{held:10.2f} GiB{peak:8.2f} GiB{peak - held:6.2f} GiB"
    )
    return result


def _memory(kind: str) -> float:
    """GiB of memory in use, now (VmRSS) or at most (VmHWM), as Linux says."""
    lines = Path("/proc/self/status").read_text().splitlines()
    [line] = [line for line in lines if line.startswith(f"{kind}:")]
    return int(line.split()[1]) / 2**20


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
            "start": np.arange(n) % PER_DOCUMENT * 100,
            "end": np.arange(n) % PER_DOCUMENT * 100 + 9,
            "name": words[zipf],
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
            "before": words[(zipf * 7 + 1) % WORDS],
            "after": words[(zipf * 5 + 2) % WORDS],
            "governor": np.char.add("nsubj:", words[random.permutation(zipf)]),
            "sentence_rank": 1 + first,
            **{name: share() for name in SHARES},
        }
    )


if __name__ == "__main__":
    main()
