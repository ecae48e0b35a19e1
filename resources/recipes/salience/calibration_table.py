"""Are the probabilities of the model that ships true on sets that trained nothing?

    python -m resources.recipes.salience.calibration_table CORPORA WORK

Of raw text, as they are, shifted to the true share (what `salience recalibrate --expect` can gain
at most), and fitted to each document by the others (Platt scaling, five folds). Label files in WORK
are made where they are not there. Intervals are of 1,000 bootstrap samples of documents, seed 0.
"""

from collections.abc import Iterator
from pathlib import Path

import typer

from resources.recipes import markdown
from resources.recipes.salience.data import UNTITLED
from resources.recipes.salience.train import REPORTED, tables
from salience import evaluate, load_model
from salience.evaluation.recalibration import recalibrated_scores, with_share
from salience.tables.record_tables import read_table

FOLDS = 5
SWISS = ("swiss-2019-2020", "swiss-2019-2020" + UNTITLED)


def measured(corpora: Path, work: Path) -> Iterator[dict[str, str]]:
    model = load_model()
    for name, path in tables(corpora, work, [*REPORTED, *SWISS], 1).items():
        table = read_table(path)
        share = table["salient"].to_numpy(bool).mean()
        scores = model.predict(table)
        ways = {
            "as they ship": scores,
            "shifted to the share": with_share(model, scores, share).predict(table),
            "fitted to others": recalibrated_scores(model, table, folds=FOLDS),
        }
        for way, scores in ways.items():
            found = evaluate(table.assign(score=scores))
            yield {
                "set": name.replace(UNTITLED, ", no headlines"),
                "entities": f"{len(table):,}",
                "salient": f"{share:.3f}",
                "probabilities": way,
                "mean": f"{scores.mean():.3f}",
                "Brier (95 %)": markdown.plain(found.brier, found.intervals["brier"], 3),
                "ECE (95 %)": markdown.plain(found.ece, found.intervals["ece"], 3),
            }


def main(corpora: Path, work: Path) -> None:
    markdown.show(measured(corpora, work))


if __name__ == "__main__":
    typer.run(main)
