"""Texts that are shown keep to one line, to a width, and to what a terminal can print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.formatting import fit, interval_text, one_line, percent, printable, shown
from tests.support.pages import TEXTS


def test_joiners_stay_and_take_no_column() -> None:
    family, persian = (
        "\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    )
    assert fit(family, 6) == family + "  " and fit(persian, 8) == persian + " "
    assert fit("a\u202eb\u200bc", 6) == "a\ufffdb\ufffdc "


@given(TEXTS)
def test_one_line_is_one_and_stays_as_it_is(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1 and one_line(line) == line == line.strip()


@given(st.text("aé東\u0301\t \x1b"), st.integers(2, 12))
def test_a_fitted_text_fills_its_width(text: str, width: int) -> None:
    columns = fit(text, width).replace("\u0301", "").replace("東", "xx")
    assert len(columns) == width and columns.isprintable()


@given(TEXTS)
def test_what_is_shown_keeps_its_length_and_can_be_written(text: str) -> None:
    assert len(shown(text)) == len(text) == len(printable(text))
    shown(text).encode("utf-8")


@pytest.mark.parametrize(
    ("low_high", "text"),
    [
        ((0.606, 0.74), "60.6-74.0"),
        ((-0.05, -0.01), "-5.0 to -1.0"),
        ((-0.0, 0.5), "-0.0 to 50.0"),
        (None, ""),
    ],
)
def test_an_interval_can_not_be_read_as_a_difference(
    low_high: tuple[float, float] | None, text: str
) -> None:
    assert interval_text(low_high) == text


def test_a_share_that_is_not_defined_is_none() -> None:
    assert [percent(0.0), percent(1), percent(None)] == ["0.0", "100.0", "none"]
