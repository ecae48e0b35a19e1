"""A system whose scores are read from a file: a transformer, a service, a rule of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.evaluation.systems import System
from salience.features.table_rules import found_rows
from salience.tables.score_files import join_scores, read_scores


def given_system(name: str, path: str | Path, labels: pd.DataFrame) -> tuple[System, str]:
    """A system that gives labelled entities the scores of a file.

    Only the order of scores counts, so that they may be on any scale; the threshold is the one that
    is best on these very labels. An entity without a score is ranked last.

    Args:
        name: What tables call the system.
        path: As `read_scores` takes it.
        labels: The table on which the system is measured; see `join_scores`. What no system found
            (`found`) has no score.

    Returns:
        The system, and what was joined, in words.

    Raises:
        CorpusError: If the file can't be read, or none of its rows is of an entity of the labels.
    """
    labels = labels[found_rows(labels)]
    joined = join_scores(labels, read_scores(path))
    there = ~np.isnan(joined.scores)
    if not there.any():
        raise CorpusError(
            f"{path}: no row is of an entity of the labels; the first unknown is "
            f"{joined.example}. Use the ids of the documents that were labelled."
        )
    values, step = np.unique(joined.scores[there], return_inverse=True)
    ranks = np.zeros(len(labels))
    ranks[there] = (step + 1) / (len(values) + 1)
    keys = zip(labels["document"].astype(str), labels["entity"], strict=True)
    rank_of = dict(zip(keys, ranks.tolist(), strict=True))

    def score(table: pd.DataFrame) -> Float64Array:
        rows = zip(table["document"].astype(str), table["entity"], strict=True)
        return np.array([rank_of[row] for row in rows])

    def at(rank: float) -> str:
        place = round(rank * (len(values) + 1)) - 1
        return "everything" if place < 0 else f"at {values[min(place, len(values) - 1)]:.2g}"

    said = f"{name}: {there.sum():,} of {len(labels):,} entities have a score"
    if not there.all():
        said += f"; the other {(~there).sum():,} are ranked last"
    if joined.unknown_entities or joined.unknown_documents:
        said += (
            f". Left out: {joined.unknown_entities:,} rows of no entity of the labels and those of "
            f"{joined.unknown_documents:,} documents that are not there, such as {joined.example}"
        )
    return System(name, score, at=at), said
