"""The answer that the cloud service gave, for programs that were written for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.service.app import make_app
from salience.service.cloud import ANALYZE_ENTITIES, CloudRequest, cloud_answer
from salience.service.replies import Limits
from salience.text.html_text import html_text
from salience.types import Document, Entity, Mention, ParsedDocument, ScoredDocument
from tests.support.builders import toy_model
from tests.support.service import served
from tests.support.tiny_pipeline import TEXT, tiny_pipeline

UNITS = {"UTF8": ("utf-8", 1), "UTF16": ("utf-16-le", 2), "UTF32": ("utf-32-le", 4)}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    nlp = tiny_pipeline()
    nlp.max_length = 5_000
    with served(make_app(toy_model(), nlp, limits=Limits(body=40_000))) as client:
        yield client


def asked(client: httpx.Client, content: str, kind: Any = "PLAIN_TEXT", **more: Any) -> Any:
    sent = {"document": {"type": kind, "content": content}, "encodingType": "UTF16", **more}
    return client.post(f"{ANALYZE_ENTITIES}?key=k&$alt=json", json=sent).raise_for_status().json()


def test_the_answer_is_that_of_the_cloud_service(client: httpx.Client) -> None:
    said = asked(client, TEXT)
    assert list(said) == ["entities", "language"] and said["language"] == "en"
    first = said["entities"][0]
    assert list(first) == ["name", "type", "metadata", "salience", "mentions"]
    by_name = {entity["name"]: entity for entity in said["entities"]}
    assert {name: entity["type"] for name, entity in by_name.items()} == {
        "Ada Byrne": "PERSON",
        "Noor Haddad": "PERSON",
        "Oslo": "LOCATION",
    }
    assert by_name["Noor Haddad"]["mentions"] == [
        {"text": {"content": "Noor Haddad", "beginOffset": 14}, "type": "PROPER"},
        {"text": {"content": "Haddad", "beginOffset": 47}, "type": "PROPER"},
    ]
    salience = [entity["salience"] for entity in said["entities"]]
    assert sum(salience) == pytest.approx(1) and salience == sorted(salience, reverse=True)
    scored = client.post("/score?shares=true", json={"text": TEXT}).json()["entities"]
    assert [entity["score_share"] for entity in scored] == pytest.approx(salience, abs=1e-6)


def test_numbers_of_enums_and_names_of_python_are_understood(client: httpx.Client) -> None:
    said = asked(client, TEXT)
    sent = {"document": {"type": 1, "content": TEXT, "language": "en-GB"}, "encoding_type": 2}
    assert client.post(ANALYZE_ENTITIES, json=sent).json() == said
    none = asked(client, TEXT, encodingType="NONE")
    offsets = [m["text"]["beginOffset"] for e in none["entities"] for m in e["mentions"]]
    assert set(offsets) == {-1}


def test_offsets_into_html_are_those_of_its_source(client: httpx.Client) -> None:
    source = "<h1 title='a > b'>Noor Haddad</h1>\n<p>\U0001f600 Ada <b>By&#114;ne</b> met Oslo.</p>"
    said = asked(client, source, "HTML")
    at = {m["text"]["content"]: m["text"] for e in said["entities"] for m in e["mentions"]}
    assert at["Noor Haddad"]["beginOffset"] == source.index("Noor")
    assert at["Ada Byrne"]["beginOffset"] == source.index("Ada") + 1  # a pair of surrogates
    assert at["Oslo"]["beginOffset"] == source.index("Oslo") + 1


@pytest.mark.parametrize(
    ("code", "words", "body"),
    [
        (400, "document must be an object", b"{}"),
        (400, "document must be an object", b"[]"),
        (400, "is not JSON", b"{"),
        (400, "type must be PLAIN_TEXT or HTML", b'{"document": {"content": "Rain.", "type": 0}}'),
        (400, "but is 7", b'{"document": {"content": "Rain.", "type": 7}}'),
        (400, "but is True", b'{"document": {"content": "Rain.", "type": true}}'),
        (400, "but is None", b'{"document": {"content": "Rain."}}'),
        (400, "content must be a text", b'{"document": {"type": 1, "content": " "}}'),
        (400, "is empty", b'{"document": {"type": 2, "content": "<p></p>"}}'),
        (400, "gcsContentUri can't", b'{"document": {"type": 1, "gcsContentUri": "gs://a/b"}}'),
        (
            400,
            "language must be en",
            b'{"document": {"type": 1, "content": "a", "language": "fr"}}',
        ),
        (
            400,
            "encodingType must be NONE, UTF8, UTF16 or UTF32, but is 9",
            b'{"document": {"type": 1, "content": "a"}, "encodingType": 9}',
        ),
        (400, "the limit is 5,000", b'{"document": {"type": 1, "content": "%b"}}' % (b"a " * 3000)),
        (400, "the limit is 40,000", b"7" * 40_001),
        (500, "pipeline failed", b'{"document": {"type": 1, "content": "TinyCrash."}}'),
    ],
)
def test_errors_have_the_form_of_the_cloud_service(
    client: httpx.Client, code: int, words: str, body: bytes
) -> None:
    answer = client.post(
        ANALYZE_ENTITIES, content=body, headers={"Content-Type": "application/json"}
    )
    error = answer.json()["error"]
    assert answer.status_code == error["code"] == code
    assert words in error["message"]
    assert error["status"] == ("INTERNAL" if code == 500 else "INVALID_ARGUMENT")


def test_ids_stand_under_the_name_of_what_they_are_ids_of() -> None:
    ids = {
        "Q142": {"wikidata": "Q142"},
        "https://en.wikipedia.org/wiki/Oslo": {
            "wikipedia_url": "https://en.wikipedia.org/wiki/Oslo"
        },
        "/m/05l64": {},
        "our-7": {},
        None: {},
    }
    mention = Mention(0, 4, "Oslo", "named", "Oslo", 0, 0)
    entities = tuple(Entity((mention,), "Oslo", "MISC", "x", id) for id in ids)
    parsed = ParsedDocument(Document("d", "Oslo"), entities, (1,) * 5, 1)
    request = CloudRequest("Oslo", "Oslo", range(5))
    said = cloud_answer(request, ScoredDocument(parsed, (0.0,) * 5, 0.3))["entities"]
    assert [entity["metadata"] for entity in said] == list(ids.values())
    assert [entity["salience"] for entity in said] == [0.2] * 5 and said[0]["type"] == "OTHER"


@given(
    st.text(st.sampled_from("ab \n\u0301\u00e9\u20ac\u200d\U0001f469\U0001f680\ud800")),
    st.sampled_from(list(UNITS)),
)
def test_offsets_count_the_units_of_every_encoding(text: str, encoding: str) -> None:
    name, width = UNITS[encoding]
    offsets = CloudRequest(text, text, range(len(text) + 1), encoding).offsets()
    assert offsets == [
        len(text[:i].encode(name, "surrogatepass")) // width for i in range(len(text) + 1)
    ]


PIECES = ["<p>", "</p>", "<b a='", '">', "<!--", "-->", "<script>", "</script>", "&amp;", "&#65;"]


@settings(max_examples=300)
@given(st.lists(st.sampled_from([*PIECES, "Ada", "é", "\n", "<", "&", "\U0001f600"])).map("".join))
def test_each_character_of_html_stands_where_it_is_said(source: str) -> None:
    text, places = html_text(source)
    assert len(places) == len(text) + 1 and places == sorted(places)
    for character, place in zip(text, places, strict=False):
        assert (
            character in (source[place], " " if source[place].isspace() else "")
            or source[place] in "<&"
        )


@pytest.mark.parametrize(
    ("source", "text", "places"),
    [
        ("a &No", "a &No", [0, 1, 2, 3, 4, 5]),
        ("a&copyright", "a©right", [0, 1, 6, 7, 8, 9, 10, 11]),
        ("&semi;&#65;&fjlig;b", ";Afjb", [0, 6, 11, 11, 18, 19]),
    ],
)
def test_what_a_reference_does_not_stand_for_keeps_its_place(
    source: str, text: str, places: list[int]
) -> None:
    assert html_text(source) == (text, places)


@pytest.mark.parametrize("piece", ["<", "<a ", "<!", "<!--", "<script>", "<a '", "&#", "<a \"'"])
def test_html_takes_a_time_that_grows_with_its_length(piece: str) -> None:
    begun = time.perf_counter()
    html_text(piece * (200_000 // len(piece)))
    assert time.perf_counter() - begun < 2
    assert json.dumps(html_text(piece * 3)[0])
