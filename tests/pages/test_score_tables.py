"""Tables of scores fit a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd
import pytest

from salience.evaluation.human_references import HumanReference
from salience.evaluation.salience_scores import Scores, evaluate
from salience.evaluation.significance import Difference
from salience.pages.score_tables import (
    calibration_lines,
    curve_table,
    difference_table,
    document_table,
    experiment_table,
    gain_table,
    reference_lines,
    scores_table,
)
from salience.pages.terminal import WIDTH
from tests.support.builders import toy_rows


def names(table: str) -> list[str]:
    return re.findall(r"Oslo\d+|threshold|\d+ more", table)


def measured() -> Scores:
    table = pd.DataFrame(toy_rows(8)).assign(score=0.5)
    return evaluate(table, n_bootstrap=9)


@pytest.mark.parametrize("make", [scores_table, experiment_table])
def test_tables_of_scores_fit_and_end_with_what_makes_each_row_repeatable(
    make: Callable[[Sequence[tuple[str, Scores]]], str],
) -> None:
    lines = make([("model", measured()), ("a name that is too long", measured())]).splitlines()
    assert max(map(len, lines[:-1])) <= WIDTH
    common, *thresholds = (part for part in measured().signature.split("|"))
    at = next(part for part in thresholds if part.startswith("threshold="))
    assert lines[-2] == "|".join([common, *(part for part in thresholds if part != at)])
    assert lines[-1] == f"{at}: model, a name that is too long"
    values = [line.split()[-3:] for line in lines[2:-2]]
    assert values[: len(values) // 2] == values[len(values) // 2 :], "cut names move no column"


def test_scores_that_are_not_defined_are_shown_as_such() -> None:
    nothing = evaluate(pd.DataFrame({"document": ["d"], "salient": [False], "score": [0.1]}))
    assert scores_table([("model", nothing)]).splitlines()[2].split()[-2:] == ["none", "none"]
    assert experiment_table([("model", nothing)]).splitlines()[2].endswith(" none")
    assert document_table([("model", nothing)]).splitlines()[2].split() == ["model"] + 8 * ["none"]
    less = difference_table({"first": Difference(0.0, 1.0, None, None, 99, 7, 1.0)}).splitlines()
    assert less[1].split() == ["first", "+0.0", "1.0000", "1.0000", "none", "none", "none"]
    assert "shuffles=99@seed=7" in less[2]


def test_each_row_has_its_own_threshold_and_version_in_full() -> None:
    rows = [
        ("model", replace(measured(), signature="salience=1|threshold=0.123456789|system=m@1.2")),
        ("mentions", replace(measured(), signature="salience=1|threshold=0.75|system=mentions")),
        ("other", replace(measured(), signature="salience=1|threshold=0.75|system=other")),
    ]
    assert scores_table(rows).splitlines()[-3:] == [
        *("salience=1", "threshold=0.123456789: m@1.2", "threshold=0.75: mentions, other")
    ]


def test_names_in_the_list_of_thresholds_are_not_divided() -> None:
    rows = [(f"+ a{i}", replace(measured(), signature="s|threshold=0.3")) for i in range(20)]
    lines = scores_table(rows).splitlines()[-3:]
    assert lines[0] == "s" and max(map(len, lines)) <= WIDTH
    names = " ".join(lines[1:]).removeprefix("threshold=0.3: ").split(", ")
    assert names == [name for name, _ in rows]
    assert not any(line.endswith("+") for line in lines)


def test_what_the_pipeline_found_and_negative_bounds_can_be_read() -> None:
    ended = replace(measured(), coverage=0.5, intervals={"coverage": (0.25, 0.75)})
    line = "end to end: the pipeline found 50.0% (25.0-75.0) of what is salient"
    assert scores_table([("model", ended)]).splitlines()[1] == line
    found = HumanReference(9, 90, 2.0, 0.5, 0.1, {"kappa": (-0.12, 0.3)}, "salience=1")
    graded = replace(measured(), one_abstract_f1=0.4, intervals={"one_abstract_f1": (0.3, 0.5)})
    assert reference_lines(found, [("model", graded)]).splitlines() == [
        "against one abstract of 9 documents with 2.0 on average",
        "another abstract     F1 50.0, kappa 0.10 (-0.12 to 0.30)",
        "model                F1 40.0 (30.0-50.0)",
        "salience=1",
    ]


def test_tables_of_means_and_differences_fit() -> None:
    rows = [("model", measured()), ("a name that is too long", measured())]
    less = {name: Difference(-1.0, 1.0, -1.0, 1.0, 123_456, 123_456, 1.0, 1.0) for name, _ in rows}
    long = difference_table(less, "a model with a long name")
    assert long.startswith("a model with a… less ")
    texts = (
        document_table(rows),
        difference_table(less),
        experiment_table(rows),
        gain_table(less, "a row"),
    )
    for text in (*texts, calibration_lines(rows), scores_table(rows, {rows[0][0]: "at " * 20})):
        assert max(map(len, text.splitlines()[:-1])) <= WIDTH
    for text in texts[:2]:
        assert max(map(len, text.splitlines())) <= WIDTH
        first, second = text.splitlines()[-4:-2] if "p Holm" in text else text.splitlines()[-2:]
        assert first[20:] == second[20:], "cut names move no column"


def test_a_learning_curve_has_a_row_a_size() -> None:
    point = {"documents": 1200, "f1": 0.5, "f1_low": 0.4, "f1_high": 0.6}
    table = curve_table(pd.DataFrame([point | {"ap": 0.7, "ap_low": None, "ap_high": None}]))
    assert table.splitlines()[1].split() == ["1,200", "50.0", "40.0-60.0", "70.0"]
