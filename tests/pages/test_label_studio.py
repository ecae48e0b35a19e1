"""Tasks of Label Studio are what it documents."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET  # our own page, not a stranger's
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from salience.errors import CorpusError
from salience.pages.label_studio import NO_TYPE, label_studio
from salience.pages.ratings import read_sample, write_sample
from salience.types import TYPES
from tests.support import ROOT
from tests.support.builders import marked

PARSED = [
    marked(
        "007", "{a Oslo} met {b Bergen} . {a:pronominal It} won .", title="{a Oslo} and {c Ada}"
    ),
    marked("x", "it rained ."),
    marked("y", "{a 🎈 Ada} left {b </Text>} ."),
]
REGIONS = [("e0", "Ada"), ("e1", "Oslo"), ("e1", "Oslo"), ("e1", "It"), ("e2", "Bergen")]
"""The mentions of the first document; one entity is named in its headline alone."""
SCHEMA = json.loads((ROOT / "tests/cases/label_studio.schema.json").read_text("utf-8"))


@pytest.fixture
def sample(tmp_path: Path) -> list[dict[str, Any]]:
    write_sample(tmp_path / "by-hand", PARSED, "some_pipeline-1.0.0")
    return read_sample(tmp_path / "by-hand")


def labelling() -> ET.Element:
    """The labelling interface for Label Studio, as the documentation gives it."""
    text = (ROOT / "docs/formats.md").read_text("utf-8")
    return ET.fromstring(text.split("```xml\n")[1].split("```")[0])  # noqa: S314


def test_tasks_of_label_studio_follow_its_format(sample: list[dict[str, Any]]) -> None:
    tasks = json.loads(label_studio(sample))
    jsonschema.validate(tasks, SCHEMA)
    assert [task["data"]["id"] for task in tasks] == ["007", "x", "y"]
    for task in tasks:
        [prediction] = task["predictions"]
        assert prediction["model_version"] == "some_pipeline-1.0.0"
        regions = {item["id"]: item for item in prediction["result"] if "id" in item}
        for item in prediction["result"]:
            if item["type"] == "relation":
                assert {item["from_id"], item["to_id"]} <= set(regions)
            else:
                value = item["value"]
                assert task["data"]["text"][value["start"] : value["end"]] == value["text"]
    result = tasks[0]["predictions"][0]["result"]
    assert [
        (item["id"][:2], item["value"]["text"]) for item in result if "value" in item
    ] == REGIONS
    assert {item["to_id"] for item in result if "to_id" in item} == {
        next(item["id"] for item in result if item.get("id", "").startswith(entity))
        for entity, text in REGIONS
        if text == "It"
    }


def test_the_labelling_interface_of_the_documentation_fits_the_tasks(
    sample: list[dict[str, Any]],
) -> None:
    interface = labelling()
    names = {element.get("name"): element for element in interface.iter() if element.get("name")}
    shown = {element.get("value", "")[1:] for element in interface.iter("Text")}
    tasks = json.loads(label_studio(sample))
    assert shown == {"text"} <= set(tasks[0]["data"])
    labels = {label.get("value") for label in names["type"]}
    assert labels == {*TYPES, NO_TYPE}
    assert [choice.get("value") for choice in names["salience"]] == ["1", "2", "3", "4"]
    for task in tasks:
        for item in task["predictions"][0]["result"]:
            if item["type"] == "labels":
                assert names[item["from_name"]].get("toName") == item["to_name"] == "text"
                assert set(item["value"]["labels"]) <= labels


def test_a_sample_of_an_earlier_version_has_no_texts_to_export() -> None:
    with pytest.raises(CorpusError, match="the sample has no text of document 'd1'"):
        label_studio([{"id": "d1", "entities": []}])
