"""How well entities without a name are found and scored: `salience score --nominal` on GUM.

    python -m resources.recipes.salience.nominal_table CORPORA

Predicted entities are paired with gold ones as the judge does it, here with those of all kinds.
Dates and times count neither way. The baselines rank the same entities. Intervals are 95 %
percentiles of 500 bootstrap samples of documents, seed 0.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from spacy.language import Language

from resources.recipes import markdown
from resources.recipes.judges.entities import Judge, Rows, is_named
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import cell, gold_entities
from salience import load_model, load_pipeline, score
from salience.model.salience_model import SalienceModel
from salience.tables.records import to_record

TUNING = "gum-closed"
SETS = {TUNING: "GUM train, closed genres", "gum-dev": "GUM dev"}
Record = Mapping[str, Any]


def scored_by(record: Record, score: Callable[[Record], float]) -> Record:
    return {**record, "entities": [{**e, "score": score(e)} for e in record["entities"]]}


def by_position(record: Record) -> Record:
    places = sorted(e["entity"] for e in record["entities"])
    return scored_by(record, lambda e: 1 / (1 + places.index(e["entity"])))


def by_mentions(record: Record) -> Record:
    """Scores that grow with the number of mentions, below 1."""
    return scored_by(record, lambda e: len(e["mentions"]) / (1 + len(e["mentions"])))


def judged(gold: Mapping[str, Any], records: Sequence[Record], *, names: bool) -> Rows:
    """The rows of a judge for whom every entity counts, or with `names=False` the unnamed ones."""

    def counts(entity: Record, named: bool) -> Record:
        kind = "named" if names or not named else "nominal"
        return {**entity, "mentions": [{**m, "kind": kind} for m in entity["mentions"]]}

    of_all = {
        id: {**d, "entities": [{**e, "named": names or not e["named"]} for e in d["entities"]]}
        for id, d in gold.items()
    }
    found = [{**r, "entities": [counts(e, is_named(e)) for e in r["entities"]]} for r in records]
    return Judge(of_all, found).given()


def scored_records(
    corpora: Path, name: str, model: SalienceModel, nlp: Language
) -> Sequence[Record]:
    scored = score(gum(corpora, name), model=model, nlp=nlp, nominal=True)
    return [dict(to_record(document)) for document in scored]


def lines(title: str, gold: Mapping[str, Any], records: Sequence[Record]) -> Iterator[str]:
    systems = {
        "model": records,
        "first position": [by_position(r) for r in records],
        "mentions": [by_mentions(r) for r in records],
    }
    for kind, names in (("all", True), ("without a name", False)):
        for system, scored in systems.items():
            rows = judged(gold, scored, names=names)
            said, both = rows.measures(), rows.gold & rows.found
            sums = [f"{int(value):,}" for value in (rows.gold.sum(), rows.salient.sum())]
            own = system == "model"
            f1 = f"{100 * said['F1']:.1f}" if own else ""
            means = rows.score[both].mean(), rows.salient[both].mean()
            truth = " for ".join(f"{value:.3f}" for value in means) if own else ""
            cells = (title, kind, *sums, f"{100 * said['found']:.1f}", system)
            yield markdown.row(*cells, cell(rows, Rows.ap), f1, truth)


def main(corpora: Path) -> None:
    model, nlp = load_model(), load_pipeline()
    columns = ("set", "entities", "gold", "salient", "found", "ranked by", "AP (95 %)", "F1")
    print(markdown.heading(*columns, "mean probability for share salient"))
    for name, title in SETS.items():
        records = scored_records(corpora, name, model, nlp)
        for line in lines(title, gold_entities(corpora, name), records):
            print(line, flush=True)


if __name__ == "__main__":
    typer.run(main)
