"""Nuggets that somebody found in texts, from files, and nugget F of each system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from salience.corpus.json_lines import read_json_lines
from salience.evaluation.bootstrap import DocumentCounts, Interval
from salience.measures.texts.nuggets import ALLOWANCE, BETA, COUNTS, nugget_counts, nugget_scores
from salience.text.formatting import fit, interval_text


@dataclass(frozen=True, slots=True)
class NuggetScores:
    """Nugget F, recall and precision of a system, with intervals over documents."""

    system: str
    documents: int
    scores: Mapping[str, float]
    intervals: Mapping[str, Interval]


def score_nuggets(
    path: str | Path,
    *,
    beta: float = BETA,
    allowance: int = ALLOWANCE,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> list[NuggetScores]:
    """Nugget F of each system of a file of JSON lines.

    A line has `text`; `found`, the nuggets that are in it; `key`, by nugget vital or okay; and
    `system`, if there are several. Documents without a vital nugget don't count.

    Raises:
        CorpusError: If the file can't be read or a line is none; or as `nugget_counts` raises it.
    """
    advice = "A line has text, found (a list of nuggets) and key (vital or okay by nugget)."
    counts: dict[str, list[np.ndarray]] = {}
    lines = read_json_lines(path, _judged, "a text with its nuggets", advice)
    for _, (system, nuggets, key, text) in lines:
        count = nugget_counts(nuggets, key, text, beta=beta, allowance=allowance)
        counts.setdefault(system, []).append(count)
    rows = []
    for system, some in counts.items():
        added = DocumentCounts(COUNTS, np.array(some).T)
        scores, ends = added.bootstrap(nugget_scores, n_bootstrap, seed)
        rows.append(NuggetScores(system, int(added.total()[0]), scores, ends))
    return rows


def _judged(record: dict[str, Any]) -> tuple[str, list[str], dict[str, Any], str]:
    text, found, key = record["text"], record["found"], record["key"]
    if not isinstance(text, str) or not isinstance(found, list) or not isinstance(key, dict):
        raise TypeError("text must be a text, found a list and key an object")
    return str(record.get("system", "all")), list(map(str, found)), key, text


def nugget_table(rows: list[NuggetScores]) -> str:
    """The same as a plain table."""
    return "\n".join(_lines(rows))


def _lines(rows: list[NuggetScores]) -> Iterator[str]:
    yield f"{'system':24} {'documents':>9} {'F':>7} {'interval':>15} {'recall':>7} {'precision':>9}"
    for row in rows:
        f, recall, precision = (_number(row.scores[name]) for name in ("f", "recall", "precision"))
        ends = interval_text(row.intervals.get("f"), _number)
        yield (
            f"{fit(row.system, 24)} {row.documents:>9,} {f:>7} {ends:>15} {recall:>7} "
            f"{precision:>9}"
        )


def _number(value: float) -> str:
    return "none" if value != value else f"{value:.4f}"
