"""`salience threshold` and `salience recalibrate`, from files of labels to models."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from builders import toy_rows

from salience import cli
from salience.calibration import recalibrate
from salience.features import DUNIETZ_GILLICK
from salience.model import load_model, train
from salience.records import read_table
from salience.threshold import choose_threshold

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in a folder with a model and labels."""
    monkeypatch.chdir(tmp_path)
    table = pd.DataFrame(toy_rows(40))
    train(table, groups=DUNIETZ_GILLICK).save(tmp_path / "model")
    table = table.assign(salient=(table["first_sentence"] == 0) & (table["entity"] < 3))
    places = {"start": range(len(table)), "end": range(1, len(table) + 1)}
    table = table.assign(name="x", type="PER", kb_id=None, n_mentions=1, **places)
    table.to_csv(tmp_path / "labels.csv", index=False)
    table[:24].to_csv(tmp_path / "few.csv", index=False)

    def run(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["salience", *line.split()])
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return run


@pytest.mark.parametrize(
    ("option", "goal"),
    [
        ("", {}),
        ("--f1", {}),
        ("--precision 0.5", {"precision": 0.5}),
        ("--share 0.1", {"share": 0.1}),
    ],
)
def test_a_threshold_is_chosen_as_in_python_and_written(
    run: Run, option: str, goal: dict[str, float]
) -> None:
    code, out, err = run(f"threshold labels.csv --model model -o new {option}")
    table, model = read_table("labels.csv"), load_model("model")
    expected = choose_threshold(table.assign(score=model.predict(table)), **goal)
    assert (code, out.strip()) == (0, str(expected))
    assert err.strip() == f"threshold 0.3 is now {expected.threshold:g} in new"
    assert load_model("new").classifier.threshold == expected.threshold
    said = json.loads(run(f"threshold labels.csv --model model {option} --json")[1])
    assert said["threshold"] == expected.threshold and said["signature"] == expected.signature


def test_a_model_is_recalibrated_as_in_python_and_says_what_it_gained(run: Run) -> None:
    code, out, err = run("recalibrate labels.csv --model model -o new")
    assert (code, err.strip()) == (0, "recalibrated; the model is new")
    assert max(map(len, out.splitlines()[:-1])) <= 80
    table, model = read_table("labels.csv"), load_model("model")
    expected, found = recalibrate(model, table), load_model("new")
    assert found.predict(table).tobytes() == expected.predict(table).tobytes()
    assert found.classifier.threshold == expected.classifier.threshold
    before, after = map(
        json.loads, run("recalibrate labels.csv --model model --json")[1].splitlines()
    )
    assert after["brier"] < before["brier"] and after["ece"] < before["ece"]
    [said] = found.card["changes"]
    assert said["scores"]["recalibrated"]["ece"]["value"] == after["ece"]
    assert said["signature"] == before["signature"] == out.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("threshold labels.csv --f1 --share 0.1", 2, "give one of them"),
        ("threshold labels.csv --precision 2", 2, "Invalid value for '--precision'"),
        ("threshold labels.csv --precision 0", 1, "precision must be above 0"),
        ("threshold labels.csv --precision 1 -o no/where", 1, "is not a folder"),
        ("recalibrate labels.csv -o labels.csv", 1, "holds something else than a model"),
        ("recalibrate few.csv", 1, "at least 10 labelled documents, but there are 4"),
        ("recalibrate absent.csv", 1, "absent.csv is not a file"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, line: str, code: int, message: str) -> None:
    found, out, err = run(f"{line} --model model")
    assert (found, out) == (code, "") and message in err
    assert code == 2 or len(err.splitlines()) == 1
