"""What is installed works without the checkout: the wheel carries models, words and examples."""

from __future__ import annotations

import importlib.metadata
import json
import os
import pkgutil
import subprocess
import sys
import tomllib
import zipfile
from glob import glob
from pathlib import Path

import pytest

import salience
from salience.corpus.read import read_corpus
from salience.engine.documents import score
from salience.resources import example_paths, resource_dir
from salience.tables.records import to_record
from salience.types import Document
from tests.support import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True)
    return target


def run(installed: Path, code: str, *args: str, **variables: str) -> str:
    """Run Python elsewhere, with the installed library and without the checkout."""
    start = (
        "import sys\n"
        f"sys.path = [{str(installed)!r}] + [p for p in sys.path if p not in ('', {str(ROOT)!r})]\n"
    )
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", start + code, *args],
        cwd=installed.parent,
        env=environment | variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_in_a_frozen_program_there_is_no_archive(tmp_path: Path) -> None:
    source = Path(salience.__file__)
    (tmp_path / "__init__.pyi").write_bytes(source.with_suffix(".pyi").read_bytes())
    names = {"__name__": "salience", "__file__": str(tmp_path / "__init__.py")}
    exec(compile(source.read_text(), source, "exec"), names)  # noqa: S102
    assert names["__all__"] == salience.__all__


@pytest.mark.slow
def test_the_wheel_has_what_ships_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    wanted = {
        f"salience/_resources/{name}"
        for folder in ("models", "words", "names", "text", "alignment", "examples")
        for name in glob(f"{folder}/**", root_dir=resource_dir(), recursive=True)  # noqa: PTH207
        if (resource_dir() / name).is_file()
    }
    carried = {name for name in names if name.startswith("salience/_resources/")}
    assert carried == wanted
    assert "salience/py.typed" in names
    package = ROOT / "salience"
    templates = {path for path in package.rglob("templates/**/*") if path.is_file()}
    assert templates and {f"salience/{path.relative_to(package)}" for path in templates} <= set(
        names
    )
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in names if "/licenses/" in name}
    strange = [n for n in names if not n.startswith(("salience/", "salience-"))]
    assert not strange and not any("__pycache__" in name for name in names)


@pytest.mark.slow
def test_the_installed_library_uses_its_own_resources(installed: Path) -> None:
    code = "import salience, salience.resources as r; print(salience.__file__, r.resource_dir())"
    for path in run(installed, code).split():
        assert Path(path).is_relative_to(installed)


@pytest.mark.slow
def test_the_command_scores_an_article_installed_and_from_the_wheel(
    installed: Path, wheel: Path, tmp_path: Path
) -> None:
    article = next(read_corpus(example_paths()))
    path, folders = tmp_path / "article.txt", tmp_path / "folders"
    path.write_text(article.text, encoding="utf-8")
    folders.mkdir()
    # A thread makes worker processes start anew, in place of a fork.
    code = (
        "from threading import Thread\n"
        "from time import sleep\n"
        "from salience.cli.app import main\n"
        "Thread(target=sleep, args=[99], daemon=True).start()\n"
        "main()"
    )
    args = "score", str(path), "--title", article.title or "", "--json", "--n-process"
    document = Document("article.txt", article.text, article.title)
    expected = [to_record(scored) for scored in score([document])]
    for place, processes in ((installed, "1"), (wheel, "2")):
        out = run(place, code, *args, processes, TMPDIR=str(folders))
        assert [json.loads(line) for line in out.splitlines()] == expected
        assert not list(folders.iterdir())
    best = expected[0]["entities"][0]
    assert best["salient"]
    assert article.text[best["mentions"][0]["start"] :].startswith(best["mentions"][0]["text"])


def test_every_public_name_is_there() -> None:
    for name in salience.__all__:
        assert getattr(salience, name) is not None
        assert name in dir(salience)
    with pytest.raises(AttributeError, match="No salience attribute lable"):
        salience.lable  # noqa: B018


def test_a_room_is_imported_when_it_is_first_asked_for() -> None:
    code = (
        "import salience, sys\n"
        "assert not {'salience.plots', 'salience.evaluation', 'pandas'} & set(sys.modules)\n"
        "salience.plots.reliability, salience.evaluation.holm, salience.errors.Reject"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_function_is_not_hidden_by_the_module_of_its_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(salience.__path__)}
    assert set(salience.__all__).isdisjoint(modules)


def test_tables_and_models_do_without_spacy() -> None:
    code = (
        "import salience.evaluation.salience_scores, salience.model.salience_model\n"
        "import salience.tables.records, sys\n"
        "sys.exit('spacy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert salience.__version__ == project["version"]


def test_the_entry_points_can_be_loaded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    targets = {"salience": "salience.cli.app:main", **project["entry-points"]["spacy_factories"]}
    assert project["scripts"] == {"salience": "salience.cli.app:main"}
    for name, target in targets.items():
        point = importlib.metadata.EntryPoint(name, target, "any")
        assert callable(point.load())
