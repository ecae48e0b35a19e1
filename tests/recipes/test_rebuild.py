"""The command that rebuilds the models: what is made again, and what README takes from where."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from resources.recipes import rebuild


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


def page(path: Path, *names: str) -> Path:
    """A page with marked blocks of these names."""
    path.write_text("".join(f"<!-- begin: {x} -->\nold\n<!-- end: {x} -->\n" for x in names))
    return path


def test_blocks_are_filled_wherever_they_are(tmp_path):
    pages = page(tmp_path / "one.md", "a", "b"), page(tmp_path / "two.md", "c")
    rebuild.refresh(pages, {"c": lambda: "3\n", "b": lambda: "2", "a": lambda: "1"})
    texts = [re.findall(r"^\w+", path.read_text(), re.MULTILINE) for path in pages]
    assert texts == [["1", "2"], ["3"]]


@pytest.mark.parametrize(
    ("names", "made", "error"),
    [
        (("a", "a"), "a", r"'a' has markers in .*one\.md and .*two\.md"),
        (("a", "b"), "a", r"no block is made for the markers of b in .*two\.md"),
        (("a", "b"), "abcd", r"no page has markers for c, d"),
    ],
)
def test_a_block_has_one_place_and_a_place_one_block(tmp_path, names, made, error):
    pages = page(tmp_path / "one.md", names[0]), page(tmp_path / "two.md", *names[1:])
    before = [path.read_text() for path in pages]
    with pytest.raises(ValueError, match=error):
        rebuild.refresh(pages, dict.fromkeys(made, str))
    assert [path.read_text() for path in pages] == before


def test_every_block_of_the_pages_is_made_and_has_its_place(tmp_path):
    made = rebuild.Build(tmp_path, tmp_path, tmp_path).blocks()
    assert rebuild.places(rebuild.pages()).keys() == made.keys()


def test_a_measure_is_taken_once_per_model(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(rebuild, "run", lambda command: ran.append(command) or "output")
    monkeypatch.setattr(rebuild, "MODELS", tmp_path / "models")
    build = rebuild.Build(tmp_path / "corpora", tmp_path / "work", tmp_path / "judge.py")
    steps = build.steps()
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


def test_the_pages_say_what_the_cards_say(tmp_path):
    blocks = rebuild.Build(tmp_path, tmp_path, tmp_path).blocks()
    places = rebuild.places(rebuild.pages())
    for name in ("pipeline", "case", "found"):
        text = places[name].read_text(encoding="utf-8")
        assert rebuild.fill(text, name, blocks[name]()) == text


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
