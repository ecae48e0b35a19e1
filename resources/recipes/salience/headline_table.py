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
from sklearn.model_selection import GroupKFold

from resources.recipes import markdown
from resources.recipes.salience.train import tables
from salience import EntityFeaturizer, SalienceClassifier, evaluate
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
    path = tables(corpora, work, [SET], 1)[SET]
    table = read_table(path)
    folds = list(GroupKFold(10).split(table, groups=table["document"]))
    print(markdown.heading("headline", "AP (95 %)", "F1 (95 %)"))
    for name, groups in ROWS.items():
        featurizer, model = EntityFeaturizer((*OTHERS, *groups)), SalienceClassifier(C=C)
        tested = []
        for others, own in folds:
            train, test = table.iloc[others], table.iloc[own]
            model.fit(featurizer.transform(train), train["salient"])
            tested.append(test.assign(score=model.predict_proba(featurizer.transform(test))[:, 1]))
        scored = pd.concat(tested)
        found = evaluate(scored, threshold=THRESHOLD)
        cells = (markdown.percent(getattr(found, x), found.intervals[x]) for x in ("ap", "f1"))
        print(markdown.row(name, *cells), flush=True)


if __name__ == "__main__":
    typer.run(main)
