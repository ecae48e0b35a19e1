"""Are the probabilities of the model that ships true on sets that trained nothing?

    python -m resources.recipes.salience.calibration_table LABELS [LABELS ...]

LABELS are label files. A row per file: the share of entities that are salient, the mean probability
that the model gives them, Brier score and expected calibration error with their 95 % intervals
(1,000 bootstrap samples of documents, seed 0). Then the same with the probabilities fitted to each
document by the others (Platt scaling, five folds): what `salience recalibrate` can gain at most.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd

from resources.recipes import markdown
from salience import evaluate, load_model
from salience.model.recalibration import recalibrated_scores
from salience.tables.record_tables import read_table

FOLDS = 5


def cells(table: pd.DataFrame) -> list[str]:
    """Mean probability, Brier score and ECE of a table with scores."""
    found = evaluate(table)
    shown = [f"{table['score'].mean():.3f}"]
    for name, value in (("brier", found.brier), ("ece", found.ece)):
        low, high = found.intervals[name]
        shown.append(f"{value:.3f} ({low:.3f}–{high:.3f})")
    return shown


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("labels", type=Path, nargs="+")
    model = load_model()
    columns = ("set", "entities", "salient", "probabilities", "mean", "Brier (95 %)", "ECE (95 %)")
    print(markdown.heading(*columns))
    for path in options.parse_args().labels:
        table = read_table(path)
        share = table["salient"].to_numpy(bool).mean()
        ways = {
            "as they ship": model.predict(table),
            "fitted to others": recalibrated_scores(model, table, folds=FOLDS),
        }
        for way, scores in ways.items():
            row = [path.name.split(".")[0], f"{len(table):,}", f"{share:.3f}", way]
            print(markdown.row(*row, *cells(table.assign(score=scores))), flush=True)


if __name__ == "__main__":
    main()
