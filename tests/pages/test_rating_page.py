"""The page has a place for every rating, and its cells are only text."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from salience.pages.rating_page import annotation_page, cell_text
from tests.support.builders import marked
from tests.support.pages import Reader


@given(st.text(st.one_of(st.characters(), st.sampled_from("=+-@ \t\r\n\ud800"))))
def test_a_cell_is_a_line_that_can_be_written(text: str) -> None:
    cell = cell_text(text)
    assert len(cell.encode("utf-8").splitlines()) <= 1
    assert not cell.startswith(("=", "+", "-", "@"))


def test_an_entity_has_four_ratings_and_leads_to_its_first_mention() -> None:
    parsed = marked("d", "{a Oslo} met {b Bergen} . {a Oslo} won .", title="Two towns, {c Rome}")
    read = Reader(annotation_page([parsed], "s1"))
    ratings = [a["value"] for tag, a in read.tags if a.get("type") == "radio"]
    assert ratings == ["1", "2", "3", "4", "not an entity", "skip", "same as"] * 3
    places = {a["id"]: a for _, a in read.tags if "id" in a}
    links = [str(a["href"]).removeprefix("#") for tag, a in read.tags if tag == "a"]
    assert links and set(links) <= set(places)
    assert "Two towns" in read.text and {a.get("data-page") for _, a in read.tags} >= {"s1"}


def test_a_document_without_a_title_is_named_by_its_id_and_no_abstract_is_shown() -> None:
    parsed = marked("d7", "{a Oslo} won .")
    document = replace(parsed.document, abstracts=("A secret.",))
    html = annotation_page([replace(parsed, document=document)], "s1")
    assert "d7" in Reader(html).text and "secret" not in html
