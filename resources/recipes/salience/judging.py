"""What the judge says of predicted entities on GUM, with intervals; see `judges.entities`."""

from __future__ import annotations

from collections.abc import Iterable
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
    """The gold documents of a set of GUM by id."""
    return {row["id"]: row for row in gum_rows(corpora, name)}


def judge_of(corpora: Path, name: str, labels: Path) -> Judge:
    """The judge of a set of GUM, with what its label file holds."""
    return Judge(gold_entities(corpora, name), rows(labels))


def weights(rows: Rows) -> list[np.ndarray]:
    """How often each document is drawn, for each bootstrap sample."""
    return list(bootstrap.document_weights(rows.documents, SAMPLES, SEED))


def interval(value: float, samples: Iterable[float]) -> Interval:
    """The middle 95 % of the bootstrap samples of one figure."""
    return bootstrap.intervals({"": value}, [{"": sample} for sample in samples])[""]


def intervals(rows: Rows) -> dict[str, Interval]:
    """95 % percentile intervals of F1 and AP, from bootstrap samples of documents."""

    def measures(weight: np.ndarray | None = None) -> dict[str, float]:
        return {"F1": rows.f1(weight), "AP": rows.ap(weight)}

    found = bootstrap.intervals(measures(), [measures(weight) for weight in weights(rows)])
    return {name: (round(low, 3), round(high, 3)) for name, (low, high) in found.items()}


def cells(rows: Rows, *names: str) -> list[str]:
    """Measures of the judge in percent, F1 and AP with their intervals."""
    said, low_high = rows.measures(), intervals(rows)
    return [
        markdown.percent(said[name], low_high[name])
        if name in low_high
        else f"{100 * said[name]:.1f}"
        for name in names
    ]
