"""Records hold what the results hold, in the same bytes every time."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from salience.pages.document_page import view_page
from salience.tables.record_tables import to_frame
from salience.tables.records import to_json, to_record, to_rows
from salience.text.hashes import text_hash
from salience.types import Entity, LabelledDocument, ScoredDocument, Unaligned, Value
from tests.support.builders import marked
from tests.support.results import PARSED, labelled, scored


def test_what_found_nothing_stands_in_the_record_with_its_reason() -> None:
    nothing = Unaligned(1, PARSED.entities[1].mentions[0], "not in the document")
    record = to_record(replace(labelled(), unaligned=(nothing,)))
    assert record["unaligned"] == [
        {"abstract": 1, "start": 12, "end": 16, "text": "Oslo", "reason": "not in the document"}
    ]


_rain, _oslo = PARSED.entities[:2]
_unnamed = tuple(replace(m, kind="nominal") for m in _rain.mentions)
_rain = Entity(_unnamed, "heavy rains", "MISC", "nominal:d:0")
RAINS = replace(PARSED, entities=(_rain, replace(_oslo, name="Oslo")), head_counts=(1, 1))


@pytest.mark.parametrize(
    ("scores", "topic"),
    [((0.5, 0.2), 0), ((0.5, 0.4), None), ((0.1, 0.2), None), ((0.1, 0.05), None)],
)
def test_a_document_that_is_hardly_about_any_name_says_what_it_is_about(
    scores: tuple[float, float], topic: int | None
) -> None:
    result = ScoredDocument(RAINS, scores, 0.3)
    assert result.unnamed_topic == to_record(result).get("unnamed_topic") == topic
    assert ("hardly about any name: about heavy rains" in str(result)) == (topic == 0)
    assert ("but about <b>heavy rains</b>" in view_page([result])) == (topic == 0)


@pytest.mark.parametrize(("threshold", "topic"), [(0.3, "storm"), (0.1, "")])
def test_a_document_with_a_salient_name_is_about_names(threshold: float, topic: str) -> None:
    scores = (0.2,) * len(PARSED.entities)
    assert ScoredDocument(PARSED, scores, threshold, unnamed="storm").topic == topic


def test_entities_without_a_name_have_a_threshold_of_their_own() -> None:
    result = ScoredDocument(RAINS, (0.2, 0.25), 0.3, nominal_threshold=0.16)
    assert (result.order(), result.n_salient) == ([0, 1], 1)
    assert [entity["salient"] for entity in to_record(result)["entities"]] == [True, False]
    assert result.only(salient=True).order() == [0]
    _, rain, line, oslo = str(result).splitlines()[1:]
    assert ("heavy rains" in rain, "Oslo" in oslo) == (True, True)
    assert line.split("---")[1].strip("- ") == "0.30, without a name 0.16"
    assert "0.30, without a name 0.16 or more" in view_page([result])
    assert ScoredDocument(RAINS, (0.2, 0.25), 0.3).n_salient == 0
    assert "0.30 -" in str(ScoredDocument(PARSED, (0.2,) * len(PARSED.entities), 0.3,
                                          nominal_threshold=0.16))  # fmt: skip


def test_dates_stand_in_a_list_of_their_own_if_they_are_asked_for() -> None:
    june = Value("DATE", 3, 7, "June", 0)
    result = replace(scored(0.4, 0.3, 0.2, 0.1), parsed=replace(PARSED, values=(june,)))
    assert to_record(result) == to_record(scored(0.4, 0.3, 0.2, 0.1))
    assert to_record(result, dates=True)["values"] == [
        {"type": "DATE", "text": "June", "start": 3, "end": 7, "sentence": 0}
    ]
    assert to_record(scored(0.4, 0.3, 0.2, 0.1), dates=True)["values"] == []


def test_the_record_and_the_table_of_a_document_without_scores() -> None:
    record = to_record(PARSED)
    assert list(record) == ["id", "entities"]
    assert list(record["entities"][0]) == [
        "entity", "name", "type", "id", "kb_id", "mentions", "title_mentions",
    ]  # fmt: skip
    assert list(to_frame([PARSED])["name"]) == [entity.name for entity in PARSED.entities]


def test_the_record_of_a_labelled_document() -> None:
    record = to_record(labelled())
    assert list(record) == ["id", "entities", "abstracts", "text_hash"]
    assert record["text_hash"] == text_hash(PARSED.document.text)
    assert [entity["entity"] for entity in record["entities"]] == [0, 1, 2, 3]
    assert record["entities"][2] == {
        "entity": 2,
        "name": "Bergen",
        "type": "PER",
        "id": "name:bergen|PER",
        "kb_id": None,
        "salient": True,
        "grade": 1,
        "ambiguous": False,
        "evidence": [
            {
                "abstract": 0,
                "start": 3,
                "end": 9,
                "text": "Bergen",
                "rule": "head",
                "confidence": None,
                "candidates": [2],
                "mention": {"start": 21, "end": 27, "text": "Bergen"},
            }
        ],
        "mentions": [{"start": 21, "end": 27, "text": "Bergen", "kind": "named"}],
        "title_mentions": [],
        "features": {
            "first_sentence": 0,
            "head_count": 1,
            "named": 1,
            "nominal": 0,
            "pronominal": 0,
            "headline": "",
            "head": "bergen",
            "share": 0.2,
            "rank": 2,
            "order": 3,
            "role": "",
            "subjects": 0.0,
            "span": 0.5,
            "tenths": 1,
            "lead": 1,
            "first_paragraph": 0,
            "paragraphs": 1.0,
            "quoted": 0.0,
            "in_title": 0.0,
            "pagerank": 0.434783,
            "before": "",
            "after": "",
            "governor": "",
            "sentence_rank": 1,
            "sentence_weight": 0.0,
            "weight_share": 0.0,
            "headline_first": 0.447214,
            "headline_most": 0.447214,
            "headline_share": 1.0,
            "headline_words": "",
            "has_headline": 1,
        },
    }


def test_mentions_lie_where_the_record_says() -> None:
    for entity in to_record(labelled())["entities"]:
        for mention in entity["mentions"]:
            span = PARSED.document.text[mention["start"] : mention["end"]]
            assert span == mention["text"]


def test_scored_entities_come_in_falling_order_and_ties_in_that_of_the_document() -> None:
    entities = to_record(scored(0.2, 0.9, 0.2, 0.95))["entities"]
    assert [entity["entity"] for entity in entities] == [3, 1, 0, 2]
    assert [entity["score"] for entity in entities] == [0.95, 0.9, 0.2, 0.2]
    assert list(entities[0]) == [
        "entity", "name", "type", "id", "kb_id", "score", "salient", "mentions",
        "title_mentions",
    ]  # fmt: skip


def test_salient_agrees_with_the_score_that_is_written() -> None:
    entities = to_record(scored(0.29999999, 0.3, 0.300001, 0.299999))["entities"]
    assert {entity["entity"]: (entity["score"], entity["salient"]) for entity in entities} == {
        0: (0.29999999, False), 1: (0.3, True), 2: (0.300001, True), 3: (0.299999, False),
    }  # fmt: skip


def test_warnings_are_there_only_if_there_are_any() -> None:
    warned = marked("d", "{a Oslo}", warnings=("the text is not English",))
    assert to_record(ScoredDocument(warned, (0.5,), 0.3))["warnings"] == ["the text is not English"]


def test_a_document_without_entities_has_a_record_and_no_row() -> None:
    empty = ScoredDocument(marked("d", "It rained ."), (), 0.3)
    assert to_record(empty) == {"id": "d", "entities": []}
    assert to_frame([empty, scored(0.1, 0.2, 0.3, 0.4)])["document"].tolist() == ["007"] * 4
    assert len(to_frame([])) == len(to_frame([empty])) == 0


@given(st.text(st.characters(blacklist_categories=())))
def test_json_survives_any_text(text: str) -> None:
    record = {"id": text, "entities": []}
    line = to_json(record)
    assert line.isascii() and len(line.splitlines()) == 1
    assert json.loads(line) == record


def test_json_has_no_numbers_that_json_does_not_have() -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        to_json({"id": "d", "score": float("nan")})


def test_tables_replace_unpaired_surrogates() -> None:
    record = to_record(labelled())
    record["entities"][0]["name"] = "a\ud800b"
    record["entities"][0]["features"]["head"] = "\udfff"
    row = to_rows(record)[0]
    assert (row["name"], row["head"]) == ("a\ufffdb", "\ufffd")


def test_what_the_headline_alone_names_has_its_place_there() -> None:
    parsed = marked("d", "{a Oslo} won .", title="{b Bergen} loses to {a Oslo}")
    [bergen, oslo] = to_record(ScoredDocument(parsed, (0.9, 0.5), 0.3))["entities"]
    assert (bergen["name"], bergen["mentions"]) == ("Bergen", [])
    assert bergen["title_mentions"] == [{"start": 0, "end": 6, "text": "Bergen", "kind": "named"}]
    assert [m["start"] for m in oslo["title_mentions"]] == [16]
    rows = to_frame([ScoredDocument(parsed, (0.9, 0.5), 0.3)])
    assert rows[["start", "end", "n_mentions"]].to_numpy().tolist() == [[0, 6, 0], [0, 4, 1]]


def test_evidence_in_the_headline_says_so() -> None:
    parsed = marked("d", "{a Oslo} won .", title="{b Bergen} loses", abstracts=("On {b Bergen} .",))
    abstract = marked("d", "{b Bergen} and {a Oslo} .")
    labels = make_labels(parsed, align_all(parsed, [abstract]).aligned)
    bergen, oslo = to_record(LabelledDocument(parsed, labels))["entities"]
    assert bergen["evidence"][0]["mention"] == {
        "start": 0, "end": 6, "text": "Bergen", "title": True,
    }  # fmt: skip
    assert "title" not in oslo["evidence"][0]["mention"]


def test_files_from_before_headlines_were_parsed_are_read() -> None:
    record = to_record(scored(0.1, 0.2, 0.3, 0.4))
    for entity in record["entities"]:
        del entity["title_mentions"]
    assert len(to_rows(record)) == 4
