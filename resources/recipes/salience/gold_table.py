"""What the models reach with gold mentions and coreference, and what people reach: GUM dev.

    python -m resources.recipes.salience.gold_table CORPORA LABELS GUM_WORK

Every row is trained on the sets of the model that ships, with its weights, but GUM's open documents
have their gold entities, as the tuning set and GUM dev do. The threshold is the best on the tuning
set in steps of .02. LABELS has the label files that `train.py` left, GUM_WORK the parses of
`labels/gum.py`. Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import typer

from resources.recipes import markdown
from resources.recipes.judges.entities import best_threshold
from resources.recipes.labels.gum import Case, load
from resources.recipes.reading import by_people
from resources.recipes.salience.judging import SAMPLES, SEED
from resources.recipes.salience.train import CANDIDATES, CHOSEN, GOLD, fit, scale_of, tables
from salience import attributes, evaluate
from salience.evaluation import human_reference
from salience.evaluation.bootstrap import precision_recall_f1
from salience.evaluation.salience_scores import Scores
from salience.features.groups import DUNIETZ_GILLICK
from salience.tables.record_tables import read_table

SYSTEMS = {
    "dunietz-gillick": DUNIETZ_GILLICK,
    "dunietz-gillick, + share": (*DUNIETZ_GILLICK, "share"),
    "default": "default",
}


def table(cases: Sequence[Case]) -> pd.DataFrame:
    rows = []
    for case in cases:
        for i, row in enumerate(attributes(case.gold)):
            label = {"salient": case.salient[i], "grade": case.grades[i], "abstracts": 5}
            rows.append({"document": case.id, "entity": i, **row, **label})
    return pd.DataFrame(rows)


def f1(salient: np.ndarray, predicted: np.ndarray) -> float:
    return precision_recall_f1((salient & predicted).sum(), predicted.sum(), salient.sum())[2]


def row(name: str, found: Scores) -> dict[str, str]:
    return {
        "features": name,
        "threshold": f"{found.threshold:.2f}",
        "P": f"{100 * found.precision:.1f}",
        "R": f"{100 * found.recall:.1f}",
        "F1 (95 %)": markdown.percent(found.f1, found.intervals["f1"]),
        "AP (95 %)": markdown.percent(found.ap, found.intervals["ap"]),
        "Brier": f"{found.brier:.3f}",
        "ECE": f"{found.ece:.3f}",
    }


def main(corpora: Path, labels: Path, gum_work: Path) -> None:
    chosen = CANDIDATES[CHOSEN]
    chosen = replace(chosen, sets=tuple(name for name in chosen.sets if name not in GOLD[1:]))
    paths = tables(corpora, labels, chosen.sets, 1)
    cases = load(corpora, gum_work)
    gold = {part: table([c for c in cases if c.part == part]) for part in ("open", "tuning", "dev")}
    data = {name: read_table(paths[name]) for name in chosen.sets} | {"gum-open": gold["open"]}

    def measured(groups: str | tuple[str, ...]) -> Scores:
        candidate = replace(chosen, groups=groups)
        model = scale_of(data, candidate).of(fit(data, candidate))
        salient, scores = gold["tuning"]["salient"].to_numpy(bool), model.predict(gold["tuning"])
        threshold, _ = best_threshold(lambda t: f1(salient, scores >= t))
        scored = gold["dev"].assign(score=model.predict(gold["dev"]))
        return evaluate(scored, threshold=threshold, n_bootstrap=SAMPLES, seed=SEED)

    markdown.show(row(name, measured(groups)) for name, groups in SYSTEMS.items())
    people = {row["id"] for row in by_people(corpora)}
    dev = gold["dev"]
    found = human_reference(dev[dev["document"].isin(people)], n_bootstrap=SAMPLES, seed=SEED)
    print(
        f"\nOne summary against another, in the {found.documents} of {dev['document'].nunique()} "
        f"documents that have {found.abstracts:.0f} by people: F1 "
        f"{markdown.percent(found.f1, found.intervals['f1'])}, kappa {found.kappa:.2f}."
    )


if __name__ == "__main__":
    typer.run(main)
