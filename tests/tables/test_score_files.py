"""Scores of another program: read from files, and joined to labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.tables.score_files import join_scores, read_scores

LABELS = pd.DataFrame(
    {
        "document": ["7", "7", "7", "e"],
        "entity": [0, 1, 2, 0],
        "name": ["Ada Byrne", "Bergen", "Bergen", "7"],
        "id": ["Q1", "name:bergen|LOC", "name:bergen|ORG", "name:7|"],
        "kb_id": pd.array(["Q1", None, None, None], "string"),
        "start": [10, 0, 30, 0],
        "end": [19, 6, 36, 1],
        "n_mentions": [1, 0, 2, 1],
        "head": ["byrne", "bergen", "bergen", "7"],
    }
)


def joined(*rows: dict[str, Any]) -> list[float | None]:
    table = pd.DataFrame([{"document": "7", "score": 0.5, **row} for row in rows])
    scores = join_scores(LABELS, table).scores
    return [None if np.isnan(x) else float(x) for x in scores]


@pytest.mark.parametrize(
    ("row", "meant"),
    [
        ({"entity": 0}, [0]),
        ({"entity": "2"}, [2]),
        ({"entity": "Q1"}, [0]),
        ({"entity": "ada  byrne"}, [0]),
        ({"entity": "Byrne"}, [0]),
        ({"entity": 9}, []),
        ({"entity": 9, "name": "Ada Byrne"}, [0]),  # the first that says something
        ({"id": "name:bergen|ORG", "name": "Ada Byrne"}, [2]),
        ({"id": None, "start": 12}, [0]),
        ({"start": 10}, [0]),
        ({"start": 19}, []),  # the character behind it
        ({"start": 3}, []),  # an entity of the headline alone has no place in the text
        ({"name": "bergen"}, [1, 2]),  # all of that name
        ({"name": "Byrne"}, []),  # a head word is no name
        ({"head": "BYRNE"}, [0]),
        ({"document": "e", "entity": "7"}, [3]),  # no number of an entity, but a name
        ({"document": "x", "name": "Bergen"}, []),
    ],
)
def test_a_row_means_the_entities_that_it_calls(row: dict[str, Any], meant: list[int]) -> None:
    assert joined(row) == [0.5 if n in meant else None for n in range(4)]


def test_of_several_scores_the_highest_counts() -> None:
    rows = ({"name": "Ada Byrne", "score": x} for x in (0.2, -3.0, 0.9, 0.4))
    assert joined(*rows)[0] == 0.9


def test_what_the_labels_do_not_have_is_counted() -> None:
    rows = [("7", "Oslo"), ("7", "Molde"), ("x", "Oslo"), ("x", "Rome"), ("7", "Bergen")]
    given = pd.DataFrame(rows, columns=["document", "name"]).assign(score=1.0)
    found = join_scores(LABELS, given)
    assert (found.unknown_entities, found.unknown_documents) == (2, 1)
    assert found.example == "name 'Oslo' of document '7'"


def test_every_kind_of_file_gives_the_same_rows(tmp_path: Path) -> None:
    table = pd.DataFrame({"document": ["7", "e"], "name": ["Bergen", "7"], "score": [0.25, 3.0]})
    table.to_csv(tmp_path / "a.csv", index=False)
    table.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    table.to_json(tmp_path / "a.jsonl.gz", orient="records", lines=True)
    table.to_parquet(tmp_path / "a.parquet")
    nested = [
        {"id": 7, "entities": [{"name": "Bergen", "score": 0.25, "salient": True}]},
        {"document": "e", "entities": [{"name": "7", "score": 3}]},
    ]
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, nested)))
    for path in tmp_path.iterdir():
        pd.testing.assert_frame_equal(read_scores(path), table, check_dtype=False)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", "", "a.jsonl has no scores. Every row needs document, score"),
        ("a.jsonl", '{"document": 1, "name": "x"}', "no column 'score'"),
        ("a.csv", "document,score\nd,1\n", "no column 'entity'"),
        ("a.csv", "document,name,score\nd,x,1\nd,y,high\n", "'high' in row 1"),
        ("a.csv", "document,name,score\nd,x,inf\n", "'score' must be a finite number"),
        ("a.jsonl", '{"document": 1}\n[1]', "a.jsonl:2: not a record of scores"),
        ("a.jsonl", '{"entities": []}', "a.jsonl:1: not a record of scores: 'id'"),
        ("a.jsonl", '{"id": 1, "entities": [3]}', "a.jsonl:1: not a record of scores"),
        ("a.jsonl", "[" * 100_000, "a.jsonl:1: not a record of scores"),
        ("a.txt", "x", "must end in .jsonl, .csv or .parquet"),
    ],
)
def test_a_file_that_can_not_be_used_says_why(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(CorpusError, match=message.replace(".", r"\.")):
        read_scores(tmp_path / name)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"missing\.csv is not a file"):
        read_scores(tmp_path / "missing.csv")


def test_a_list_of_ids_is_of_no_entity() -> None:
    given = pd.DataFrame({"document": ["d"], "id": [["Q1", "Q2"]], "score": [0.5]})
    labels = pd.DataFrame({"document": ["d"], "entity": [0], "id": ["Q1"], "name": ["Oslo"]})
    found = join_scores(labels.assign(start=0, end=4, n_mentions=1), given)
    assert found.unknown_entities == 1 and found.example == "no entity of document 'd'"
