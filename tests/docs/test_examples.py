"""README, the pages of the documentation and the help say what is true: their examples run."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from salience import label, read_corpus
from salience.cli import app as cli
from salience.learning import structured_svm
from salience.resources import example_paths
from tests.support import ROOT
from tests.support.commands import COMMANDS, GROUPS, CommandLine
from tests.support.samples import take_few_samples, take_few_shuffles
from tests.support.shipped import share_pipeline

PAGES = {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
PAGES["README.md"] = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS, RECALIBRATING = 6, 10
"""How many the corpus has, and how many `salience recalibrate` needs: few, they are only run."""
CONLL = "#begin document (d1); part 000\nd1 0 0 Ann (0)\nd1 0 1 left -\n#end document\n"


def blocks(page: str, *languages: str) -> list[str]:
    fenced = re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", PAGES[page], re.MULTILINE | re.DOTALL)
    return [dedent(text) for _, language, text in fenced if language in languages]


def command_lines(page: str) -> list[str]:
    """Every call of the command line in the shell blocks of a page, without the folder."""
    called = re.compile(r"(?:^|&& )(?:\S+/)?(salience .*)", re.MULTILINE)
    joined = (block.replace("\\\n", " ") for block in blocks(page, ""))
    return [line for block in joined for line in called.findall(block)]


def words_of(line: str) -> tuple[str, list[str]]:
    """The command of a line, with its group, and the words behind it."""
    _, *words = shlex.split(line, comments=True)
    n = 2 if words[0] in GROUPS else 1
    return " ".join(words[:n]), words[n:]


def can_run(line: str) -> bool:
    """Whether a command ends, and needs only files of the sandbox, all ours to ship."""
    return not re.search(r"CORPORA|WORK|nyt/|share/wordnet|^salience serve", line)


with_commands = pytest.mark.parametrize("page", sorted(p for p in PAGES if command_lines(p)))
with_python = pytest.mark.parametrize("page", sorted(p for p in PAGES if blocks(p, "python")))


def help_of(command: str) -> str:
    result = CliRunner().invoke(cli.app, [*command.split(), "--help"])
    assert result.exit_code == 0
    return result.output


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages speak of."""
    folder = tmp_path_factory.mktemp("files")
    lines = example_paths()[0].read_text("utf-8").splitlines()
    (folder / "corpus.jsonl").write_text("\n".join(lines[:DOCUMENTS]), "utf-8")
    (folder / "article.txt").write_text(json.loads(lines[0])["text"], "utf-8")
    labelled = label(islice(read_corpus(example_paths()), RECALIBRATING))
    records = [json.dumps(result.to_dict()) for result in labelled]
    for name, some in (("labels", records[:DOCUMENTS]), ("few-labels", records)):
        (folder / f"{name}.jsonl").write_text("\n".join(some), "utf-8")
    made = {"references": "abstracts", "ours": "summary", "lead": "summary"}
    for document in map(json.loads, lines[:DOCUMENTS]):
        sentences = document["text"].split(". ")
        texts = (document["abstract"], ". ".join(sentences[:3]), sentences[0])
        for (name, field), text in zip(made.items(), texts, strict=True):
            with (folder / f"{name}.jsonl").open("a") as file:
                print(json.dumps({"id": document["id"], field: text}), file=file)
    first = json.loads(lines[0])
    link = [first["text"].index("Dunedin"), first["abstract"].index("Dunedin")]
    gold = {"id": first["id"], "sure": [link], "possible": []}
    (folder / "gold.jsonl").write_text(json.dumps(gold), "utf-8")
    (folder / "my-names.csv").write_text("alias,name\nPeace River,Peace River Forward\n")
    for name, text in (("french", "le chat dort\n"), ("english", "the cat sleeps\n")):
        (folder / f"{name}.txt").write_text(text)
    (folder / "links.pharaoh").write_text("0-0 1-1 2-2\n")
    for name in ("key", "response"):
        (folder / f"{name}.conll").write_text(CONLL)
    return folder


@pytest.fixture
def sandbox(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a copy of these files; pipelines are loaded once for all.

    Tests of significance take a thousandth of their shuffles, and intervals few samples: what they
    print is not looked at.
    """
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    share_pipeline(monkeypatch)
    take_few_samples(monkeypatch)
    take_few_shuffles(monkeypatch)
    monkeypatch.setattr(structured_svm, "_SWEEPS", 3)


def rate(table: Path, ratings: Path) -> None:
    """Give every entity of a table the rating 2, as a person would."""
    header, *rows = table.read_text(encoding="utf-8-sig").splitlines()
    ratings.write_text("\n".join([header, *(row + "2" for row in rows)]), encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_in_its_help_and_a_place_in_the_docs(command: str) -> None:
    assert re.search(rf"^ +salience {command}\b", help_of(command), re.MULTILINE)
    assert all(len(line) <= 80 for line in help_of(command).splitlines())
    assert any(f"salience {command}" in text for text in PAGES.values())


def test_the_help_lists_every_command_in_full() -> None:
    listed = CliRunner().invoke(cli.app, ["--help"]).output.partition("Start:")[2]
    names = [command for command in COMMANDS if " " not in command]
    assert sorted(re.findall(r"^  ([\w-]+) ", listed, re.MULTILINE)) == sorted([*names, *GROUPS])
    assert "..." not in listed


@with_commands
def test_the_options_that_a_page_uses_exist(page: str) -> None:
    for line in command_lines(page):
        command, rest = words_of(line)
        assert command in COMMANDS
        options = [word.split("=")[0] for word in rest if re.match("--?[a-z]", word)]
        assert set(options) <= set(re.findall(r"(?<![\w-])--?[\w-]+", help_of(command))), line


@with_commands
def test_the_commands_of_a_page_run_one_after_the_other(
    page: str, sandbox: None, command_line: CommandLine
) -> None:
    for line in filter(can_run, command_lines(page)):
        command, rest = words_of(line)
        done = command_line(line.removeprefix("salience "))
        assert done.out or {"-o", "--train"} & set(rest), line
        if command == "annotate sample":
            rate(Path("by-hand/table.csv"), Path("ada.csv"))


@with_python
def test_the_python_of_a_page_runs(page: str, sandbox: None) -> None:
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        with redirect_stdout(io.StringIO()):
            exec(compile(block, page, "exec"), names)  # noqa: S102
    assert names.keys() - {"__builtins__"}, "no block has run"
