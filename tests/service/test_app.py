"""What the service answers, and what it refuses."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.documents import compress
from salience.engine.documents import find_entities, score
from salience.features.attributes import attributes
from salience.model.explanation_records import explanation_record
from salience.service.app import make_app
from salience.service.cloud import ANALYZE_ENTITIES as CLOUD
from salience.service.replies import Limits
from salience.summaries.documents import summarize
from salience.tables.records import to_json, to_record
from salience.types import Document
from tests.support.builders import toy_model
from tests.support.service import served
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

LIMITS = Limits(body=20_000, documents=20, waiting=30_000)
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}
GOOD = {"id": "good", "text": TEXT}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    nlp = tiny_pipeline()
    nlp.max_length = 5_000
    app = make_app(toy_model(), nlp, limits=LIMITS)
    with served(app) as found:
        yield found


def lines_of(documents: list[Document], **options: Any) -> list[str]:
    """What `salience score -o -` writes."""
    dates, nominal = options.pop("dates", False), options.pop("nominal", False)
    scored = score(documents, model=toy_model(), nlp=tiny_pipeline(), nominal=nominal)
    return [to_json(to_record(result.only(**options), dates=dates)) for result in scored]


def fields(document: Document) -> dict[str, Any]:
    return {"id": document.id, "title": document.title, "text": document.text, "abstract": 7}


def test_answers_are_what_score_writes(client: httpx.Client) -> None:
    documents = corpus(6)
    sent = [fields(document) for document in documents]
    lines = lines_of(documents)
    alone = [client.post("/score", json=one) for one in sent]
    assert [answer.text for answer in alone] == [f"{line}\n" for line in lines]
    assert all(answer.headers["content-type"] == "application/json" for answer in alone)
    together = client.post("/score", json=sent)
    assert together.text == "[" + ",\n".join(lines) + "]\n"
    assert together.json() == list(map(json.loads, lines))
    body = "\n".join(map(json.dumps, sent))
    answer = client.post("/score", content=body, headers=LINES)
    assert answer.text == "".join(f"{line}\n" for line in lines)
    assert answer.headers["content-type"] == "application/x-ndjson"


def test_options_show_what_those_of_the_command_show(client: httpx.Client) -> None:
    documents, sent = corpus(3), [fields(document) for document in corpus(3)]
    for query, options in [
        ("top=2", {"top": 2}),
        ("types=per,LOC", {"types": ["PER", "LOC"]}),
        ("salient=true&dates=false", {"salient": True}),
        ("dates=true", {"dates": True}),
    ]:
        lines = lines_of(documents, **options)
        assert client.post(f"/score?{query}", json=sent).json() == list(map(json.loads, lines))
    for threshold in (0, 1):
        found = client.post(f"/score?threshold={threshold}", json=sent).json()
        assert {e["salient"] for record in found for e in record["entities"]} == {not threshold}


def test_entities_without_a_name_are_those_of_whoever_asks(client: httpx.Client) -> None:
    """Requests that come together are read together, and each gets what it would get alone."""
    texts = [f"Ada Byrne met a mayor in Oslo. She thanked {n} bridges." for n in range(8)]
    documents = [Document(f"d{n}", text) for n, text in enumerate(texts)]
    named, every = lines_of(documents), lines_of(documents, nominal=True)
    assert all(
        "nominal:" in more and "nominal:" not in less
        for more, less in zip(every, named, strict=True)
    )
    with ThreadPoolExecutor(8) as threads:
        asked = [f"/score?nominal={'true' if n % 2 else 'false'}" for n in range(8)]
        answers = threads.map(
            lambda path, one: client.post(path, json=fields(one)).text, asked, documents
        )
        assert list(answers) == [f"{(named, every)[n % 2][n]}\n" for n in range(8)]


def test_documents_without_an_id_are_numbered(client: httpx.Client) -> None:
    sent = [{"text": TEXT}, {"id": "", "text": TEXT}, {"id": 7, "text": TEXT}, {"id": 7}]
    assert [record["id"] for record in client.post("/score", json=sent).json()] == list("1277")


def test_each_path_answers_what_its_command_writes(client: httpx.Client) -> None:
    document, model, nlp = corpus(1)[0], toy_model(), tiny_pipeline()
    sent = fields(document)

    def answer(path: str) -> Any:
        return client.post(path, json=[sent]).raise_for_status().json()

    [summary] = summarize(document, model=model, nlp=nlp, sentences=1)
    assert answer("/summarize?sentences=1") == [summary.to_dict()]
    [compressed] = compress(document, nlp=nlp, rate=0.5)
    assert answer("/compress?rate=0.5") == json.loads(json.dumps([compressed.to_dict()]))
    [scored] = score(document, model=model, nlp=nlp)
    [explained] = answer("/explain?features=true")
    for entity in explained["entities"]:
        row = model.complete(attributes(scored.parsed))[entity["entity"]]
        assert entity["reasons"] == [
            {"words": reason.words, "value": reason.value}
            for reason in model.explain(row).main_reasons()
        ]
        del entity["reasons"]
        record = explanation_record(scored, model, entity["entity"], row)
        assert entity == json.loads(json.dumps(record))
    assert [e["score"] for e in explained["entities"]] == sorted(scored.scores, reverse=True)


def test_what_can_not_be_explained_costs_itself_alone(client: httpx.Client) -> None:
    sent = [GOOD, {"id": "bad", "text": "TinyCrash."}, {"id": "none", "text": "It rained."}]
    good, bad, none = client.post("/explain?nominal=true", json=sent).json()
    assert good["entities"] and bad["error"]["status"] == 500
    assert none == {"id": "none", "entities": []}


def test_names_hold_across_the_documents_of_a_request(client: httpx.Client) -> None:
    texts = ["Ada Byrne met Noor Haddad.", "Ada Byrne met Oslo."]
    sent = [{"id": "a", "text": texts[0]}, {"id": "bad"}, {"id": "b", "text": texts[1]}]
    first, bad, last = client.post("/names", json=sent).json()
    documents = [Document("a", texts[0]), Document("b", texts[1])]
    expected = find_entities(documents, nlp=tiny_pipeline())
    assert [first, last] == [to_record(parsed) for parsed in expected]
    assert bad["id"] == "bad" and bad["error"]["status"] == 422


def test_pages_of_other_sites_are_answered_where_that_is_allowed(client: httpx.Client) -> None:
    asks = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    asks["Access-Control-Request-Headers"] = "content-type"
    allowed = "access-control-allow-origin"
    assert allowed not in client.options("/score", headers=asks).headers
    app = make_app(toy_model(), tiny_pipeline(), origins=["https://a.example"])
    with served(app) as other:
        assert other.options("/score", headers=asks).headers[allowed] == "https://a.example"
        answer = other.post("/score", json=GOOD, headers={"Origin": "https://a.example"})
        assert answer.headers[allowed] == "https://a.example"
        answer = other.post("/score", json={}, headers={"Origin": "https://a.example"})
        assert answer.status_code == 422 and answer.headers[allowed] == "https://a.example"
        asks["Origin"] = "https://b.example"
        assert allowed not in other.options("/score", headers=asks).headers


BAD = {
    "text is missing": {"id": "bad"},
    "text is a number": {"id": "bad", "text": 5},
    "text is empty": {"id": "bad", "text": " \n"},
    "text is too long": {"id": "bad", "text": "Ada met Noor. " * 500},
    "title is a list": {"id": "bad", "title": [], "text": TEXT},
    "no object": "bad",
    "no id": {"id": 0.5, "text": TEXT},
    "deep": json.loads('{"text": ' + "[" * 900 + "]" * 900 + "}"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_document_is_an_error_among_good_ones(client: httpx.Client, name: str) -> None:
    first, bad, last = client.post("/score", json=[GOOD, BAD[name], GOOD]).json()
    assert first["entities"] == last["entities"] != []
    assert bad["error"]["status"] == 422 and len(bad["error"]["reason"]) < 250
    if isinstance(BAD[name], dict):
        answer = client.post("/score", json=BAD[name])
        assert answer.status_code == 422 and answer.json()["error"] == bad["error"]


def test_what_a_client_can_mend_is_its_own_error(client: httpx.Client) -> None:
    answer = client.post("/summarize?about=Nobody", json=GOOD)
    assert answer.status_code == 422 and "'Nobody'" in answer.json()["error"]["reason"]
    assert client.post("/explain?top=100", json=GOOD).status_code == 200
    answer = client.post("/explain?top=101", json=GOOD)
    assert answer.status_code == 400 and "at most 100" in answer.json()["error"]["reason"]
    assert client.post("/score?top=101", json=GOOD).status_code == 200


def test_a_document_that_breaks_the_pipeline_costs_only_itself(client: httpx.Client) -> None:
    sent = [GOOD, {"id": "bad", "text": "TinyCrash."}, GOOD]
    first, bad, last = client.post("/score", json=sent).json()
    assert first == last and bad["id"] == "bad" and bad["error"]["status"] == 500
    assert client.post("/score", json=sent[1]).status_code == 500


@pytest.mark.parametrize(
    ("status", "reason", "body", "headers", "query"),
    [
        (400, "is not JSON", b'{"text": ', JSON, ""),
        (400, "line 2 of the body is not JSON", b'{"text": "Rain."}\n7b', LINES, ""),
        (400, "is not UTF-8", b'{"text": "\xff"}', JSON, ""),
        (400, "is not JSON", b"[" * 19_000, JSON, ""),
        (400, "is not JSON", b'{"text": ' + b"9" * 5000 + b"}", JSON, ""),
        (400, "must be a JSON object", b'"Rain."', JSON, ""),
        (400, "is not JSON", b"", JSON, ""),
        (400, "top must be a whole number", b"{}", JSON, "?top=0"),
        (400, "types must be some of PER", b"{}", JSON, "?types=DOG"),
        (400, "threshold must be a number", b"{}", JSON, "?threshold=nan"),
        (400, "dates must be true or false", b"{}", JSON, "?dates=1"),
        (400, "options are threshold", b"{}", JSON, "?limit=3"),
        (400, "rate must be a number above 0", b"{}", JSON, "?rate=0"),
        (400, "leave all but one", b"{}", JSON, "?words=3&sentences=3"),
        (413, "20,001 bytes or more, and the limit is 20,000", b"7" * 20_001, JSON, ""),
        (413, "21 documents, and the limit is 20", json.dumps([GOOD] * 21).encode(), JSON, ""),
        (415, "must be application/json", b"{}", {"Content-Type": "text/plain"}, ""),
        (415, "must be application/json", b"{}", {}, ""),
        (415, "must not be compressed", b"{}", JSON | {"Content-Encoding": "gzip"}, ""),
    ],
)
def test_a_wrong_request_is_refused_with_its_reason(
    client: httpx.Client, status: int, reason: str, body: bytes, headers: dict[str, str], query: str
) -> None:
    path = "/compress" if "rate" in query else "/summarize" if "words" in query else "/score"
    answer = client.post(f"{path}{query}", content=body, headers=headers)
    error = answer.json()["error"]
    assert answer.status_code == error["status"] == status
    assert reason in error["reason"] and len(error["reason"]) < 250


def test_a_body_of_unknown_length_has_the_same_limit(client: httpx.Client) -> None:
    chunks = iter([b"7" * 9_000] * 3)
    assert client.post("/score", content=chunks, headers=JSON).status_code == 413
    assert client.post("/score", json=GOOD).status_code == 200


def test_other_paths_and_methods_are_errors_in_the_same_form(client: httpx.Client) -> None:
    found = client.get("/scores")
    assert found.status_code == found.json()["error"]["status"] == 404
    found = client.get("/score")
    assert found.status_code == found.json()["error"]["status"] == 405
    assert found.headers["allow"] == "POST" and "use POST" in found.json()["error"]["reason"]


def test_health_says_what_runs(client: httpx.Client) -> None:
    said = client.get("/health").json()
    assert said["status"] == "ready" and said["pipeline"].startswith("en_pipeline-")


def test_the_page_needs_no_network_and_shows_what_holds(client: httpx.Client) -> None:
    page = client.get("/docs", headers={"Host": "a.example"})
    assert page.headers["content-type"].startswith("text/html")
    assert "http://a.example/score" in page.text and "<td>5,000</td>" in page.text
    assert not any(word in page.text for word in ("<script", "src=", "@import", "url("))
    assert "<b>" not in client.get("/docs", headers={"Host": "a<b>"}).text


def test_answers_are_as_the_description_says(client: httpx.Client) -> None:
    said = client.get("/openapi.json").json()
    assert said["components"]["schemas"]["Documents"]["maxItems"] == LIMITS.documents

    def check(name: str, value: Any) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": said["components"]}
        jsonschema.Draft202012Validator(schema).validate(value)

    sent = [GOOD, *BAD.values(), *map(fields, corpus(3))]
    for path, result in [
        ("/score?dates=true&shares=true", "Result"),
        ("/names?dates=true", "NamedDocument"),
        ("/explain?features=true", "ExplainedDocument"),
        ("/explain?top=1", "ExplainedDocument"),
        ("/summarize?sentences=1&about=Ada%20Byrne", "Summary"),
        ("/compress?rate=0.5&entities=true", "CompressedDocument"),
    ]:
        assert [*client.post(path, json=sent).json()[0]] == [*client.post(path, json=GOOD).json()]
        for record in client.post(path, json=sent).json():
            check("Error" if "error" in record else result, record)
    cloud = {"document": {"type": "PLAIN_TEXT", "content": TEXT}}
    check("AnalyzedEntities", client.post(CLOUD, json=cloud).json())
    check("CloudError", client.post(CLOUD, json={}).json())
    check("Error", client.post("/score", json=7).json())
    check("Health", client.get("/health").json())
    check("Document", said["components"]["schemas"]["Document"]["examples"][0])


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(("id", "title", "text", "abstract", "clusters", "other"), JSON_VALUES),
)


@settings(max_examples=50)
@given(st.lists(JSON_VALUES | DOCUMENTS, max_size=5), st.booleans())
def test_whatever_is_sent_has_an_answer_for_each(
    client: httpx.Client, sent: list[Any], in_lines: bool
) -> None:
    if in_lines:
        body = "\n".join(map(json.dumps, sent))
        answer = client.post("/score", content=body, headers=LINES)
        found = list(map(json.loads, answer.text.splitlines()))
    else:
        answer = client.post("/score", content=json.dumps(sent), headers=JSON)
        found = answer.json()
    assert answer.status_code == 200 and len(found) == len(sent)
    assert all("entities" in one or one["error"]["status"] == 422 for one in found)


@settings(max_examples=50)
@given(st.binary(max_size=200))
def test_no_bytes_break_it(client: httpx.Client, body: bytes) -> None:
    for headers in (JSON, LINES):
        answer = client.post("/score", content=body, headers=headers)
        assert answer.status_code in (200, 400, 422)


def test_the_log_has_nothing_of_what_was_sent(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sent = {"id": "Secret\nline", "title": "Secret", "text": "TinyCrash Secret."}
    client.post("/score?Secret=1", json=sent, headers={"X-Secret": "Secret"})
    client.post("/score", json=sent)
    client.request("SECRET", "/Secret%0aline", headers={"Host": "Secret"})
    deadline = time.monotonic() + 20  # an answer comes before its line, that of an earlier test too
    said: list[dict[str, Any]] = []
    while [record["fields"]["status"] for record in said] != [400, 500, 404]:
        assert time.monotonic() < deadline, said
        ours = [r for r in caplog.records if r.name.startswith("salience")]
        said = [vars(record) for record in ours[-3:]]
    assert said[2]["fields"]["method"] == said[2]["fields"]["path"] == "other"
    assert "secret" not in repr([vars(record) for record in ours]).lower()
