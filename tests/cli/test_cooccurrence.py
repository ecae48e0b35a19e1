"""`salience cooccurrence` counts, and `train` uses what was counted."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.store import document_ids, load_cooccurrence
from salience.model.salience_model import load_model
from salience.tables.record_tables import read_table
from tests.support.builders import toy_rows
from tests.support.commands import CommandLine
from tests.support.counts import SEEN, assert_same_counts

ROWS = pd.DataFrame(toy_rows())


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine) -> CommandLine:
    monkeypatch.chdir(tmp_path)
    return command_line


def test_the_command_counts_adds_up_and_prunes(run: CommandLine) -> None:
    records = [
        {"id": str(i), "entities": [
            {"entity": e, "name": id, "type": "", "id": id, "kb_id": None, "score": 0.5,
             "salient": True, "mentions": [{"start": 0, "end": 1}]} for e, id in enumerate(ids)]}
        for i, ids in enumerate(("ab", "abc", "c", ""))
    ]  # fmt: skip
    Path("scores.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    err = run("cooccurrence scores.jsonl -o counts").err
    assert "entities 3, pairs 3; the counts are" in err
    assert_same_counts(load_cooccurrence("counts"), SEEN)
    read_table("scores.jsonl").to_csv("scores.csv", index=False)
    assert [*document_ids("scores.csv")] == [*document_ids("scores.jsonl")][:3]
    run("cooccurrence scores.jsonl counts -o twice --min-count 3")
    assert_same_counts(load_cooccurrence("twice"), SEEN.merged(SEEN).pruned(3))
    run("cooccurrence scores.jsonl -o pruned --min-count 2")
    assert_same_counts(load_cooccurrence("pruned"), SEEN.pruned(2))
    assert "can't be merged" in run("cooccurrence pruned counts -o no", code=3).err


def test_pruned_counts_alone_are_pruned_further(run: CommandLine) -> None:
    seen = Cooccurrence.from_documents([["a", "b"]] * 3 + [["b", "c"]] * 2 + [["c", "d"]])
    seen.pruned(2).save("two")
    run("cooccurrence two -o three --min-count 3")
    assert_same_counts(load_cooccurrence("three"), seen.pruned(3))
    run("cooccurrence two -o same")
    assert_same_counts(load_cooccurrence("same"), seen.pruned(2))
    err = run("cooccurrence two -o none --min-count 9", code=3).err
    assert "in 9 documents or more, so that there is nothing" in err
    assert not Path("none").exists()


def save_documents(path: str, documents: list[list[str]]) -> None:
    """Labels of documents that have these ids."""
    rows = [
        {"document": n, "entity": e, "id": id, "name": id, "type": "", "kb_id": None,
         "salient": True, "score": 0.5, "start": 0, "end": 1}
        for n, held in enumerate(documents) for e, id in enumerate(held)
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(path, index=False)


def test_inputs_that_share_documents_are_warned_of(run: CommandLine) -> None:
    ids = [f"x{i}" for i in range(40)]
    documents = [ids[n : n + 5] for n in range(30)]
    save_documents("whole.csv", documents)
    save_documents("part.csv", documents[:6])
    save_documents("other.csv", [*([*ids[:3], f"y{i}"] for i in range(30)), documents[0]])
    err = run("cooccurrence whole.csv part.csv -o counts").err
    assert "warning: 6 of 6 documents of part.csv have all entities" in err
    assert "warning" not in run("cooccurrence whole.csv other.csv -o counts").err
    run("cooccurrence part.csv -o saved")
    assert "6 of 6 documents of saved" in run("cooccurrence whole.csv saved -o all").err
    err = run("cooccurrence whole.csv ./whole.csv -o all", code=3).err
    assert "an input is named twice" in err


def test_training_takes_the_counts(run: CommandLine) -> None:
    ROWS.to_csv("labels.csv", index=False)
    SEEN.save("counts")
    run("train labels.csv -o model --cooccurrence counts")
    kept = load_model("./model").cooccurrence
    assert kept is not None
    assert_same_counts(kept, SEEN)


def test_training_says_what_the_counts_know(run: CommandLine) -> None:
    ROWS.to_csv("labels.csv", index=False)
    ids = sorted(set(ROWS["id"]))
    given = {"none": [["x", "y"]], "some": [[ids[0], ids[1], "x"]], "empty": [["x"]]}
    for name, documents in given.items():
        Cooccurrence.from_documents(documents).save(name)
    train = "train labels.csv -o model --overwrite --cooccurrence"
    err = run(f"{train} none").err
    assert f"warning: the counts know 0 of the {len(ids)} entity ids of the labels; were" in err
    err = run(f"{train} some").err
    assert f"the counts know 2 of the {len(ids)} entity ids" in err and "warning" not in err
    assert "empty knows no two entities that occur together" in run(f"{train} empty", code=3).err
