"""The command that rebuilds the models: what is made again, and what README takes from where."""

from __future__ import annotations

import pytest

from resources.recipes import page_blocks, rebuild


def test_every_block_of_the_pages_is_made_and_has_its_place(tmp_path):
    made = rebuild.Build(*[tmp_path] * 4).blocks()
    assert page_blocks.places(page_blocks.pages()).keys() == made.keys()


def test_a_measure_is_taken_once_per_model(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(rebuild, "run", lambda command: ran.append(command) or "output")
    monkeypatch.setattr(rebuild, "MODELS", tmp_path / "models")
    build = rebuild.Build(*(tmp_path / name for name in ("corpora", "work", "judge", "names")))
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
    blocks = rebuild.Build(*[tmp_path] * 4).blocks()
    places = page_blocks.places(page_blocks.pages())
    for name in ("pipeline", "case", "found"):
        text = places[name].read_text(encoding="utf-8")
        assert page_blocks.fill(text, name, blocks[name]()) == text
