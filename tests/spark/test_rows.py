"""What Spark's processes make of the rows of a partition, without Spark: as one machine does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from salience import compress, label, score, spark, summarize
from salience.compression.compressor import Compressor
from salience.engine.batches import run_task
from salience.engine.documents import parse_documents
from salience.errors import MissingExtraError
from salience.tables.columns import COLUMNS
from salience.tables.parquet import arrow_schema, write_parquet
from salience.tables.records import to_json
from salience.types import Document
from salience.wordalign.documents import Aligning
from salience.wordalign.files import load_aligner
from tests.support.partitions import example_documents, pipeline, single


def rows(task: str, documents: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
    """The rows of a partition that comes in pieces of three, with arrays as Spark gives them."""
    settings = spark._Settings(task, "en_salience_sm", 100_000, None, tuple(options.items()))
    found = [
        document | {"abstract": None if (a := document["abstract"]) is None else np.array(a)}
        for document in documents
    ]
    pieces = (pd.DataFrame(found[n : n + 3]) for n in range(0, len(found), 3))
    return [row for frame in spark._rows(settings, pieces) for row in frame.to_dict("records")]


@pytest.mark.parametrize(("task", "kind"), [("score", "scores"), ("label", "labels")])
def test_tables_and_rejects_are_those_of_one_machine(task: str, kind: Any, tmp_path: Path) -> None:
    work = {"score": score, "label": label}[task]
    usable = [document for document in example_documents() if document["id"]]
    expected = single(usable, tmp_path / "one.parquet", work, kind)
    found = rows(task, usable)
    left_out = [row for row in found if row["reason"] is not None]
    for row in left_out:
        assert {name for name, value in row.items() if value is not None} == {"document", "reason"}
    write_parquet(tmp_path / "rows.parquet", kind, (r for r in found if r["reason"] is None))
    rejects = sorted((row["document"], row["reason"]) for row in left_out)
    assert ((tmp_path / "rows.parquet").read_bytes(), rejects) == expected
    assert len(rejects) >= 3


def test_a_document_without_an_id_is_left_out() -> None:
    [row] = rows("score", [{"id": None, "title": None, "text": "Oslo.", "abstract": None}])
    assert row["document"] == "" and "id must be a string" in row["reason"]


def test_a_partition_without_rows_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark, "_task", lambda _: pytest.fail("it was loaded"))
    assert rows("score", []) == []


def test_every_other_task_writes_what_its_command_writes(tmp_path: Path) -> None:
    usable = [d for d in example_documents() if d["id"] and d["abstract"]][:4]
    read = [Document(d["id"], d["text"], d["title"], tuple(d["abstract"])) for d in usable]
    nlp = pipeline()
    Compressor({"bias": 1.0, "relation=amod": -2.0}).save(tmp_path / "model")
    aligning = Aligning(nlp, load_aligner())
    aligned = [one.aligned.to_dict() for one in run_task(aligning, read)]  # type: ignore[union-attr]
    model = str(tmp_path / "model")
    compressed = [one.to_dict() for one in compress(read, model=model, nlp=nlp, rate=0.6)]
    summaries = [one.to_dict() for one in summarize(read, nlp=nlp, sentences=2)]
    for found, expected in (
        (rows("summarize", usable, sentences=2), summaries),
        (rows("compress", usable, model=model, rate=0.6), compressed),
        (rows("wordalign", usable), aligned),
    ):
        assert [row["document"] for row in found] == [document.id for document in read]
        assert [row["record"] for row in found] == [*map(to_json, expected)]
        assert {row["reason"] for row in found} == {None}
    entities = [(d.document.id, e.id) for d in parse_documents(read, nlp=nlp) for e in d.entities]
    assert [(row["document"], row["id"]) for row in rows("names", usable)] == entities


@pytest.mark.parametrize("kind", COLUMNS)
def test_rows_have_the_names_of_the_schema(kind: Any) -> None:
    assert spark._names(kind) == arrow_schema(kind).names


def test_without_pyspark_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyspark.sql.pandas.types", "pyspark.sql.types"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[spark\]'"):
        spark.score(pd.DataFrame({"id": ["d"], "text": ["Oslo."]}))  # type: ignore[arg-type]
