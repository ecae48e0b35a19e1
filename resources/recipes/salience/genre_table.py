"""Does the model beat first position, first sentences and number of mentions, set by set?

    python -m resources.recipes.salience.genre_table CORPORA WORK [RULES=LABELS ...]

From raw text, by the label files that `train.py` left in WORK, and others that are named, with the
rules of their labels. Sets that were learned from are cut into five parts of documents, each scored
by a model of the other four. In GUM gold entities that are not found count as missed, for every
system. The best of the baselines is picked by the very figure that is shown. Intervals are 95 %
percentiles of 500 bootstrap samples of documents, seed 0, the same for both.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd
import typer

from resources.recipes import markdown
from resources.recipes.judges.entities import Rows
from resources.recipes.salience import train
from resources.recipes.salience.data import UNTITLED
from resources.recipes.salience.judging import difference, gold_entities, judge_of
from salience import load_model
from salience.evaluation.bootstrap import Interval
from salience.evaluation.rank_metrics import Ranking
from salience.evaluation.systems import first_sentences, mentions
from salience.tables.record_tables import read_table

GUM_TRAIN = {"gum-open": "GUM train, open genres", "gum-closed": "GUM train, closed genres"}
TUNING = "gum-closed"
LEARNED, CHOSEN_ON, DEVELOPMENT = "learned from", "chosen on", "**development**"
BASELINES: Mapping[str, Callable[[pd.DataFrame], np.ndarray]] = {
    "first position": lambda table: 1 / table["order"].to_numpy(float),
    "first sentences": first_sentences,
    "mentions": mentions,
}
COLUMNS = ("set", "used", "labels", "documents", "salient", "model", *BASELINES)
DIFFERENCES = ("AP less the best (95 %)", "F1 less the best (95 %)")


@dataclass(frozen=True)
class Measured:
    name: str
    used: str
    labels: str
    systems: Mapping[str, Rows]


Gain = tuple[float, Interval]


def held_out(data: Mapping[str, pd.DataFrame], candidate: train.Candidate) -> dict[str, np.ndarray]:
    scores = {name: np.empty(len(data[name])) for name in candidate.sets}
    for parts in train.held_out_parts(data, candidate.sets):
        model = train.fit({name: data[name][~part] for name, part in parts.items()}, candidate)
        for name, part in parts.items():
            scores[name][part] = model.predict(data[name][part])
    return scores


def at_best(rows: Rows) -> Rows:
    found = rows.found
    ranking = Ranking(rows.document[found], rows.salient[found], rows.score[found])
    threshold, _ = ranking.best(missed=int((rows.salient & ~found).sum()))
    return rows.at(np.inf if threshold is None else threshold)


def gains(systems: Mapping[str, Rows]) -> tuple[Gain, Gain]:
    """How much better the model is than the best other system, in AP and in F1, with intervals."""

    def gain(systems: Mapping[str, Rows], measure: Callable[..., float]) -> Gain:
        model, *others = systems.values()
        return difference(model, max(others, key=measure), measure)

    best = {name: at_best(rows) for name, rows in systems.items()}
    return gain(systems, Rows.ap), gain(best, Rows.f1)


def row(measured: Measured, gained: Iterable[Gain]) -> str:
    first = next(iter(measured.systems.values()))
    cells = [measured.name, measured.used, measured.labels, first.documents]
    cells.append(int(first.salient.sum()))
    for rows in measured.systems.values():
        cells.append(f"{100 * rows.ap():.1f} / {100 * at_best(rows).f1():.1f}")
    return markdown.row(*cells, *(markdown.points(*gain) for gain in gained))


def verdict(found: Mapping[str, tuple[Gain, Gain]]) -> str:
    n = len(found)
    parts = []
    for k, measure in enumerate(("average precision", "F1")):
        ahead = sum(both[k][0] > 0 for both in found.values())
        sure = sum(both[k][1][0] > 0 for both in found.values())
        parts.append(f"in {measure} on {ahead} of {n}, beyond the interval on {sure}")
    return (
        f"On the {n} development sets ({', '.join(found)}) the model is higher than the "
        f"best of these baselines {'; '.join(parts)}."
    )


def rows_of(table: pd.DataFrame, scores: np.ndarray) -> Rows:
    codes, ids = pd.factorize(table["document"])
    every = np.ones(len(table), bool)
    salient = table["salient"].to_numpy(bool)
    grade = table["grade"].to_numpy(float)
    return Rows(len(ids), codes, every, every, salient, grade, np.asarray(scores, float), ~every)


def sets(
    corpora: Path, paths: Mapping[str, Path], rules: Mapping[str, str], candidate: train.Candidate
) -> Iterator[Measured]:
    """Every set, those that trained nothing first; and each genre of GUM train."""
    table_of = {name: read_table(path) for name, path in paths.items()}
    model = load_model()
    scores = {
        name: model.predict(table) for name, table in table_of.items() if name not in candidate.sets
    } | held_out({name: table_of[name] for name in candidate.sets}, candidate)

    def systems(name: str) -> dict[str, np.ndarray]:
        table = table_of[name]
        return {"model": scores[name], **{b: score(table) for b, score in BASELINES.items()}}

    def used(name: str) -> str:
        return LEARNED if name in candidate.sets else CHOSEN_ON if name == TUNING else DEVELOPMENT

    found: list[Measured] = []
    for name, table in table_of.items():
        if name.endswith(UNTITLED):
            continue
        if not name.startswith("gum-"):
            rows = {system: rows_of(table, score) for system, score in systems(name).items()}
            found.append(Measured(name, used(name), f"`{rules.get(name, 'names')}`", rows))
            continue
        judge = judge_of(corpora, name, paths[name])
        judged = {system: judge.scored(table, score) for system, score in systems(name).items()}
        title = GUM_TRAIN.get(name, "GUM dev")
        found.append(Measured(title, used(name), "people", judged))
        if name not in GUM_TRAIN:
            continue
        genres = np.array([document["genre"] for document in gold_entities(corpora, name).values()])
        for genre in sorted(set(genres)):
            part = {system: rows.select(genres == genre) for system, rows in judged.items()}
            if part["model"].salient.any():
                found.append(Measured(f"GUM {genre}", used(name), "people", part))
    order = (DEVELOPMENT, CHOSEN_ON, LEARNED)
    yield from sorted(found, key=lambda measured: order.index(measured.used))


def main(
    corpora: Path,
    work: Path,
    labels: Annotated[list[str] | None, typer.Argument(metavar="RULES=LABELS")] = None,
) -> None:
    chosen = train.CANDIDATES[train.CHOSEN]
    names = dict.fromkeys([*chosen.sets, *GUM_TRAIN, "gum-dev"])
    paths = train.tables(corpora, work, names, 1)
    rules = {}
    for argument in labels or ():
        rule, _, path = argument.partition("=")
        name = Path(path).name.split(".")[0]
        rules[name], paths[name] = rule, Path(path)
    print(markdown.heading(*COLUMNS, *DIFFERENCES))
    development = {}
    for measured in sets(corpora, paths, rules, chosen):
        gained = gains(measured.systems)
        if measured.used == DEVELOPMENT:
            development[measured.name] = gained
        print(row(measured, gained), flush=True)
    print(f"\n{verdict(development)}")


if __name__ == "__main__":
    typer.run(main)
