"""Attributes that a table lacks are named, with what lacks them and what to do."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.features.table_rules import check_attribute, take_columns
from tests.support.builders import attribute_row


@pytest.mark.parametrize("rows", [pd.DataFrame, list])
def test_an_attribute_without_a_value_is_named_with_its_row(rows: type) -> None:
    table = rows([{"named": 1}, {"named": None}])
    with pytest.raises(CorpusError, match=r"'named' is missing in row 1\. 'a test' needs it"):
        take_columns(table, ["named"], "a test")


def test_columns_of_frames_and_of_lists_are_the_same() -> None:
    rows = [attribute_row(named=2), attribute_row(first_sentence=None)]
    names = ["head", "named"]
    found = take_columns(rows, names, "a test")
    assert found == take_columns(pd.DataFrame(rows), names, "a test") == [["nasa"] * 2, [2, 1]]
    assert take_columns(rows, ["first_sentence"], "a test") == [[0, None]]


@pytest.mark.parametrize(
    ("there", "name", "advice"),
    [
        (["document", "score"], "named", "It has no features, like files of `salience published`"),
        (["document", "named"], "pagerank", "Its labels are older than this feature"),
        (["document", "named"], "colour", "Make labels with `salience label`"),
    ],
)
def test_a_missing_column_is_named_with_advice(there: list[str], name: str, advice: str) -> None:
    message = f"^t.csv has no column '{name}', which a test needs. {advice}"
    with pytest.raises(CorpusError, match=message):
        take_columns(pd.DataFrame(columns=there), [name], "a test", source="t.csv")


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("head", ["", "nasa"], [None, 3]),
        ("named", [0, 2.5], [-1, math.inf, math.nan, "2", None]),
        ("first_sentence", [None, math.nan, 0], [-1, "2"]),
    ],
)
def test_an_attribute_is_a_text_or_a_number(name: str, right: list[Any], wrong: list[Any]) -> None:
    for value in right:
        check_attribute(name, value, 0)
    for value in wrong:
        with pytest.raises(CorpusError, match=rf"^'{name}' .* in row 7"):
            check_attribute(name, value, 7)
