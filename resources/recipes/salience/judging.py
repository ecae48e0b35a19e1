"""What the judge says of predicted entities on GUM, with intervals; see `judges.entities`."""

from __future__ import annotations

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
Measure = Callable[..., float]
"""Of rows, and perhaps with a weight for each document, such as `Rows.ap`."""


def gold_entities(corpora: Path, name: str) -> dict[str, Any]:
    return {row["id"]: row for row in gum_rows(corpora, name)}


def judge_of(corpora: Path, name: str, labels: Path) -> Judge:
    return Judge(gold_entities(corpora, name), rows(labels))


def weights(rows: Rows) -> list[np.ndarray]:
    return list(bootstrap.document_weights(rows.documents, SAMPLES, SEED))


def interval(value: float, samples: Iterable[float]) -> Interval:
    """The middle 95 % of the bootstrap samples of one figure."""
    return bootstrap.intervals({"": value}, [{"": sample} for sample in samples])[""]


def measured(rows: Rows, measure: Measure) -> str:
    """A measure of rows in percent, with its interval."""
    value = measure(rows)
    return markdown.percent(value, interval(value, [measure(rows, w) for w in weights(rows)]))


def gained(rows: Rows, base: Rows, measure: Measure) -> tuple[float, Interval]:
    """How much more rows have of a measure than others of the same documents, with its interval."""
    gains = [
        measure(rows, weight) - measure(base, weight)
        for weight in weights(rows)
        if rows.salient @ weight[rows.document]
    ]
    gain = measure(rows) - measure(base)
    return gain, interval(gain, gains)


def intervals(rows: Rows) -> dict[str, Interval]:
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
