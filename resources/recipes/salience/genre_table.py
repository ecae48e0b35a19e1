"""Does the model beat first position and number of mentions on every set, and in every genre?

    python -m resources.recipes.salience.genre_table CORPORA WORK [LABELS ...] --judge JUDGE

From raw text, by the label files that `train.py` left in WORK, and others that are named. No
document is scored by a model that saw it: the training sets are cut into five parts of documents,
each scored by a model of the other four with the recipe that ships, and the other sets by the
recipe on all of them. In GUM gold entities that are not found count as missed, for every system.
*First position* ranks by the order of first mentions. The better of the two baselines is picked by
the very figure that is shown. Intervals are 95 % percentiles of 500 bootstrap samples of documents,
seed 0, the same for both.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.metrics import average_precision_score

from resources.recipes import markdown
from resources.recipes.salience.judging import (
    SAMPLES,
    SEED,
    gold_entities,
    interval,
    load_judge,
    pair,
    read_records,
)
from resources.recipes.salience.train import CANDIDATES, CHOSEN, FOLDS, Candidate, fit, tables
from salience.experiments.baselines import mentions
from salience.metrics.bootstrap import document_weights
from salience.model.recalibration import document_folds
from salience.tables.record_tables import read_table

GUM_TRAIN = ("gum-open", "gum-closed")
BASELINES: Mapping[str, Callable[[pd.DataFrame], np.ndarray]] = {
    "first position": lambda table: 1 / table["order"].to_numpy(float),
    "mentions": mentions,
}
System = dict[str, np.ndarray]


def held_out(
    data: Mapping[str, pd.DataFrame], others: Mapping[str, pd.DataFrame], candidate: Candidate
) -> dict[str, np.ndarray]:
    """The scores of every document by a model that was trained without it, by set.

    `data` are the training sets; `others` train nothing.
    """
    scores = {name: np.empty(len(data[name])) for name in candidate.sets}
    folds = {name: list(document_folds(data[name]["document"], FOLDS)) for name in candidate.sets}
    for n in range(FOLDS):
        rest = {name: data[name].iloc[folds[name][n][0]] for name in candidate.sets}
        model = fit(rest, candidate)
        for name in candidate.sets:
            part = folds[name][n][1]
            scores[name][part] = model.predict(data[name].iloc[part])
    model = fit(data, candidate)
    return scores | {name: model.predict(table) for name, table in others.items()}


def row(
    name: str, documents: np.ndarray, salient: np.ndarray, scores: Mapping[str, np.ndarray]
) -> str:
    """The row of a set: average precision of each system, and the model less the better baseline.

    Args:
        name: The name of the set.
        documents: The document of each entity.
        salient: Per entity, whether it is.
        scores: By system, the model first.
    """

    def ap(score: np.ndarray, weight: np.ndarray | None = None) -> float:
        return float(average_precision_score(salient, score, sample_weight=weight))

    codes, ids = pd.factorize(documents)
    found = {system: ap(score) for system, score in scores.items()}
    model, *others = found
    better = max(others, key=lambda system: found[system])
    differences = []
    for drawn in document_weights(len(ids), SAMPLES, SEED):
        weight = drawn[codes]
        if weight[salient].any():
            differences.append(ap(scores[model], weight) - ap(scores[better], weight))
    difference = found[model] - found[better]
    low, high = interval(difference, differences)
    wins = "yes" if low > 0 else "likely" if difference > 0 else "**no**"
    cells = [name, str(len(ids)), str(int(salient.sum()))]
    cells += [f"{100 * value:.1f}" for value in found.values()]
    return markdown.row(*cells, markdown.points(difference, (low, high)), wins)


def sets(
    corpora: Path, judge: Path, paths: Mapping[str, Path], candidate: Candidate
) -> Iterator[tuple[str, np.ndarray, np.ndarray, System]]:
    """What `row` takes: of each set with abstracts, of GUM dev, GUM train, and each genre of it."""
    tables_of = {name: read_table(path) for name, path in paths.items()}
    data = {name: tables_of[name] for name in candidate.sets}
    others = {name: table for name, table in tables_of.items() if name not in data}
    model = held_out(data, others, candidate)
    for name, table in tables_of.items():
        if not name.startswith("gum-"):
            scores = {"model": model[name]} | {b: f(table) for b, f in BASELINES.items()}
            yield name, table["document"].to_numpy(), table["salient"].to_numpy(bool), scores
    program = load_judge(judge)

    def gold_rows(name: str) -> pd.DataFrame:
        """A row per gold entity: document, genre, label, and the score of each system."""
        table, gold = tables_of[name], gold_entities(corpora, name)
        paired = pair(program, gold, read_records(paths[name]))
        ids, genres = list(gold), [document["genre"] for document in gold.values()]
        columns = {
            "document": [ids[code] for code in paired.document],
            "genre": [genres[code] for code in paired.document],
            "salient": paired.salient,
            "model": paired.scores(table, model[name]),
            **{b: paired.scores(table, f(table)) for b, f in BASELINES.items()},
        }
        return pd.DataFrame(columns)[paired.gold]

    rows = pd.concat([gold_rows(name) for name in GUM_TRAIN], ignore_index=True)
    of_genres = ((f"GUM {genre}", part) for genre, part in rows.groupby("genre"))
    for name, part in (("GUM dev", gold_rows("gum-dev")), ("GUM train", rows), *of_genres):
        scores = {system: part[system].to_numpy() for system in ("model", *BASELINES)}
        yield name, part["document"].to_numpy(), part["salient"].to_numpy(bool), scores


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("work", type=Path)
    options.add_argument("labels", type=Path, nargs="*")
    options.add_argument("--judge", type=Path, required=True)
    arguments = options.parse_intermixed_args()
    chosen = CANDIDATES[CHOSEN]
    names = dict.fromkeys([*chosen.sets, *GUM_TRAIN, "gum-dev"])
    paths = tables(arguments.corpora, arguments.work, names, 1)
    paths |= {path.name.split(".")[0]: path for path in arguments.labels}
    columns = ["set", "documents", "salient", "model", *BASELINES, "less the better (95 %)", "wins"]
    print(markdown.heading(*columns))
    for found in sets(arguments.corpora, arguments.judge, paths, chosen):
        print(row(*found), flush=True)


if __name__ == "__main__":
    main()
