"""Table 3 of Dunietz and Gillick (2014) against gold entities, from raw text, on GUM dev.

    python -m resources.recipes.salience.gum_table CORPORA WORK

The others than the model that ships are trained on its sets with its weights (the label files that
`train.py` left in WORK), and judged at the threshold that is best for each on the tuning set.
Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from resources.recipes import markdown
from resources.recipes.salience.judging import cells, judge_of
from resources.recipes.salience.train import CANDIDATES, CHOSEN, fit, tables
from salience import load_model
from salience.evaluation.baselines import everything, positional
from salience.evaluation.table3 import TRAINED
from salience.tables.record_tables import read_table


def main(corpora: Path, work: Path) -> None:
    chosen = CANDIDATES[CHOSEN]
    paths = tables(corpora, work, [*chosen.sets, "gum-closed", "gum-dev"], 1)
    data = {name: read_table(paths[name]) for name in chosen.sets}
    tuning, dev = (read_table(paths[name]) for name in ("gum-closed", "gum-dev"))
    judge_tuning, judge_dev = (
        judge_of(corpora, name, paths[name]) for name in ("gum-closed", "gum-dev")
    )

    systems: dict[str, Any] = {"every entity": everything, "positional baseline": positional}
    for name, groups in TRAINED:
        systems[name] = fit(data, replace(chosen, groups=groups, graded=False)).predict
    systems["the model that ships"] = load_model().predict

    def row(name: str) -> dict[str, str]:
        threshold, _ = judge_tuning.scored(tuning, systems[name](tuning)).best_threshold()
        rows = judge_dev.scored(dev, systems[name](dev)).at(threshold)
        return {"system": name, **cells(rows, "P", "R", "F1", "AP")}

    markdown.show(map(row, systems))


if __name__ == "__main__":
    typer.run(main)
