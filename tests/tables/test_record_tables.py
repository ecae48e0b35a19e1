"""Tables hold what the results hold, and files are read back as the tables that they were."""

from __future__ import annotations

import bz2
import gzip
import re
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from salience.errors import CorpusError, MissingExtraError
from salience.features.attributes import attributes
from salience.features.featurizer import EntityFeaturizer
from salience.tables import record_tables
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_json, to_record
from salience.tables.splits import content_hashes, trained_documents
from salience.types import Document, ScoredDocument
from tests.support.builders import write_results
from tests.support.results import PARSED, labelled, scored


def test_rows_are_those_of_the_record() -> None:
    frame = to_frame([labelled()])
    assert frame["salient"].tolist() == [False, False, True, False]
    assert frame["n_mentions"].tolist() == [1, 2, 1, 1]
    spans = zip(frame["start"], frame["end"], strict=True)
    first = [PARSED.document.text[start:end] for start, end in spans]
    assert first == frame["name"].tolist() == ["NA", "Oslo", "Bergen", 'None, "so"']
    assert frame["document"].tolist() == ["007"] * 4
    assert frame["first_sentence"].isna().tolist() == [True, False, False, False]


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
@pytest.mark.parametrize("compression", ["gz", "bz2", "zst"])
def test_compressed_tables_are_read_and_damaged_ones_named(
    kind: str, compression: str, tmp_path: Path
) -> None:
    compress = {"gz": gzip.compress, "bz2": bz2.compress}.get(compression)
    if compress is None:
        compress = pytest.importorskip("zstandard").compress
    frame = to_frame([labelled()])
    text = frame.to_csv(index=False) if kind == "csv" else to_json(to_record(labelled()))
    data = compress(text.encode())
    path = tmp_path / f"labels.{kind}.{compression}"
    path.write_bytes(data)
    pd.testing.assert_frame_equal(read_table(path), frame)
    for damaged in (data[:-3], b"no"):
        path.write_bytes(damaged)
        with pytest.raises(CorpusError, match=re.escape(str(path))):
            read_table(path)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_what_was_written_is_read_back(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"labels.{kind}"
    frame = to_frame([labelled()])
    line = to_json(to_record(labelled())) + "\n\n"
    match kind:
        case "jsonl":
            path.write_text(line)
        case "csv":
            frame.to_csv(path, index=False)
        case "parquet":
            frame.to_parquet(path, index=False)
    pd.testing.assert_frame_equal(read_table(path), frame)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_scores_are_read_back_to_the_last_bit(kind: str, tmp_path: Path) -> None:
    frame = to_frame([scored(0.1, 1 / 3, 0.0, 1.0)])
    getattr(frame, f"to_{kind}")(tmp_path / f"scores.{kind}", index=False)
    pd.testing.assert_frame_equal(read_table(tmp_path / f"scores.{kind}"), frame)


def test_a_table_gives_the_features_of_the_document(tmp_path: Path) -> None:
    to_frame([labelled()]).to_csv(tmp_path / "labels.csv", index=False)
    assert EntityFeaturizer().transform(read_table(tmp_path / "labels.csv")) == (
        EntityFeaturizer().transform(attributes(PARSED))
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"labels.jsonl:2: not a record of labels or scores: Expecting"),
        (
            "[" * 200_000,
            r"labels.jsonl:2: not a record of labels or scores: (maximum recursion|Stack overflow)",
        ),
        ("[]", r"labels.jsonl:2: not a record of labels or scores: "),
        ('{"id": "d"}', r"labels.jsonl:2: .*'entities' is missing"),
        ('{"id": "d", "entities": [{"entity": 0}]}', r"labels.jsonl:2: .*'name' is missing"),
    ],
)
def test_a_broken_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text(to_json(to_record(labelled())) + f"\n{line}\n")
    with pytest.raises(CorpusError, match=message):
        read_table(tmp_path / "labels.jsonl")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("document,salient\nd,yes\n", "'salient' must be true or false, but is 'yes' in row 0"),
        ("document,score\nd,\n", "'score' is missing in row 0 "),
        (
            "document,grade\nd,1.5\n",
            "'grade' must be a whole number of at least 0, but is '1.5' in row 0",
        ),
        ("document,entity\nd,1\nd,1,2\n", "is not a table"),
        ("", "is not a table"),
    ],
)
def test_a_broken_csv_is_named(change: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(change)
    with pytest.raises(CorpusError, match=f"t.csv.*{message}"):
        read_table(tmp_path / "t.csv")


@pytest.mark.parametrize(
    ("yes", "no"), [("TRUE", "FALSE"), ("true", "false"), ("1", "0"), ("True", "FALSE")]
)
def test_labels_that_a_spreadsheet_wrote_are_read(yes: str, no: str, tmp_path: Path) -> None:
    table = to_frame([labelled()])
    spelt = {True: yes, False: no}
    table.assign(salient=table["salient"].map(spelt)).to_csv(tmp_path / "t.csv", index=False)
    pd.testing.assert_frame_equal(read_table(tmp_path / "t.csv"), table)
    table.assign(salient="maybe").to_csv(tmp_path / "t.csv", index=False)
    with pytest.raises(CorpusError, match="but is 'maybe' in row 0"):
        read_table(tmp_path / "t.csv")


def test_ids_that_are_numbers_are_those_of_the_corpus(tmp_path: Path) -> None:
    record = to_record(labelled())
    for name, id in (("text.jsonl", "7"), ("number.jsonl", 7)):
        (tmp_path / name).write_text(to_json({**record, "id": id}) + "\n")
    text, number = (read_table(tmp_path / name) for name in ("text.jsonl", "number.jsonl"))
    pd.testing.assert_frame_equal(text, number)
    text.assign(document=7).to_parquet(tmp_path / "number.parquet", index=False)
    assert read_table(tmp_path / "number.parquet")["document"].tolist() == ["7"] * 4


def test_an_offset_that_no_text_has_is_named(tmp_path: Path) -> None:
    record = to_record(labelled())
    record["entities"][0]["mentions"][0]["start"] = 10**30
    (tmp_path / "huge.jsonl").write_text(to_json(record) + "\n")
    with pytest.raises(
        CorpusError,
        match=r"huge\.jsonl: 'start' must be a whole number of at least 0, but is 10+ in row 0",
    ):
        read_table(tmp_path / "huge.jsonl")


def test_labels_and_scores_are_not_mixed() -> None:
    with pytest.raises(CorpusError, match="labels and scores can't be mixed"):
        to_frame([labelled(), scored(0.1, 0.2, 0.3, 0.4)])  # type: ignore[list-item]


def score_line(score: str = "0.5") -> str:
    """The record of a scored document with one entity, as a line of a file."""
    return (
        '{"id": "d", "entities": [{"entity": 0, "name": "A", "type": "", "id": "a", "kb_id": null, '
        f'"score": {score}, "salient": true, "mentions": [{{"start": 0, "end": 1}}]}}]}}\n'
    )


def test_labels_and_scores_are_not_mixed_in_a_long_file(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_text(score_line() * 50_000 + to_json(to_record(labelled())) + "\n")
    with pytest.raises(CorpusError, match=r"both\.jsonl: row 50000 .* scores can't be mixed"):
        read_table(path)


@pytest.mark.parametrize("chunk", [4, 50_000])
def test_labels_of_old_have_no_hash_beside_others(
    chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_tables, "_CHUNK", chunk)
    record = to_record(labelled())
    old = {name: value for name, value in record.items() if name != "text_hash"}
    path = tmp_path / "both.jsonl"
    path.write_text("".join(to_json(one | {"id": f"{n}"}) + "\n" for n, one in
                            enumerate((record, old, old | {"text_hash": [1]}))))  # fmt: skip
    table = read_table(path).drop_duplicates("document")
    assert table["text_hash"].tolist() == [record["text_hash"], "", [1]]
    trained_on = content_hashes(table[:1])
    assert trained_documents(table, trained_on) == (1, 2)


@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl"])
def test_ids_of_any_characters_are_read_back(kind: str, tmp_path: Path) -> None:
    ids = ["a\rb", "a\nb", "a\r\nb", 'a"b', "a,b", "\r", "007", "NA", "\x1a", " a ", "a\x00b"]
    results = [
        ScoredDocument(replace(PARSED, document=Document(i, "")), (0.5,) * 4, 0.3) for i in ids
    ]
    path = tmp_path / f"scores.{kind}"
    write_results(path, "scores", results)
    found = read_table(path)
    pd.testing.assert_frame_equal(found, to_frame(results))
    assert found["document"].unique().tolist() == [*ids[:-1], "a\ufffdb"]


def test_files_of_other_kinds_and_no_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"absent.csv is not a file"):
        read_table(tmp_path / "absent.csv")
    (tmp_path / "labels.xlsx").write_text("")
    with pytest.raises(CorpusError, match=r"labels.xlsx must end in .jsonl"):
        read_table(tmp_path / "labels.xlsx")
    (tmp_path / "t.parquet").write_text("no")
    with pytest.raises(CorpusError, match=r"t.parquet is not a table"):
        read_table(tmp_path / "t.parquet")
    not_utf8 = pa.array([b"\xe9"], pa.binary()).view(pa.string())
    parquet.write_table(pa.table({"document": not_utf8}), tmp_path / "u.parquet")
    with pytest.raises(CorpusError, match=r"u.parquet is not a table"):
        read_table(tmp_path / "u.parquet")
    (tmp_path / "t.jsonl.gz").write_text("no")
    with pytest.raises(
        CorpusError, match=r"t.jsonl.gz:1: not a record of labels or scores: Not a gzipped file"
    ):
        read_table(tmp_path / "t.jsonl.gz")


def test_parquet_without_pyarrow_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.parquet").write_text("")

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[parquet\]'"):
        read_table(tmp_path / "t.parquet")


def test_what_is_wrong_in_a_long_file_is_named_by_its_row_and_value(tmp_path: Path) -> None:
    (tmp_path / "scores.jsonl").write_text(score_line() * 50_003 + score_line("null"))
    with pytest.raises(CorpusError, match=r"scores.jsonl: 'score' is missing in row 50003 "):
        read_table(tmp_path / "scores.jsonl")
    row = {"document": "d", "name": "A", "type": "", "id": "a", "score": 0.5}
    rows = [row | {"entity": i} for i in range(5)]
    path = tmp_path / "scores.csv"
    pd.DataFrame([*rows, row | {"entity": 5, "score": "abc"}]).to_csv(path, index=False)
    with pytest.raises(
        CorpusError, match=r"scores.csv: 'score' must be a finite number, but is 'abc' in row 5"
    ):
        read_table(path)
