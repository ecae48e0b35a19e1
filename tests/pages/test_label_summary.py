"""A summary counts what was labelled, and warns only where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from salience.pages.label_summary import LabelSummary, reason_kind, repeats_opening
from salience.types import LabelledDocument
from tests.support.builders import marked

TEXT = "{a Oslo} has voted for the new tram line , and {b Bergen} has not yet . {c Tay *Bridge} ."
PLAIN = "Oslo has voted for the new tram line, and Bergen has not yet. Tay Bridge."


def labelled(abstract: str, *, title: str | None = "Trams", text: str = TEXT) -> LabelledDocument:
    parsed = marked("d", text, title=title)
    found = marked("d", abstract)
    parsed = replace(parsed, document=replace(parsed.document, abstracts=(found.document.text,)))
    result = align_all(parsed, [found], rules="dunietz-gillick")
    return LabelledDocument(parsed, make_labels(parsed, result.aligned), result.unaligned)


def summary(results: Sequence[LabelledDocument]) -> LabelSummary:
    made = LabelSummary()
    for result in results:
        made.add(result)
    return made


def test_a_good_corpus_has_counts_and_no_warning() -> None:
    made = summary([labelled("In {a Oslo} ."), labelled("In {a Bergen} and {b Oslo} .")])
    rows = dict(made.rows())
    assert rows["documents"] == "2 labelled, 0 left out" and "left out" not in rows
    assert rows["entities"] == "6, 3.0 per document"
    assert rows["salient"].startswith("3, 50.0 % of the entities")
    assert rows["ambiguous"].startswith("0, 0.0 %")
    assert made.warnings() == []


def test_names_that_are_not_aligned_are_counted_with_their_reasons() -> None:
    made = summary([labelled("{a Oslo} and {b Paris} ."), labelled("{a Paris} .")])
    rows = dict(made.rows())
    assert rows["abstract names"].startswith("3, 33.3 % aligned")
    assert rows["not aligned"] == "2 not in the document"


def test_abstracts_of_other_documents_are_a_warning() -> None:
    (warning,) = summary([labelled("{a Paris} and {b Rome} .")] * 3).warnings()
    assert "only 0.0 % of the names" in warning
    assert summary([labelled("{a Paris} and {b Oslo} .")]).warnings() == []


def test_nothing_labelled_has_a_summary() -> None:
    made = LabelSummary()
    rows = dict(made.rows())
    assert rows["salient"] == rows["ambiguous"] == rows["abstract names"] == "0"
    assert made.warnings() == []


ODD = [
    (labelled("{a Oslo} .", title=None), "no title"),
    (labelled("{a Oslo} .", title=" "), "no title"),
    (labelled("{a Oslo} has voted for the new tram line ."), "repeats the opening"),
    (labelled("{a Oslo} . " + "Rain . " * 30), "longer than the text"),
]


@pytest.mark.parametrize(("odd", "message"), ODD)
def test_what_is_odd_about_more_than_a_tenth_of_the_documents_is_a_warning(
    odd: LabelledDocument, message: str
) -> None:
    good = labelled("In {a Oslo} .")
    (warning,) = summary([odd, odd, *[good] * 9]).warnings()
    assert warning.startswith("2 of 11 documents") and message in warning
    assert summary([odd, *[good] * 9]).warnings() == []


def test_no_entity_at_all_is_a_warning() -> None:
    assert "no named entity" in summary([labelled("Rain .", text="rain .....")]).warnings()[0]


@pytest.mark.parametrize(
    ("abstract", "repeated"),
    [
        ("Oslo has voted for the new tram line", True),
        ("OSLO HAS VOTED FOR THE NEW TRAM LINE!", True),
        ("Oslo has voted for the new tram l…", True),
        ("has voted for the new tram line, and", True),
        ("Oslo has voted", False),
        ("Oslo voted for the new tram line", False),
        ("slo has voted for the new tram line", False),
        ("Bergen has not voted for the new tram line.", False),
        ("", False),
    ],
)
def test_a_copied_opening(abstract: str, repeated: bool) -> None:
    assert repeats_opening(PLAIN, abstract) is repeated


def test_words_from_further_down_are_no_copied_opening() -> None:
    assert not repeats_opening("Rain and snow. " * 100 + PLAIN, PLAIN)


def test_left_out_documents_are_counted_by_reason_without_their_values() -> None:
    made = LabelSummary()
    for n in (12, 1_000_000):
        made.reject(f"text or abstract has {n:,} characters, and the limit is 10; split it")
    made.reject("the line is not JSON in UTF-8 (Expecting: line 1); correct it")
    made.reject("kind must be 'a' or 'b', but is 'c, d'")
    assert made.left_out == {
        "text or abstract has … characters": 2,
        "the line is not JSON in UTF-8": 1,
        "kind must be … or …": 1,
    }
    listed = dict(made.rows())["left out"]
    assert listed.startswith("2 text or abstract has … characters; 1 ")


def test_reasons_without_end_take_no_memory_without_end() -> None:
    made = LabelSummary()
    for n in range(1000):
        made.reject("x" * n)
    assert len(made.left_out) < 60 and made.left_out.total() == 1000
    assert dict(made.rows())["documents"] == "0 labelled, 1,000 left out"


def test_a_reason_of_one_word_is_its_own_kind() -> None:
    assert reason_kind("odd") == "odd"


def test_the_kind_of_a_reason_is_its_first_sentence() -> None:
    assert reason_kind("a.csv has no column 'text'. Its columns: x") == "a.csv has no column …"


def test_the_length_of_abstracts_is_said_beside_that_of_texts() -> None:
    made, text = LabelSummary(), labelled("{a Oslo} .")
    document = replace(text.parsed.document, text="a b c d e f", abstracts=("a b", "c d e f"))
    made.add(replace(text, parsed=replace(text.parsed, document=document)))
    assert dict(made.rows())["words"] == "texts 6, abstracts 3 on average, 50.0 % of the text"
