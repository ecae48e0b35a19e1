"""What the judge says of predicted entities on GUM, with intervals; see `judges.entities`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from resources.recipes import markdown
from resources.recipes.judges.entities import Judge, Rows
from resources.recipes.reading import gum_rows, rows
from salience.evaluation import bootstrap
from salience.evaluation.bootstrap import Interval

SAMPLES, SEED = 500, 0


def gold_entities(corpora: Path, name: str) -> dict[str, Any]:
    return {row["id"]: row for row in gum_rows(corpora, name)}


def judge_of(corpora: Path, name: str, labels: Path) -> Judge:
    return Judge(gold_entities(corpora, name), rows(labels))


def weights(rows: Rows) -> list[np.ndarray]:
    return list(bootstrap.document_weights(rows.documents, SAMPLES, SEED))


def interval(value: float, samples: Iterable[float]) -> Interval:
    return bootstrap.intervals({"": value}, [{"": sample} for sample in samples])[""]


def cell(rows: Rows, measure: Callable[..., float]) -> str:
    """A share of the judge in percent, such as `Rows.ap`, with its interval."""
    value = measure(rows)
    return markdown.percent(value, interval(value, [measure(rows, w) for w in weights(rows)]))


def difference(rows: Rows, other: Rows, measure: Callable[..., float]) -> tuple[float, Interval]:
    """How much better a system is than another by a measure, with the interval of that."""
    own = measure(rows) - measure(other)
    drawn = (w for w in weights(rows) if rows.salient @ w[rows.document])
    return own, interval(own, [measure(rows, w) - measure(other, w) for w in drawn])


def intervals(rows: Rows) -> dict[str, Interval]:
    def measures(weight: np.ndarray | None = None) -> dict[str, float]:
        return {"F1": rows.f1(weight), "AP": rows.ap(weight)}

    found = bootstrap.intervals(measures(), [measures(weight) for weight in weights(rows)])
    return {name: (round(low, 3), round(high, 3)) for name, (low, high) in found.items()}
