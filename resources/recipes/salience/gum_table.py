"""Table 3 of Dunietz and Gillick (2014) against gold entities, from raw text, on GUM dev.

    python resources/recipes/salience/gum_table.py CORPORA WORK --judge JUDGE

Every row is trained as in the paper on the sets of the shipped model (the label files that
`train.py` left in WORK) and judged on GUM dev at 0.3; the last row is the shipped model at its own
threshold. The judge pairs predicted entities with gold ones, so that what is not found counts as
missed. Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0.
"""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from train import CANDIDATES, CHOSEN, THRESHOLD, Candidate, fit, gold_file, predictions, tables

from salience.baselines import everything, positional
from salience.experiment import TRAINED
from salience.records import read_table

SAMPLES, SEED, PAPER_THRESHOLD = 500, 0, 0.3
SHIPPED = "the model that ships"


def load_judge(path: Path) -> ModuleType:
    """The judge as a module."""
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Fixed:
    """A system whose scores are known: a baseline in a model's place."""

    def __init__(self, scores: np.ndarray) -> None:
        self.scores = scores

    def predict(self, table: pd.DataFrame) -> np.ndarray:
        """The scores, whatever the table."""
        return self.scores


def judged(judge: ModuleType, gold: dict[str, Any], records: list[dict[str, Any]]) -> str:
    """One row of the table: P, R, F1 and AP, the last two with their intervals."""
    predicted = {str(r["id"]): r for r in records}
    said = judge.judge(gold, predicted, True)
    keys, generator = list(gold), np.random.default_rng(SEED)
    samples = []
    for _ in range(SAMPLES):
        drawn = [keys[i] for i in generator.integers(len(keys), size=len(keys))]
        again = {f"{n} {key}": key for n, key in enumerate(drawn)}
        sample = judge.judge(
            {new: gold[key] for new, key in again.items()},
            {new: predicted[key] for new, key in again.items()},
            True,
        )
        samples.append((sample["F1"], sample["AP"]))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return (
        f"{100 * said['P']:.1f} | {100 * said['R']:.1f} | "
        f"{100 * said['F1']:.1f} ({100 * low[0]:.1f}–{100 * high[0]:.1f}) | "
        f"{100 * said['AP']:.1f} ({100 * low[1]:.1f}–{100 * high[1]:.1f})"
    )


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("work", type=Path)
    options.add_argument("--judge", type=Path, required=True)
    arguments = options.parse_args()
    judge = load_judge(arguments.judge)
    chosen = CANDIDATES[CHOSEN]
    paths = tables(arguments.corpora, arguments.work, [*chosen.sets, "gum-dev"], 1)
    data = {name: read_table(paths[name]) for name in chosen.sets}
    table = read_table(paths["gum-dev"])
    gold = judge.read(gold_file(arguments.corpora, arguments.work, "gum-dev"))

    systems: dict[str, Any] = {
        "every entity": Fixed(everything(table).astype(float)),
        "positional baseline": Fixed(positional(table).astype(float)),
    }
    for name, groups in TRAINED:
        systems[name] = fit(data, Candidate(chosen.sets, groups))
    systems[SHIPPED] = fit(data, chosen)
    print("| system | P | R | F1 (95 %) | AP (95 %) |\n|---|---|---|---|---|")
    for name, system in systems.items():
        threshold = THRESHOLD if name == SHIPPED else PAPER_THRESHOLD
        records = predictions(paths["gum-dev"], system, threshold)
        print(f"| {name} | {judged(judge, gold, records)} |", flush=True)


if __name__ == "__main__":
    main()
