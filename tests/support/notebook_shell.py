"""Notebooks that run in this process: each in a shell of its own, as a kernel has it."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import activate_matplotlib
from matplotlib_inline.backend_inline import configure_inline_support
from nbformat.v4 import new_output
from traitlets.config import Config

INLINE = "module://matplotlib_inline.backend_inline"
SETTINGS = Config({"HistoryManager": {"enabled": False}})


class _Results(DisplayHook):
    """Keeps what the last line of a cell gives."""

    def write_output_prompt(self) -> None: ...
    def finish_displayhook(self) -> None: ...

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        count = self.shell.execution_count
        self.shell.outputs += [
            new_output("execute_result", format_dict, execution_count=count, metadata=md_dict or {})
        ]


class _Displays(DisplayPublisher):
    """Keeps what a cell displays, such as its figures."""

    def publish(self, data: dict[str, Any], metadata: Any = None, **_: Any) -> None:
        self.shell.outputs += [new_output("display_data", data, metadata=metadata or {})]


class _Shell(InteractiveShell):
    def __init__(self, **settings: Any) -> None:
        super().__init__(displayhook_class=_Results, display_pub_class=_Displays, **settings)
        self.outputs: list[nbformat.NotebookNode] = []

    def run(self, cell: nbformat.NotebookNode) -> None:
        self.outputs, printed = [], {"stdout": io.StringIO(), "stderr": io.StringIO()}
        cell.execution_count = self.execution_count
        with redirect_stdout(printed["stdout"]), redirect_stderr(printed["stderr"]):
            self.run_cell(cell.source, store_history=True).raise_error()
        said = {name: text.getvalue() for name, text in printed.items()}
        streams = [
            new_output("stream", name=name, text=text) for name, text in said.items() if text
        ]
        cell.outputs = streams + self.outputs


def execute(notebook: nbformat.NotebookNode, folder: Path, home: Path) -> nbformat.NotebookNode:
    """The notebook, run in `folder` from an empty namespace; IPython has its files in `home`.

    A kernel would show warnings: they are errors.
    """
    with _shell(folder, home) as shell:
        for cell in notebook.cells:
            if cell.cell_type == "code":
                shell.run(cell)
    return notebook


@contextmanager
def _shell(folder: Path, home: Path) -> Iterator[_Shell]:
    """A shell with figures as a kernel has them. Afterwards all is as it was."""
    backend = mpl.get_backend()
    with pytest.MonkeyPatch.context() as patch, mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("error")
        for category in (DeprecationWarning, PendingDeprecationWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        patch.chdir(folder)
        patch.setitem(sys.modules, "__main__", sys.modules["__main__"])
        patch.setattr(sys, "path", [*sys.path])
        shell = _Shell.instance(config=SETTINGS, ipython_dir=str(home))
        plt.close("all")  # a cell would draw into a figure that another test left open
        activate_matplotlib(INLINE)
        configure_inline_support(shell, INLINE)
        try:
            yield shell
        finally:
            plt.close("all")
            plt.switch_backend(backend)
            configure_inline_support(shell, backend)
            _Shell.clear_instance()
            pd.reset_option("^display")
