"""The script of the rating page: keys, marks, what is kept, and what is saved."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from salience.pages.ratings import PAGE, rated_records, read_ratings, read_sample, write_sample
from tests.support.browser import opened
from tests.support.builders import marked

PARSED = [
    marked("d", "{a Oslo} met {b Bergen} . {c Ada} , {e </b>} , {f Tay} won .", title="Towns"),
    marked("e", "{a Noor} left {b Rome} ."),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_sample(tmp_path / "by-hand", PARSED)
    return tmp_path / "by-hand"


@pytest.fixture
def page(browser: Any, folder: Path, tmp_path: Path) -> Iterator[Any]:
    with opened(browser, (folder / PAGE).read_text(encoding="utf-8"), tmp_path) as page:
        yield page


def saved(page: Any, button: str, path: Path) -> tuple[Path, list[str]]:
    """What a button saves, and what the page asked before."""
    asked: list[str] = []

    def accept(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.once("dialog", accept)
    with page.expect_download() as download:
        page.click(button)
    download.value.save_as(path)
    return path, asked


def answers(path: Path) -> list[object]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["rating"] for row in csv.DictReader(file)]


def test_keys_rate_and_lead_on(page: Any, folder: Path, tmp_path: Path) -> None:
    assert page.inner_text("output") == "0 of 7 entities answered"
    page.click("#next")
    for key in "1n2=":
        page.keyboard.press(key)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    assert page.inner_text("output") == "5 of 7 entities answered"
    page.keyboard.type("4")  # the first row of the next document
    path, asked = saved(page, "#csv", tmp_path / "ada.csv")
    assert answers(path) == ["1", "not an entity", "2", "same as 0", "skip", "4", ""]
    assert asked == ["These documents are half rated:\ndocument 2: 1 of 2\nSave all the same?"]
    sample = read_sample(folder)
    assert [
        (entity["name"], entity["rating"])
        for record in rated_records(sample, [read_ratings(sample, path)])
        for entity in record["entities"]
    ] == [("Oslo", 1), ("Ada", 2), ("</b>", 1), ("Noor", 4)]


def test_a_complete_document_is_saved_without_a_question(page: Any, tmp_path: Path) -> None:
    page.focus("#d2e0 input")
    page.keyboard.type("34")
    path, asked = saved(page, "#csv", tmp_path / "ada.csv")
    assert answers(path) == [""] * 5 + ["3", "4"] and not asked


def test_a_warning_can_be_heeded(page: Any) -> None:
    page.focus("#d2e0 input")
    page.keyboard.press("3")
    page.once("dialog", lambda dialog: dialog.dismiss())
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))
    page.click("#csv")
    page.wait_for_timeout(200)
    assert not downloads


def test_rows_are_walked_through_and_answers_taken_back(page: Any) -> None:
    page.focus("#d1e0 input")
    for key in "jj1k0":  # to the third row, rate it, back to it from the fourth, take it back
        page.keyboard.press(key)
    assert page.inner_text("output") == "0 of 7 entities answered"
    assert page.evaluate("document.activeElement.closest('fieldset').id") == "d1e2"
    page.keyboard.press("Control+1")
    assert page.inner_text("output") == "0 of 7 entities answered"
    page.focus("#csv")
    page.keyboard.press("1")
    assert page.inner_text("output") == "0 of 7 entities answered", "no row is in focus"


def test_a_row_is_not_the_same_as_itself_and_not_in_a_circle(page: Any) -> None:
    page.fill("#d1e0 input[type=number]", "1")
    assert page.inner_text("output") == "0 of 7 entities answered"
    page.fill("#d1e0 input[type=number]", "9")
    assert page.inner_text("output") == "0 of 7 entities answered"
    assert not page.evaluate("document.querySelector('#d1e0 input[type=number]').checkValidity()")
    page.fill("#d1e0 input[type=number]", "2")
    assert page.inner_text("output") == "1 of 7 entities answered"
    page.fill("#d1e1 input[type=number]", "1")
    assert page.inner_text("output") == "0 of 7 entities answered"


def test_answers_are_kept_until_they_are_cleared(page: Any, tmp_path: Path) -> None:
    page.focus("#d1e0 input")
    page.keyboard.type("2n=1")
    page.once("dialog", lambda dialog: dialog.accept())  # there are answers that are not saved
    page.reload()
    assert page.inner_text("output") == "3 of 7 entities answered"
    path, _ = saved(page, "#csv", tmp_path / "ada.csv")
    assert answers(path)[:3] == ["2", "not an entity", "same as 0"]
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#clear")
    assert page.inner_text("output") == "0 of 7 entities answered"
    assert page.inner_text("#d1 [data-progress]") == "0 of 5 answered"


def test_everything_is_reached_and_named_without_a_mouse(page: Any) -> None:
    """Tab reaches every row; what is in focus has a name for screen readers."""
    reached, names = set(), set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('fieldset')?.id ?? ''"))
        names.add(
            page.evaluate(
                "(e => e.labels?.[0]?.textContent ?? e.ariaLabel ?? e.textContent)"
                "(document.activeElement).trim()"
            )
        )
    assert {f"d1e{i}" for i in range(5)} | {"d2e0", "d2e1"} <= reached
    assert "" not in names and "same as number" in names
