"""What a judge says of predicted entities, with intervals.

The judge is a program outside of this project: it pairs predicted entities with gold ones, so that
what is not found counts as missed and what is wrong as wrong. It must offer two functions:

- `pair(gold, predicted)`: which entities of one document belong together, one to one: indices of
  predicted ones by those of gold ones. Gold entities have `mentions` (`start`, `end` and `heads` in
  characters), `named`, and `sal` (0 or 1 per summary); predicted ones have `mentions`.
- `judge(gold, predicted, scored)`: of documents by id, a mapping with the shares `P`, `R`, `F1`,
  `found` and `named_P`, and with `scored` also `AP`, `AUC`, `P1` and `nDCG10`. It calls `pair`, and
  counts entities with a proper name; salient gold ones are those of the first summary.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.metrics import average_precision_score

from resources.recipes.salience.data import GUM, gum
from salience.metrics import bootstrap
from salience.metrics.bootstrap import Interval
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
    """The judge as a module that pairs each document once, since scores don't change the pairs.

    Gold entities must name their `document`, as those of `gold_entities` do.
    """
    module = read_program(path)
    pair = module.pair
    pairs: dict[str, Any] = {}

    def pair_once(gold: list[Any], predicted: list[Any]) -> Any:
        if not gold:
            return pair(gold, predicted)
        document = gold[0]["document"]
        if document not in pairs:
            pairs[document] = pair(gold, predicted)
        return pairs[document]

    module.__dict__["pair"] = pair_once
    return module


def gold_entities(corpora: Path, name: str) -> dict[str, Any]:
    """The gold documents of `gum-open`, of the tuning set (`gum-closed`) or of `gum-dev`, by id."""
    part, open_genres = GUM[name]
    documents = gum(corpora, part, open_genres=open_genres)
    return {
        d.id: {
            "id": d.id,
            "genre": d.meta["genre"],
            "entities": [{**entity, "document": d.id} for entity in d.meta["entities"]],
        }
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
        """See `best_threshold`."""
        return best_threshold(lambda threshold: self.f1(scores, threshold))

    def weights(self) -> list[np.ndarray]:
        """How often each document is drawn, for each bootstrap sample."""
        return list(bootstrap.document_weights(int(self.document.max()) + 1, SAMPLES, SEED))


def best_threshold(f1: Callable[[float], float]) -> tuple[float, float]:
    """The threshold in steps of .02 with the highest F1, the highest of equals, and that F1.

    >>> best_threshold(lambda threshold: float(threshold < 0.31))
    (0.3, 1.0)
    """
    best, threshold = max((f1(t / 100), t / 100) for t in range(4, 72, 2))
    return threshold, best


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


def interval(found: float, samples: Iterable[float]) -> Interval:
    """The middle 95 % of the bootstrap samples of one figure."""
    return bootstrap.intervals({"": found}, [{"": sample} for sample in samples])[""]


def intervals(judge: ModuleType, gold: Gold, records: Records) -> dict[str, Interval]:
    """95 % percentile intervals of F1 and AP, from bootstrap samples of documents."""
    paired = pair(judge, gold, records)
    entities = {(str(r["id"]), int(e["entity"])): e for r in records for e in r["entities"]}
    scores = np.array([entities[key]["score"] if key else 0.0 for key in paired.key])
    predicted = np.array([float(entities[key]["salient"]) if key else 0.0 for key in paired.key])

    def measures(weight: np.ndarray | None = None) -> dict[str, float]:
        return {"F1": paired.f1(predicted, 1.0, weight), "AP": paired.ap(scores, weight)}

    found = bootstrap.intervals(measures(), [measures(weight) for weight in paired.weights()])
    return {name: (round(low, 3), round(high, 3)) for name, (low, high) in found.items()}
