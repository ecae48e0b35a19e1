"""README and the help say what is true: their commands and examples run."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from typer.testing import CliRunner

from salience.cli import app as cli
from salience.resources import example_paths
from tests.support import ROOT
from tests.support.commands import COMMANDS, GROUPS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONLL = "#begin document (d1); part 000\nd1 0 0 Ann (0)\nd1 0 1 left -\n#end document\n"


def blocks(*languages: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for language, text in fenced if language in languages]


def command_lines() -> list[str]:
    """Every call of the command line in README's shell blocks, without prompt and folder."""
    called = re.compile(r"(?:^|&& )(?:\$ )?(?:\S+/)?(salience .*)", re.MULTILINE)
    return [line for block in blocks("", "sh", "bash", "console") for line in called.findall(block)]


def words_of(line: str) -> tuple[str, list[str]]:
    """The command of a line, with its group, and the words behind it."""
    _, *words = shlex.split(line, comments=True)
    n = 2 if words[0] in GROUPS else 1
    return " ".join(words[:n]), words[n:]


def rate(table: Path, ratings: Path) -> None:
    """Give every entity of a table the rating 2, as a person would."""
    header, *rows = table.read_text(encoding="utf-8-sig").splitlines()
    ratings.write_text("\n".join([header, *(row + "2" for row in rows)]), encoding="utf-8")


def help_of(command: str) -> str:
    result = CliRunner().invoke(cli.app, [*command.split(), "--help"])
    assert result.exit_code == 0
    return result.output


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the files that README speaks of."""
    monkeypatch.chdir(tmp_path)
    lines = example_paths()[0].read_text(encoding="utf-8").splitlines()
    for name, part in (("corpus", lines[:6]), ("train", lines[:6]), ("test", lines[6:9])):
        Path(f"{name}.jsonl").write_text("\n".join(part), encoding="utf-8")
    for name in ("key", "response"):
        Path(f"{name}.conll").write_text(CONLL)
    Path("article.txt").write_text(json.loads(lines[0])["text"], encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_in_its_help_and_a_place_in_readme(command: str) -> None:
    assert re.search(rf"^ +salience {command}\b", help_of(command), re.MULTILINE)
    assert all(len(line) <= 80 for line in help_of(command).splitlines())
    assert f"salience {command}" in README


def test_the_help_lists_every_command_in_full() -> None:
    listed = CliRunner().invoke(cli.app, ["--help"]).output.split("Commands:")[1]
    names = [command for command in COMMANDS if " " not in command]
    assert sorted(re.findall(r"^  (\w+) ", listed, re.MULTILINE)) == sorted([*names, *GROUPS])
    assert "..." not in listed


@pytest.mark.parametrize("line", command_lines())
def test_the_options_that_readme_uses_exist(line: str) -> None:
    command, rest = words_of(line)
    assert command in COMMANDS
    options = [word.split("=")[0] for word in rest if re.match("--?[a-z]", word)]
    known = set(re.findall(r"(?<![\w-])--?[\w-]+", help_of(command)))
    assert set(options) <= known


def test_the_commands_of_readme_run_one_after_the_other(
    sandbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = set()
    for line in command_lines():
        command, rest = words_of(line)
        inputs = [word for word in rest if re.search(r"\.(jsonl|csv|parquet|txt)$", word)]
        if any("/" in word for word in inputs):
            continue  # a corpus that is not ours to ship
        monkeypatch.setattr(sys, "argv", ["salience", *command.split(), *rest])
        with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit) as end:
            cli.main()
        assert end.value.code == 0, line
        assert out.getvalue() or "-o" in rest, line
        ran.add(command)
        if command == "annotate sample":
            rate(Path(rest[rest.index("-o") + 1], "table.csv"), Path("ada.csv"))
    assert {"label", "train", "score", "evaluate", "demo"} <= ran


def test_the_python_of_readme_runs(sandbox: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks("python"):
        with redirect_stdout(io.StringIO()):
            exec(compile(block, "README.md", "exec"), names)  # noqa: S102
    assert {"score", "load_pipeline"} <= names.keys()
