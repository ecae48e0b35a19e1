"""Documents that can't be read are named with their reason, and no others are."""

from __future__ import annotations

from typing import Any

import pytest
import spacy
from spacy.language import Language

from salience.errors import Reject
from salience.run.admission import LONG_RUN, why_not
from salience.run.documents import label, parse_documents
from salience.types import Document

TEXT = "Ada met Oslo. "


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.blank("en")


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
    labelled = label([good, bad], nlp, on_reject=rejects.append)
    assert [one.parsed.document.id for one in labelled] == ["good"]
    assert [(r.id, reason in r.reason) for r in rejects] == [("bad", True)]
    if "abstracts" in changes:
        assert len(list(parse_documents([bad], nlp))) == 1, "abstracts that nobody reads"


SLOW = {
    "quotes": '"' * (LONG_RUN + 1),
    "brackets around letters": "(" * 4000 + "a" * 4000 + ")" * 4000,
    "pictures": "\U0001f600" * 6000,
    "word endings": "'s" * 4000,
    "a few quotes around many letters": '"' * 200 + "a" * 500_000,
    "json": '{"a":1},' * 12_000,
}


@pytest.mark.parametrize("run", SLOW.values(), ids=SLOW)
def test_runs_that_hold_up_the_tokenizer_are_rejected(nlp: Language, run: str) -> None:
    for name, document in {
        "text": Document("d", f"{TEXT}{run} {TEXT}", abstracts=("A.",)),
        "title": Document("d", TEXT, run, ("A.",)),
        "abstract 0": Document("d", TEXT, abstracts=(run,)),
    }.items():
        reason = why_not(document, nlp, abstracts=True) or ""
        assert reason.startswith(f"{name} has {len(run):,} characters without whitespace"), name


FAST = {
    "base64": "aGk+/9Zw" * 50_000 + "==",
    "a data url": f'src="data:image/png;base64,{"iVBORw0KGgo" * 30_000}"/>',
    "a long url": "https://example.com/?q=" + "a1&b=%20c-" * 3000,
    "a rule": "-" * 100_000,
    "leaders": "." * 100_000,
    "text without spaces": 'Thequick,brown.Fox(jumped)over"the"dog;' * 5000,
    "html": "<b>Oslo</b>" * 10_000,
    "as many quotes as there may be": '"' * LONG_RUN,
    "spaced quotes": '" ' * 20_000,
    "control characters, which become spaces": '"\x00' * 20_000,
}


@pytest.mark.parametrize("run", FAST.values(), ids=FAST)
def test_other_long_runs_are_read(nlp: Language, run: str) -> None:
    assert why_not(Document("d", f"{TEXT}{run} {TEXT}", run), nlp, abstracts=False) is None


def test_a_pipeline_with_a_tokenizer_of_its_own_is_taken_as_it_is(nlp: Language) -> None:
    other = spacy.blank("zh")
    assert why_not(Document("d", SLOW["quotes"]), other, abstracts=False) is None
