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
MINILM = ("torch", "safetensors", "tokenizers")
NEEDED = {
    "teacher": ("torch",),
    "gpu": ("torch",),
    **dict.fromkeys(("minilm", "large", "taught"), MINILM),
}
"""Packages that modules of the pipeline's recipe need, and that the tests do without."""


def test_recipes_are_found() -> None:
    assert "resources.recipes.rebuild" in MODULES and "resources.recipes.coref.aliases" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_recipes_run(name: str) -> None:
    for needed in NEEDED.get(name.removeprefix("resources.recipes.pipeline."), ()):
        pytest.importorskip(needed)
    assert doctest.testmod(import_module(name)).failed == 0
