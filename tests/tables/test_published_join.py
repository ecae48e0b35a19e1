"""Published labels on a pipeline's entities: by place, by overlap, by head word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from salience.corpus.nyt_annotated import published_labels
from salience.corpus.read import read_corpus
from salience.errors import Reject
from salience.resources import example_paths
from salience.tables.published_join import head_word, joined, joined_labels
from salience.tables.records import to_json

SAMPLE = Path(__file__).parents[1] / "cases" / "nyt_annotations.txt"
"""Made up in the published format, of an article that ships; offsets count from its headline."""


def entity(index: int, *mentions: tuple[int, str] | tuple[int, str, str]) -> dict[str, Any]:
    found = [
        {"start": start, "end": start + len(text), "text": text, "kind": (*kind, "named")[0]}
        for start, text, *kind in mentions
    ]
    own = {"id": f"name:{index}", "kb_id": None, "salient": False, "grade": 0, "ambiguous": False}
    return {"entity": index, **own, "evidence": [], "features": {"named": 1}, "mentions": found}


def one(start: int, text: str, salient: bool = True, mid: str | None = None) -> dict[str, Any]:
    place = {"start": start, "end": start + len(text), "text": text, "kind": "named"}
    said = {"mentions": 2, "start": start + 7, "end": start + 7 + len(text)}
    return {"salient": salient, "kb_id": mid, "published": said, "mentions": [place]}


@pytest.mark.parametrize(
    ("published", "entities", "expected"),
    [
        # The very place, whatever the kind and the name.
        ([one(5, "the mayor")], [entity(0, (0, "Ada"), (5, "the mayor", "nominal"))], {0: "span"}),
        # The same head word over another stretch of text; an inner name has another head.
        ([one(0, "Mayor Ada Byrne")], [entity(0, (6, "Ada Byrne"))], {0: "overlap"}),
        ([one(0, "University of Oslo")], [entity(0, (14, "Oslo"))], {}),
        ([one(14, "Oslo")], [entity(0, (0, "University of Oslo"))], {}),
        ([one(0, "University of Oslo")], [entity(0, (0, "University"))], {0: "overlap"}),
        ([one(0, "University of Oslo")], [entity(0, (40, "University of Rome"))], {}),
        # A name elsewhere: the earliest entity that nothing was joined to.
        ([one(0, "Byrne")], [entity(0, (9, "Ada Byrne")), entity(1, (90, "Byrne"))], {0: "head"}),
        (
            [one(0, "Byrne"), one(40, "Ada Byrne")],
            [entity(0, (40, "Ada Byrne")), entity(1, (90, "Bo Byrne"))],
            {0: "span", 1: "head"},
        ),
        ([one(0, "Al Gore Jr.")], [entity(0, (40, "Al Gore"))], {0: "head"}),
        # The head word of a mention that is no name says nothing.
        ([one(0, "the company")], [entity(0, (40, "Acme"), (60, "the company", "nominal"))], {}),
    ],
)  # fmt: skip
def test_the_rules(
    published: list[dict[str, Any]], entities: list[dict[str, Any]], expected: dict[int, str]
) -> None:
    found = joined({"id": "d", "entities": published}, {"id": "d", "entities": entities})
    assert {e["entity"]: e["published"]["rule"] for e in found["entities"]} == expected
    assert len(found.get("unaligned", [])) == len(published) - len(expected)


def test_what_is_joined_keeps_its_features_and_gets_what_was_published() -> None:
    labels = {"id": "d", "abstracts": 1, "unaligned": ["of an abstract"], "date": "2007-01-01"}
    own = [entity(0, (5, "Oslo"), (50, "Oslo")), entity(1, (9, "Ada")), entity(2, (80, "Rome"))]
    split = [one(5, "Oslo", False), one(50, "Oslo", True, "/m/1"), one(80, "Rome", False)]
    lost = [one(200, "Bonn", True), one(300, "Bern", False)]
    found = joined({"id": "d", "entities": [*split, *lost]}, labels | {"entities": own})
    oslo, rome = found["entities"]  # nothing was published of Ada
    assert (oslo["salient"], oslo["grade"], oslo["ambiguous"]) == (True, 1, True)
    assert (oslo["id"], oslo["kb_id"], oslo["features"]) == ("/m/1", "/m/1", {"named": 1})
    assert oslo["published"] == {"mentions": 4, "start": 12, "end": 16, "rule": "span"}
    assert (rome["salient"], rome["id"], rome["mentions"]) == (False, "name:2", own[2]["mentions"])
    assert found["date"] == "2007-01-01"
    missed = {"abstract": 0, "start": 200, "end": 204, "text": "Bonn", "reason": "not found"}
    assert found["unaligned"] == [missed]
    assert own[0]["salient"] is False


def test_heads_of_names() -> None:
    said = ["Barack Obama", "Bank of America", "Davis Jr.", "the U.S.", "of Mice", "", "Jr."]
    assert list(map(head_word, said)) == ["obama", "bank", "davis", "us", "mice", "", "jr"]


def test_files_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    lines = [
        to_json({"id": id, "entities": [entity(0, (0, "Oslo")) | {"name": id}]}) for id in "cab"
    ]
    path.write_text("\n".join(lines))
    rejects: list[Reject] = []
    wanted = [{"id": id, "entities": [one(0, "Oslo")]} for id in "abxc"]
    wanted[1]["entities"] = [one(9, "Rome")]
    found = list(joined_labels(wanted, str(path), on_reject=rejects.append))
    assert [(r["id"], r["entities"][0]["name"]) for r in found] == [("a", "a"), ("c", "c")]
    assert [(r.id, r.reason.partition(";")[0]) for r in rejects] == [
        ("b", "none of its entities could be joined"), ("x", "there are no labels of it"),
    ]  # fmt: skip


def test_the_sample_has_counts_offsets_and_ids_as_they_were_published() -> None:
    (record,) = published_labels(SAMPLE, read_corpus(example_paths()), on_reject=lambda _: None)
    lines = [line.split("\t") for line in SAMPLE.read_text("utf-8").splitlines()[1:]]
    assert len(record["entities"]) == len(lines) == 8
    for found, (_, salient, mentions, text, start, end, mid) in zip(
        record["entities"], lines, strict=True
    ):
        assert found["published"] == {
            "mentions": int(mentions), "start": int(start), "end": int(end),
        }  # fmt: skip
        assert (found["name"], found["salient"]) == (text, salient == "1")
        assert found["kb_id"] == (mid or None)
    json.dumps(record)
