"""Run the notebooks from a clean kernel, in place.

    python -m resources.recipes.notebooks [NOTEBOOK ...]

Without NOTEBOOK all of `notebooks/` are run. What would differ with every run is left out: times
and the version of Python in the metadata. Cells are named `cell-1` and so on.
"""

import sys
from pathlib import Path
from typing import Annotated

import nbformat
import typer
from nbclient import NotebookClient

from resources.recipes.page_blocks import ROOT

TIMEOUT = 300  # seconds for a cell; a busy machine may need many
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def execute(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    folder = {"metadata": {"path": str(ROOT / "notebooks")}}
    options = {"timeout": TIMEOUT, "record_timing": False, "coalesce_streams": True}
    client = NotebookClient(notebook, resources=folder, kernel_name="python3", **options)
    return client.execute()


def tidy(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = nbformat.from_dict({})
    return notebook


def main(
    notebooks: Annotated[list[Path] | None, typer.Argument(metavar="NOTEBOOK")] = None,
) -> None:
    for path in notebooks or sorted(ROOT.glob("notebooks/*.ipynb")):
        print("running", path, file=sys.stderr, flush=True)
        notebook = tidy(execute(nbformat.read(path, as_version=4)))
        nbformat.validate(notebook)
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf8")


if __name__ == "__main__":
    typer.run(main)
