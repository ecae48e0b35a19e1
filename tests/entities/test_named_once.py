"""What the shipped pipeline makes of names: each thing told once, and nothing that is no name.

A case has a text, the `entities` that must be there (name, type where it matters, some of the
names in the text), those that must not (`no`), and how many there are. `fails` are the
known failures, which are the recogniser's; a case that begins to work is to be freed of them.
"""

import json
from pathlib import Path

import pytest

from salience.engine.documents import parse_documents
from salience.errors import SalienceWarning
from salience.types import Document

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases/named_once.jsonl").read_text().splitlines()
]


@pytest.fixture(scope="module")
def listed():
    documents = [Document(c["note"], c["text"], c.get("title")) for c in CASES]
    return {p.document.id: {e.name: e for e in p.entities} for p in parse_documents(documents)}


def faults(case, entities):
    for name, type_, forms in case.get("entities", ()):
        if name not in entities:
            yield f"no {name}"
        elif type_ and entities[name].type != type_:
            yield f"{name} is {entities[name].type}"
        elif lost := set(forms) - {m.text for m in entities[name].mentions}:
            yield f"{name} without {lost}"
    yield from (f"{name} is one" for name in case.get("no", ()) if name in entities)
    if len(entities) != case.get("count", len(entities)):
        yield f"{len(entities)} entities"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_a_thing_is_listed_once_and_what_names_nothing_is_not(case, listed):
    found = list(faults(case, listed[case["note"]]))
    assert found == case.get("fails", []), sorted(listed[case["note"]])


def test_the_menu_of_a_page_names_nothing_and_moves_no_sentence():
    menu, article = "Home\nSport\nHallin Today\nLog in\n\n", "Ann Moor won in Oslo. She is 20."
    documents = [Document("page", menu + article), Document("plain", article)]
    with pytest.warns(SalienceWarning, match="4 lines of the text are navigation of a web page"):
        page, plain = parse_documents(documents)
    assert [e.name for e in page.entities] == [e.name for e in plain.entities]
    for ours, theirs in zip(page.entities, plain.entities, strict=True):
        places = [(m.start - len(menu), m.sentence) for m in ours.mentions]
        assert places == [(m.start, m.sentence) for m in theirs.mentions]
    assert (page.n_sentences, page.head_counts) == (plain.n_sentences, plain.head_counts)
    assert page.sentence_words == plain.sentence_words and not page.title_words
    assert len(page.warnings) == 1
