"""Parquet: declared columns, row groups, a version, and other readers that see the same."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from salience.errors import CorpusError, MissingExtraError
from salience.tables import parquet as ours
from salience.tables.columns import COLUMNS, Kind
from salience.tables.parquet import arrow_schema, check_version, write_parquet
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_record, to_rows
from salience.types import Document, ParsedDocument, Record, Result, ScoredDocument
from tests.support import ROOT
from tests.support.builders import marked, write_results
from tests.support.results import PARSED, labelled, scored

RESULTS: dict[Kind, Result] = {
    "scores": scored(0.5, 0.25, 1.0, 0.0),
    "labels": labelled(),
    "names": PARSED,
}
every_kind = pytest.mark.parametrize("kind", get_args(Kind))


def write(path: Path, kind: Kind, results: list[Any]) -> Path:
    write_results(path, kind, results)
    return path


def rows(result: Result) -> list[Record]:
    return to_rows(to_record(result), mentions=True)


@every_kind
def test_columns_do_not_depend_on_the_data(kind: Kind, tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.parquet", kind, [])
    full = write(tmp_path / "full.parquet", kind, [RESULTS[kind]])
    nobody = replace(PARSED, entities=())  # what there is of it says nothing of types
    without = {
        "scores": ScoredDocument(nobody, (), 0.3),
        "labels": replace(labelled(), parsed=nobody, labels=()),
        "names": nobody,
    }[kind]
    none_first = write(tmp_path / "none.parquet", kind, [without, RESULTS[kind]])
    schemas = [parquet.read_schema(path) for path in (empty, full, none_first)]
    assert all(schema.equals(arrow_schema(kind), check_metadata=True) for schema in schemas)
    assert parquet.read_table(full).equals(parquet.read_table(none_first))
    assert list(read_table(empty).columns) == [
        c.name
        for c in COLUMNS[kind]
        if c.name not in ("mentions", "title_mentions", "pipeline", "date", "text_hash")
    ]


@every_kind
def test_rows_are_those_of_the_records(kind: Kind, tmp_path: Path) -> None:
    result = RESULTS[kind]
    path = write(tmp_path / "out.parquet", kind, [result])
    expected = [{c.name: row.get(c.name) for c in COLUMNS[kind]} for row in rows(result)]
    assert parquet.read_table(path).to_pylist() == expected
    pd.testing.assert_frame_equal(read_table(path), to_frame([result]))


def test_all_mentions_are_there_with_their_places(tmp_path: Path) -> None:
    parsed = marked("d", "{o Oslo} won and {o:pronominal it} grew", title="On {o Oslo}")
    [row] = parquet.read_table(write(tmp_path / "n.parquet", "names", [parsed])).to_pylist()
    assert row["mentions"] == [
        {"start": 0, "end": 4, "text": "Oslo", "kind": "named"},
        {"start": 13, "end": 15, "text": "it", "kind": "pronominal"},
    ]
    assert row["title_mentions"] == [{"start": 3, "end": 7, "text": "Oslo", "kind": "named"}]


def test_the_file_says_what_it_holds_and_a_newer_one_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "scores.parquet", "scores", [RESULTS["scores"]])
    metadata = parquet.read_schema(path).metadata
    assert metadata == {b"salience.schema": b'{"kind": "scores", "version": 1}'}
    table = parquet.read_table(path)
    for said, message in {
        b'{"kind": "scores", "version": 2}': r"scores\.parquet has columns of version 2, and .* 1",
        b"{}": "has no version",
        b"nonsense \xff": "has no version",
        b'{"version": "two"}': "has no version",
    }.items():
        parquet.write_table(table.replace_schema_metadata({ours.SCHEMA_KEY: said}), path)
        with pytest.raises(CorpusError, match=message):
            read_table(path)
    check_version(pa.schema([]), "a file of others")


def test_row_groups_are_of_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "GROUP_ROWS", 512)
    path, every = tmp_path / "scores.parquet", rows(RESULTS["scores"]) * 300
    write_parquet(path, "scores", every)
    metadata = parquet.read_metadata(path)
    sizes = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    assert sizes == [512, 512, 176]
    assert parquet.read_table(path, columns=["name"]).to_pylist() == [
        {"name": row["name"]} for row in every
    ]


def test_a_value_that_every_row_needs_is_never_missing(tmp_path: Path) -> None:
    row = rows(RESULTS["scores"])[0] | {"score": None}
    with pytest.raises(pa.ArrowInvalid, match="'score'"):
        write_parquet(tmp_path / "x", "scores", [row])


def test_texts_that_parquet_can_not_hold_are_written_with_a_sign_for_it(tmp_path: Path) -> None:
    odd = "O\ud800s\x00lo"
    entity = PARSED.entities[1]
    mentions = tuple(replace(m, text=odd) for m in entity.mentions)
    parsed = ParsedDocument(
        Document(f"d{odd}", ""), (replace(entity, name=odd, mentions=mentions),), (1,), 1
    )
    [row] = parquet.read_table(write(tmp_path / "n.parquet", "names", [parsed])).to_pylist()
    assert row["name"] == row["mentions"][0]["text"] == "O\ufffds\ufffdlo"
    assert row["document"] == "dO\ufffds\ufffdlo"


def test_a_folder_of_parts_is_one_table(tmp_path: Path) -> None:
    """As Spark writes it, with files of its own beside the parts."""
    folder = tmp_path / "scores.parquet"
    folder.mkdir()
    for number, result in enumerate((scored(0.5, 0.25, 1.0, 0.0), scored(0.1, 0.2, 0.3, 0.4))):
        write(folder / f"part-0000{number}.snappy.parquet", "scores", [result])
    (folder / "_SUCCESS").touch()
    (folder / ".part-00000.snappy.parquet.crc").write_bytes(b"crc")
    assert read_table(folder)["score"].tolist() == [1, 0.5, 0.25, 0, 0.4, 0.3, 0.2, 0.1]
    with pytest.raises(CorpusError, match="is not a file"):
        read_table(tmp_path)


def promised() -> dict[str, dict[str, tuple[str, bool]]]:
    """Kind, column, type and whether it may be missing, as docs/formats.md says."""
    page = (ROOT / "docs/formats.md").read_text("utf-8").split("### Parquet")[1].split("\n### ")[0]
    found: dict[str, dict[str, tuple[str, bool]]] = {kind: {} for kind in get_args(Kind)}
    for names, dtype, kinds in re.findall(r"^\| (`.*`) \| (.*) \| (.*) \|$", page, re.MULTILINE):
        for kind in found if kinds == "all" else kinds.split(", "):
            for name in re.findall(r"`(\w+)`", names):
                found[kind][name] = (re.split(r", | \(", dtype)[0], "may be missing" in dtype)
    return found


@every_kind
def test_the_page_promises_what_files_have(kind: Kind) -> None:
    words = {"string": "string", "int64": "int64", "double": "float64", "bool": "boolean"}
    has = {
        field.name: (words.get(str(field.type), "list of structs"), field.nullable)
        for field in arrow_schema(kind)
    }
    assert promised()[kind] == has


@every_kind
def test_pandas_reads_the_columns_that_the_page_promises(kind: Kind, tmp_path: Path) -> None:
    frame = pd.read_parquet(write(tmp_path / "out.parquet", kind, [RESULTS[kind]]))
    words = {"string": "str", "int64": "int64", "float64": "float64", "boolean": "bool"}
    types = {
        name: "float64"
        if frame[name].isna().any() and dtype == "int64"
        else words.get(dtype, "object")
        for name, (dtype, _) in promised()[kind].items()
    }
    found = {name: str(dtype) for name, dtype in frame.dtypes.items()}
    texts = [name for name, dtype in types.items() if dtype == "str"]
    assert all(found.pop(name) in ("str", "object") for name in texts)
    assert found == {name: dtype for name, dtype in types.items() if dtype != "str"}


@every_kind
def test_polars_reads_the_columns_that_the_page_promises(kind: Kind, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.read_parquet(write(tmp_path / "out.parquet", kind, [RESULTS[kind]]))
    words = {"string": "String", "int64": "Int64", "float64": "Float64", "boolean": "Boolean"}
    assert {name: str(dtype).split("(")[0] for name, dtype in frame.schema.items()} == {
        name: words.get(dtype, "List") for name, (dtype, _) in promised()[kind].items()
    }
    assert frame.to_dicts() == [
        {c.name: row.get(c.name) for c in COLUMNS[kind]} for row in rows(RESULTS[kind])
    ]


@every_kind
def test_duckdb_reads_the_columns_that_the_page_promises(kind: Kind, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    path = write(tmp_path / "out.parquet", kind, [RESULTS[kind]])
    found = duckdb.sql(f"select * from read_parquet('{path}')")  # noqa: S608
    words = {"string": "VARCHAR", "int64": "BIGINT", "float64": "DOUBLE", "boolean": "BOOLEAN"}
    types = (str(dtype).replace('"', "") for dtype in found.types)
    columns = dict(zip(found.columns, types, strict=True))
    mentions = "STRUCT(start BIGINT, end BIGINT, text VARCHAR, kind VARCHAR)[]"
    assert columns == {
        name: words.get(dtype, mentions) for name, (dtype, _) in promised()[kind].items()
    }
    starts = duckdb.sql(f"select m.start from (select unnest(mentions) as m from '{path}')")  # noqa: S608
    expected = [(m["start"],) for row in rows(RESULTS[kind]) for m in row["mentions"]]
    assert starts.fetchall() == expected


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[parquet\]'"):
        write_parquet(tmp_path / "x.parquet", "names", [])
