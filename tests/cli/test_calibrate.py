"""`salience threshold` and `salience recalibrate`, from files of labels to models."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from salience.evaluation.recalibration import recalibrate
from salience.evaluation.threshold_choice import choose_threshold
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import load_model, train
from salience.tables.record_tables import read_table
from salience.text.hashes import text_hash
from tests.support.builders import toy_rows
from tests.support.commands import CommandLine
from tests.support.samples import take_few_samples


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine) -> CommandLine:
    """Runs `salience …` in a folder with a model and labels."""
    monkeypatch.chdir(tmp_path)
    take_few_samples(monkeypatch)
    table = pd.DataFrame(toy_rows(40))
    model = train(table, groups=DUNIETZ_GILLICK, card={"name": "toy", "pipeline": "en_toy-1"})
    model.save(tmp_path / "model")
    table = table.assign(salient=(table["first_sentence"] == 0) & (table["entity"] < 3))
    places = {"start": range(len(table)), "end": range(1, len(table) + 1)}
    table = table.assign(name="x", type="PER", kb_id=None, n_mentions=1, **places)
    table = table.assign(text_hash=table["document"].map(text_hash))
    table.to_csv(tmp_path / "labels.csv", index=False)
    table[:24].to_csv(tmp_path / "few.csv", index=False)
    return command_line


@pytest.mark.parametrize(
    ("option", "goal"),
    [
        ("", {}),
        ("--precision 0.5", {"precision": 0.5}),
        ("--share 0.1", {"share": 0.1}),
    ],
)
def test_a_threshold_is_chosen_as_in_python_and_written(
    run: CommandLine, option: str, goal: dict[str, float]
) -> None:
    out, err = run(f"threshold labels.csv --model model -o new {option}")
    table, model = read_table("labels.csv"), load_model("model")
    expected = choose_threshold(table.assign(score=model.predict(table)), **goal)
    assert out.strip() == str(expected)
    assert err.strip() == f"threshold 0.3 is now {expected.threshold:g} in new"
    assert load_model("new").classifier.threshold == expected.threshold
    said = json.loads(run(f"threshold labels.csv --model model {option} --json").out)
    assert said["threshold"] == expected.threshold and said["signature"] == expected.signature


def test_a_model_is_recalibrated_as_in_python_and_says_what_it_gained(run: CommandLine) -> None:
    out, err = run("recalibrate labels.csv --model model -o new")
    assert err.strip() == "recalibrated; the model is new"
    assert max(map(len, out.splitlines()[:-1])) <= 80
    table, model = read_table("labels.csv"), load_model("model")
    expected, found = recalibrate(model, table), load_model("new")
    assert found.predict(table).tobytes() == expected.predict(table).tobytes()
    assert found.classifier.threshold == expected.classifier.threshold
    before, after = map(
        json.loads, run("recalibrate labels.csv --model model --json").out.splitlines()
    )
    assert after["brier"] < before["brier"] and after["ece"] < before["ece"]
    [said] = found.card["changes"]
    assert said["scores"]["recalibrated"]["ece"]["value"] == after["ece"]
    assert said["signature"] == before["signature"] == out.splitlines()[-1]


@pytest.mark.parametrize("command", ["threshold", "recalibrate", "evaluate"])
def test_labels_of_another_pipeline_are_warned_of_once(run: CommandLine, command: str) -> None:
    table = read_table("labels.csv")
    for made, warnings in (("en_toy-1", 0), ("en_toy-1+coref=rules", 1)):
        table.assign(pipeline=made).to_csv("made.csv", index=False)
        err = run(f"{command} made.csv --model model").err
        assert err.count("warning: the labels were made with the") == warnings


def test_an_expected_share_needs_scores_and_no_labels(run: CommandLine) -> None:
    table, model = read_table("labels.csv"), load_model("model")
    scored = table.assign(score=model.predict(table).round(6)).drop(columns="salient")
    scored.to_csv("scores.csv", index=False)
    out, err = run("recalibrate scores.csv --model model --expect 0.1 -o new")
    assert err.strip() == "recalibrated; the model is new"
    assert f"entities {len(table)}, mean probability" in out and "is now 0.1" in out
    assert load_model("new").predict(table).mean() == pytest.approx(0.1, abs=1e-5)
    for share in ("2", "0", "1", "-0.5", "nan"):  # before any file or model is read
        wrong = run(f"recalibrate absent.csv --model nowhere --expect {share}", code=2).err
        assert f"for --expect: {share} is not above 0 and below 1" in wrong
    said = json.loads(run("recalibrate scores.csv --model model --expect 0.1 --json").out)
    assert said["share"] == 0.1 and said["b"] == load_model("new").card["changes"][-1]["b"]


def test_labels_that_do_not_help_are_warned_of_and_the_model_is_written(run: CommandLine) -> None:
    model, table = load_model("model"), read_table("labels.csv")
    drawn = np.random.default_rng(7).random(len(table)) < model.predict(table)
    table.assign(salient=drawn)[:60].to_csv("right.csv", index=False)
    err = run("recalibrate right.csv --model model -o new").err
    said = load_model("new").card["changes"][-1]["scores"]
    before, after = (said[name]["brier"]["value"] for name in ("as it was", "recalibrated"))
    assert ("not lower than the" in err) == (after >= before)
    assert after >= before, "chosen so that chance does harm"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("recalibrate labels.csv labels.csv", 3, "40 documents are in labels.csv and again in"),
        ("threshold labels.csv --precision 0.5 --share 0.1", 2, "give one of them"),
        ("threshold labels.csv --precision 2", 2, "Invalid value for '--precision'"),
        ("threshold labels.csv --precision 0", 2, "precision must be above 0"),
        ("threshold labels.csv --precision 1 -o no/where", 3, "is not a folder"),
        ("recalibrate labels.csv -o labels.csv", 3, "holds something else than a model"),
        ("recalibrate few.csv", 3, "at least 10 labelled documents, but there are 4"),
        ("recalibrate absent.csv", 3, "absent.csv is not a file"),
        ("recalibrate labels.csv --expect 0.2", 3, "labels.csv has no scores"),
    ],
)
def test_what_is_wrong_is_one_line(run: CommandLine, line: str, code: int, message: str) -> None:
    out, err = run(f"{line} --model model", code=code)
    assert not out and message in err
    assert code == 2 or len(err.splitlines()) == 1
