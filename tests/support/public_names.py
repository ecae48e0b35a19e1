"""The names that people may import, found where they are listed."""

import inspect
import re
from importlib import import_module

from tests.support import ROOT

ERRORS = re.compile(r"^- `(salience\.errors\.\w+)`$", re.MULTILINE)
MODULES = ("salience.plots", "salience.spark")
"""Modules that are public as they are, with all their functions."""


def listed_names() -> set[str]:
    """The names that the package and its rooms list in `__all__`."""
    stubs = (ROOT / "salience").glob("**/__init__.pyi")
    facades = [".".join(stub.parent.relative_to(ROOT).parts) for stub in stubs]
    listed = {f"{name}.{listed}" for name in facades for listed in import_module(name).__all__}
    return {name for name in listed if not name.endswith(".__version__")}


def functions_of(module: str) -> set[str]:
    """The public functions of a module, with their modules."""
    found = inspect.getmembers(import_module(module), inspect.isfunction)
    return {f"{module}.{name}" for name, f in found if f.__module__ == module and name[0] != "_"}


def public_objects() -> dict[str, object]:
    """By name with its module, all that people may import: also errors, plots and examples."""
    page = (ROOT / "docs/reference.md").read_text("utf-8")
    names = listed_names() | {*ERRORS.findall(page), "salience.resources.example_paths"}
    names |= {name for module in MODULES for name in functions_of(module)}
    return {
        name: getattr(import_module(module), own)
        for name in sorted(names)
        for module, _, own in [name.rpartition(".")]
    }
