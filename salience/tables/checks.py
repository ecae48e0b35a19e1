"""Whether a table has what a measure needs: documents, labels and scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from salience.arrays import BoolArray
from salience.errors import CorpusError
from salience.features.featurizer import columns

_LABELLED = ("document", "salient", "named", "nominal", "pronominal")

Check = tuple[str, "pd.Series", "pd.Series[bool]", str]
"""A column's name, its values, which of them are wrong, and what they must be."""


def check_scored(table: pd.DataFrame, wanted_by: str) -> None:
    """Find out whether a table has what a measure needs: documents, labels and scores.

    Args:
        table: As `evaluate` takes it.
        wanted_by: What the message calls the measure.

    Raises:
        CorpusError: As `evaluate` says.

    Example:
        >>> check_scored(pd.DataFrame({"document": ["d"], "salient": [True]}), "evaluate")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: the table has no column 'score'. 'evaluate' needs document...
    """
    _check_columns(table, ("document", "salient", "score"), wanted_by)
    score = pd.to_numeric(table["score"], errors="coerce").astype("float64")
    grade = table.get("grade", table["salient"])
    given, numbers = grade.notna(), pd.to_numeric(grade, errors="coerce").astype("float64")
    checks: list[Check] = [
        *_label_checks(table),
        ("score", table["score"], ~score.between(0, 1), "a number from 0 to 1"),
        (
            "grade",
            grade,
            given & ~numbers.between(0, np.inf, inclusive="left"),
            "a number of at least 0",
        ),
    ]
    if "found" in table:
        missed = table["found"].isin([False]) & (score != 0)
        checks.append(("score", table["score"], missed, "0 if 'found' is false"))
    _refuse(table, checks)


def check_labelled(table: pd.DataFrame, wanted_by: str) -> None:
    """The same for what needs documents and labels, and has its scores from elsewhere.

    Raises:
        CorpusError: As `evaluate` says of documents, labels and the column `found`.

    Example:
        >>> check_labelled(pd.DataFrame({"document": ["d"], "salient": [True]}), "a test")
    """
    _check_columns(table, ("document", "salient"), wanted_by)
    _refuse(table, _label_checks(table))


def check_label_file(table: pd.DataFrame, source: str) -> None:
    """Find out before the work starts whether a table holds labelled entities.

    Args:
        table: As `read_table` gives it.
        source: What the message calls it, such as the name of the file.

    Raises:
        CorpusError: If it has no rows, or rows of scores.

    Example:
        >>> check_label_file(pd.DataFrame(), "labels.jsonl")
        Traceback (most recent call last):
            ...
        salience.errors.CorpusError: labels.jsonl: no labelled entities. Label documents first...
    """
    if not len(table):
        raise CorpusError(f"{source}: no labelled entities. Label documents first: salience label.")
    columns(table, _LABELLED, source)


def found_rows(table: pd.DataFrame) -> BoolArray:
    """Which entities the system found at all: all without a column `found`.

    Example:
        >>> found_rows(pd.DataFrame({"found": [True, False]})).tolist()
        [True, False]
    """
    if "found" not in table:
        return np.ones(len(table), bool)
    return table["found"].to_numpy().astype(bool)


def _check_columns(table: pd.DataFrame, names: Sequence[str], wanted_by: str) -> None:
    for name in names:
        if name not in table.columns:
            raise CorpusError(
                f"the table has no column {name!r}. {wanted_by!r} needs "
                f"{', '.join(names[:-1])} and {names[-1]}; join the labels with the scores by "
                "document and entity."
            )
    if table["document"].isna().any():
        raise CorpusError("'document' is missing in some rows. Every row needs its document's id.")


def _label_checks(table: pd.DataFrame) -> list[Check]:
    return [
        (name, table[name], ~table[name].isin([True, False]), "true or false")
        for name in ("salient", "found")
        if name in table
    ]


def _refuse(table: pd.DataFrame, checks: Sequence[Check]) -> None:
    for name, column, wrong, rule in checks:
        if wrong.any():
            at = int(wrong.to_numpy().argmax())
            raise CorpusError(
                f"{name!r} must be {rule}, but is {column.tolist()[at]!r} in row {at} "
                f"(document {table['document'].tolist()[at]!r}). Correct it, or leave the row out."
            )
