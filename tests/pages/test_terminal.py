"""Text for the terminal: it fits, it lines up, and data can't steer it."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.evaluation.agreement import agree
from salience.pages.terminal import (
    WIDTH,
    agreement_table,
    score_table,
    score_text,
    threshold_text,
)
from salience.types import ScoredDocument
from tests.support.builders import marked


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


def test_where_salient_entities_are_left_out_no_line_says_where_they_end() -> None:
    table = score_table(scored([0.9, 0.5, 0.4, 0.1]).only(top=1))
    assert names(table) == ["Oslo0", "3 more"]
    assert table.endswith("3 more, not shown, 2 of them salient")


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


def test_the_agreement_of_two_sets_is_one_row_a_threshold() -> None:
    rated = {"document": [1, 1, 2, 2], "start": [0, 9] * 2, "end": 20, "rating": [1, 4] * 2}
    rows = agree(pd.DataFrame(rated), pd.DataFrame(rated), n_bootstrap=2)
    lines = agreement_table(rows, ("ada.jsonl", "noor.jsonl")).splitlines()
    assert lines[:2] == ["A: ada.jsonl", "B: noor.jsonl"]
    assert lines[2].endswith("entities 4; in one only: documents 0 + 0, entities 0 + 0")
    values = " 1.00     1.00 to 1.00  100.0  100.0  100.0-100.0   50.0   50.0"
    assert lines[4:6] == [f"1, 2 of 1 to 4   {values}", f"1 of 1 to 4      {values}"]
    assert lines[6:] == [row.signature for row in rows]
