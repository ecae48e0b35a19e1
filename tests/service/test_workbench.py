"""The workbench in a browser: what it shows, and that a text can't act in it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from salience.service.app import make_app
from tests.support.browser import browsed
from tests.support.builders import toy_model
from tests.support.service import served
from tests.support.tiny_pipeline import TEXT, tiny_pipeline


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served(make_app(toy_model(), tiny_pipeline())) as client:
        yield client


@pytest.fixture
def page(browser: Any, client: httpx.Client) -> Iterator[Any]:
    with browsed(browser, str(client.base_url)) as page:
        yield page


def analyzed(page: Any, text: str, title: str = "") -> None:
    page.fill("#title", title)
    page.fill("#text", text)
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#list summary")
    page.wait_for_selector(".why .reasons, .why ul, .why p + p", state="attached")


def names(page: Any) -> list[str]:
    return page.locator("#list details:visible b").all_text_contents()


def test_entities_stand_in_the_text_and_beside_it(page: Any, client: httpx.Client) -> None:
    analyzed(page, TEXT, "Oslo")
    scored = client.post("/score", json={"text": TEXT, "title": "Oslo"}).json()["entities"]
    assert names(page) == [entity["name"] for entity in scored]
    for entity in scored:
        marks = page.locator(f"#shown mark[data-entity='{entity['entity']}']")
        texts = [text.rstrip("0123456789") for text in marks.all_text_contents()]
        assert texts == [mention["text"] for mention in entity["mentions"]]
    assert page.locator("#shown-title mark").count() == 1
    page.locator("#threshold").fill("1")
    assert page.locator("#list .yes").count() == page.locator("mark.yes").count() == 0
    page.locator("#threshold").fill("0")
    assert page.locator("#list .yes").count() == len(scored)
    page.uncheck("#types input[value=PER]")
    assert names(page) == ["Oslo"] and page.locator("mark:not(.off)").count() == 2


def test_all_that_speaks_of_an_entity_is_shown_by_pointer_and_by_keyboard(page: Any) -> None:
    analyzed(page, TEXT)
    page.locator("#shown mark", has_text="She").hover()
    pointed = page.locator("#shown .on").all_text_contents()
    assert len(pointed) == 3 and page.locator("#list .on b").inner_text() == "Noor Haddad"
    page.mouse.move(0, 0)
    assert page.locator(".on").count() == 0
    page.locator("#list summary", has_text="Ada").focus()
    assert page.locator("#shown .on").count() == 2
    page.keyboard.press("Enter")
    assert "salient" in page.locator("#list details[open] .why").inner_text()


def test_a_text_is_no_markup_and_offsets_are_those_of_characters(page: Any) -> None:
    evil = (
        "\U0001f600<img src=x onerror=alert(1)> & Ada Byrne met Oslo. </p><script>alert(1)</script>"
    )
    analyzed(page, evil, "<b>Oslo</b>")
    assert page.locator("#shown img, #shown script, #shown-title b").count() == 0
    shown = page.locator("#shown").evaluate(
        "p => { const c = p.cloneNode(true); c.querySelectorAll('sup').forEach(s => s.remove());"
        " return c.textContent }"
    )
    assert shown == evil
    marks = page.locator("#shown mark").all_text_contents()
    assert {text.rstrip("0123456789") for text in marks} >= {"Oslo"}


def test_summary_and_shorter_sentences_are_those_of_the_service(
    page: Any, client: httpx.Client
) -> None:
    text = f"\U0001f600 {TEXT}"
    deleted = [{"start": 2, "end": 11}, {"start": 16, "end": 27}]
    answer = {"sentences": [{"deleted": deleted, "compression": "Met in Oslo."}]}
    page.route("**/compress?rate=0.5", lambda route: route.fulfill(json=answer))
    analyzed(page, text)
    page.locator("#words").fill("20")
    page.locator("#rate").fill("0.5")
    said = client.post("/summarize?words=20", json={"text": text}).json()["summary"]
    page.wait_for_selector(f"#summary:text-is({json.dumps(said, ensure_ascii=False)})")
    page.wait_for_selector("#shorter del")
    assert page.locator("#shorter").inner_text() == text
    assert page.locator("#shorter del").all_text_contents() == ["Ada Byrne", "Noor Haddad"]
    page.check("#clean")
    page.wait_for_selector("#shorter:text-is('Met in Oslo.')")
    code = page.locator("#python").inner_text()
    compile(code, "python", "exec")
    assert "words=20" in code and "rate=0.5" in code
    page.locator("#json summary").click()
    page.wait_for_selector("#answer:not(:empty)")
    assert json.loads(page.locator("#answer").inner_text())["entities"]


def test_what_is_wrong_is_said(page: Any) -> None:
    page.fill("#text", "TinyCrash.")
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#error:visible")
    assert "failed" in page.locator("#error").inner_text()
    analyzed(page, TEXT)
    assert page.locator("#error").is_hidden()


def test_a_text_can_be_dropped_and_pages_fit_narrow_windows(page: Any) -> None:
    page.evaluate_handle(
        """text => { const data = new DataTransfer(); data.items.add(new File([text], "a.txt"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true })); }""",
        TEXT,
    )
    page.wait_for_selector("#list summary")
    for width in (360, 390, 800, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#example")
    page.wait_for_selector("#list summary >> nth=0")


def test_the_page_loads_nothing_and_has_names_for_its_fields(page: Any) -> None:
    source = page.content()
    assert "default-src 'none'" in source and "connect-src 'self'" in source
    for field in page.locator("input, textarea, select").all():
        assert field.evaluate("field => field.labels.length || field.ariaLabel")


def test_the_python_is_right_for_any_character(page: Any) -> None:
    text = f"{TEXT} \U0001f600\u2028\x7f"
    analyzed(page, text)
    page.check("#keep")
    code = page.locator("#python").inner_text()
    [document] = [line for line in code.splitlines() if line.startswith("document = ")]
    assert ast.literal_eval(document.removeprefix("document = "))["text"] == text
    assert "salience_model=" in code
    analyzed(page, TEXT * 6)
    page.wait_for_selector("#python:has-text('encoding=')")


def test_after_a_failure_all_acts_on_the_text_that_is_shown(page: Any) -> None:
    analyzed(page, TEXT)
    page.fill("#text", "TinyCrash.")
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#error:visible")
    with page.expect_request(re.compile("/summarize")) as asked:
        page.locator("#words").fill("20")
    assert asked.value.post_data_json["text"] == TEXT
    page.wait_for_selector("body:not(:has(.busy))", state="attached")
    page.fill("#text", "x" * 1_000_001)
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#error:has-text('characters, and the limit is')")


def test_the_json_and_the_analysis_do_not_stop_each_other(page: Any) -> None:
    analyzed(page, TEXT)
    page.locator("#json summary").click()
    page.wait_for_selector("#answer:not(:empty)")
    held: list[Any] = []
    page.route(
        re.compile(r"/score\?$"), lambda route: held.append(route)
    )  # Analyze alone has no options in its query
    page.fill("#text", f"Ada Byrne met Acme. {TEXT}")
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#results.busy")
    with page.expect_response(re.compile(r"/score\?threshold=0.9")):
        page.locator("#threshold").fill("0.9")
    for route in held:
        route.continue_()
    page.wait_for_selector("#results:not(.busy) #shown:has-text('Acme')")
    assert page.locator("#error").is_hidden() and json.loads(page.inner_text("#answer"))
