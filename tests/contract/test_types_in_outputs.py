"""The type of an entity, fine or coarse, stands in every output, and is read back from it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from salience.cli.options import type_names
from salience.entities.register import Register, RegisterMaker
from salience.features.groups import GROUPS
from salience.model.explanation_records import explanation_record
from salience.pages.document_page import view_page
from salience.pages.label_studio import label_studio
from salience.pages.ratings import read_sample, write_sample
from salience.pages.terminal import name_table, score_table
from salience.service.cloud import TYPES as CLOUD_TYPES
from salience.service.cloud import CloudRequest, cloud_answer
from salience.service.description import openapi
from salience.service.replies import Limits
from salience.tables.record_tables import read_table
from salience.types import TYPES, ScoredDocument
from tests.support.builders import attribute_row, marked, toy_model, write_results

KEYS = dict(zip("abcdefg", TYPES, strict=True))
PARSED = marked("d", "\n".join(f"{{{key} Velk{key}}} shone" for key in KEYS), types=KEYS)
SCORED = ScoredDocument(PARSED, tuple(0.9 - 0.1 * i for i in range(len(TYPES))), 0.3)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet", ".sqlite"])
def test_files_have_it(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"scores{suffix}"
    write_results(path, "scores", [SCORED])
    if suffix == ".sqlite":
        rows = sqlite3.connect(path).execute("SELECT type FROM entities ORDER BY entity")
        assert tuple(type_ for (type_,) in rows) == TYPES
    else:
        assert tuple(read_table(path)["type"]) == TYPES


def test_pages_and_tables_show_it(tmp_path: Path) -> None:
    write_sample(tmp_path / "by-hand", [PARSED], "some_pipeline-1.0.0")
    tasks = label_studio(read_sample(tmp_path / "by-hand"))
    for shown in (score_table(SCORED), name_table(PARSED), view_page([SCORED]), tasks):
        assert all(type_ in shown for type_ in TYPES)


def test_a_register_is_written_and_read_with_it(tmp_path: Path) -> None:
    maker = RegisterMaker()
    maker.add(PARSED, PARSED)
    path = tmp_path / "names.jsonl"
    path.write_text("\n".join(maker.register().lines()), "utf-8")
    assert {name.type for name in Register.read(path).names} == set(TYPES)
    assert Register.read(path).apply(PARSED) == PARSED


def test_options_choose_by_it() -> None:
    assert type_names("event,Work,MISC") == ["EVENT", "WORK", "MISC"]
    for type_ in TYPES:
        chosen = SCORED.only(types=[type_]).ranked()
        assert [entity.type for entity, _ in chosen] == [type_]


def test_the_service_describes_and_answers_it() -> None:
    request = CloudRequest(PARSED.document.text, PARSED.document.text, ())
    said = {entity["type"] for entity in cloud_answer(request, SCORED)["entities"]}
    assert said == {*CLOUD_TYPES.values(), "OTHER"} and len(said) == len(TYPES)
    assert json.dumps(list(TYPES)) in json.dumps(openapi(Limits(), 1000))


def test_explanations_have_it_and_features_the_coarse_one() -> None:
    for i, type_ in enumerate(TYPES):
        row = attribute_row(type=type_)
        assert explanation_record(SCORED, toy_model(), i, row)["type"] == type_
        assert GROUPS["type"].values(type_) == [type_ if i < 3 else "MISC"]
