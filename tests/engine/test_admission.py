"""Documents that can't be read are named with their reason, and no others are."""

from __future__ import annotations

from typing import Any

import pytest
from spacy.language import Language

from salience.engine.documents import label, parse_documents
from salience.errors import Reject
from salience.types import Document
from tests.support.tiny_pipeline import tiny_pipeline

TEXT = "Ada met Oslo. "


@pytest.fixture(scope="module")
def nlp() -> Language:
    return tiny_pipeline()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": None}, "text must be a string, but is a NoneType"),
        ({"text": b"A."}, "text must be a string, but is a bytes"),
        ({"title": 7}, "title must be a string, but is a int"),
        ({"title": ["A"]}, "title must be a string, but is a list"),
        ({"abstracts": ("A.", None)}, "abstract 1 must be a string, but is a NoneType"),
        ({"abstracts": "A."}, "abstracts must be a tuple of strings, but are a str"),
        ({"abstracts": None}, "abstracts must be a tuple of strings, but are a NoneType"),
    ],
)
def test_fields_of_another_type_reject_one_document_and_not_all(
    nlp: Language, changes: dict[str, Any], reason: str
) -> None:
    rejects: list[Reject] = []
    good = Document("good", TEXT, abstracts=("Ada.",))
    bad = Document(**({"id": "bad", "text": TEXT, "abstracts": ("Ada.",)} | changes))
    labelled = label([good, bad], nlp=nlp, on_reject=rejects.append)
    assert [one.parsed.document.id for one in labelled] == ["good"]
    assert [(r.id, reason in r.reason) for r in rejects] == [("bad", True)]
    if "abstracts" in changes:
        assert len(list(parse_documents([bad], nlp=nlp))) == 1, "abstracts that nobody reads"
