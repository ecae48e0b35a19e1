"""The notebooks run from an empty namespace, and show what is committed in them."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pytest

from resources.recipes import notebooks
from tests.support import ROOT, notebook_shell
from tests.support.samples import take_few_samples, take_few_shuffles

PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SHOWING = {
    "import sys\nassert 'SHOWING' not in globals()": set(),
    "print('seen', file=sys.stderr)": {"stream"},
    "from IPython.display import HTML\nprint(1)\nHTML('2')": {"stream", "text/html", "text/plain"},
    "import matplotlib.pyplot as plt\nplt.plot([1, 2]);": {"image/png", "text/plain"},
}
"""Cells, and the kinds of what they show."""
every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kinds(cell: nbformat.NotebookNode) -> set[str]:
    """What a cell shows: the kinds of its outputs."""
    return {kind for output in cell.outputs for kind in output.get("data", {output.output_type})}


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def test_there_are_nine_and_their_page_leads_to_each() -> None:
    assert [path.stem[0] for path in PATHS] == list("123456789")
    page = (ROOT / "docs/notebooks.md").read_text(encoding="utf-8")
    assert all(f"(../notebooks/{path.name})" in page for path in PATHS)


def assert_same(old: nbformat.NotebookNode, new: nbformat.NotebookNode) -> None:
    """Both show outputs of the same kinds, and count their cells alike."""
    for one, other in zip(code_cells(old), code_cells(new), strict=True):
        assert kinds(one) == kinds(other), one.source
        assert one.execution_count == other.execution_count


@pytest.mark.slow
@every_notebook
def test_it_runs_from_an_empty_namespace_and_shows_what_is_committed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_few_samples(monkeypatch)
    take_few_shuffles(monkeypatch)
    smaller = read(path)
    if "at_scale" in path.name:  # what it shows of twice as many documents is the same
        [cell] = [cell for cell in code_cells(smaller) if "range(240)" in cell.source]
        cell.source = cell.source.replace("range(240)", "range(120)")
    assert_same(read(path), notebook_shell.execute(smaller, path.parent, tmp_path))


def test_a_kernel_shows_what_the_shell_of_these_tests_shows(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell(source) for source in SHOWING]
    made = notebooks.tidy(nbformat.v4.new_notebook(cells=cells))
    plt.figure()  # Other tests leave figures open, in which a cell must not draw.
    shell = notebook_shell.execute(deepcopy(made), ROOT / "notebooks", tmp_path)
    assert [kinds(cell) for cell in shell.cells] == list(SHOWING.values())
    assert_same(shell, notebooks.execute(made))


@every_notebook
def test_its_outputs_are_committed_in_the_order_of_its_cells(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    code = code_cells(notebook)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert sum(bool(cell.outputs) for cell in code) > len(code) / 2
    outputs = [output for cell in code for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]


@every_notebook
def test_nothing_in_it_is_of_one_machine_or_one_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(home|work|tmp|root|Users|var)/|[A-Z]:\\\\|site-packages| at 0x", text)
    notebook = json.loads(text)
    assert notebook["metadata"] == notebooks.METADATA
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    assert nbformat.writes(notebooks.tidy(read(path))) == text.rstrip("\n")


@every_notebook
def test_it_reads_like_a_tutorial(path: Path) -> None:
    """It opens with a title, every figure and table has words before it, and no cell is long."""
    cells = read(path).cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    for before, cell in pairwise(cells):
        if cell.cell_type == "code":
            assert before.cell_type == "markdown", cell.source
            assert len(cell.source.splitlines()) <= 35, cell.source
    assert len(path.read_bytes()) < 2_000_000
