"""The page of labels: every link leads somewhere, all evidence is there, and no text is markup."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from salience.pages import label_page
from salience.pages.label_summary import LabelSummary
from salience.types import LabelledDocument
from tests.support.builders import marked
from tests.support.pages import Reader

TEXT = "{a Oslo} , {b Tay *Bridge} , {c Forth *Bridge} , {d Bergen} . {a:pronominal It} won ."
ABSTRACTS = ("The {x *Bridge} and {y Oslo} .", "{x Oslo} .")


def labelled(
    text: str = TEXT, abstracts: tuple[str, ...] = ABSTRACTS, title: str = "Trams", id: str = "d"
) -> LabelledDocument:
    found = [marked(id, abstract) for abstract in abstracts]
    parsed = marked(id, text, title=title)
    texts = tuple(abstract.document.text for abstract in found)
    parsed = replace(parsed, document=replace(parsed.document, abstracts=texts))
    result = align_all(parsed, found, rules="dunietz-gillick")
    return LabelledDocument(parsed, make_labels(parsed, result.aligned), result.unaligned)


def html(*results: LabelledDocument) -> str:
    summary = LabelSummary()
    for result in results:
        summary.add(result)
    return label_page.label_page(results, summary)


def test_every_link_leads_to_one_place() -> None:
    titled = labelled(title="{e Rome} and {a Oslo}", abstracts=("{e Rome} and {a Oslo} .",), id="f")
    read = Reader(html(labelled(), labelled(id="e"), titled))
    ids = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    links = [attributes["href"] for tag, attributes in read.tags if tag == "a"]
    assert len(ids) == len(set(ids))
    assert links and {link[1:] for link in links if link} <= set(ids)
    assert all(link and link.startswith("#") for link in links), "nothing outside of the page"


def test_the_list_of_documents_names_what_is_salient() -> None:
    page = html(labelled(), labelled(id="e", abstracts=("Rain .",)))
    assert '<li><a href="#d0">Trams</a> <span class="dim">Oslo, Tay Bridge</span></li>' in page
    assert '<li><a href="#d1">Trams</a></li>' in page and "Documents (2)" in page
    assert "<nav" not in html(labelled())


def test_numbers_lead_from_mention_to_mention_and_back() -> None:
    read = Reader(html(labelled()))
    place, leads = "", {}
    for tag, attributes in read.tags:
        if tag == "mark":
            place = attributes.get("id") or ""
        elif tag == "a" and place:
            leads[place], place = attributes["href"], ""
    assert leads["d0t0-4"] == "#d0a0-15-19" and leads["d0a0-15-19"] == "#d0t0-4"
    assert leads["d0a1-0-4"] == "#d0t0-4", "the second abstract too"
    assert leads["d0a0-4-10"] == "#d0t7-17" and leads["d0t7-17"] == "#d0a0-4-10"


def test_mentions_of_the_headline_are_marked() -> None:
    abstracts = ("{e Rome} and {a Oslo} .",)
    made = html(labelled(title="{e Rome} met {a Oslo} , {d Bergen}", abstracts=abstracts))
    heading = made[made.index("<h2>") : made.index("</h2>")]
    assert re.findall(r'id="([^"]+)"[^>]*>(\w+)', heading) == [
        ("d0h0-4", "Rome"), ("d0h9-13", "Oslo"),
    ]  # fmt: skip
    assert "<mark>Bergen</mark>" in heading and heading.count("linked") == 1


def test_all_evidence_and_the_rest_is_told() -> None:
    made = html(labelled())
    assert made.count("<td>head") == 3
    assert made.count("<strong>ambiguous</strong>: also Forth Bridge") == 1
    assert "Not in the abstract: Forth Bridge, Bergen<" in made
    assert "4 entities, 2 salient" in Reader(made).text


def test_confidence_is_shown_where_it_was_measured() -> None:
    one = labelled(abstracts=("{x Oslo} .", "{x Oslo} ."))
    first, second = one.labels[0].evidence
    evidence = replace(first, confidence=0.925), replace(second, confidence=None)
    made = html(replace(one, labels=(replace(one.labels[0], evidence=evidence), *one.labels[1:])))
    assert made.count("<td>92%") == 1 and made.count("<td>–") == 1


def test_what_was_aligned_with_nothing_is_marked_and_listed_with_its_reason() -> None:
    made = html(labelled(abstracts=("{x Paris} and {y Oslo} .",)))
    assert '<mark class="miss">Paris<sup>?</sup></mark> and <mark id=' in made
    assert "aligned with nothing (not in the document): Paris<" in made
    assert "aligned with nothing (" not in html(labelled())


def test_nothing_salient_and_no_entity_have_a_page() -> None:
    assert "<table>" not in html(labelled(abstracts=("Rain .",)))
    assert "0 entities" in Reader(html(labelled(text="rain", abstracts=("Rain .",)))).text


def test_hostile_texts_are_shown_as_they_are() -> None:
    evil = "</p><script>alert(1)</script><img/src=x/onerror=alert(1)>\"'"
    text = f"{{a {evil}}} met {{b Oslo}} ."
    read = Reader(html(labelled(text, (f"{{a {evil}}} . \ud800",), title=evil, id=evil)))
    tags = {tag for tag, _ in read.tags}
    assert not tags & {"script", "img"}
    assert not any(name.startswith("on") for _, attributes in read.tags for name in attributes)
    assert read.text.count(evil) >= 5


def test_a_page_has_the_first_documents_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [labelled(id=f"d{i}", title=f"Title {i}.") for i in range(4)]
    for name, limit in (("MAX_DOCUMENTS", 2), ("MAX_CHARACTERS", 2 * 100)):
        with monkeypatch.context() as patch:
            patch.setattr(label_page, name, limit)
            made = html(*results)
        assert made.count("<article") == 2 and "Title 2." not in made
        assert "Of 4 documents the first 2 are shown." in made
    assert "are shown" not in html(*results)
    monkeypatch.setattr(label_page, "MAX_CHARACTERS", 1)
    assert html(labelled()).count("<article") == 1


def test_a_small_document_after_the_limit_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [labelled(), labelled("{a Oslo} . " + "Rain . " * 50), labelled()]
    monkeypatch.setattr(label_page, "MAX_CHARACTERS", 400)
    assert html(*results).count("<article") == 1
