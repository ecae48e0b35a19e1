"""Alignment follows section 2 of the paper: cases are in cases/align.jsonl."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import SalienceError
from salience.labels.entity_alignment import align_all
from salience.resources import rule_confidences
from salience.types import Entity, Mention, ParsedDocument
from tests.support.builders import cases, marked

_NAMES = st.sampled_from(["Ada Lovelace", "Lovelace", "lovelace", "Ada", "Ada Byron", "Byron"])
_KINDS = st.sampled_from(["named", "nominal"])
_TEXTS = st.lists(st.tuples(st.sampled_from("abc"), _KINDS, _NAMES), max_size=8).map(
    lambda found: "\n".join(f"{{{key}:{kind} {name}}} ." for key, kind, name in found)
)


@pytest.mark.parametrize("case", cases("align"), ids=lambda case: case["case"])
def test_golden(case: dict[str, Any]) -> None:
    abstracts = [marked("d", text) for text in case["abstracts"]]
    found = align_all(marked("d", case["text"]), abstracts, rules="dunietz-gillick").aligned
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
    found = align_all(document, [summary], rules="dunietz-gillick").aligned
    assert [(a.entity, list(a.candidates)) for a in found] == _pairs_as_in_the_paper(
        document, summary
    )
    for a in found:
        assert a.mention.head == a.document_mention.head
        assert a.document_mention in document.entities[a.entity].mentions


def test_rules_that_are_not_there_are_named_with_those_that_are() -> None:
    with pytest.raises(SalienceError, match=r"rules='best' names no rules.*dunietz-gillick"):
        align_all(marked("d", "{a Oslo}"), [], rules="best")


def _with_generic(text: str, types: dict[str, str]) -> ParsedDocument:
    """An abstract whose nominal entities are there too, as the pipeline keeps them."""
    abstract = marked("d", text, types=types)
    nominals = re.finditer(r"\{\w+:nominal ([^{}]*)\}", text)
    generic = []
    for match in nominals:
        words = match[1].replace("*", "")
        start = abstract.document.text.index(words)
        head = words.split()[-1]
        end = start + len(words)
        mention = Mention(start, end, words, "nominal", head, end - len(head), 0)
        generic.append(Entity((mention,), words, "", f"generic:{words}"))
    return replace(abstract, generic=tuple(generic))


@pytest.mark.parametrize("case", cases("align_names"), ids=lambda case: case["case"])
def test_golden_names(case: dict[str, Any]) -> None:
    document = marked("d", case["text"], types=case.get("types"))
    abstracts = [_with_generic(text, case.get("abstract_types", {})) for text in case["abstracts"]]
    found = align_all(document, abstracts, rules="names").aligned
    assert [[a.mention.text, a.entity, a.rule] for a in found] == case["expected"]


@given(_TEXTS, _TEXTS)
def test_the_evidence_of_names_stands_where_it_says(text: str, abstract: str) -> None:
    document, summary = marked("d", text), marked("d", abstract)
    result = align_all(document, [summary, summary], rules="names")
    half = len(result.aligned) // 2
    assert [replace(a, abstract=0) for a in result.aligned[half:]] == list(result.aligned[:half])
    for a in result.aligned:
        assert summary.document.text[a.mention.start : a.mention.end] == a.mention.text
        assert a.mention.head in a.mention.text
        assert a.document_mention in document.entities[a.entity].mentions
        assert a.entity in a.candidates == tuple(sorted(set(a.candidates)))
        assert a.confidence is None or 0 < a.confidence < 1


@given(_TEXTS)
def test_a_text_that_is_its_own_abstract_leaves_no_name_unaligned(text: str) -> None:
    document = marked("d", text)
    result = align_all(document, [document], rules="dunietz-gillick")
    assert result.unaligned == ()
    assert len(result.aligned) == len(document.entities)


@given(_TEXTS, _TEXTS, st.sampled_from(["names", "dunietz-gillick"]))
def test_every_abstract_entity_is_aligned_or_has_a_reason(
    text: str, abstract: str, rules: str
) -> None:
    document, summary = marked("d", text), marked("d", abstract)
    result = align_all(document, [summary], rules=rules)
    left = [u.mention for u in result.unaligned]
    for entity in summary.entities:
        stands = any(
            a.mention.start <= m.head_start < a.mention.end
            for m in entity.mentions
            for a in result.aligned
        )
        assert stands != any(m in left for m in entity.mentions)


def test_the_reasons_of_what_was_not_aligned() -> None:
    document = marked("d", "{a Ann *Lee} met a Haddad .")
    abstract = _with_generic("{x Noor *Haddad} , {y Bergen} and {z:nominal the *mayor} .", {})
    result = align_all(document, [abstract])
    assert [(u.mention.text, u.reason) for u in result.unaligned] == [
        ("Noor Haddad", "not found"),
        ("Bergen", "not in the document"),
        ("the mayor", "only generic mentions"),
    ]


@pytest.mark.parametrize(
    "text", ["{y Lee} lost {x:nominal %}", "{x:nominal %}", "the {x:nominal %}"]
)
def test_a_noun_phrase_without_words_is_aligned_with_nothing(text: str) -> None:
    document = marked("d", "{a Ann *Lee} , {a:nominal %} , {a:nominal she} .")
    found = align_all(document, [_with_generic(text, {})])
    assert [a.mention.text for a in found.aligned] == (["Lee"] if "Lee" in text else [])
    assert [u.mention.text for u in found.unaligned] == ["%"]


def test_an_id_of_a_linker_goes_before_names() -> None:
    document = marked("d", "{a Ann *Lee} met {b Kim} .")
    abstract = marked("d", "{x Kim} spoke .")
    [ann, kim], [entity] = document.entities, abstract.entities
    document = replace(document, entities=(replace(ann, kb_id="Q1"), kim))
    abstract = replace(abstract, entities=(replace(entity, kb_id="Q1"),))
    [found] = align_all(document, [abstract]).aligned
    assert (found.entity, found.rule) == (0, "id")


@pytest.mark.parametrize("rules", ["names", "dunietz-gillick"])
def test_names_of_the_headline_are_names_of_the_document(rules: str) -> None:
    document = marked("d", "{a Oslo} won .", title="{b Bergen} loses to {a Oslo}")
    result = align_all(document, [marked("d", "{b Bergen} met {a Oslo} .")], rules=rules)
    assert [(a.entity, a.mention.text) for a in result.aligned] == [(0, "Bergen"), (1, "Oslo")]
    assert result.aligned[0].document_mention == document.entities[0].title_mentions[0]
    assert result.aligned[1].document_mention == document.entities[1].mentions[0]


def test_the_words_of_a_headline_are_words_of_the_document() -> None:
    document = marked("d", "It rained .", title="Rain in Bergen")
    [left] = align_all(document, [marked("d", "{b Bergen} rains .")]).unaligned
    assert left.reason == "not found"


def test_an_alignment_has_the_confidence_of_its_rule() -> None:
    document = marked("d", "{a Ada *Byrne} met {b Bo *Lind} .")
    found = align_all(document, [marked("d", "{x Ada *Byrne} and {y *Lind} .")]).aligned
    assert [a.rule for a in found] == ["name", "person"]
    assert [a.confidence for a in found] == [rule_confidences()["names"][a.rule] for a in found]
