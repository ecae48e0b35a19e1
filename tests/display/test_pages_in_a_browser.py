"""What the pages of documents and labels look like in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from salience.annotation.page import annotation_page
from salience.display.document_page import view_page
from salience.display.label_page import LabelPage
from salience.display.label_summary import LabelSummary
from salience.types import Label, LabelledDocument, ScoredDocument
from tests.support.browser import opened
from tests.support.builders import marked

TEXT = "\n".join(["{a Oslo} met {b Tay *Bridge} on a day in spring ."] * 60)
PARSED = [
    marked(id, TEXT, title="{a Oslo} wins", abstracts=("Oslo " * 20 + ".",)) for id in ("d", "e")
]
SCORED = [ScoredDocument(one, (0.2, 0.9), 0.15) for one in PARSED]


def report() -> str:
    page, summary = LabelPage(), LabelSummary()
    for one in PARSED:
        page.add(LabelledDocument(one, (Label(False, 0, False),) * 2))
    return page.html(summary)


PAGES = {
    "view": lambda: view_page(SCORED),
    "report": report,
    "rating": lambda: annotation_page(PARSED, "s1"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_narrow_and_wide_windows(name: str, tmp_path: Path) -> None:
    with opened(PAGES[name](), tmp_path) as page:
        for width in (360, 800, 1600):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("name", ["view", "report"])
def test_the_text_fills_the_window_and_the_list_leads_to_each_document(
    name: str, tmp_path: Path
) -> None:
    with opened(PAGES[name](), tmp_path) as page:
        page.set_viewport_size({"width": 1200, "height": 1400})
        heights: list[Any] = page.evaluate(
            "[...document.querySelectorAll('.pane')].map(pane => pane.offsetHeight)"
        )
        assert heights[0] > 0.8 * 1400, "the text is longer than the window"
        assert heights[1] < 300, "a pane is no higher than what is in it"
        page.click("nav li:nth-child(2) a")
        assert page.evaluate("document.querySelector('#d1').getBoundingClientRect().top") < 100
