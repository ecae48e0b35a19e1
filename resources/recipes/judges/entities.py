"""Predicted entities against gold ones, from raw text: what is not found counts as missed.

    python -m resources.recipes.judges.entities GOLD PREDICTED [--labels]

GOLD has a line per document: `id` and `entities`, each with `named`, `type`, `sal` (0 or 1 per
summary) and `mentions`, each with `start`, `end` and `heads` in characters of the text. PREDICTED
are the lines of `salience score`, or with `--labels` those of `salience label`.

A predicted mention stands for the gold mention that it overlaps most, if that is half of the
characters of both or more, or if it lies inside of it and covers one of its heads. Gold and
predicted entities are paired one to one so that the most mentions agree (as in CEAF, Luo 2005); of
pairings with as many, the one that the solver finds for predicted entities in falling order of
their scores, equal ones in that of their first mentions. So the order of entities in a file changes
nothing.

What counts are entities with a proper name. A salient gold entity without a pair is missed, and a
predicted one is wrong that is salient and not paired with a named gold entity. Dates and times
count neither way. A gold entity is salient if its first summary, which a person wrote, mentions it.
Of equal scores the most probable entity is one that is not salient; average precision and the ROC
area take them as one step.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
import pandas as pd
import typer
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import average_precision_score, roc_auc_score

from resources.recipes.reading import rows as read_rows
from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.evaluation.bootstrap import precision_recall_f1
from salience.tables.records import DIGITS

Place = tuple[int, int]
GoldEntities = Sequence[dict[str, Any]]
Key = tuple[str, int]
TIME = "time"


def stands_for(gold: GoldEntities, place: Place) -> tuple[int, int] | None:
    """The gold entity, and the mention in it, that a predicted mention stands for.

    Of gold mentions that it overlaps as much, the first, as they are given.
    """
    start, end = place
    most, best = 0.0, None
    for e, entity in enumerate(gold):
        for n, m in enumerate(entity["mentions"]):
            both = min(end, m["end"]) - max(start, m["start"])
            if both <= 0:
                continue
            share = both / (max(end, m["end"]) - min(start, m["start"]))
            inside = m["start"] <= start and end <= m["end"]
            head = any(start <= a and b <= end for a, b in m["heads"])
            if (share >= 0.5 or (inside and head)) and share > most:
                most, best = share, (e, n)
    return best


def in_text_order(entities: Sequence[Mapping[str, Any]]) -> list[int]:
    """The indices of entities in the order of their first mentions, the longer of equals first."""
    places = [sorted(map(_place, entity["mentions"])) for entity in entities]
    return sorted(range(len(entities)), key=lambda i: places[i])


def _place(mention: Mapping[str, Any]) -> Place:
    return mention["start"], -mention["end"]


def pairing(agreeing: ArrayLike) -> dict[int, int]:
    """Pair rows and columns one to one so that the most mentions agree (as in CEAF, Luo 2005).

    Several pairings may agree in as many mentions. The solver then takes one by the order of rows
    and columns, so both must come in an order that the entities themselves define.
    """
    counts = np.asarray(agreeing, np.float64)
    if not counts.size:
        return {}
    chosen = zip(*linear_sum_assignment(counts, maximize=True), strict=True)
    return {int(row): int(column) for row, column in chosen if counts[row, column]}


@dataclass(frozen=True)
class Agreement:
    """How many mentions agree, of shape (gold, predicted), both in text order; `keys` name the
    predicted.
    """

    gold: GoldEntities
    keys: Sequence[Key]
    counts: Float64Array

    @classmethod
    def between(
        cls, gold: GoldEntities, predicted: Sequence[Mapping[str, Any]], keys: Sequence[Key]
    ) -> Self:
        ordered = [
            gold[i] | {"mentions": sorted(gold[i]["mentions"], key=_place)}
            for i in in_text_order(gold)
        ]
        order = in_text_order(predicted)
        counts = np.zeros((len(gold), len(order)))
        for column, p in enumerate(order):
            for mention in predicted[p]["mentions"]:
                place = stands_for(ordered, (mention["start"], mention["end"]))
                if place is not None:
                    counts[place[0], column] += 1
        return cls(ordered, [keys[p] for p in order], counts)

    def pairs(self, scores: Sequence[float] | Float64Array | None = None) -> dict[int, int]:
        """The predicted entity of each gold entity that has one, as indices in text order.

        Without scores of the predicted entities, in the order of `keys`, text order decides.
        """
        n = len(self.keys)
        order = np.arange(n) if scores is None else np.argsort(-np.asarray(scores), kind="stable")
        return {g: int(order[p]) for g, p in pairing(self.counts[:, order]).items()}


@dataclass(frozen=True)
class Rows:
    """A row per gold entity with a proper name, and per prediction that is paired with none.

    `document` is the place of the document, `gold` whether the row is a gold entity, `found`
    whether it has a predicted one, `salient` whether the first summary mentions it, `grade` how
    many do, `score` that of the predicted entity (0 without one), `predicted` whether that is
    predicted to be salient.
    """

    documents: int
    document: IndexArray
    gold: BoolArray
    found: BoolArray
    salient: BoolArray
    grade: Float64Array
    score: Float64Array
    predicted: BoolArray

    def at(self, threshold: float) -> Self:
        """What is found and has at least this score is predicted to be salient."""
        return replace(self, predicted=self.found & (self.score >= threshold))

    def select(self, documents: BoolArray) -> Self:
        kept = documents[self.document]
        arrays = (getattr(self, field.name)[kept] for field in fields(self)[2:])
        code = np.cumsum(documents) - 1
        return type(self)(int(documents.sum()), code[self.document[kept]], *arrays)

    def f1(self, weights: Float64Array | None = None) -> float:
        return self._precision_recall_f1(weights)[2]

    def ap(self, weights: Float64Array | None = None) -> float:
        weight = None if weights is None else weights[self.document][self.gold]
        y, score = self.salient[self.gold], self.score[self.gold]
        return float(average_precision_score(y, score, sample_weight=weight))

    def best_threshold(self) -> tuple[float, float]:
        return best_threshold(lambda threshold: self.at(threshold).f1())

    def measures(self, *, scored: bool = True) -> dict[str, float]:
        """What the judge says.

        `named` are gold entities, `found` the share of them that is paired, `named_P` that of named
        predictions; `P1` is in how many documents the most probable entity is salient.
        """
        named, n_found = int(self.gold.sum()), int((self.gold & self.found).sum())
        said: dict[str, float] = {
            **{"documents": self.documents, "named": named, "found": divided(n_found, named)},
            "named_P": divided(n_found, int(self.found.sum())),
            **dict(zip(("P", "R", "F1"), self._precision_recall_f1(None), strict=True)),
        }
        if scored:
            y, score = self.salient[self.gold], self.score[self.gold]
            said |= {"AUC": float(roc_auc_score(y, score)), "AP": self.ap(), "P1": self._p1()}
        return said

    def _precision_recall_f1(self, weights: Float64Array | None) -> tuple[float, float, float]:
        w = np.ones(len(self.gold)) if weights is None else weights[self.document]
        right = w[self.predicted & self.salient].sum()
        return precision_recall_f1(right, w[self.predicted].sum(), w[self.salient].sum())

    def _p1(self) -> float:
        """Of documents with a salient entity: one that is not goes before it at equal scores."""
        gold = pd.DataFrame(
            {"document": self.document, "score": self.score, "salient": self.salient}
        )[self.gold].sort_values(["score", "salient"], ascending=[False, True])
        by_document = gold.groupby("document")["salient"]
        first = by_document.first()[by_document.any()]
        return float(first.mean()) if len(first) else 0.0


def divided(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def best_threshold(f1: Callable[[float], float]) -> tuple[float, float]:
    """The threshold in steps of .02 with the highest F1, the highest of equals, and that F1."""
    best, threshold = max((f1(t / 100), t / 100) for t in range(4, 72, 2))
    return threshold, best


class Judge:
    """Gold documents and what was found in them, to be judged with several scores.

    `gold` are documents by id, `records` what `salience score` or `label` writes of them; other
    records are left out.
    """

    def __init__(self, gold: Mapping[str, Any], records: Iterable[Mapping[str, Any]]) -> None:
        self.gold = gold
        by_id = {str(record["id"]): record for record in records}
        if missing := [id for id in gold if id not in by_id]:
            raise SystemExit(
                f"{len(missing)} gold documents have no prediction, such as {missing[0]!r}. Score "
                "them all."
            )
        self.entities: dict[tuple[str, int], Mapping[str, Any]] = {}
        self.agreement: dict[str, Agreement] = {}
        for id, document in gold.items():
            named = [(n, e) for n, e in enumerate(by_id[id]["entities"]) if is_named(e)]
            keys = [(id, int(entity.get("entity", n))) for n, entity in named]
            entities = [entity for _, entity in named]
            self.entities |= zip(keys, entities, strict=True)
            self.agreement[id] = Agreement.between(document["entities"], entities, keys)

    def given(self) -> Rows:
        labels = any("score" not in entity for entity in self.entities.values())
        scores = {} if labels else {key: float(e["score"]) for key, e in self.entities.items()}
        salient = {key: bool(entity["salient"]) for key, entity in self.entities.items()}
        return self._rows(None if labels else scores, salient)

    def scored(self, table: pd.DataFrame, scores: ArrayLike, threshold: float = np.inf) -> Rows:
        """The rows with other scores: one per row of a table with `document` and `entity`."""
        keys = zip(table["document"].astype(str), table["entity"].astype(int), strict=True)
        # With the decimals of files of scores: what differs by less is equal there too.
        rounded = np.round(np.asarray(scores, float), DIGITS)
        score_of = dict(zip(keys, rounded.tolist(), strict=True))
        return self._rows(score_of, {}).at(threshold)

    def _rows(self, score_of: Mapping[Key, float] | None, salient: Mapping[Key, bool]) -> Rows:
        judged: list[tuple[int, bool, bool, bool, int, float, bool]] = []
        for code, agreement in enumerate(self.agreement.values()):
            keys, gold = agreement.keys, agreement.gold
            scores = [0.0 if score_of is None else score_of[key] for key in keys]
            if not all(0 <= score <= 1 for score in scores):
                raise SystemExit(f"document {list(self.gold)[code]!r} has a score outside 0 to 1.")
            said = [salient.get(key, False) for key in keys]
            pairs = agreement.pairs(scores)
            for g, entity in enumerate(gold):
                if entity["named"] and entity.get("type") != TIME:
                    p = pairs.get(g)
                    given = (0.0, False) if p is None else (scores[p], said[p])
                    sal = entity["sal"]
                    judged.append((code, True, p is not None, bool(sal[0]), sum(sal), *given))
            right = {p for g, p in pairs.items() if gold[g]["named"] or gold[g].get("type") == TIME}
            judged += [
                (code, False, True, False, 0, scores[p], said[p])
                for p in range(len(keys))
                if p not in right
            ]
        columns = zip(*judged, strict=True) if judged else [()] * 7
        types = (np.int64, bool, bool, bool, np.float64, np.float64, bool)
        arrays = (np.array(c, t) for c, t in zip(columns, types, strict=True))
        return Rows(len(self.gold), *arrays)


def is_named(entity: Mapping[str, Any]) -> bool:
    return any(mention.get("kind") == "named" for mention in entity["mentions"])


def read_records(path: Path) -> dict[str, dict[str, Any]]:
    """The documents of a file of JSON lines, by id; two with the same id are an error."""
    records = read_rows(path)
    by_id = {str(record["id"]): record for record in records}
    if len(by_id) < len(records):
        [(twice, _)] = Counter(str(record["id"]) for record in records).most_common(1)
        raise SystemExit(f"{path} has two documents with the id {twice!r}.")
    return by_id


def main(
    gold: Path,
    predicted: Path,
    labels: Annotated[bool, typer.Option("--labels", help="what `salience label` wrote")] = False,
) -> None:
    judged = Judge(read_records(gold), read_records(predicted).values()).given()
    said = judged.measures(scored=not labels)
    print(json.dumps({name: round(value, 4) for name, value in said.items()}))


if __name__ == "__main__":
    typer.run(main)
