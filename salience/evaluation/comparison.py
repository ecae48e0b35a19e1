"""Systems measured on the same labels, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from salience.arrays import BoolArray, Float64Array
from salience.errors import SalienceError
from salience.evaluation.salience_scores import Scores, evaluate
from salience.evaluation.significance import (
    Difference,
    corrected,
    needed_shuffles,
    randomization_test,
)
from salience.evaluation.systems import System
from salience.features.table_rules import check_label_file, found_rows

SystemScores = tuple[str, Scores]
"""The name of a system and its scores."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` found.

    Attributes:
        rows: Each system with its scores.
        differences: By every system but the first, the scores of the first less its own, with
            p-values that are corrected for all of them. Empty without shuffles.
        at: By system, what its threshold means.
    """

    rows: list[SystemScores]
    differences: dict[str, Difference]
    at: dict[str, str] = field(default_factory=dict)

    def frame(self) -> pd.DataFrame:
        """The table of `scores_frame`."""
        return scores_frame(self.rows, self.differences)


def compare(
    table: pd.DataFrame,
    systems: Sequence[System],
    *,
    n_bootstrap: int = 1000,
    n_shuffles: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Measure systems on labelled entities, and test whether the first differs from the others.

    A system without a threshold is measured at the one that is best for it on this very table,
    so that what beats it does so for a reason.

    Args:
        table: As `read_table` gives it for a file of labels. Rows that are not `found` (see
            `salience.tables.missed_entities`) are scored by no system, and count against each.
        systems: At least one, with different names.
        n_bootstrap: For the intervals, see `evaluate`.
        n_shuffles: For the p-values, see `randomization_test`. 0 for none.
        seed: For both.

    Raises:
        CorpusError: If the table has no rows, or is not one of labels.
        SalienceError: If a system does not give one score per row.
        ValueError: If there is no system, or two have the same name.

    Example:
        >>> from salience.evaluation.systems import BASELINES
        >>> table = pd.DataFrame({"document": ["d", "d"], "salient": [True, False], "named": [2, 1],
        ...     "nominal": 0, "pronominal": 0, "first_sentence": [1, 0]})
        >>> found = compare(table, [BASELINES["mentions"], BASELINES["first-sentence"]])
        >>> found.frame()[["system", "f1", "holm_f1"]]
                   system   f1  holm_f1
        0        mentions  1.0      NaN
        1  first-sentence  0.0      1.0
    """
    was_found = found_rows(table)
    check_label_file(table[was_found], "the table")
    names = [system.name for system in systems]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"systems need different names, but are {names}. Rename one.")
    scored = [_scored(system, table, was_found) for system in systems]
    thresholds = [
        _best(table, scores) if system.threshold is None else system.threshold
        for system, scores in zip(systems, scored, strict=True)
    ]
    found = [
        randomization_test(
            table,
            scored[0],
            others,
            thresholds=(thresholds[0], threshold),
            n_shuffles=n_shuffles,
            seed=seed,
        )
        for others, threshold in zip(scored[1:], thresholds[1:], strict=True)
        if n_shuffles
    ]
    measured = [
        _scores(table, x, threshold=at, n_bootstrap=n_bootstrap, seed=seed, system=system.signed)
        for system, x, at in zip(systems, scored, thresholds, strict=True)
    ]
    return Comparison(
        [
            (system.name, scores if system.probabilities else _uncalibrated(scores))
            for system, scores in zip(systems, measured, strict=True)
        ],
        dict(zip(names[1:], corrected(found), strict=False)),
        {s.name: _at(s, threshold) for s, threshold in zip(systems, thresholds, strict=True)},
    )


def gains(
    table: pd.DataFrame,
    systems: Sequence[System],
    over: Mapping[str, str],
    *,
    n_shuffles: int | None = None,
    seed: int = 0,
) -> dict[str, Difference]:
    """Test what systems gain over other ones.

    Args:
        table: As for `compare`.
        systems: With different names and thresholds.
        over: By the name of a system, the name of the one that it is held against.
        n_shuffles, seed: As for `randomization_test`. Without a number it is `needed_shuffles`, so
            that the smallest p-value can be below .001 after the correction for all these tests.

    Returns:
        By the names in `over`, the scores of a system less those of the other, with p-values that
        are corrected for all of them.

    Example:
        >>> from salience.evaluation.systems import BASELINES
        >>> table = pd.DataFrame({"document": ["d", "d"], "salient": [True, False], "named": [2, 1],
        ...     "nominal": 0, "pronominal": 0, "first_sentence": [1, 0]})
        >>> systems = [BASELINES["every-entity"], BASELINES["first-sentence"]]
        >>> found = gains(table, systems, {"first-sentence": "every-entity"}, n_shuffles=9)
        >>> round(found["first-sentence"].f1, 2), found["first-sentence"].holm_f1
        (-0.67, 1.0)
    """
    by_name = {system.name: system for system in systems}
    wanted = {*over, *over.values()}
    was_found = found_rows(table)
    scores = {name: _scored(by_name[name], table, was_found) for name in wanted}
    thresholds = {
        name: _best(table, scores[name]) if (at := by_name[name].threshold) is None else at
        for name in wanted
    }
    if n_shuffles is None:
        n_shuffles = needed_shuffles(2 * len(over))  # F1 and AP of each
    tested = [
        randomization_test(
            table,
            scores[name],
            scores[other],
            thresholds=(thresholds[name], thresholds[other]),
            n_shuffles=n_shuffles,
            seed=seed,
        )
        for name, other in over.items()
    ]
    return dict(zip(over, corrected(tested), strict=True))


def scores_frame(
    rows: Sequence[SystemScores], differences: Mapping[str, Difference] | None = None
) -> pd.DataFrame:
    """Systems and their scores as a table, to be saved or plotted.

    Args:
        rows: Names and scores, as in `Comparison.rows`.
        differences: As in `Comparison.differences`.

    Returns:
        A row per system, with `system`; what `Scores` has (`documents`, `threshold`,
        `precision`, `f1`, `ap` and so on, shares from 0 to 1) and its means over documents,
        missing where they are not defined, as is the calibration of scores that are no
        probabilities; for each with an interval `<score>_low` and `<score>_high`; and with
        differences `holm_f1` and `holm_ap`, the corrected p-values against the first row, which
        has none.

    Example:
        >>> table = pd.DataFrame({"document": [1, 2], "salient": True, "score": [0.9, 0.8]})
        >>> frame = scores_frame([("model", evaluate(table, n_bootstrap=9))])
        >>> frame[["system", "documents", "f1", "f1_low", "f1_high"]]
          system  documents   f1  f1_low  f1_high
        0  model          2  1.0     1.0      1.0
    """
    others = ("by_document", "intervals", "signature")
    plain = [name for name in (f.name for f in fields(Scores)) if name not in others]
    records = []
    for system, scores in rows:
        record = {"system": system} | {name: getattr(scores, name) for name in plain}
        record |= scores.by_document
        for name, (low, high) in scores.intervals.items():
            record |= {f"{name}_low": low, f"{name}_high": high}
        if differences:
            d = differences.get(system)
            record |= {name: getattr(d, name, None) for name in ("holm_f1", "holm_ap")}
        records.append(record | {"signature": scores.signature})
    frame = pd.DataFrame(records)
    counted = ("system", "signature", "documents", "entities", "salient", "documents_with_salient")
    return frame.astype({name: "float64" for name in frame.columns if name not in counted})


def _scored(system: System, table: pd.DataFrame, was_found: BoolArray) -> Float64Array:
    """The scores of a system, and 0 for what it has not found."""
    scores = np.asarray(system.score(table[was_found].infer_objects()), np.float64)
    if scores.shape != (n := int(was_found.sum()),):
        raise SalienceError(
            f"system {system.name!r} must give a score for each of {n} entities, but its scores "
            f"have the shape {scores.shape}. Let it give one per row of the table."
        )
    every = np.zeros(len(table))
    every[was_found] = scores
    return every


def _best(table: pd.DataFrame, scores: ArrayLike) -> float:
    best = _scores(table, scores, n_bootstrap=0).best_threshold
    return 1.0 if best is None else best


def _uncalibrated(scores: Scores) -> Scores:
    """Scores without Brier score and calibration error, which need probabilities."""
    kept = {k: v for k, v in scores.intervals.items() if k not in ("brier", "ece")}
    return replace(scores, brier=None, ece=None, intervals=kept)


def _at(system: System, threshold: float) -> str:
    return system.at(threshold) + (", its best" if system.threshold is None else "")


def _scores(table: pd.DataFrame, scores: ArrayLike, **options: Any) -> Scores:
    return evaluate(table.assign(score=np.asarray(scores)), **options)
