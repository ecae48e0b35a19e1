"""Rules of tables: the first wrong row is named by its position, from 0, and its document."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.features.table_rules import (
    AMOUNT,
    COUNT,
    GIVEN,
    SHARE,
    TRUE_OR_FALSE,
    Rule,
    one_of,
    require,
)

TABLE = pd.DataFrame({"document": ["a", "b", "c"], "score": [0.0, 0.5, 1.0]})


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (GIVEN, [0, "", False], [None, np.nan, pd.NA]),
        (TRUE_OR_FALSE, [True, False, np.bool_(True)], [None, "True", 2]),
        (SHARE, [0, 0.5, 1], [-0.1, 1.1, np.nan, "much", np.inf]),
        (AMOUNT, [0, 2.5, "3"], [-1, np.inf, None, "x"]),
        (COUNT, [0, 3.0], [0.5, -1, None]),
        (one_of(1, 2), [1, 2], [3, None, "1"]),
    ],
)
def test_rules(rule: Rule, right: list[object], wrong: list[object]) -> None:
    assert rule.holds(pd.Series(right, dtype=object)).all()
    assert not rule.holds(pd.Series(wrong, dtype=object)).any()


def test_rows_are_counted_by_position_whatever_the_index_says() -> None:
    broken = TABLE.assign(score=[0.0, 2.0, 3.0]).set_index(pd.Index([7, 8, 9]))
    with pytest.raises(CorpusError, match=r"but is 2\.0 in row 1 \(document 'b'\)"):
        require(broken, {"score": SHARE}, wanted_by="a test")


def test_a_missing_value_is_named_with_its_row_and_the_file() -> None:
    broken = TABLE.assign(document=["a", None, "c"])
    with pytest.raises(CorpusError, match=r"^t\.csv: 'document' is missing in row 1\. Every row"):
        require(broken, {"document": GIVEN}, wanted_by="a test", source="t.csv")


def test_a_missing_column_comes_before_wrong_values() -> None:
    rules = {"score": one_of(7), "salient": TRUE_OR_FALSE}
    with pytest.raises(CorpusError, match=r"t\.csv has no column 'salient', which a test needs"):
        require(TABLE, rules, wanted_by="a test", source="t.csv")
