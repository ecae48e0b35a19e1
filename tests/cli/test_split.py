"""`salience split` divides labels and corpora."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from tests.support.commands import CommandLine, records


@pytest.mark.parametrize("source", ["corpus", "labels"])
def test_a_corpus_or_labels_are_divided(run: CommandLine, source: str) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    out = run(f"split {source}.jsonl --train a.jsonl --test b.jsonl --share 0.25").out
    assert out == "split by document: train 9 documents, test 3, left out 0\n"
    parts = [records(Path(name).read_text()) for name in ("a.jsonl", "b.jsonl")]
    whole = {record["id"]: record for record in records(Path(f"{source}.jsonl").read_text())}
    assert {record["id"]: record for part in parts for record in part} == whole
    if source == "labels":
        out = run("curve a.jsonl b.jsonl --sizes 4,9 --repeats 2 -o curve.csv").out
        assert [line.split()[0] for line in out.splitlines()[1:3]] == ["4", "9"]
        assert out.splitlines()[3].endswith("|C=1.0|graded=False|groups=default")
        assert pd.read_csv("curve.csv")["documents"].tolist() == [4, 9]
        curve = "curve a.jsonl b.jsonl --sizes 4,9 --repeats 2"
        assert run(f"{curve} -o -").out == Path("curve.csv").read_text()
        out = run(f"{curve} --json --C 0.25 --graded").out
        assert [record["documents"] for record in records(out)] == [4, 9]
        assert "|C=0.25|graded=True|" in records(out)[0]["signature"]
        out, err = run("curve a.jsonl b.jsonl --repeats 2")  # all of 9, and no half is ten
        assert "up to 9, such as --sizes 4,9" in err and out.splitlines()[1].split()[0] == "9"
    err = run(f"split {source}.jsonl --train a.jsonl --test b.jsonl --by date", code=3).err
    assert "0 documents, by date" in err


@pytest.mark.parametrize(
    "line", ["- --train a.jsonl --test b.jsonl", "corpus.jsonl --train - --test b.jsonl"]
)
def test_standard_input_and_output_are_not_divided(run: CommandLine, line: str) -> None:
    err = run(f"split {line}", code=2).err
    assert "the input is read twice" in err


def test_a_corpus_is_divided_by_date(run: CommandLine, folder: Path) -> None:
    rows = [{"id": n, "text": f"Rain {n}.", "date": f"2026-01-{n + 10}"} for n in range(10)]
    (folder / "dated.jsonl").write_text("\n".join(map(json.dumps, rows)))
    run("split dated.jsonl --train old.jsonl --test new.jsonl --by date --share 0.3")
    dates = [
        [r["date"][-2:] for r in records(Path(p).read_text())] for p in ("old.jsonl", "new.jsonl")
    ]
    assert dates == [[str(n + 10) for n in range(7)], ["17", "18", "19"]]


def test_results_of_another_kind_are_not_replaced(run: CommandLine) -> None:
    run("names corpus.jsonl -o names.jsonl")
    line = "split corpus.jsonl --train names.jsonl --test b.jsonl"
    assert "names.jsonl is there and holds a register of names" in run(line, code=3).err
    assert not Path("b.jsonl").exists()
    run(f"{line} --overwrite")
    run(line)
