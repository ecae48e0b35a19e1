"""What the pages of documents, labels and aligned words look like and do in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from salience.pages.document_page import view_page
from salience.pages.label_page import label_page
from salience.pages.label_summary import LabelSummary
from salience.pages.rating_page import annotation_page
from salience.text.words import plain_words
from salience.types import Document, Label, LabelledDocument, ScoredDocument
from salience.word_links.links import AlignedPair, Pair, PhraseLink
from salience.wordalign.page import alignment_page, linking_page
from salience.wordalign.phrases.extraction import LinkedTexts, PhrasePair
from salience.wordalign.phrases.page import phrase_page
from salience.wordalign.phrases.phrase_table import Entry
from salience.wordalign.text_links import read_text_links
from tests.support.browser import opened
from tests.support.builders import marked

TEXT = "\n".join(["{a Oslo} met {b Tay *Bridge} on a day in spring ."] * 60)
PARSED = [
    marked(id, TEXT, title="{a Oslo} wins", abstracts=("Oslo " * 20 + ".",)) for id in ("d", "e")
]
SCORED = [ScoredDocument(one, (0.2, 0.9), 0.15) for one in PARSED]


def report() -> str:
    labelled = [LabelledDocument(one, (Label(False, 0, False),) * 2) for one in PARSED]
    return label_page(labelled, LabelSummary())


def aligned() -> str:
    """A mill that fell at the end of a long document, and another document."""
    rest = "It rained . " * 400
    text, abstract = f"{rest}The old mill burned", "Mill fell , mill gone"
    pair = Pair("mill", plain_words(text), plain_words(abstract))
    links = (
        PhraseLink((1202, 1203), (0, 1), 0.9),
        PhraseLink((1203, 1204), (1, 2), 0.8),
        PhraseLink((1202, 1203), (3, 4), 0.7),
    )
    shown = AlignedPair(pair, links)
    document = Document("mill", text, abstracts=(abstract,))
    return alignment_page([(document, shown), (document, shown)])


def phrases() -> str:
    texts = LinkedTexts(["the", "old", "mill", "burned"], ["mill", "fell"], [(2, 0), (3, 1)])
    pairs = [
        Entry("mill", "mill", 2, 1.0),
        Entry("burned", "fell", 1, 0.5),
        Entry("mill burned", "mill fell", 1, 1.0),
        Entry("w" * 300, "x" * 300, 1, 1.0),
    ]
    places = {("burned", "fell"): ("d1", texts, PhrasePair(3, 4, 1, 2))}
    return phrase_page(pairs, places)


PAGES = {
    "aligned": aligned,
    "phrases": phrases,
    "view": lambda: view_page(SCORED),
    "report": report,
    "rating": lambda: annotation_page(PARSED, "s1"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_narrow_and_wide_windows(name: str, browser: Any, tmp_path: Path) -> None:
    with opened(browser, PAGES[name](), tmp_path) as page:
        for width in (360, 800, 1600):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_main_part_and_names_for_what_takes_the_focus(
    name: str, browser: Any, tmp_path: Path
) -> None:
    with opened(browser, PAGES[name](), tmp_path) as page:
        assert page.locator("main").count() == page.locator("h1").count() == 1
        for pane in page.locator(".pane[tabindex]").all():
            assert pane.get_attribute("role") and pane.get_attribute("aria-label")


@pytest.mark.parametrize("name", PAGES)
def test_nothing_scrolls_within_a_narrow_page(name: str, browser: Any, tmp_path: Path) -> None:
    with opened(browser, PAGES[name](), tmp_path) as page:
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.locator(".pane").evaluate_all(
            "panes => panes.every(pane => pane.scrollHeight <= pane.clientHeight + 1)"
        )


@pytest.mark.parametrize("name", ["view", "report"])
def test_the_text_fills_the_window_and_the_list_leads_to_each_document(
    name: str, browser: Any, tmp_path: Path
) -> None:
    with opened(browser, PAGES[name](), tmp_path) as page:
        page.set_viewport_size({"width": 1200, "height": 1400})
        heights: list[Any] = page.evaluate(
            "[...document.querySelectorAll('.pane')].map(pane => pane.offsetHeight)"
        )
        assert heights[0] > 0.8 * 1400, "the text is longer than the window"
        assert heights[1] < 300, "a pane is no higher than what is in it"
        page.click("nav li:nth-child(2) a")
        assert page.evaluate("document.querySelector('#d1').getBoundingClientRect().top") < 100


def test_words_are_linked_by_clicking_and_saved(browser: Any, tmp_path: Path) -> None:
    pair = Pair("<d>", plain_words("The mill burned"), plain_words("Mill gone"))
    document = Document("<d>", "The mill burned", abstracts=("Mill gone",))
    aligned = AlignedPair(pair, ())
    shown = [(document, aligned), (replace(document, id="untouched"), aligned)]
    with opened(browser, linking_page(shown), tmp_path) as page:
        there, here = page.locator("[data-side=document] b"), page.locator("[data-side=abstract] b")
        here.nth(0).click()
        there.nth(1).click()
        here.nth(1).press("Enter")
        there.nth(2).click()
        there.nth(2).click()
        there.nth(0).click(click_count=3)
        assert page.locator("output").text_content() == "2 links"
        page.reload()
        assert page.locator("output").text_content() == "2 links", "the browser keeps them"
        with page.expect_download() as download:
            page.locator("#json").click()
        path = tmp_path / "gold.jsonl"
        download.value.save_as(path)
    [(id, links)] = read_text_links(path).items()
    assert id == "<d>", "a document that nobody linked is no gold"
    assert (links.sure, links.possible) == (frozenset({(4, 0)}), frozenset({(9, 5)}))


def test_a_page_to_link_words_says_how_many_documents_it_has() -> None:
    pair = Pair("d", plain_words("It rained"), plain_words("Rain"))
    shown = [(Document("d", "It rained", abstracts=("Rain",)), AlignedPair(pair, ()))]
    assert "Of 101 documents the first 100 are here." in linking_page(shown * 101)
    assert "documents the first" not in linking_page(shown * 100)


def test_pointing_at_a_word_shows_what_it_was_aligned_with(browser: Any, tmp_path: Path) -> None:
    marked_now = "[...document.querySelectorAll('mark.on')].map(mark => mark.textContent)"
    with opened(browser, aligned(), tmp_path) as page:
        first = page.locator("#d0 section:nth-of-type(2) mark")
        assert page.evaluate(marked_now) == []
        first.nth(1).hover()
        assert page.evaluate(marked_now) == ["burned", "fell"], "only those of this document"
        mill = page.locator("#d0 section:nth-of-type(1) mark", has_text="mill")
        pane, place = mill.locator("xpath=ancestor::section").bounding_box(), mill.bounding_box()
        assert pane["y"] <= place["y"] <= pane["y"] + pane["height"], "it came into sight"
        mill.hover()
        assert page.evaluate(marked_now) == ["mill", "Mill", "mill"], "one word, two links"
        page.mouse.move(0, 0)
        assert page.evaluate(marked_now) == []
        first.nth(0).focus()
        assert page.evaluate(marked_now) == ["mill", "Mill"], "the tab key does the same"
        page.keyboard.press("Tab")
        assert page.evaluate(marked_now) == ["burned", "fell"]
        assert first.nth(1).get_attribute("title") == "80%"


def test_pairs_of_phrases_can_be_looked_for(browser: Any, tmp_path: Path) -> None:
    with opened(browser, phrases(), tmp_path) as page:

        def shown() -> list[str]:
            rows: list[str] = page.evaluate(
                "[...document.querySelectorAll('#pairs tr')].filter(row => row.offsetHeight)"
                ".map(row => row.cells[0].textContent)"
            )
            return rows

        assert len(shown()) == 4 and page.inner_text("#shown") == "4 of 4 rows"
        page.fill("#wanted", "FELL")
        assert shown() == ["burned", "mill burned"]
        page.check("#changed")
        assert shown() == ["burned"], "the longer pair has but the same words around it"
        page.click("#pairs summary")
        assert "the old mill burned" in page.inner_text("#pairs dd >> nth=0")
        page.fill("#wanted", "none of them")
        assert shown() == [] and page.inner_text("#shown") == "0 of 4 rows"
