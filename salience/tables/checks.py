"""Whether a table has what a measure needs: documents, labels and scores."""

from __future__ import annotations

import numpy as np
import pandas as pd

from salience.arrays import BoolArray
from salience.errors import CorpusError
from salience.features.requirements import take_columns
from salience.table_rules import (
    AMOUNT,
    GIVEN,
    SHARE,
    TRUE_OR_FALSE,
    Rule,
    numbers,
    require,
    require_rows,
)

_LABELLED = ("document", "salient", "named", "nominal", "pronominal")
_AMOUNT_OR_NONE = Rule(AMOUNT.words, lambda column: column.isna() | AMOUNT.holds(column))
_ADVICE = "Join the labels with the scores by document and entity."


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
        salience.errors.CorpusError: the table has no column 'score', which 'evaluate' needs...
    """
    _check(table, wanted_by, {"score": SHARE}, {"grade": _AMOUNT_OR_NONE})
    if "found" in table:
        right = ~table["found"].isin([False]) | (numbers(table["score"]) == 0)
        require_rows(table, "score", right, "0 if 'found' is false")


def check_labelled(table: pd.DataFrame, wanted_by: str) -> None:
    """Find out whether a table has documents and labels; scores may come from elsewhere.

    Raises:
        CorpusError: As `evaluate` says of documents, labels and the column `found`.

    Example:
        >>> check_labelled(pd.DataFrame({"document": ["d"], "salient": [True]}), "a test")
    """
    _check(table, wanted_by, {}, {})


def _check(
    table: pd.DataFrame, wanted_by: str, others: dict[str, Rule], if_there: dict[str, Rule]
) -> None:
    if_there = {"found": TRUE_OR_FALSE} | if_there
    rules = {"document": GIVEN, "salient": TRUE_OR_FALSE} | others
    rules |= {name: rule for name, rule in if_there.items() if name in table}
    require(table, rules, wanted_by=wanted_by, advice=_ADVICE)


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
    take_columns(table, _LABELLED, "a table of labels", source=source)


def found_rows(table: pd.DataFrame) -> BoolArray:
    """Which entities the system found at all: all without a column `found`.

    Example:
        >>> found_rows(pd.DataFrame({"found": [True, False]})).tolist()
        [True, False]
    """
    if "found" not in table:
        return np.ones(len(table), bool)
    return table["found"].to_numpy().astype(bool)
