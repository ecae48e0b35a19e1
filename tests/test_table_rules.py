"""Rules of tables: the first wrong row is named by its position, from 0, and its document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from salience import (
    agree,
    choose_threshold,
    compare,
    evaluate,
    load_model,
    split,
    to_frame,
    train,
    with_missed,
)
from salience.errors import CorpusError
from salience.evaluation import human_reference, learning_curve, named_system, reliability
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


NO_TABLES = {
    "the table of evaluate": evaluate,
    "the table of compare": lambda table: compare(table, [named_system("mentions")]),
    "the table of choose_threshold": choose_threshold,
    "the table of reliability": reliability,
    "the table of with_missed": lambda table: with_missed(table, "labels.jsonl"),
    "the first set": lambda table: agree(table, table),
    "the table of human_reference": human_reference,
    "the training table": lambda table: learning_curve(table, table),
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_the_path_of_a_file_is_no_table(name: str) -> None:
    said = (
        rf"^{name} must be a table with a row per entity, but is a str \('l\.jsonl'\)\. Make it of "
        r"a file with read_table\('l\.jsonl'\), or of results with to_frame\.$"
    )
    with pytest.raises(CorpusError, match=said):
        NO_TABLES[name]("l.jsonl")


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (None, "a NoneType"),
        ([{"document": "d"}], "a list"),
        (Path("a.csv"), r"a PosixPath \('a.csv'"),
    ],
)
def test_what_is_no_table_is_named(given: Any, kind: str) -> None:
    with pytest.raises(CorpusError, match=f"evaluate must be a table .*, but is {kind}"):
        evaluate(given)
    with pytest.raises(CorpusError, match=f"compare must be a table .*, but is {kind}"):
        compare(given, [named_system("mentions")])


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (
            to_frame,
            r"a table is made of .*, but got a str \('l\.jsonl'\)\. Read a file with read_table",
        ),
        (train, r"a table is made of .*, but got a str \('l\.jsonl'\)"),
        (
            split,
            r"split needs documents, but got a str \('l\.jsonl'\)\. Read a file with read_corpus",
        ),
        (lambda path: to_frame([path]), r"but got a str \('l\.jsonl'\)"),
        (lambda path: split([path]), r"but got a str \('l\.jsonl'\)"),
        (lambda path: to_frame(pd.DataFrame()), "but got a DataFrame"),
        (lambda path: to_frame(None), "but got a NoneType"),
        (
            load_model("en-salience").predict,
            r"^the table must be a table .*, but is a str \('l\.jsonl'\)",
        ),
    ],
)
def test_the_path_of_a_file_is_no_result_and_no_corpus(use: Any, said: str) -> None:
    with pytest.raises(CorpusError, match=said):
        use("l.jsonl")


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
