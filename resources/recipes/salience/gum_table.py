"""Table 3 of Dunietz and Gillick (2014) against gold entities, from raw text, on GUM dev.

    python -m resources.recipes.salience.gum_table CORPORA WORK

The last row is the model that ships. The others are trained on its sets with its weights (the label
files that `train.py` left in WORK), and judged at the threshold that is best for each on the tuning
set. The judge pairs predicted entities with gold ones, so that what is not found counts as missed.
Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from resources.recipes import markdown
from resources.recipes.judges.entities import Rows
from resources.recipes.salience.judging import intervals, judge_of
from resources.recipes.salience.train import CANDIDATES, CHOSEN, fit, tables
from salience import load_model
from salience.evaluation.baselines import everything, positional
from salience.evaluation.table3 import TRAINED
from salience.tables.record_tables import read_table


class Fixed:
    """A system of known scores in a model's place: a baseline."""

    def __init__(self, score: Callable[[pd.DataFrame], np.ndarray]) -> None:
        self.predict = score


def row(name: str, rows: Rows) -> str:
    """P, R, F1 and AP in percent, the last two with their intervals."""
    said, low_high = rows.measures(), intervals(rows)
    cells = [f"{100 * said[measure]:.1f}" for measure in ("P", "R")]
    cells += [markdown.percent(said[measure], low_high[measure]) for measure in ("F1", "AP")]
    return markdown.row(name, *cells)


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("work", type=Path)
    arguments = options.parse_args()
    chosen = CANDIDATES[CHOSEN]
    paths = tables(arguments.corpora, arguments.work, [*chosen.sets, "gum-closed", "gum-dev"], 1)
    data = {name: read_table(paths[name]) for name in chosen.sets}
    tuning, dev = (read_table(paths[name]) for name in ("gum-closed", "gum-dev"))
    judge_tuning, judge_dev = (
        judge_of(arguments.corpora, name, paths[name]) for name in ("gum-closed", "gum-dev")
    )

    systems: dict[str, Any] = {
        "every entity": Fixed(everything),
        "positional baseline": Fixed(positional),
    }
    for name, groups in TRAINED:
        systems[name] = fit(data, replace(chosen, groups=groups, graded=False))
    systems["the model that ships"] = load_model()
    print(markdown.heading("system", "P", "R", "F1 (95 %)", "AP (95 %)"))
    for name, system in systems.items():
        threshold, _ = judge_tuning.scored(tuning, system.predict(tuning)).best_threshold()
        rows = judge_dev.scored(dev, system.predict(dev)).at(threshold)
        print(row(name, rows), flush=True)


if __name__ == "__main__":
    main()
