"""Systems measured on the same labels, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.errors import MisuseError, SalienceError, a_kind
from salience.evaluation.salience_scores import Scores, evaluate
from salience.evaluation.significance import (
    Difference,
    needed_shuffles,
    randomization_test,
    with_holm,
)
from salience.evaluation.systems import System
from salience.features.table_rules import check_frame, check_label_file, found_rows

SystemScores = tuple[str, Scores]
"""The name of a system and its scores."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems with their scores.

    `differences` are those of the first to each other system, with p-values corrected for all of
    them; `at` says, by system, what its threshold means.
    """

    rows: list[SystemScores]
    differences: dict[str, Difference]
    at: dict[str, str] = field(default_factory=dict)

    def frame(self) -> pd.DataFrame:
        """The systems and their scores as a table, to be saved or plotted.

        A row has `system`; what `Scores` has (`documents`, `threshold`, `precision`, `f1`, `ap` and
        so on, shares from 0 to 1) and its means over documents, missing where they are not defined;
        for each with an interval `<score>_low` and `<score>_high`; and with differences `holm_f1`
        and `holm_ap`, the corrected p-values against the first row, which has none.
        """
        others = ("by_document", "intervals", "signature")
        plain = [name for name in (f.name for f in fields(Scores)) if name not in others]
        records = []
        for system, scores in self.rows:
            record = {"system": system} | {name: getattr(scores, name) for name in plain}
            record |= scores.by_document
            for name, (low, high) in scores.intervals.items():
                record |= {f"{name}_low": low, f"{name}_high": high}
            if self.differences:
                d = self.differences.get(system)
                record |= {name: getattr(d, name, None) for name in ("holm_f1", "holm_ap")}
            records.append(record | {"signature": scores.signature})
        frame = pd.DataFrame(records)
        counted = ("system", "signature", "documents", "entities", "salient")
        whole = (*counted, "documents_with_salient")
        return frame.astype({name: "float64" for name in frame.columns if name not in whole})


def compare(
    table: pd.DataFrame,
    systems: Sequence[System],
    *,
    n_bootstrap: int = 1000,
    n_shuffles: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Measure systems on labelled entities, and test whether the first differs from the others.

    A system without a threshold is measured at the one that is best for it on this very table.

    Args:
        table: As `read_table` gives it for a file of labels. Rows that are not `found` (see
            `salience.tables.label_files`) are scored by no system, and count against each.
        systems: At least one, with different names.
        n_bootstrap: For the intervals, see `evaluate`.
        n_shuffles: For the p-values, see `randomization_test`. 0 for none.
        seed: For both.

    Raises:
        CorpusError: If the table is none, has no rows, or is not one of labels.
        SalienceError: If a system does not give one score per row.
        MisuseError: If there is no system, something is none, or two have the same name.

    Example:
        >>> from salience.evaluation import named_system
        >>> table = pd.DataFrame({"document": ["d", "d"], "salient": [True, False], "named": [2, 1],
        ...     "nominal": 0, "pronominal": 0, "first_sentence": [1, 0]})
        >>> systems = [named_system(name) for name in ("mentions", "first-sentence")]
        >>> comparison = compare(table, systems)
        >>> comparison.frame()[["system", "f1", "holm_f1"]]
                   system   f1  holm_f1
        0        mentions  1.0      NaN
        1  first-sentence  0.0      1.0
    """
    check_frame(table, "compare")
    check_label_file(table[found_rows(table)], "the table")
    names = _names_of(systems)
    outputs = {system.name: _output(system, table) for system in systems}
    first = outputs[names[0]]
    pairs = [(first, outputs[name]) for name in names[1:]] if n_shuffles else []
    tests = _tests(table, pairs, n_shuffles, seed)
    rows = []
    for system in systems:
        values, threshold = outputs[system.name]
        how = {"n_bootstrap": n_bootstrap, "seed": seed}
        scored = table.assign(score=values)
        scores = evaluate(scored, threshold=threshold, system=system.signed, **how)
        rows.append((system.name, scores if system.probabilities else _uncalibrated(scores)))
    at = {
        s.name: s.at(outputs[s.name].threshold) + (", its best" if s.threshold is None else "")
        for s in systems
    }
    return Comparison(rows, dict(zip(names[1:], tests, strict=False)), at)


def _names_of(systems: Sequence[System]) -> list[str]:
    """Their names; a MisuseError if they are no systems, or two have the same."""
    advice = "Make a System with named_system or model_system."
    if isinstance(systems, str) or not isinstance(systems, Sequence):
        raise MisuseError(f"compare needs a list of systems, but got {a_kind(systems)}. {advice}")
    for system in systems:
        if not isinstance(system, System):
            raise MisuseError(
                f"compare needs a list of systems, but got a list with {a_kind(system)}. {advice}"
            )
    names = [system.name for system in systems]
    if not names:
        raise MisuseError("there is no system to compare. Give one or more.")
    if len(set(names)) < len(names):
        raise MisuseError(f"systems need different names, but are {names}. Rename one.")
    return names


def gains(
    table: pd.DataFrame,
    systems: Sequence[System],
    over: Mapping[str, str],
    *,
    n_shuffles: int | None = None,
    seed: int = 0,
) -> dict[str, Difference]:
    """Test systems against those in `over`, with p-values corrected for all of them."""
    wanted = {*over, *over.values()}
    outputs = {s.name: _output(s, table) for s in systems if s.name in wanted}
    if n_shuffles is None:
        n_shuffles = needed_shuffles(2 * len(over))  # F1 and AP of each
    pairs = [(outputs[name], outputs[other]) for name, other in over.items()]
    return dict(zip(over, _tests(table, pairs, n_shuffles, seed), strict=True))


class _Output(NamedTuple):
    """The scores of a system, a number per row of a table, and its threshold."""

    scores: Float64Array
    threshold: float


def _output(system: System, table: pd.DataFrame) -> _Output:
    """What a system says of a table: 0 for what it has not found, and its own or best threshold."""
    was_found = found_rows(table)
    scores = np.asarray(system.score(table[was_found].infer_objects()), np.float64)
    if scores.shape != (n := int(was_found.sum()),):
        raise SalienceError(
            f"system {system.name!r} must give a score for each of {n} entities, but its scores "
            f"have the shape {scores.shape}. Let it give one per row of the table."
        )
    all_scores = np.zeros(len(table))
    all_scores[was_found] = scores
    threshold = system.threshold
    if threshold is None:
        best = evaluate(table.assign(score=all_scores), n_bootstrap=0).best_threshold
        threshold = 1.0 if best is None else best
    return _Output(all_scores, threshold)


def _tests(
    table: pd.DataFrame, pairs: Sequence[tuple[_Output, _Output]], n_shuffles: int, seed: int
) -> list[Difference]:
    """The test of each pair of systems, with p-values that are corrected for all of them."""
    how = {"n_shuffles": n_shuffles, "seed": seed}
    return with_holm(
        randomization_test(table, a.scores, b.scores, thresholds=(a.threshold, b.threshold), **how)
        for a, b in pairs
    )


def _uncalibrated(scores: Scores) -> Scores:
    """Scores without Brier score and calibration error, which need probabilities."""
    kept = {k: v for k, v in scores.intervals.items() if k not in ("brier", "ece")}
    return replace(scores, brier=None, ece=None, intervals=kept)
