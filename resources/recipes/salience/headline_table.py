"""What the headline brings: our feature, the paper's, and both, on Wikinews.

    python -m resources.recipes.salience.headline_table CORPORA WORK

`headline` has the words of an entity's mentions in the headline, `headline-words` the words that
its mentions have in common with the headline (Dunietz and Gillick 2014, Table 2). Either goes with
the paper's other groups, on the label file of `train.py` in WORK, by cross-validation over ten
parts of the documents. Intervals are 95 % percentiles of 1,000 bootstrap samples of documents.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import typer

from resources.recipes import markdown
from resources.recipes.centrality.table import folds, scores
from resources.recipes.salience.train import tables
from salience import evaluate
from salience.features.groups import DUNIETZ_GILLICK
from salience.tables.record_tables import read_table

SET = "wikinews-body"
OTHERS = tuple(group for group in DUNIETZ_GILLICK if group != "headline-words")
ROWS = {
    "neither": (),
    "`headline`": ("headline",),
    "`headline-words`, the paper's": ("headline-words",),
    "both": ("headline", "headline-words"),
}
C, THRESHOLD = 1.0, 0.3


def main(corpora: Path, work: Path) -> None:
    """Print the table in Markdown."""
    path = tables(corpora, work, [SET], 1)[SET]
    splits = list(folds(read_table(path)))
    print(markdown.heading("headline", "AP (95 %)", "F1 (95 %)"))
    for name, groups in ROWS.items():
        scored = pd.concat(
            test.assign(score=scores(train, test, (*OTHERS, *groups), C)) for train, test in splits
        )
        found = evaluate(scored, threshold=THRESHOLD)
        cells = (markdown.percent(getattr(found, x), found.intervals[x]) for x in ("ap", "f1"))
        print(markdown.row(name, *cells), flush=True)


if __name__ == "__main__":
    typer.run(main)
