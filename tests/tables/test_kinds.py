"""What a file holds is told by its first record, and nothing of another kind is replaced."""

from __future__ import annotations

import json
from pathlib import Path

import fsspec
import pandas as pd
import pytest

from salience.errors import SalienceError
from salience.tables.kinds import kind_of, refuse_other

RECORDS = [
    ({"id": "d", "entities": [{"entity": 0, "score": 0.5, "salient": True}]}, "scores"),
    ({"id": "d", "entities": [{"salient": True, "grade": 1}], "abstracts": 1}, "labels"),
    ({"id": "d", "entities": [{"salient": True, "rating": 1}]}, "labels"),
    ({"id": "d", "entities": [], "abstracts": 2}, "labels"),
    ({"id": "d", "entities": [{"entity": 0, "mentions": []}]}, "names"),
    ({"id": "d", "entities": []}, None),
    ({"id": "d", "text": "A."}, "a corpus"),
    (
        {"id": "d", "sentences": [{"text": "A.", "compression": "A.", "deleted": []}]},
        "compressions",
    ),
    ({"id": "d", "summary": "A.", "sentences": [{"text": "A."}], "concepts": []}, "summaries"),
    ({"id": "d", "document": {}, "abstract": {}, "links": []}, "links"),
    ({"source": "a", "target": "b", "times": 2, "probability": 1.0}, "phrases"),
    ({"id": "d", "text": "A.", "sentences": [[0, 2]], "model": "m 1"}, "sentences"),
    ({"text": "A.", "sentences": [[0, 2]]}, "a corpus"),
    ({"id": "d", "source": "a.jsonl:1", "reason": "text is empty"}, "rejects"),
    ({"source": "a b", "compression": "a"}, "something else"),
    ({"id": "d", "sentences": "A."}, "something else"),
    ({"day": 1}, "something else"),
    ({"id": "d", "entities": [5]}, "something else"),
    ({"id": "d", "entities": "Oslo"}, "something else"),
    ("[" * 100_000, "something else"),
    ([1], "something else"),
    ("no JSON", "something else"),
]


@pytest.mark.parametrize(("record", "kind"), RECORDS)
def test_the_first_record_tells_the_kind(tmp_path: Path, record: object, kind: str | None) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("\n" + (record if isinstance(record, str) else json.dumps(record)))
    assert kind_of(path) == kind
    for mine in ("scores", "labels"):
        if kind in (None, mine):
            refuse_other(path, mine)
        else:
            with pytest.raises(SalienceError, match=f"holds {kind}, not {mine}.*--overwrite"):
                refuse_other(path, mine)


def test_columns_tell_the_kind(tmp_path: Path) -> None:
    for columns, kind in (
        (["document", "score"], "scores"),
        (["document", "salient", "grade"], "labels"),
        (["system", "f1"], "measures"),
        (["id", "text"], "a corpus"),
        (["day"], "something else"),
    ):
        table = pd.DataFrame({name: ["1"] for name in columns})
        table.to_csv(tmp_path / "t.csv", index=False)
        table.to_parquet(tmp_path / "t.parquet")
        assert kind_of(tmp_path / "t.csv") == kind_of(tmp_path / "t.parquet") == kind


def test_what_is_not_there_or_empty_is_of_no_kind(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").touch()
    assert kind_of(tmp_path / "empty.csv") is None and kind_of(tmp_path / "absent.csv") is None
    (tmp_path / "broken.parquet").write_bytes(b"no table")
    (tmp_path / "broken.csv").write_bytes(b"score" + b"x" * 200_000)
    for name in ("broken.parquet", "broken.csv"):
        assert kind_of(tmp_path / name) == "something else"


@pytest.mark.parametrize("name", ["mine.txt", "trees.ptb", "trees.mrg", "ids.tsv", "article.html"])
def test_a_text_does_not_tell_whose_it_is(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("<!DOCTYPE html>\n<html><p>It rained.</p></html>")
    assert kind_of(path) == "a text"
    with pytest.raises(
        SalienceError, match=r"may hold a text of yours, not summaries.*--overwrite"
    ):
        refuse_other(path, "summaries")


def test_a_long_first_record_at_a_url_tells_the_kind() -> None:
    record = {"text": "Rain. " * 300_000, "entities": [{"score": 0.5}], "id": "d"}
    with fsspec.open("memory://kinds/long.jsonl", "wt") as file:
        file.write(json.dumps(record) + "\n")
    refuse_other("memory://kinds/long.jsonl", "scores")
    with pytest.raises(SalienceError, match="holds scores, not labels"):
        refuse_other("memory://kinds/long.jsonl", "labels")
