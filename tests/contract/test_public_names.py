"""Every public name has an example that runs; examples and pages import public names only.

The reference is made of what rooms list in `__all__`; `tests/docs/test_site.py` compares the two.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support import ROOT
from tests.support.public_names import MODULES, functions_of, public_objects

OBJECTS = public_objects()
MOST = 142
"""Public names, with each error and each plot: a new one needs a reason, or an old one goes."""

MADE_BY = {
    "Agreement": "agree",
    "AlignedDocument": "align",
    "Alignment": "label",
    "CompressedDocument": "compress",
    "CompressedSentence": "compress",
    "CompressionPair": "compression_pair",
    "Contribution": "SalienceModel",
    "Counterfactual": "SalienceModel",
    "Explanation": "SalienceModel",
    "Measure": "measure_named",
    "RaterReport": "report",
    "Scores": "evaluate",
    "Summary": "summarize",
    "Value": "find_entities",
}
"""Results that nobody makes by hand, and what makes them: the example stands there."""

WITHOUT = {
    "salience.spark.run": "needs a session of Spark",
    "salience.spark.schema": "needs pyspark",
}
"""Functions whose example can't run in a test, and why."""

PRIVATE = {
    "salience.summaries.sentences": "the sentences that a learned model is asked of",
    "salience.corpus.formats.source": "for contributors: how a format is added",
}
"""Modules of which examples and pages import what is not public, and why."""


def examples(value: object) -> list[doctest.Example]:
    """The examples of a function, or of a class and its methods, that run."""
    docs = [inspect.getdoc(value) or ""]
    if inspect.isclass(value):
        docs += [inspect.getdoc(member) or "" for member in vars(value).values()]
    found = (e for text in docs for e in doctest.DocTestParser().get_examples(text))
    return [example for example in found if doctest.SKIP not in example.options]


EXAMPLES = {name: examples(value) for name, value in OBJECTS.items()}
SHOWN = "\n".join(e.source + e.want for some in EXAMPLES.values() for e in some)
FUNCTIONS = [name for name, value in OBJECTS.items() if inspect.isfunction(value)]
CLASSES = [
    name
    for name, value in OBJECTS.items()
    if inspect.isclass(value) and not issubclass(value, Exception)
]

DATACLASSES = [name for name in CLASSES if is_dataclass(OBJECTS[name])]


def test_public_names_are_about_130() -> None:
    assert len(FUNCTIONS) > 70 and len(CLASSES) > 40
    assert len(OBJECTS) <= MOST


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_an_example(name: str) -> None:
    assert bool(EXAMPLES[name]) is (name not in WITHOUT)


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_an_example_or_is_shown_in_one(name: str) -> None:
    """Of its own, of a method, or in that of another public name; results where they are made."""
    own = name.rpartition(".")[2]
    shown = bool(EXAMPLES[name]) or re.search(rf"\b{own}\b", SHOWN) is not None
    if own in MADE_BY:
        [maker] = {n for n in OBJECTS if n.rpartition(".")[2] == MADE_BY[own]}
        assert EXAMPLES[maker] and not shown, f"{own}: no exception is needed"
    else:
        assert shown


def imported(code: str) -> Iterator[str]:
    """What code imports of this project, with its modules."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "salience":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def refused(names: Iterator[str]) -> set[str]:
    """What of it nobody may import."""
    public = {*OBJECTS, *MODULES}
    return {name for name in names if name not in public and name.rpartition(".")[0] not in PRIVATE}


@pytest.mark.parametrize("name", [name for name, some in EXAMPLES.items() if some])
def test_an_example_imports_public_names_only(name: str) -> None:
    assert not refused(imported("".join(example.source for example in EXAMPLES[name])))


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_a_page_imports_public_names_only(path: Path) -> None:
    blocks = re.findall(r"^( *)```python\n(.*?)^\1```$", path.read_text("utf-8"), re.M | re.DOTALL)
    for _, block in blocks:
        assert not refused(imported(dedent(block)))


LISTED_ELSEWHERE = {
    **dict.fromkeys(functions_of("salience.plots"), "ax"),  # the docstring of the module
    "salience.AlignedDocument": "document aligned",  # the sentence says it
    "salience.LabelledDocument": "parsed labels unaligned pipeline",
    "salience.engine.Parsing": "nlp",
    "salience.entities.AliasTable": "exact folded",  # made by `read`, as are the others
    "salience.sentences.BoundaryModel": "weights counts bias slope offset card",
    "salience.word_links.WordNet": "_paths",
}
"""Arguments that no list of a docstring has."""


@pytest.mark.parametrize("name", [*FUNCTIONS, *DATACLASSES])
def test_a_docstring_says_what_each_argument_is(name: str) -> None:
    """But for functions of one argument, whose sentence says it."""
    arguments = {*inspect.signature(OBJECTS[name]).parameters}  # type: ignore[arg-type]
    listed = re.findall(r"^    ([\w, ]+): ", inspect.getdoc(OBJECTS[name]) or "", re.MULTILINE)
    missing = arguments - set(re.findall(r"\w+", " ".join(listed)))
    if len(arguments) > 1 or inspect.isclass(OBJECTS[name]):
        assert missing == set(LISTED_ELSEWHERE.get(name, "").split())
