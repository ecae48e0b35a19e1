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
from resources.recipes.judges.entities import Rows
from resources.recipes.salience.judging import cell, judge_of
from resources.recipes.salience.train import CANDIDATES, CHOSEN, fit, tables
from salience import load_model
from salience.evaluation.systems import everything, positional
from salience.evaluation.table3 import TRAINED
from salience.tables.record_tables import read_table

JUDGED = ("gum-closed", "gum-dev")


def main(corpora: Path, work: Path) -> None:
    chosen = CANDIDATES[CHOSEN]
    paths = tables(corpora, work, [*chosen.sets, *JUDGED], 1)
    data = {name: read_table(path) for name, path in paths.items()}
    judges = [(judge_of(corpora, name, paths[name]), data[name]) for name in JUDGED]

    systems: dict[str, Any] = {"every entity": everything, "positional baseline": positional}
    for name, groups in TRAINED:
        systems[name] = fit(data, replace(chosen, groups=groups, graded=False)).predict
    systems["the model that ships"] = load_model().predict

    def row(name: str) -> dict[str, str]:
        tuning, dev = (judge.scored(table, systems[name](table)) for judge, table in judges)
        rows = dev.at(tuning.best_threshold()[0])
        p_and_r = {x: f"{100 * rows.measures()[x]:.1f}" for x in ("P", "R")}
        own = {"F1 (95 %)": cell(rows, Rows.f1), "AP (95 %)": cell(rows, Rows.ap)}
        return {"system": name, **p_and_r, **own}

    markdown.show(map(row, systems))


if __name__ == "__main__":
    typer.run(main)
