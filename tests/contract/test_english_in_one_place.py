"""What is English stands in `salience/language/en`: no other module compares texts with its words.

The test looks for sets, tuples, lists and keys of dicts that hold common English words, for texts
that are split into words, and for comparisons with one. What it finds elsewhere must be on a list
below, with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from salience.language import ENGLISH, Language, Pronoun
from salience.language.rule_words import Clauses, Contractions, Cuts, Values
from salience.resources import word_set
from tests.support import ROOT

PACKAGE = ROOT / "salience"
ALLOWED = {
    "mentions/mention_attributes.py": "kinds of determiners, which are features",
    "tables/published_join.py": "names as a published corpus of English has them",
    "text/html_text.py": "names of elements of HTML",
    "text/line_breaks.py": "names of features",
    "corpus/formats/__init__.py": "names of elements of XML",
    "corpus/formats/papers.py": "names of elements of XML",
    "service/requests.py": "names of options",
}


def _words(value: object) -> set[str]:
    """The words of a field of a language, and of what it holds."""
    # Not those of Omissions: ordinary verbs and nouns, many of which name things in a program.
    if isinstance(value, (Values, Clauses, Cuts, Contractions)):
        return set().union(*map(_words, vars(value).values()))
    if isinstance(value, dict):
        return set(value)
    if isinstance(value, tuple):
        return {form for p in value if isinstance(p, Pronoun) for form in p.forms.split()}
    if isinstance(value, frozenset):
        return {word for word in value if isinstance(word, str)}
    return set()


KNOWN = {
    word.lower()
    for name in Language.__dataclass_fields__
    if name != "foreign"  # which are no words of English
    for word in _words(getattr(ENGLISH, name))
    if word.isalpha() and len(word) > 1
}
# Words that are also the names of things in a program, and say nothing where one stands alone.
TECHNICAL = word_set(
    "after agree agreement alias answer any ap asked before both budget by case count est explain "
    "explained first four from general governor grade group here high html id in it language "
    "last level low lower most ms name named next no none not number of on one or over page "
    "people place put recall report right search several share state statistics step three "
    "time title to two unit up write year"
)


def _strings(node: ast.AST) -> Iterator[list[str]]:
    """Words that stand together as data, or that something is compared with."""
    if isinstance(node, (ast.Set, ast.Tuple, ast.List)):
        yield [e.value for e in node.elts if isinstance(e, ast.Constant)]
    elif isinstance(node, ast.Dict):
        yield [key.value for key in node.keys if isinstance(key, ast.Constant)]
    elif isinstance(node, ast.Compare):
        yield [c.value for c in node.comparators if isinstance(c, ast.Constant)]
    elif isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if name == "word_set":
            yield from (text.split() for text in texts if isinstance(text, str))
        elif name in ("endswith", "startswith", "removesuffix", "removeprefix"):
            yield texts
        elif name == "compile":
            yield from (re.findall(r"[A-Za-z]{3,}", t) for t in texts if isinstance(t, str))
        if name == "split" and isinstance(node.func, ast.Attribute):
            whole = node.func.value
            if isinstance(whole, ast.Constant) and isinstance(whole.value, str):
                yield whole.value.split()


def english(source: str) -> list[str]:
    """Words of English that a module compares texts with."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        for strings in _strings(node):
            words = {s for s in strings if isinstance(s, str)} & KNOWN
            telling = words - TECHNICAL
            if telling or len(words) > 3:
                found |= words
            if {"'s", "n't", "’s"} & {s for s in strings if isinstance(s, str)}:
                found.add("'s")
    return sorted(found)


MODULES = [
    p for p in sorted(PACKAGE.rglob("*.py")) if p.relative_to(PACKAGE).parts[0] != "language"
]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_no_other_module_holds_english_words(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    found = english(path.read_text("utf-8"))
    assert name in ALLOWED or not found, f"{name}: {found} belongs into salience/language/en"


def test_the_list_of_exceptions_has_no_more_than_it_needs() -> None:
    unneeded = [n for n in ALLOWED if not english((PACKAGE / n).read_text("utf-8"))]
    assert unneeded == []


@pytest.mark.parametrize(
    "line",
    [
        '_VERBS = frozenset(("say", "tell"))',
        'X = word_set("mother father")',
        'if word == "these": pass',
        'word.endswith("itself")',
        'X = {"his": 1, "her": 2}',
        '"monday tuesday".split()',
        'P = re.compile("^(said|told) by")',
    ],
)
def test_the_test_finds_english(line: str) -> None:
    assert english(line)
