"""`salience evaluate`, `curve` and `split`, on labels of a small pipeline."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from salience.tables.record_tables import read_table
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.tiny_pipeline import corpus


def test_several_files_of_labels_keep_their_documents_apart(run: CommandLine, folder: Path) -> None:
    first, second = corpus(12)[:7], corpus(12)[7:]
    write_corpus(folder / "a.jsonl", [replace(d, id=str(n)) for n, d in enumerate(first)])
    write_corpus(folder / "b.jsonl", [replace(d, id=str(n)) for n, d in enumerate(second)])
    for name in "ab":
        run(f"label {name}.jsonl -o {name}.labels.jsonl")
    both = "a.labels.jsonl b.labels.jsonl"
    assert "trained on 12 documents" in run(f"train {both} -o mine").err
    assert records(run(f"evaluate {both} --model mine --json").out)[0]["documents"] == 12


def test_a_model_is_not_measured_on_its_training_without_a_word(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    run("split labels.jsonl --train train.jsonl --test test.jsonl --share 0.5")
    run("train train.jsonl -o mine")
    err = run("evaluate labels.jsonl --model mine --json").err
    assert (
        "warning: at least 6 of 12 documents trained mine, so that its scores are too good" in err
    )
    assert "trained" not in run("evaluate test.jsonl --model mine --json").err
    renamed = [
        dict(record, id=f"x{n}")
        for n, record in enumerate(records(Path("train.jsonl").read_text()))
    ]
    Path("renamed.jsonl").write_text("".join(json.dumps(record) + "\n" for record in renamed))
    assert "6 of 6 documents trained mine" in run("evaluate renamed.jsonl --model mine").err
    assert "6 of 12 documents trained mine" in run("threshold labels.jsonl --model mine").err
    assert "trained" not in run("threshold test.jsonl --model mine").err
    assert "6 of 12" in run("recalibrate labels.jsonl --model mine -o fitted").err
    assert "6 of 12 documents trained fitted" in run("evaluate labels.jsonl --model fitted").err


def test_training_documents_that_are_read_otherwise_are_known_again(run: CommandLine) -> None:
    documents = corpus(12)
    run("label corpus.jsonl -o labels.jsonl")
    run("train labels.jsonl -o mine")
    read = {
        "wrapped": [replace(d, text=textwrap.fill(d.text, 32)) for d in documents],
        "untitled": [replace(d, title="") for d in documents],
        "repeated": [replace(d, text=f"{d.title}\n\n{d.text}", title=None) for d in documents],
        "others": [replace(d, text=f"{d.text} It is so.") for d in documents],
    }
    places = read_table("labels.jsonl")["start"].tolist()
    for name, again in read.items():
        write_corpus(Path(f"{name}.jsonl"), [replace(d, id=f"x{d.id}") for d in again])
        run(f"label {name}.jsonl -o {name}.labels.jsonl")
        err = run(f"evaluate {name}.labels.jsonl --model mine --json").err
        assert ("at least 12 of 12 documents trained mine" in err) == (name != "others"), name
    assert read_table("repeated.labels.jsonl")["start"].tolist() != places
    for name in ("labels", "others.labels"):
        table = read_table(f"{name}.jsonl").drop(columns="text_hash")
        table.to_csv("old.csv", index=False)
        err = run("evaluate old.csv --model mine --json").err
        assert err == (
            "whether 12 of 12 documents trained mine can't be told, since their labels have no "
            "'text_hash'. Label them again.\n"
        )


def test_models_and_all_systems_are_compared_by_one_command(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    run("train labels.jsonl -o other --groups head-lex")
    out = run("evaluate labels.jsonl --model model --model other --json").out
    assert [record["row"] for record in records(out)][:-1] == ["model", "other"]
    out = run("evaluate labels.jsonl --model model --all -o table.csv").out
    table = pd.read_csv("table.csv").set_index("system")
    assert all(f"\n{name} " in out for name in table.index) and "another abstract " in out
    assert table.loc["every-entity", "recall"] == 1 and table["holm_f1"].isna()["model"]
    out = run("evaluate labels.jsonl --model model --all -o -").out
    assert out == Path("table.csv").read_text() and not Path("-").exists()
    run("evaluate labels.jsonl --model model --json -o -", code=2)
    named = "evaluate labels.jsonl --model model --system mentions"
    assert "no system 'yake'" in run(f"{named} --system yake", code=3).err
    run(f"{named} --all", code=2)
    run("evaluate labels.jsonl --model model --model model", code=2)


def test_what_the_pipeline_missed_counts_end_to_end(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    first, *rest = records(Path("labels.jsonl").read_text())
    first["unaligned"] = [
        {"abstract": 0, "start": 0, "end": 4, "text": "Bonn", "reason": "not found"}
    ]
    Path("labels.jsonl").write_text("".join(map("{}\n".format, map(json.dumps, [first, *rest]))))
    salient = int(read_table("labels.jsonl")["salient"].sum())
    plain, ended = (
        records(run(f"evaluate labels.jsonl --model model --system every-entity --json{more}").out)
        for more in ("", " --end-to-end")
    )
    assert plain[1]["coverage"] is None and plain[1]["recall"] == 1
    assert ended[1]["coverage"] == ended[1]["recall"] == pytest.approx(salient / (salient + 1))
    assert ended[0]["precision"] == plain[0]["precision"]
    out = run("evaluate labels.jsonl --model model --end-to-end").out
    assert "end to end: the pipeline found " in out
    run("label corpus.jsonl -o labels.csv")
    err = run("evaluate labels.csv --model model --end-to-end", code=3).err
    assert "labels must be JSON lines" in err


def test_abstracts_that_can_not_be_compared_stop_nothing(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    table = read_table("labels.jsonl")
    table.loc[0, "grade"] = 9
    table.to_csv("labels.csv", index=False)
    out, err = run("evaluate labels.csv --model model")
    assert "'grade' must be at most that of 'abstracts', but is 9 in row 0" in err
    assert "P           R          F1" in out and "another abstract" not in out
    table.drop(columns="grade").to_csv("labels.csv", index=False)
    run("evaluate labels.csv --model model")


def test_scores_of_another_program_stand_beside_ours(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    run("score corpus.jsonl --model model -o scores.jsonl")
    table = read_table("labels.jsonl")
    # A logit per name: what the labels say, but nothing of one entity, and more than is known.
    rows = table.assign(score=table["salient"] * 9 - 4.5)[["document", "name", "score"]]
    more = pd.DataFrame({"document": ["d0", "x"], "name": ["Nobody", "Ada"], "score": [1.0, 2.0]})
    pd.concat([rows[1:], more]).to_csv("right.csv", index=False)
    line = "evaluate labels.jsonl --model model --system mentions"
    out, err = run(f"{line} --scores ours=scores.jsonl --scores right.csv --json")
    found = {record["row"]: record for record in records(out)}
    assert list(found)[:4] == ["model", "ours", "right", "mentions"]
    assert found["ours"]["ap"] == pytest.approx(found["model"]["ap"])
    assert found["ours"]["first_less_this"]["ap"] == pytest.approx(0)
    assert found["right"]["f1"] > 0.9 and found["right"]["brier"] is None
    assert f"right: {len(table) - 1} of {len(table)} entities have a score; the other 1 " in err
    assert "1 rows of no entity of the labels and those of 1 documents" in err
    shown = run(f"{line} --scores right=right.csv --end-to-end").out
    assert "at 4.5, its best" in shown and "right" in shown.split("model less")[1]


def test_scores_that_can_not_be_joined_are_refused(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    Path("other.csv").write_text("document,name,score\nx,Ada Byrne,1\n")
    err = run("evaluate labels.jsonl --model model --scores other.csv", code=3).err
    assert "other.csv: no row is of an entity of the labels" in err and "document 'x'" in err
    for given in ("=other.csv", "mentions=other.csv", "model=other.csv"):
        run(f"evaluate labels.jsonl --model model --scores {given}", code=2)
