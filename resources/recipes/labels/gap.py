"""What a model loses that is trained on silver labels, by the rules that made them: GUM.

    python -m resources.recipes.labels.gap CORPORA WORK

Gold mentions and coreference. Models of the five feature groups of Dunietz and Gillick (2014) are
trained on GUM train with labels of the paper's rule, of `names`, and of people, all from the first
summary, and measured on the gold labels of GUM dev, and of five folds of GUM train. Intervals are
95 % percentiles of 1,000 bootstrap samples of documents, seed 0; the threshold is the paper's 0.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import typer
from sklearn.metrics import average_precision_score

from resources.recipes import markdown
from resources.recipes.labels.gum import Case, load
from salience import attributes, train
from salience.evaluation import bootstrap
from salience.labels.entity_alignment import align

SAMPLES, SEED, FOLDS, THRESHOLD = 1000, 0, 5, 0.3
LABELS = ("dunietz-gillick", "names", "people")
MEASURES = ("F1", "AP")


def table(cases: Sequence[Case]) -> pd.DataFrame:
    """A row per gold entity with its attributes, and a column per kind of label."""
    rows = []
    for case in cases:
        silver = {
            rules: {a.entity for a in align(case.gold, [case.abstract], rules=rules)}
            for rules in LABELS[:2]
        }
        for i, row in enumerate(attributes(case.gold)):
            said = {rules: i in found for rules, found in silver.items()}
            rows.append(row | said | {"people": case.salient[i], "part": case.part})
    return pd.DataFrame(rows)


def scores(train_rows: pd.DataFrame, test: pd.DataFrame) -> dict[str, np.ndarray]:
    """What the model of each kind of label gives the rows of a test."""
    return {
        name: train(train_rows.assign(salient=train_rows[name]), groups="dunietz-gillick").predict(
            test
        )
        for name in LABELS
    }


def f1_ap(y: np.ndarray, score: np.ndarray, weight: np.ndarray) -> tuple[float, float]:
    """F1 at the threshold, and average precision, of entities with weights."""
    yes = score >= THRESHOLD
    f1 = 2 * weight[yes & y].sum() / max(weight[yes].sum() + weight[y].sum(), 1)
    return float(f1), float(average_precision_score(y, score, sample_weight=weight))


def intervals(rows: pd.DataFrame, scores: Mapping[str, np.ndarray]) -> None:
    """Print F1 and AP of every kind of label, and the share of the gap that `names` closes."""
    y = rows["people"].to_numpy(bool)
    codes, documents = pd.factorize(rows["document"])
    drawn = [w[codes] for w in bootstrap.document_weights(len(documents), SAMPLES, SEED)]

    def measured(weight: np.ndarray) -> dict[str, float]:
        """Each measure of each kind of label, and of people less `names`."""
        found = {name: f1_ap(y, score, weight) for name, score in scores.items()}
        found["left"] = tuple(np.subtract(found["people"], found["names"]))
        return {
            f"{m} {name}": both[k] for k, m in enumerate(MEASURES) for name, both in found.items()
        }

    found = measured(np.ones(len(y)))
    interval = bootstrap.intervals(found, [measured(weight) for weight in drawn])
    print(markdown.heading("trained on labels of", *(f"{measure} (95 %)" for measure in MEASURES)))
    for name in LABELS:
        keys = [f"{measure} {name}" for measure in MEASURES]
        print(markdown.row(name, *(markdown.percent(found[key], interval[key]) for key in keys)))
    for measure in MEASURES:
        paper, names, people = (found[f"{measure} {name}"] for name in LABELS)
        gap, won, left = (
            100 * (a - b) for a, b in ((people, paper), (names, paper), (people, names))
        )
        low, high = (100 * end for end in interval[f"{measure} left"])
        share = f"{100 * won / gap:.0f} %" if gap > 0 else "no gap"
        print(
            f"\n{measure}: the gap is {gap:.1f}, `names` closes {won:.1f} of it ({share}); "
            f"people are {left:.1f} better than `names` (95 %: {low:.1f} to {high:.1f})."
        )


def main(corpora: Path, work: Path) -> None:
    """Print both tables."""
    rows = table(load(corpora, work))
    dev = rows[rows["part"] == "dev"].reset_index(drop=True)
    rest = rows[rows["part"] != "dev"].reset_index(drop=True)

    print("\n**GUM dev**\n")
    intervals(dev, scores(rest, dev))
    print(f"\n**GUM train, {FOLDS} folds of documents**\n")
    codes, documents = pd.factorize(rest["document"])
    fold = (np.random.default_rng(SEED).permutation(len(documents)) % FOLDS)[codes]
    found = {name: np.zeros(len(rest)) for name in LABELS}
    for n in range(FOLDS):
        for name, part in scores(rest[fold != n], rest[fold == n]).items():
            found[name][fold == n] = part
    intervals(rest, found)


if __name__ == "__main__":
    typer.run(main)
