"""The command that rebuilds the models: what is made again, and what the pages take from where."""

from __future__ import annotations

import argparse
import importlib
import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import salience
from resources.recipes import page_blocks, rebuild
from resources.recipes.commands import COMMANDS, MEASURE, NEEDS, lines
from resources.recipes.reading import card_of
from tests.support import ROOT
from tests.support.commands import CommandLine
from tests.support.shipped import share_pipeline

PLACES = page_blocks.places(page_blocks.pages())
ON_EXAMPLES = ("demo", "evaluate", "example")
"""Blocks of commands that need no corpus."""


def block(name: str) -> str:
    text = PLACES[name].read_text("utf-8")
    return text.split(f"<!-- begin: {name} -->\n")[1].split(f"\n<!-- end: {name} -->")[0]


def test_every_block_of_the_pages_is_made_and_has_its_place(tmp_path: Path) -> None:
    assert PLACES.keys() == rebuild.Build(tmp_path, tmp_path).blocks().keys()


def test_a_measure_is_taken_once_per_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str]) -> str:
        ran.append(command)
        return "output"

    monkeypatch.setattr(rebuild, "run", run)
    monkeypatch.setattr(rebuild, "MODELS", tmp_path / "models")
    steps = rebuild.Build(tmp_path / "corpora", tmp_path / "work").steps()
    assert steps["gum"]() == steps["gum"]() == "output"
    assert len(ran) == 1
    folder = tmp_path / "models" / f"{rebuild.SALIENCE}-1.0.0"
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text("{}")
    steps["gum"]()
    assert len(ran) == 2


def test_what_a_measure_reads_is_made_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(rebuild, "run", lambda command: ran.append(" ".join(command)) or "")
    build = rebuild.Build(tmp_path, tmp_path / "work")
    for name, needed in NEEDS.items():
        build.output(name)
        build.output(needed)
        files = re.findall(r"WORK/\S+\.jsonl", COMMANDS[name])
        assert set(files) & set(re.findall(r"WORK/\S+\.jsonl", COMMANDS[needed]))
    labelled = [line for line in ran if "salience label" in line]
    assert len(labelled) == len(set(NEEDS.values())), "once"


def test_two_versions_of_a_model_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "MODELS", tmp_path)
    (tmp_path / "en-salience-1.0.0").mkdir()
    assert rebuild.shipped("en-salience").name == "en-salience-1.0.0"
    (tmp_path / "en-salience-1.1.0").mkdir()
    with pytest.raises(SystemExit, match="several versions"):
        rebuild.shipped("en-salience")


@pytest.mark.parametrize("name", ["pipeline", "case", "found"])
def test_the_pages_say_what_the_cards_say(name: str, tmp_path: Path) -> None:
    assert block(name) == rebuild.Build(tmp_path, tmp_path).blocks()[name]().rstrip()


def holds(shipped: Any, said: Any) -> bool:
    """Whether a card has all that was said beforehand; what was left empty its program fills."""
    if isinstance(said, dict) and said:
        return all(key in shipped and holds(shipped[key], said[key]) for key in said)
    if isinstance(said, list) and said:
        return len(said) == len(shipped) and all(map(holds, shipped, said))
    return not said or shipped == said


@pytest.mark.parametrize("recipe", ["compression", "salience", "sentences", "wordalign"])
def test_the_card_beside_a_program_is_that_of_the_model_that_ships(recipe: str) -> None:
    said = card_of(str(ROOT / "resources/recipes" / recipe / "train.py"))
    shipped = rebuild.card(said["name"])["card"]
    assert holds(shipped, said)
    assert not holds(shipped, {**said, "version": "0"})


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_shows_the_command_that_is_run(name: str) -> None:
    pages = "\n".join(page.read_text("utf-8") for page in page_blocks.pages())
    unprinted = ("types", "sentences")  # models whose scores other commands measure
    assert name in unprinted or COMMANDS[name] in pages


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_a_step_is_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from salience.cli import app as cli

    def stop(self: argparse.ArgumentParser, *arguments: object) -> None:
        parse(self, *arguments)
        raise StopIteration

    parse = argparse.ArgumentParser.parse_args
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    for _, *words in rebuild.Build(Path("/corpora"), tmp_path).commands(name):
        assert not {"CORPORA", "WORK"} & set(re.findall(r"\w+", " ".join(words)))
        if words[0] != "-m":
            assert (ROOT / words[0]).exists()
        elif words[1] == "salience":
            help_ = CliRunner().invoke(cli.app, [words[2], "--help"]).output
            options = {word for word in words[3:] if re.match("--?[a-z]", word)}
            assert options <= set(re.findall(r"(?<![\w-])--?[\w-]+", help_))
        else:
            recipe = importlib.import_module(words[1])
            if "argparse" in vars(recipe):
                monkeypatch.setattr("sys.argv", words[1:])
                with pytest.raises(StopIteration):
                    recipe.main()
                continue
            program = typer.Typer(add_completion=False)
            program.command()(recipe.main)
            typer.main.get_command(program).make_context(words[1], words[2:])


def test_labels_are_made_and_measured_by_rules_that_the_command_names() -> None:
    for text in MEASURE.values():
        for line in text.replace("\\\n", " ").splitlines():
            if line.startswith("salience label"):
                assert "--rules" in shlex.split(line)


@pytest.mark.parametrize("name", ON_EXAMPLES)
def test_a_block_is_what_its_command_prints(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine
) -> None:
    """In this process: the next test starts another."""

    def run(command: list[str]) -> str:
        monkeypatch.chdir(ROOT)
        if command[1:3] == ["-m", "salience"]:
            return command_line(shlex.join(command[3:])).out
        assert command[1] == "-c"
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(command[2], name, "exec"), {})  # noqa: S102
        return printed.getvalue()

    share_pipeline(monkeypatch)
    monkeypatch.setattr(rebuild, "run", run)
    made = rebuild.Build(tmp_path, tmp_path).blocks()[name]()
    assert block(name) == made.rstrip(), "python -m resources.recipes.rebuild … readme"


def test_a_command_runs_in_the_checkout_and_gives_what_it_prints() -> None:
    [version] = lines("salience --version", {"WORK": Path()})
    assert rebuild.run(version).split() == ["salience", salience.__version__]
    folder = rebuild.run([sys.executable, "-c", "import os; print(os.getcwd())"])
    assert Path(folder.strip()) == ROOT


def test_placeholders_are_words_of_their_own() -> None:
    text = "python -m x a=WORK/CORPORA.txt NETWORK CORPORA"
    [[_, *words]] = lines(text, {"CORPORA": Path("/c"), "WORK": Path("/w")})
    assert words == ["-m", "x", "a=/w/CORPORA.txt", "NETWORK", "/c"]
