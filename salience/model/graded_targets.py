"""Grades as targets: how many of several abstracts mention an entity."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.features.table_rules import numbers, require_rows, take_columns
from salience.model.classifier import check_weights


def graded_rows(
    table: pd.DataFrame, weight: ArrayLike | None = None
) -> tuple[pd.DataFrame, Float64Array]:
    """Rows and weights to learn grades from: each entity twice, salient and not."""
    if "rating" in table and "grade" not in table:
        raise CorpusError(
            "ratings have no grade, and graded training needs one: how many abstracts mention an "
            "entity. Train without grades, or on files that `salience label` wrote."
        )
    take_columns(table, ("grade", "abstracts"), "graded training")
    grade, abstracts = numbers(table["grade"]), numbers(table["abstracts"])
    right = (grade >= 0) & (grade <= abstracts) & (abstracts > 0)
    require_rows(
        table,
        "grade",
        right,
        "a number from 0 to that of 'abstracts', which is at least 1",
        advice="Label the documents again, or train without grades.",
    )
    share = (grade / abstracts).to_numpy()
    both = pd.concat([table.assign(salient=True), table.assign(salient=False)], ignore_index=True)
    weights = np.concatenate([share, 1 - share])
    if weight is not None:
        weights *= np.tile(check_weights(weight, len(table)), 2)
    kept = weights > 0
    return both[kept].reset_index(drop=True), weights[kept]
