"""What a judge says of predicted entities, with intervals.

The judge is a program outside of this project: it pairs predicted entities with gold ones, so that
what is not found counts as missed and what is wrong as wrong. It must have `read(path)` and
`judge(gold, predicted, scored)`.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from data import gum

from salience.model import SalienceModel
from salience.records import read_table

SAMPLES, SEED = 500, 0

Gold = Mapping[str, Any]
Records = Sequence[dict[str, Any]]


def load_judge(path: Path) -> ModuleType:
    """The judge as a module. Each gold document is paired once: scores don't change the pairs."""
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pair, pairs = module.pair, {}

    def pair_once(gold: list[Any], predicted: list[Any]) -> Any:
        if id(gold) not in pairs:
            pairs[id(gold)] = (gold, pair(gold, predicted))  # holds gold, so that its id is its own
        return pairs[id(gold)][1]

    module.__dict__["pair"] = pair_once
    return module


def gold_entities(corpora: Path, name: str) -> dict[str, Any]:
    """The gold documents of the tuning set (`gum-closed`) or of `gum-dev`, by id."""
    part = {"gum-closed": ("train", False), "gum-dev": ("dev", None)}[name]
    documents = gum(corpora, part[0], open_genres=part[1])
    return {d.id: {"id": d.id, "entities": d.meta["entities"]} for d in documents}


def predictions(path: Path, model: SalienceModel, threshold: float) -> list[dict[str, Any]]:
    """The documents of a label file, with the model's scores for their entities."""
    table = read_table(path)
    keys = zip(table["document"].astype(str), table["entity"], strict=True)
    scores = dict(zip(keys, model.predict(table), strict=True))
    with path.open(encoding="utf8") as lines:
        records = [json.loads(line) for line in lines]
    for record in records:
        for entity in record["entities"]:
            entity["score"] = float(scores[str(record["id"]), entity["entity"]])
            entity["salient"] = entity["score"] >= threshold
    return records


def judged(judge: ModuleType, gold: Gold, records: Records) -> dict[str, Any]:
    """What the judge says of the records."""
    return dict(judge.judge(gold, {str(r["id"]): r for r in records}, True))


def intervals(judge: ModuleType, gold: Gold, records: Records) -> dict[str, list[float]]:
    """95 % percentile intervals of F1 and AP, from bootstrap samples of documents."""
    predicted = {str(r["id"]): r for r in records}
    keys, generator = list(gold), np.random.default_rng(SEED)
    samples = []
    for _ in range(SAMPLES):
        drawn = [keys[i] for i in generator.integers(len(keys), size=len(keys))]
        again = {f"{n} {key}": key for n, key in enumerate(drawn)}
        said = judge.judge(
            {new: gold[key] for new, key in again.items()},
            {new: predicted[key] for new, key in again.items()},
            True,
        )
        samples.append((said["F1"], said["AP"]))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0).round(3)
    return {"F1": [float(low[0]), float(high[0])], "AP": [float(low[1]), float(high[1])]}
