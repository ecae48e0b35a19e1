"""`salience train` takes labels of any format, and each document once."""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import CommandLine


def test_labels_of_any_format_train_the_same_model(run: CommandLine) -> None:
    for suffix in ("jsonl", "csv", "parquet"):
        run(f"label corpus.jsonl -o labels.{suffix}")
        run(f"train labels.{suffix} -o from-{suffix}")
        made = {p.name: p.read_bytes() for p in Path(f"from-{suffix}").iterdir()}
        assert made == {p.name: p.read_bytes() for p in Path("from-jsonl").iterdir()}


def test_the_same_documents_are_not_counted_twice(run: CommandLine) -> None:
    run("label corpus.jsonl -o a.jsonl")
    run("label corpus.jsonl -o b.jsonl --limit 5")
    for command in ("evaluate a.jsonl a.jsonl --model model", "train a.jsonl b.jsonl -o x"):
        err = run(command, code=3).err
        assert "documents are in a.jsonl and again in " in err
    Path("twice.jsonl").write_text(2 * Path("b.jsonl").read_text())
    err = run("train twice.jsonl -o mine", code=3).err
    assert "twice.jsonl has entity 0 of document 'd0' twice" in err


def test_a_model_is_replaced_only_where_that_is_asked_for(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    before = {path.name: path.read_bytes() for path in Path("model").iterdir()}
    for line in ("train labels.jsonl", "recalibrate labels.jsonl", "threshold labels.jsonl"):
        assert "or replace it with --overwrite" in run(f"{line} -o model", code=3).err
        assert {path.name: path.read_bytes() for path in Path("model").iterdir()} == before
    run("train labels.jsonl -o model --overwrite")
    run("recalibrate labels.jsonl --model model -o model --overwrite")
    assert Path("model/meta.json").read_bytes() != before["meta.json"]
    run("score corpus.jsonl --model model -o labels.jsonl --overwrite")
    run("score corpus.jsonl --model model -o labels.jsonl")


def test_wrong_feature_groups_are_named(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    err = run("train labels.jsonl -o mine --groups 1st-loc,lex", code=3).err
    assert "lex" in err and "head-lex" in err and not Path("mine").exists()
