"""docs/reference.md has every public name and command, and says what their docstrings say."""

from __future__ import annotations

import doctest
import importlib.util
import re

import pytest

import salience
from tests.support import ROOT
from tests.support.commands import COMMANDS

_SPEC = importlib.util.spec_from_file_location("reference", ROOT / "resources/recipes/reference.py")
assert _SPEC is not None and _SPEC.loader is not None
reference = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(reference)

TEXT = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^###+ `(.*)`$", TEXT, re.MULTILINE)


def without_commands(text: str) -> str:
    before, rest = text.split("\n## Commands\n")
    return before + rest.split("\n## Parts\n")[1]


def outdated() -> None:
    pytest.fail("docs/reference.md is not up to date: python resources/recipes/reference.py")


def test_python_is_what_the_program_writes() -> None:
    if without_commands(TEXT) != without_commands(reference.reference()):
        outdated()


def words_of(text: str) -> set[str]:
    """The words of a help; how it shows types depends on the version of typer."""
    return set(re.sub(r"<[a-z |\[\]]+>|\{\w+\}", "", text).split())


def test_commands_have_the_help_of_today() -> None:
    sections = dict(re.findall(r"^### `salience (.*?)`\n\n```\n(.*?)\n```$", TEXT, re.M | re.S))
    assert sorted(sections) == sorted(COMMANDS)
    for command, text in reference.commands():
        if words_of(text) != words_of(sections[command]):
            outdated()


def test_every_public_name_and_command_has_a_heading() -> None:
    named = {f"salience.{name}" for name in salience.__all__ if callable(getattr(salience, name))}
    assert "salience.plots.reliability" in HEADINGS
    assert named | {f"salience {command}" for command in COMMANDS} <= set(HEADINGS)
    assert len(HEADINGS) == len(set(HEADINGS))


def test_its_links_lead_to_headings() -> None:
    anchors = {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in HEADINGS}
    links = re.findall(r"\]\(#([\w-]+)\)", TEXT)
    assert len(links) > 30
    assert set(links) - anchors == {"python", "plots", "commands", "parts"}


def test_nothing_in_it_changes_from_run_to_run() -> None:
    assert not re.search(r"0x[0-9a-f]{6}|<function|<class|<factory>|/home/|\\b", TEXT)


def test_examples_run() -> None:
    assert doctest.testmod(reference).failed == 0
