"""A system whose scores are read from a file: a transformer, a service, a rule of one's own."""

from pathlib import Path

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.evaluation.systems import System
from salience.features.table_rules import found_rows
from salience.tables.score_files import join_scores, read_scores


def given_system(name: str, path: str | Path, labels: pd.DataFrame) -> tuple[System, str]:
    """A system that gives labelled entities the scores of a file, and what was joined, in words."""
    labels = labels[found_rows(labels)]
    joined = join_scores(labels, read_scores(path))
    scored = ~np.isnan(joined.scores)
    if not scored.any():
        raise CorpusError(
            f"{path}: no row is of an entity of the labels; the first unknown is "
            f"{joined.example}. Use the ids of the documents that were labelled."
        )
    values, step = np.unique(joined.scores[scored], return_inverse=True)
    ranks = np.zeros(len(labels))
    ranks[scored] = (step + 1) / (len(values) + 1)
    keys = zip(labels["document"].astype(str), labels["entity"], strict=True)
    rank_of = dict(zip(keys, ranks.tolist(), strict=True))

    def score(table: pd.DataFrame) -> Float64Array:
        rows = zip(table["document"].astype(str), table["entity"], strict=True)
        return np.array([rank_of[row] for row in rows])

    def at(rank: float) -> str:
        place = round(rank * (len(values) + 1)) - 1
        return "everything" if place < 0 else f"at {values[min(place, len(values) - 1)]:.2g}"

    message = f"{name}: {scored.sum():,} of {len(labels):,} entities have a score"
    if not scored.all():
        message += f"; the other {(~scored).sum():,} are ranked last"
    if joined.unknown_entities or joined.unknown_documents:
        message += (
            f". Left out: {joined.unknown_entities:,} rows of no entity of the labels and those of "
            f"{joined.unknown_documents:,} documents that are not there, such as {joined.example}"
        )
    return System(name, score, at=at), message
