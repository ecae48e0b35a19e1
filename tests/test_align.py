"""Alignment follows section 2 of the paper: cases are in cases/align.jsonl."""

from __future__ import annotations

from typing import Any

import pytest
from builders import cases, marked
from hypothesis import given
from hypothesis import strategies as st

from salience.align import align
from salience.errors import SalienceError
from salience.types import ParsedDocument

_NAMES = st.sampled_from(["Ada Lovelace", "Lovelace", "lovelace", "Ada", "Ada Byron", "Byron"])
_KINDS = st.sampled_from(["named", "nominal"])
_TEXTS = st.lists(st.tuples(st.sampled_from("abc"), _KINDS, _NAMES), max_size=8).map(
    lambda found: "\n".join(f"{{{key}:{kind} {name}}} ." for key, kind, name in found)
)


@pytest.mark.parametrize("case", cases("align"), ids=lambda case: case["case"])
def test_golden(case: dict[str, Any]) -> None:
    found = align(marked("d", case["text"]), [marked("d", text) for text in case["abstracts"]])
    assert [
        [a.abstract, a.mention.text, a.entity, a.document_mention.text, list(a.candidates)]
        for a in found
    ] == case["expected"]
    assert all(a.rule == "head" for a in found)


def _pairs_as_in_the_paper(
    document: ParsedDocument, abstract: ParsedDocument
) -> list[tuple[int, list[int]]]:
    """Section 2 word for word: every named mention against every other."""
    result = []
    for entity in abstract.entities:
        matched = [
            i
            for i, other in enumerate(document.entities)
            if any(
                a.head == b.head
                for a in entity.mentions
                for b in other.mentions
                if a.kind == b.kind == "named"
            )
        ]
        if matched:
            result.append(
                (min(matched, key=lambda i: document.entities[i].mentions[0].start), matched)
            )
    return result


@given(_TEXTS, _TEXTS)
def test_alignment_is_the_paper_word_for_word(text: str, abstract: str) -> None:
    document, summary = marked("d", text), marked("d", abstract)
    found = align(document, [summary])
    assert [(a.entity, list(a.candidates)) for a in found] == _pairs_as_in_the_paper(
        document, summary
    )
    for a in found:
        assert a.mention.head == a.document_mention.head
        assert a.document_mention in document.entities[a.entity].mentions


def test_rules_that_are_not_there_are_named_with_those_that_are() -> None:
    with pytest.raises(SalienceError, match=r"rules='best' names no rules.*dunietz-gillick"):
        align(marked("d", "{a Oslo}"), [], rules="best")
