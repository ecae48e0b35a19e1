"""What a judge says of predicted entities, with intervals.

The judge is a program outside of this project: it pairs predicted entities with gold ones, so that
what is not found counts as missed and what is wrong as wrong. It must have `read(path)` and
`judge(gold, predicted, scored)`.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.metrics import average_precision_score

from resources.recipes.salience.data import GUM, gum
from salience.metrics.bootstrap import document_weights
from salience.model.salience_model import SalienceModel
from salience.tables.record_tables import read_table

SAMPLES, SEED = 500, 0

Gold = Mapping[str, Any]
Records = Sequence[dict[str, Any]]


def read_program(path: Path) -> ModuleType:
    """The judge as a module, as it is."""
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_judge(path: Path) -> ModuleType:
    """The judge as a module. Each gold document is paired once: scores don't change the pairs."""
    module = read_program(path)
    pair, pairs = module.pair, {}

    def pair_once(gold: list[Any], predicted: list[Any]) -> Any:
        if id(gold) not in pairs:
            pairs[id(gold)] = (gold, pair(gold, predicted))  # holds gold, so that its id is its own
        return pairs[id(gold)][1]

    module.__dict__["pair"] = pair_once
    return module


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


def set_scores(records: Records, table: pd.DataFrame, scores: ArrayLike, threshold: float) -> None:
    """Give the entities of records the scores of a table's rows, and say which are salient."""
    keys = zip(table["document"].astype(str), table["entity"], strict=True)
    score_of = dict(zip(keys, np.asarray(scores, float).tolist(), strict=True))
    for record in records:
        for entity in record["entities"]:
            entity["score"] = score_of[str(record["id"]), entity["entity"]]
            entity["salient"] = entity["score"] >= threshold


def predictions(path: Path, model: SalienceModel, threshold: float) -> list[dict[str, Any]]:
    """The documents of a label file, with the model's scores for their entities."""
    table, records = read_table(path), read_records(path)
    set_scores(records, table, model.predict(table), threshold)
    return records


def judged(judge: ModuleType, gold: Gold, records: Records) -> dict[str, Any]:
    """What the judge says of the records."""
    return dict(judge.judge(gold, {str(r["id"]): r for r in records}, True))


@dataclass(frozen=True)
class Paired:
    """A row per gold entity with a proper name, and per prediction that is paired with none.

    Attributes:
        document: Code of the document.
        gold: Whether it is a gold entity.
        salient: Whether a person's summary mentions it.
        key: Document and number of the predicted entity; None for a gold entity without one.
    """

    document: np.ndarray
    gold: np.ndarray
    salient: np.ndarray
    key: list[tuple[str, int] | None]

    def scores(self, table: pd.DataFrame, scores: ArrayLike) -> np.ndarray:
        """The score of every row; 0 for an entity that was not found."""
        keys = zip(table["document"].astype(str), table["entity"], strict=True)
        score_of = dict(zip(keys, np.asarray(scores, float).tolist(), strict=True))
        return np.array([score_of[key] if key else 0.0 for key in self.key])

    def ap(self, scores: np.ndarray, weight: np.ndarray | None = None) -> float:
        """Average precision over the gold entities, as the judge has it."""
        w = None if weight is None else weight[self.document][self.gold]
        y = self.salient[self.gold]
        return float(average_precision_score(y, scores[self.gold], sample_weight=w))

    def f1(self, scores: np.ndarray, threshold: float, weight: np.ndarray | None = None) -> float:
        """F1 at a threshold, by the judge's rule: what is not found is never predicted."""
        w = np.ones(len(scores)) if weight is None else weight[self.document]
        predicted = (scores >= threshold) & np.array([key is not None for key in self.key])
        both = w[predicted].sum() + w[self.salient].sum()
        return float(2 * w[predicted & self.salient].sum() / both) if both else 0.0

    def best_threshold(self, scores: np.ndarray) -> tuple[float, float]:
        """The threshold in steps of .02 with the highest F1, the highest of equals, and that F1."""
        f1, threshold = max((self.f1(scores, t / 100), t / 100) for t in range(4, 72, 2))
        return threshold, f1

    def weights(self) -> list[np.ndarray]:
        """How often each document is drawn, for each bootstrap sample."""
        return list(document_weights(int(self.document.max()) + 1, SAMPLES, SEED))


def pair(judge: ModuleType, gold: Gold, records: Records) -> Paired:
    """The rows of a set, by the judge's pairs."""
    predicted = {str(r["id"]): r for r in records}
    rows: list[tuple[int, bool, bool, tuple[str, int] | None]] = []
    for code, (id, document) in enumerate(gold.items()):
        named = [e for e in predicted[id]["entities"] if _is_named(e)]
        keys = [(id, int(entity["entity"])) for entity in named]
        pairs = judge.pair(document["entities"], named)
        gold_named = [k for k, entity in enumerate(document["entities"]) if entity["named"]]
        for k in gold_named:
            key = keys[pairs[k]] if k in pairs else None
            rows.append((code, True, bool(document["entities"][k]["sal"][0]), key))
        used = {pairs[k] for k in gold_named if k in pairs}
        rows += [(code, False, False, key) for p, key in enumerate(keys) if p not in used]
    documents, is_gold, salient, keys_of = zip(*rows, strict=True)
    return Paired(np.array(documents), np.array(is_gold), np.array(salient), list(keys_of))


def _is_named(entity: Mapping[str, Any]) -> bool:
    return any(mention.get("kind") == "named" for mention in entity["mentions"])


def percentiles(samples: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of bootstrap samples."""
    low, high = np.percentile(samples, [2.5, 97.5])
    return float(low), float(high)


def intervals(judge: ModuleType, gold: Gold, records: Records) -> dict[str, list[float]]:
    """95 % percentile intervals of F1 and AP, from bootstrap samples of documents."""
    paired = pair(judge, gold, records)
    entities = {(str(r["id"]), int(e["entity"])): e for r in records for e in r["entities"]}
    scores = np.array([entities[key]["score"] if key else 0.0 for key in paired.key])
    predicted = np.array([float(entities[key]["salient"]) if key else 0.0 for key in paired.key])
    drawn = paired.weights()
    found = {
        "F1": percentiles([paired.f1(predicted, 1.0, weight) for weight in drawn]),
        "AP": percentiles([paired.ap(scores, weight) for weight in drawn]),
    }
    return {name: [round(end, 3) for end in ends] for name, ends in found.items()}
