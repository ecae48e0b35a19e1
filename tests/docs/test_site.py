"""The site builds without a warning, needs no network, and has every public name and command."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import salience
from salience.labels.name_rules import RULES
from salience.tables.parquet import SCHEMA_KEY
from tests.support import ROOT
from tests.support.commands import COMMANDS, CommandLine
from tests.support.public_names import MODULES, listed_names, public_objects

ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
ROOMS = [module.name for module in pkgutil.iter_modules(salience.__path__) if module.ispkg]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a folder. A link or an anchor that leads nowhere is an error."""
    pytest.importorskip("mkdocs", reason="the site needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_module_and_function_that_a_page_names_exists() -> None:
    """In code, as `salience.room.module.name` or, on the page of the rooms, without `salience`."""
    others = (".v1", SCHEMA_KEY.decode())
    for path in (ROOT / "docs").glob("*.md"):
        text = path.read_text("utf-8")
        for name in re.findall(r"(?<![.\w])salience(?:\.\w+)+", text):
            assert name.endswith(others) or found(name), f"{path.name}: {name}"
    for name in re.findall(rf"\b(?:{'|'.join(ROOMS)})(?:\.\w+)+", ARCHITECTURE):
        assert found(f"salience.{name}"), name


def found(name: str) -> bool:
    if find_spec(name.rpartition(".")[0]) is None:
        return False
    module, _, last = name.rpartition(".")
    return hasattr(import_module(module), last) or find_spec(name) is not None


def test_the_picture_of_the_layers_is_what_is_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [layers] = [c["layers"] for c in contracts["contracts"] if c["type"] == "layers"]
    checked = [name.strip() for layer in layers for name in layer.split("|")]
    picture = ARCHITECTURE.split("```text")[1].split("```")[0]
    drawn = [name for row in re.findall(r"│(.*)│", picture) for name in row.split()]
    assert drawn == checked[checked.index("cli") :]
    assert set(re.findall(r"^\| `(\w+)` \|", ARCHITECTURE, re.MULTILINE)) == {
        *ROOMS,
        "plots",
        "spark",
    }


def test_the_page_of_the_recipe_lists_the_alignment_rules_in_their_order() -> None:
    page = (ROOT / "resources/recipes/labels/README.md").read_text("utf-8")
    assert "\n".join(f"| `{rule.name}` | {rule.finds} |" for rule in RULES) in page


def headings(path: Path) -> list[str]:
    return re.findall(r'<h[23] id="([^"]+)"', path.read_text("utf-8"))


def test_the_reference_has_every_public_name_once(site: Path) -> None:
    found = headings(site / "reference.html")
    assert set(public_objects()) <= set(found)
    assert len(found) == len(set(found))


def test_the_reference_has_no_name_that_no_room_lists() -> None:
    """But for errors, examples, and what spaCy finds by itself."""
    page = (ROOT / "docs/reference.md").read_text("utf-8")
    shown = set(re.findall(r"^- `(\S+)`$", page.split("## spaCy components")[0], re.MULTILINE))
    others = {name for name in shown if name.startswith("salience.errors.")}
    others |= {*MODULES, "salience.resources.example_paths"}
    assert shown - others == listed_names()


def test_what_notebooks_import_and_spacy_finds_is_on_the_reference(site: Path) -> None:
    shown = headings(site / "reference.html")
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        for module, names in re.findall(
            r"from (salience[.\w]*) import ([\w, ]+)", path.read_text()
        ):
            for name in names.replace(" ", "").split(","):
                assert f"{module}.{name}" in shown or name == "plots", path.name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (site / "reference.html").read_text("utf-8")
    for group in ("spacy_factories", "spacy_architectures"):
        assert all(f"<code>{name}</code>" in text for name in project["entry-points"][group])


def test_every_command_is_on_the_reference_with_its_help(site: Path) -> None:
    text = (site / "commands.html").read_text("utf-8")
    for command in COMMANDS:
        assert f'id="salience-{command.replace(" ", "-")}"' in text
        assert f"Usage: salience {command}" in text


def test_a_checkout_has_the_list_of_commands_too(command_line: CommandLine) -> None:
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    _, _, listed = command_line("--help").out.partition("\nStart:\n")
    assert f"Start:\n{listed}".rstrip() in page


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', path.read_text("utf-8")), path.name
    for path in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", path.read_text("utf-8")), path.name


def test_nothing_on_the_reference_changes_from_run_to_run(site: Path) -> None:
    text = (site / "reference.html").read_text("utf-8")
    assert not re.search(r"0x[0-9a-f]{6}|&lt;function|&lt;factory|/home/", text)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CHANGELOG.md",
        *sorted(
            path.relative_to(ROOT).as_posix()
            for folder in ("docs", "resources/recipes/*", "notebooks")
            for path in ROOT.glob(f"{folder}/*.md")
        ),
    ],
)
def test_links_between_files_lead_somewhere_without_the_site_too(page: str) -> None:
    path = ROOT / page
    for target in LINK.findall(path.read_text("utf-8")):
        assert (path.parent / target).exists(), target
