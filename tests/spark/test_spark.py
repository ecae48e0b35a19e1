"""Spark gives what one machine gives, to the last byte."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from salience import label, read_corpus, score
from salience.errors import CorpusError, SalienceError
from salience.tables.columns import COLUMNS
from salience.tables.parquet import write_parquet
from salience.tables.record_tables import read_table, to_frame
from salience.types import Document
from tests.support import ROOT

if not find_spec("pyspark"):
    pytest.skip("pyspark is not installed", allow_module_level=True)
if not shutil.which("java"):
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)

from pyspark import SparkContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import from_json, lit
from pyspark.sql.types import DoubleType

from salience import spark
from tests.support.partitions import example_documents, pipeline, single, without_id

SCRIPT = ROOT / "resources/spark/salience_job.py"


def environment() -> dict[str, str]:
    """The environment of Spark, whose processes import this very library."""
    paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME": "localhost",
        # Small jobs end before a compiler that takes its time has paid.
        "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment().items():
            patch.setenv(name, value)
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.shuffle.partitions", "3")
        # Documents of a partition come in several pieces.
        builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "3")
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        yield session
        session.stop()
        end_gateway()


def end_gateway() -> None:
    """End Java, and the thread that listens to it: beside a thread, workers can't be forks."""
    gateway = SparkContext._gateway
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait(60)
    SparkContext._gateway = SparkContext._jvm = None


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    return example_documents()


def frame_of(session: SparkSession, documents: list[dict[str, Any]], partitions: int) -> DataFrame:
    """The documents in their order. Java alone makes it, so that Python processes only read."""
    columns = "id string, title string, text string, abstract array<string>"
    rows = from_json(lit(json.dumps(documents)), f"array<struct<{columns}>>")
    numbers = session.range(0, len(documents), 1, partitions)
    return numbers.select(rows[numbers["id"]].alias("row")).select("row.*")


def written(found: Any, path: Path, kind: Any) -> tuple[bytes, list[tuple[str, str]]]:
    """The same of what Spark gives."""
    rows = found.toArrow().to_pylist()
    write_parquet(path, kind, (row for row in rows if row["reason"] is None))
    left_out = [row for row in rows if row["reason"] is not None]
    for row in left_out:
        assert {name for name, value in row.items() if value is not None} == {"document", "reason"}
    return path.read_bytes(), sorted((row["document"], row["reason"]) for row in left_out)


@pytest.mark.parametrize("partitions", [1, 20])
def test_scores_are_those_of_one_machine(
    partitions: int, session: SparkSession, documents: list[dict[str, Any]], tmp_path: Path
) -> None:
    """Twenty partitions: some are empty."""
    usable = [document for document in documents if document["id"]]
    expected = single(usable, tmp_path / "one.parquet", score, "scores")
    frame = frame_of(session, documents, partitions)
    found, rejects = written(
        spark.score(frame, max_length=100_000), tmp_path / "spark.parquet", "scores"
    )
    assert (found, without_id(rejects)) == expected and len(expected[1]) == 3
    assert rejects[0][0] == "" and "id must be a string" in rejects[0][1]


def test_every_other_task_gives_a_row_for_each_document(
    session: SparkSession, documents: list[dict[str, Any]]
) -> None:
    frame = frame_of(session, [d for d in documents if d["id"]], 2)
    rows = spark.summarize(frame, max_length=100_000).collect()
    assert [row.document for row in rows] == [d["id"] for d in documents if d["id"]]
    assert all((row.record is None) != (row.reason is None) for row in rows)
    one = frame.limit(1)
    for task, options in (("compress", {"model": "en-compression"}), ("wordalign", {})):
        [row] = spark.run(task, one, **options).collect()
        assert row.document == documents[0]["id"] and json.loads(row.record)["id"] == row.document
    assert {row.document for row in spark.names(one).collect()} == {documents[0]["id"]}
    with pytest.raises(TypeError, match="treshold"):
        spark.score(frame, treshold=0.5)
    with pytest.raises(SalienceError, match="no task 'sum'"):
        spark.run("sum", frame)


def test_entities_without_a_name_are_scored_on_request(session: SparkSession) -> None:
    text = "Ada Byrne met the mayor in Oslo. He opened a bridge, and she thanked him."
    frame = session.createDataFrame([("d1", text), ("d2", text)], "id string, text string")
    found = spark.score(frame, nominal=True, max_length=100_000).drop("reason").toPandas()
    one = score([Document(id, text) for id in ("d1", "d2")], nlp=pipeline(), nominal=True)
    expected = [(s.parsed.document.id, e.id, p) for s in one for e, p in s.ranked()]
    assert list(found[["document", "id", "score"]].itertuples(index=False, name=None)) == expected
    assert found["id"].str.startswith("nominal:d1:").sum() >= 2
    assert not spark.score(frame).toPandas()["id"].str.startswith("nominal:").any()


def test_labels_have_the_day_of_their_document(session: SparkSession) -> None:
    text = "Ada Byrne met Noor Haddad in Oslo. Byrne left."
    rows = [("a", text, "Ada Byrne left.", day) for day in ("2007-01-31T08:00", None)]
    rows = [(f"{id}{n}", *rest) for n, (id, *rest) in enumerate(rows)]
    frame = session.createDataFrame(rows, "id string, text string, abstract string, date string")
    for typed in (frame, frame.withColumn("date", frame["date"].cast("timestamp"))):
        found = spark.label(typed).toPandas().groupby("document")["date"].first()
        assert found["a0"] == "2007-01-31" and pd.isna(found["a1"])


def test_labels_are_those_of_one_machine_whatever_columns_are_called(
    session: SparkSession, documents: list[dict[str, Any]], tmp_path: Path
) -> None:
    usable = [document for document in documents if document["id"]]
    expected = single(usable, tmp_path / "one.parquet", label, "labels")
    frame = frame_of(session, usable, 3).withColumnsRenamed({"text": "body", "id": "url"})
    frame = frame.selectExpr("1 as one", "*", "named_struct('text', body) as nested")
    found = spark.label(frame, fields={"text": "body", "id": "url"}, max_length=100_000)
    assert written(found, tmp_path / "spark.parquet", "labels") == expected


def test_ids_may_be_whole_numbers_of_which_one_is_missing(session: SparkSession) -> None:
    rows = [(2**53 + 1, "Ada Byrne met Bo Lund."), (None, "Ada Byrne met Bo Lund.")]
    frame = session.createDataFrame(rows, "id bigint, text string")
    found = spark.score(frame).toPandas()
    assert set(found["document"]) == {str(2**53 + 1), ""}


def test_columns_are_declared_and_the_same_whatever_the_data(session: SparkSession) -> None:
    frame = session.createDataFrame([], "id string, text string, abstract string")
    assert isinstance(spark.schema("scores")["score"].dataType, DoubleType)
    for found, kind in ((spark.score(frame), "scores"), (spark.label(frame), "labels")):
        assert found.columns == [*(column.name for column in COLUMNS[kind]), "reason"]  # type: ignore[index]
        assert found.schema == spark.schema(kind) and found.count() == 0  # type: ignore[arg-type]


def test_what_can_not_be_read_is_said_at_once(session: SparkSession) -> None:
    frame = session.createDataFrame([], "id string, body string")
    with pytest.raises(CorpusError, match=r"no column 'text'. Its columns: id, body"):
        spark.score(frame)
    with pytest.raises(CorpusError, match="no column 'abstract'"):
        spark.label(frame, fields={"text": "body"})
    with pytest.raises(CorpusError, match="no field 'txet'"):
        spark.score(frame, fields={"txet": "body"})
    with pytest.raises(SalienceError, match="rules"):
        spark.label(frame, rules="none")


def test_models_are_loaded_once_a_process(session: SparkSession) -> None:
    def loaded(frames: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        for _ in frames:
            yield pd.DataFrame([(os.getpid(), spark._pipeline.cache_info().misses)])

    rows = [(str(n), "Ada Byrne met Bo Lund.") for n in range(8)]
    frame = session.createDataFrame(rows, "id string, text string").repartition(4)
    for _ in range(2):
        assert spark.score(frame).count() == 16
    found = frame.mapInPandas(loaded, "process bigint, times bigint").collect()
    assert found and all(row.times <= 2 for row in found)  # 2 settings in all: of max_length


def test_a_job_goes_from_parquet_to_parquet(
    session: SparkSession,
    documents: list[dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """In the session of these tests, which it would stop: another Java takes long to start."""
    usable = [document for document in documents if document["id"]][:5]
    pd.DataFrame(usable).rename(columns={"text": "body"}).to_parquet(tmp_path / "corpus.parquet")
    paths = [str(tmp_path / f"{name}.parquet") for name in ("corpus", "labels")]
    words = ["label", *paths, "--field", "text=body", "--partitions", "2"]
    stopped: list[SparkSession] = []
    monkeypatch.setattr(SparkSession, "stop", lambda session: stopped.append(session))
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *words])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert stopped == [session]
    table = read_table(tmp_path / "labels.parquet")
    assert f"label: entities {len(table):,}, documents left out 2" in capfd.readouterr().out
    read = read_corpus(tmp_path / "corpus.parquet", fields={"text": "body"}, on_reject=print)
    expected = to_frame(label(read, nlp=pipeline(), on_reject=print))
    order = ["document", "entity"]
    pd.testing.assert_frame_equal(
        table.sort_values(order, ignore_index=True), expected.sort_values(order, ignore_index=True)
    )
