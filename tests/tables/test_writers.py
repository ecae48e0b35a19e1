"""Results in files: every format tells the same, and a file is complete or not there."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from salience.errors import MissingExtraError, SalienceError
from salience.tables.columns import Kind
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_json, to_record
from salience.tables.writers import check_folder, check_output, replacing, write_lines
from salience.types import Label, LabelledDocument, ScoredDocument
from tests.support.builders import marked, write_results


def results(n: int) -> list[ScoredDocument]:
    """Documents of which the first ones have no entities, one no number and one an odd name."""
    markup = ["it rained", "{a Ada *Byrne} met {b \ud800 *Oslo}", "# {a Oslo}\n{b Acme} grew"]
    documents = [marked(f"d{i}", markup[min(i, 2)]) for i in range(n)]
    return [
        ScoredDocument(d, tuple(0.5 / (i + 1) for i in range(len(d.entities))), 0.3)
        for d in documents
    ]


def interrupted(n: int) -> Iterator[ScoredDocument]:
    yield from results(n)
    raise KeyboardInterrupt


def write(
    path: Path, items: list[ScoredDocument] | list[LabelledDocument], kind: Kind = "scores"
) -> None:
    write_results(path, kind, items)


@pytest.mark.parametrize("n", [0, 1, 3, 600])
@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_every_format_is_read_back_as_the_table_of_the_results(
    tmp_path: Path, suffix: str, n: int
) -> None:
    path = tmp_path / f"out{suffix}"
    write(path, results(n))
    found, expected = read_table(path), to_frame(results(n))
    if n < 2:  # no entities: Parquet has its columns all the same
        assert len(found) == len(expected) == 0 and set(expected) <= set(found)
    else:
        pd.testing.assert_frame_equal(found, expected)


def test_labels_are_read_back_too(tmp_path: Path) -> None:
    parsed = marked("d", "{a Ada *Byrne} met {b Oslo}")
    labels = (Label(True, 2, False), Label(False, 0, False))
    labelled = [LabelledDocument(parsed, labels)]
    for suffix in (".jsonl", ".csv", ".parquet"):
        write(tmp_path / f"out{suffix}", labelled, "labels")
        pd.testing.assert_frame_equal(read_table(tmp_path / f"out{suffix}"), to_frame(labelled))


def test_standard_output_gets_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("-"), results(3))
    assert capsys.readouterr().out == "".join(to_json(to_record(r)) + "\n" for r in results(3))


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    for suffix in (".jsonl", ".csv", ".parquet"):
        path = tmp_path / f"out{suffix}"
        path.write_text("old")
        with pytest.raises(KeyboardInterrupt):
            write_results(path, "scores", interrupted(300))
        assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_result_may_be_read_by_those_whom_the_mask_lets(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        with replacing(tmp_path / "out") as part:
            part.write_text("new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


def test_an_output_that_can_not_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    refused = {
        "out.xls": r"can't write '\.xls'.*\.jsonl, \.csv, \.parquet, \.sqlite or -",
        "absent/out.csv": "absent is not a folder",
        "file/out.csv": "file is not a folder",
        "folder.csv": "is a folder",
    }
    for name, message in refused.items():
        with pytest.raises(SalienceError, match=message):
            check_output(str(tmp_path / name))
    with pytest.raises(SalienceError, match=r"can't write '\.csv'.*\.jsonl"):
        check_output(str(tmp_path / "rejects.csv"), suffixes=(".jsonl",))
    check_output("-")
    check_output(str(tmp_path / "out.csv"), ["-"])


def test_a_folder_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    with pytest.raises(SalienceError, match="can't be written"):
        check_folder(tmp_path / "model")


def test_an_input_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.jsonl").write_text("")
    Path("link.jsonl").symlink_to("in.jsonl")
    for output, inputs in [
        ("in.jsonl", ["other.jsonl", str(tmp_path / "in.jsonl")]),
        ("link.jsonl", ["in.jsonl"]),
        ("./new.jsonl", [str(tmp_path / "new.jsonl")]),
    ]:
        with pytest.raises(SalienceError, match="used twice"):
            check_output(output, inputs)


def test_parquet_without_pyarrow_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[parquet\]'"):
        check_output(str(tmp_path / "out.parquet"))


def test_json_lines_are_ascii_so_that_any_text_gets_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stdout)
    write(Path("-"), results(2))
    stdout.flush()
    last = stdout.buffer.getvalue().splitlines()[-1]  # type: ignore[attr-defined]
    assert "\ud800 Oslo" in [entity["name"] for entity in json.loads(last)["entities"]]


def test_a_full_disk_names_the_file_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text("before")
    with (
        pytest.raises(
            SalienceError, match=r"scores\.jsonl can't be written: No space left .* Make"
        ),
        replacing(path),
    ):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_a_line_that_is_no_utf_8_does_not_cost_the_others(tmp_path: Path) -> None:
    write_lines(str(tmp_path / "a.txt"), ["Oslo\ud83d today", "Rain"])
    assert (tmp_path / "a.txt").read_text("utf-8") == "Oslo? today\nRain\n"
