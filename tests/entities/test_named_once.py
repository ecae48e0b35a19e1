"""What the shipped pipeline makes of names: each thing told once, and nothing that is no name.

A case has a text, the `entities` that must be there (name, type where it matters, some of the
names in the text), those that must not (`no`), and how many there are.
"""

import json
from pathlib import Path

import pytest

from salience.engine.documents import parse_documents
from salience.types import Document

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases/named_once.jsonl").read_text().splitlines()
]


@pytest.fixture(scope="module")
def listed():
    documents = [Document(c["note"], c["text"], c.get("title")) for c in CASES]
    return {p.document.id: {e.name: e for e in p.entities} for p in parse_documents(documents)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_a_thing_is_listed_once_and_what_names_nothing_is_not(case, listed):
    entities = listed[case["note"]]
    for name, type_, forms in case.get("entities", ()):
        assert name in entities, sorted(entities)
        assert not type_ or entities[name].type == type_
        assert {m.text for m in entities[name].mentions} >= set(forms)
    assert entities.keys().isdisjoint(case.get("no", ()))
    assert len(entities) == case.get("count", len(entities)), sorted(entities)
