"""Text for the terminal: it fits, it lines up, and data can't steer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.display.score_tables import (
    calibration_lines,
    difference_table,
    document_table,
    experiment_table,
    reference_lines,
    scores_table,
)
from salience.display.terminal import WIDTH, score_table, score_text, threshold_text
from salience.metrics.human_reference import HumanReference
from salience.metrics.salience_scores import Scores, evaluate
from salience.metrics.significance import Difference
from salience.text.formatting import fit
from salience.types import ScoredDocument
from tests.support.builders import marked, toy_rows


def scored(scores: list[float], title: str | None = None, name: str = "Oslo") -> ScoredDocument:
    markup = " ".join(f"{{k{i} {name}{i}}}" for i in range(len(scores)))
    return ScoredDocument(marked("d", markup, title=title), tuple(scores), 0.3)


def names(table: str) -> list[str]:
    return re.findall(r"Oslo\d+|threshold|\d+ more", table)


def test_entities_come_in_falling_order_with_the_threshold_between() -> None:
    table = score_table(scored([0.1, 0.9, 0.3, 0.9]))
    assert names(table) == ["Oslo1", "Oslo3", "Oslo2", "threshold", "Oslo0"]
    assert table.splitlines()[2].split() == ["1", "0.90", "█████████", "Oslo1", "PER", "1"]


def test_all_salient_entities_are_shown_and_the_rest_counted() -> None:
    assert names(score_table(scored([0.1, 0.2]), limit=1)) == ["threshold", "Oslo1", "1 more"]
    assert names(score_table(scored([0.5, 0.4, 0.1]), limit=1)) == [
        *("Oslo0", "Oslo1", "threshold", "1 more")
    ]
    assert names(score_table(scored([0.5]))) == ["Oslo0", "threshold"]


def test_marks_and_colour() -> None:
    table = score_table(scored([0.5, 0.1]), marks=[1], colour=True)
    salient, _, rest = table.splitlines()[2:]
    assert salient.startswith("\x1b[1m") and "*" not in salient and salient.endswith("\x1b[0m")
    assert rest.startswith("\x1b[2m") and "*Oslo1" in rest


def test_bars_are_as_long_as_the_score_to_an_eighth_of_a_column() -> None:
    rows = score_table(scored([1.0, 0.98, 0.5, 0.05, 0.004])).splitlines()
    bars = [row[15:25] for row in rows[2:] if "threshold" not in row]
    assert bars == ["██████████", "█████████▊", "█████     ", "▌         ", " " * 10]


def test_a_narrow_terminal_gets_a_narrow_table() -> None:
    for width in (60, 72, WIDTH):
        rows = score_table(scored([0.5, 0.2], name="Wide" * 20, title="x" * 99), width=width)
        assert max(map(len, rows.splitlines())) == width
    least = score_table(scored([0.5]), width=20).splitlines()[1:]
    assert max(map(len, least)) == 59


def test_long_types_of_other_pipelines_take_their_room_from_the_names() -> None:
    one = scored([0.5, 0.2], name="Wide" * 20)
    kinds = ("WORK_OF_ART", "ORGANIZATION_OR_SO")
    entities = tuple(replace(e, type=k) for e, k in zip(one.parsed.entities, kinds, strict=True))
    rows = score_table(replace(one, parsed=replace(one.parsed, entities=entities))).splitlines()
    assert {len(row) for row in rows[1:]} == {WIDTH - 1}
    assert "… WORK_OF_ART " in rows[2] and "… ORGANIZATI… " in rows[4]


def test_no_entity() -> None:
    assert score_table(scored([], title="Rain")) == "Rain\n  no named entity"


def test_a_long_headline_is_cut_as_a_short_one_is() -> None:
    for long in ("Rain in Oslo " * 80_000, "\u6771" * 1_000_000, "e\u0301" * 500_000):
        start = score_table(scored([0.5], title=long[:200])).splitlines()[0]
        assert score_table(scored([0.5], title=long)).splitlines()[0] == start


@pytest.mark.parametrize(
    "name", ["Oslo" * 30, "\u6771\u4eac" * 30, "e\u0301" * 60, "\u6771" * 19, "\u0e01\u0e34" * 60]
)
def test_long_names_are_cut_by_columns_not_characters(name: str) -> None:
    row = score_table(scored([0.5], name=name)).splitlines()[2]
    plain = (
        row.replace("\u0301", "")
        .replace("\u0e34", "")
        .replace("\u6771", "xx")
        .replace("\u4eac", "xx")
    )
    assert len(plain) == WIDTH - 1


@given(title=st.text(min_size=1), score=st.floats(0, 1))
def test_whatever_the_title_and_score_the_lines_are_printable_and_fit(
    title: str, score: float
) -> None:
    table = score_table(scored([score, 0.2], title=f"x\x1b[2J\r\n{title}"))
    first, *rest = table.split("\n")
    joined = str.maketrans("", "", "\u200c\u200d")
    assert first.startswith("x\ufffd[2J")
    assert all(line.translate(joined).isprintable() for line in (first, *rest))
    assert max(len(line) for line in rest) <= WIDTH


def test_joiners_stay_and_take_no_column() -> None:
    family, persian = (
        "\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    )
    assert fit(family, 6) == family + "  " and fit(persian, 8) == persian + " "
    assert fit("a\u202eb\u200bc", 6) == "a\ufffdb\ufffdc "


@given(st.floats(0, 1), st.one_of(st.floats(0, 1), st.sampled_from([0.24, 0.07, 1e-9])))
def test_no_printed_score_contradicts_the_line(score: float, threshold: float) -> None:
    shown, line = float(score_text(score, threshold)), float(threshold_text(threshold))
    assert 0 <= shown <= 1 and (shown >= line) == (score >= threshold)
    assert abs(shown - score) < 0.0101 and -1e-8 < line - threshold <= 0.01


@given(st.floats(0, 1))
def test_scores_far_from_the_threshold_are_rounded_as_usual(score: float) -> None:
    if abs(score - 0.3) >= 0.01:
        assert score_text(score, 0.3) == f"{round(100 * score) / 100:.2f}"


def test_the_score_just_below_is_printed_below() -> None:
    table = score_table(replace(scored([0.2373, 0.24]), threshold=0.24))
    assert [row.split()[1] for row in table.splitlines()[2:]] == ["0.24", "0.24", "0.23"]


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
    texts = (document_table(rows), difference_table(less), experiment_table(rows, less))
    for text in (*texts, calibration_lines(rows), scores_table(rows, {rows[0][0]: "at " * 20})):
        assert max(map(len, text.splitlines()[:-1])) <= WIDTH
    for text in texts[:2]:
        assert max(map(len, text.splitlines())) <= WIDTH
        first, second = text.splitlines()[-4:-2] if "p Holm" in text else text.splitlines()[-2:]
        assert first[20:] == second[20:], "cut names move no column"
