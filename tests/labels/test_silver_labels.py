"""Labels follow from alignments alone."""

from __future__ import annotations

import pytest

from salience.errors import CorpusError
from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from tests.support.builders import marked

DOCUMENT = marked("d", "{a Oslo} , {b Tay *Bridge} , {c Forth *Bridge} , {d Bergen} .")


def test_grade_counts_abstracts_and_not_mentions() -> None:
    abstracts = ["{x Oslo} and {y Oslo} .", "Nothing .", "{x Oslo} , {y Bergen} ."]
    alignments = align_all(DOCUMENT, [marked("d", text) for text in abstracts]).aligned
    labels = make_labels(DOCUMENT, alignments)
    assert [label.grade for label in labels] == [2, 0, 0, 1]
    assert [label.salient for label in labels] == [True, False, False, True]
    assert [len(label.evidence) for label in labels] == [3, 0, 0, 1]


def test_only_the_chosen_of_several_is_salient_and_it_is_called_ambiguous() -> None:
    labels = make_labels(
        DOCUMENT, align_all(DOCUMENT, [marked("d", "{x Bridge} , {y Oslo} .")]).aligned
    )
    assert [label.salient for label in labels] == [True, True, False, False]
    assert [label.ambiguous for label in labels] == [False, True, False, False]


def test_alignments_of_another_document_are_refused() -> None:
    alignments = align_all(DOCUMENT, [marked("d", "{x Bergen}")]).aligned
    with pytest.raises(CorpusError, match=r"document 'other' has 1 entities.*entity 3"):
        make_labels(marked("other", "{a Oslo}"), alignments)


def test_a_document_without_entities_has_no_labels() -> None:
    assert make_labels(marked("d", "It rained ."), []) == ()
