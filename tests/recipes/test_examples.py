"""Every module of the recipes can be imported, and the examples in its docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.support import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "resources/recipes").rglob("*.py")
)


def test_recipes_are_found() -> None:
    assert "resources.recipes.rebuild" in MODULES and "resources.recipes.coref.aliases" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_recipes_run(name: str) -> None:
    if name == "resources.recipes.pipeline.teacher":
        pytest.importorskip("torch")
    assert doctest.testmod(import_module(name)).failed == 0
