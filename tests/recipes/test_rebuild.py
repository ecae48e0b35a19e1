"""The command that rebuilds the models: what is made again, and what README takes from where."""

from __future__ import annotations

import json
import re

import pytest

from resources.recipes import rebuild
from tests.support import ROOT

RESULTS = (ROOT / "docs/results.md").read_text(encoding="utf-8")


def test_a_fingerprint_changes_with_any_file(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "vocab").mkdir(parents=True)
        (folder / "meta.json").write_text("{}")
        (folder / "vocab/x").write_bytes(b"\0")
    same = rebuild.fingerprint(one)
    assert same == rebuild.fingerprint(other) == rebuild.fingerprint(one, tmp_path / "missing")
    (other / "vocab/x").write_bytes(b"\1")
    assert rebuild.fingerprint(other) != same
    (one / "vocab/x").rename(one / "vocab/y")
    assert rebuild.fingerprint(one) not in (same, rebuild.fingerprint(other))


def test_blocks_without_a_place_or_a_value_are_errors():
    text = "<!-- begin: a -->\n<!-- end: a -->\n"
    with pytest.raises(ValueError, match="no markers for b"):
        rebuild.fill(text, {"a": "1", "b": "2"})
    with pytest.raises(KeyError, match="a"):
        rebuild.fill(text, {})


def test_a_measure_is_taken_once_per_model(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(rebuild, "run", lambda command: ran.append(command) or "output")
    monkeypatch.setattr(rebuild, "MODELS", tmp_path / "models")
    steps = rebuild.plan(tmp_path / "corpora", tmp_path / "work", tmp_path / "judge.py")
    assert steps["gum"]() == steps["gum"]() == "output"
    assert len(ran) == 1
    folder = tmp_path / "models" / f"{rebuild.SALIENCE}-1.0.0"
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text("{}")
    steps["gum"]()
    assert len(ran) == 2


def test_two_versions_of_a_model_are_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(rebuild, "MODELS", tmp_path)
    (tmp_path / "en-salience-1.0.0").mkdir()
    assert rebuild.shipped("en-salience").name == "en-salience-1.0.0"
    (tmp_path / "en-salience-1.1.0").mkdir()
    with pytest.raises(SystemExit, match="several versions"):
        rebuild.shipped("en-salience")


def test_the_results_are_what_the_cards_say():
    performance = rebuild.card(rebuild.PIPELINE)["performance"]
    scores = rebuild.card(rebuild.SALIENCE)["card"]["scores"]
    for name, table in (
        ("pipeline", rebuild.pipeline_table(performance)),
        ("case", rebuild.case_table(performance)),
        ("found", rebuild.found_table(scores)),
    ):
        block = re.search(rf"<!-- begin: {name} -->\n(.*?)\n<!-- end", RESULTS, re.DOTALL)
        assert block is not None and block[1] == table


def test_rows_of_the_experiment_become_a_table():
    row = {
        "row": "mentions", "precision": 0.5, "recall": 0.25, "f1": 1 / 3, "best_f1": 0.4,
        "best_threshold": 0.35, "intervals": {"f1": [0.3, 0.36]}, "entities": 200, "salient": 50,
        "signature": "s|documents=9|threshold=0.5|seed=0|system=mentions",
    }  # fmt: skip
    lines = rebuild.experiment_rows(json.dumps(row)).splitlines()
    assert lines[2] == "| mentions | 50.0 | 25.0 | 33.3 | 30.0–36.0 | 40.0 | 0.35 |"
    said = "25 % are salient; models are at a threshold of 0.3. `s|documents=9|seed=0`"
    assert lines[-1] == said  # one row's threshold and name are not those of all
