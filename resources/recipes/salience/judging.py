"""What the judge says of predicted entities on GUM, with intervals; see `judges.entities`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from resources.recipes.judges.entities import Judge, Rows
from resources.recipes.salience.data import GUM, gum
from salience.evaluation import bootstrap
from salience.evaluation.bootstrap import Interval

SAMPLES, SEED = 500, 0

Gold = Mapping[str, Any]
Records = Sequence[dict[str, Any]]


def gold_entities(corpora: Path, name: str) -> dict[str, Any]:
    """The gold documents of `gum-open`, of the tuning set (`gum-closed`) or of `gum-dev`, by id."""
    part, open_genres = GUM[name]
    documents = gum(corpora, part, open_genres=open_genres)
    return {
        d.id: {"id": d.id, "genre": d.meta["genre"], "entities": d.meta["entities"]}
        for d in documents
    }


def read_records(path: Path) -> list[dict[str, Any]]:
    """The documents of a label file."""
    with path.open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def judge_of(corpora: Path, name: str, labels: Path) -> Judge:
    """The judge of a set of `gold_entities`, with what its label file holds."""
    return Judge(gold_entities(corpora, name), read_records(labels))


def weights(rows: Rows) -> list[np.ndarray]:
    """How often each document is drawn, for each bootstrap sample."""
    return list(bootstrap.document_weights(rows.documents, SAMPLES, SEED))


def summary(rows: Rows) -> dict[str, Any]:
    """What the judge says, rounded, with the intervals of F1 and AP: for a model's card."""
    said = {name: round(value, 4) for name, value in rows.measures().items()}
    return {**said, "95%": intervals(rows)}


def interval(found: float, samples: Iterable[float]) -> Interval:
    """The middle 95 % of the bootstrap samples of one figure."""
    return bootstrap.intervals({"": found}, [{"": sample} for sample in samples])[""]


def intervals(rows: Rows) -> dict[str, Interval]:
    """95 % percentile intervals of F1 and AP, from bootstrap samples of documents."""

    def measures(weight: np.ndarray | None = None) -> dict[str, float]:
        return {"F1": rows.f1(weight), "AP": rows.ap(weight)}

    found = bootstrap.intervals(measures(), [measures(weight) for weight in weights(rows)])
    return {name: (round(low, 3), round(high, 3)) for name, (low, high) in found.items()}
