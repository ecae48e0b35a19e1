"""`salience experiment` makes Table 3, and labels a corpus once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.commands import CommandLine, no_work, records, write_corpus
from tests.support.tiny_pipeline import corpus

TABLE_3 = [
    *("positional baseline", "head-count", "mentions", "1st-loc", "+ head-count", "+ mentions"),
    *("+ headline", "+ head-lex", "+ centrality", "first k sentences", "every entity"),
]


def test_experiment(run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = [replace(d, id=f"t{d.id}", text=f"It rained. {d.text}") for d in corpus(7)]
    write_corpus(folder / "test.jsonl", test)
    out = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json").out
    assert [record["row"] for record in records(out)] == TABLE_3
    made = {"corpus.labels.jsonl", "test.labels.jsonl"}
    assert {path.name for path in Path("labels").iterdir()} == made

    no_work(monkeypatch)  # what has been labelled is not parsed again
    again, err = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json")
    assert again == out and "taken from labels/corpus.labels.jsonl" in err
    files = "labels/corpus.labels.jsonl labels/test.labels.jsonl"
    assert run(f"experiment {files} --json").out == out
    table = run(f"experiment {files}").out
    assert all(f"\n{name:20}" in table for name in TABLE_3)
