"""Tables that can not be measured are refused, with the column, the value and the row."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.features.table_rules import check_label_file, check_labelled, check_scored, found_rows
from tests.support.builders import attribute_row

TABLE = pd.DataFrame({"document": ["a", "b"], "salient": [True, False], "score": [0.5, 0.0]})


def test_what_a_measure_needs_is_there() -> None:
    check_scored(TABLE, "a test")
    check_scored(TABLE.assign(found=[True, False], grade=[2, None]), "a test")
    check_labelled(TABLE.drop(columns="score"), "a test")


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("document", None, r"'document' is missing in row 1"),
        ("salient", "no", r"'salient' must be true or false, but is 'no' in row 1"),
        ("score", 1.5, r"'score' must be a number from 0 to 1, but is 1\.5 in row 1"),
        ("grade", -1, r"'grade' must be a number of at least 0, but is -1.* in row 1"),
        ("found", "no", r"'found' must be true or false, but is 'no' in row 1"),
    ],
)
def test_a_wrong_value_is_named_with_its_row(column: str, value: Any, message: str) -> None:
    right = {"grade": 1, "found": True}.get(column, TABLE.loc[0].get(column))
    broken = TABLE.assign(**{column: pd.Series([right, value], dtype=object)})
    with pytest.raises(CorpusError, match=message):
        check_scored(broken, "a test")


def test_what_was_not_found_has_no_score() -> None:
    with pytest.raises(CorpusError, match=r"'score' must be 0 if 'found' is false, but is 0\.5"):
        check_scored(TABLE.assign(found=[False, True]), "a test")


def test_labels_need_no_score_but_measures_do() -> None:
    labels = TABLE.drop(columns="score")
    check_labelled(labels, "a test")
    with pytest.raises(CorpusError, match=r"no column 'score', .*Join the labels with the scores"):
        check_scored(labels, "a test")


def test_a_file_of_labels_has_labelled_entities() -> None:
    labels = pd.DataFrame([attribute_row(salient=True)])
    check_label_file(labels, "t.jsonl")
    with pytest.raises(CorpusError, match=r"^t\.jsonl: no labelled entities\."):
        check_label_file(labels[:0], "t.jsonl")
    with pytest.raises(CorpusError, match=r"^t\.jsonl has no column 'salient', which a table of"):
        check_label_file(labels.drop(columns="salient"), "t.jsonl")


def test_without_a_column_found_all_was_found() -> None:
    assert found_rows(TABLE).all()
    assert found_rows(TABLE.assign(found=[0, 1])).tolist() == [False, True]
