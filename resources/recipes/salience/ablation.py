"""What each feature group brings, from raw text, on the tuning set.

    python -m resources.recipes.salience.ablation CORPORA WORK

Every row is trained on the sets and with the weights of the model that ships, from the label files
that `train.py` left in WORK. First groups are taken from the default or added to it, then added to
the five of Dunietz and Gillick (2014). Intervals are 95 % percentiles of 500 bootstrap samples of
documents, seed 0; those of a difference are of the same samples for both models.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import typer

from resources.recipes import markdown
from resources.recipes.judges.entities import Rows
from resources.recipes.salience.judging import cell, difference, judge_of
from resources.recipes.salience.train import CANDIDATES, CHOSEN, fit, tables
from salience.features.groups import BIASES, CONTEXT, DEFAULT, DUNIETZ_GILLICK, GROUPS
from salience.tables.record_tables import read_table

TUNING = "gum-closed"
Systems = dict[str, tuple[str, ...]]


def ablations() -> Iterator[tuple[str, Systems]]:
    ours = [group for group in GROUPS if group not in (*DUNIETZ_GILLICK, "centrality", *BIASES)]
    for name, base in (("default", DEFAULT), ("dunietz-gillick", DUNIETZ_GILLICK)):
        less = {f"− {g}": tuple(x for x in base if x != g) for g in base}
        if around := [g for g in base if g in CONTEXT]:
            less[f"− {', '.join(around)}"] = tuple(g for g in base if g not in around)
        added = {f"+ {g}": (*base, g) for g in (*DUNIETZ_GILLICK, *ours) if g not in base}
        added["+ all of context"] = (*base, "context")
        yield name, {f"**{name}**": base, **less, **added}


def main(corpora: Path, work: Path) -> None:
    chosen = CANDIDATES[CHOSEN]
    paths = tables(corpora, work, [*chosen.sets, TUNING], 1)
    data = {name: read_table(path) for name, path in paths.items()}
    judge, table = judge_of(corpora, TUNING, paths[TUNING]), data[TUNING]

    def measured() -> Iterator[dict[str, str]]:
        for _, systems in ablations():
            base: Rows | None = None
            for name, groups in systems.items():
                model = fit(data, replace(chosen, groups=groups))
                rows = judge.scored(table, model.predict(table))
                gain = "" if base is None else markdown.points(*difference(rows, base, Rows.ap))
                base = base or rows
                yield {
                    "groups": name,
                    "AP (95 %)": cell(rows, Rows.ap),
                    "AP less that of the base (95 %)": gain,
                    "best F1": f"{100 * rows.best_threshold()[1]:.1f}",
                }

    markdown.show(measured())


if __name__ == "__main__":
    typer.run(main)
