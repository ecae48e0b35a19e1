"""README and the help say what is true: their commands and examples run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from test_package import shipped
from typer.testing import CliRunner

from salience.cli import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = sorted(command.name or command.callback.__name__ for command in app.registered_commands)
needs_models = pytest.mark.skipif(
    not shipped("en_salience_sm", "en-salience"), reason="no models ship yet"
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every line of README that calls the command line, without the prompt."""
    lines = (line for block in blocks("(?:sh|bash|console)?") for line in block.splitlines())
    return [line.removeprefix("$ ") for line in lines if re.match(r"(\$ )?salience ", line)]


def help_of(command: str) -> str:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_in_its_help_and_a_place_in_readme(command: str) -> None:
    examples = re.findall(rf"^ +salience {command}\b.*$", help_of(command), re.MULTILINE)
    assert examples and all(len(line) <= 80 for line in help_of(command).splitlines())
    assert f"salience {command}" in README


def test_the_help_lists_every_command() -> None:
    listed = CliRunner().invoke(app, ["--help"]).output
    assert sorted(set(COMMANDS) & set(re.findall(r"^ +(\w+)", listed, re.MULTILINE))) == COMMANDS


@pytest.mark.parametrize("line", commands())
def test_the_options_that_readme_uses_exist(line: str) -> None:
    _, command, *rest = shlex.split(line, comments=True)
    known = help_of(command)
    options = [word.split("=")[0] for word in rest if word.startswith("-") and word != "-"]
    assert command in COMMANDS and [option for option in options if option not in known] == []
