"""BLEU, NIST and error rates against sacrebleu, nltk and each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.metrics.distance import edit_distance as nltk_edit_distance
from nltk.translate.nist_score import corpus_nist
from sacrebleu.metrics import BLEU

from salience.errors import MisuseError
from salience.measures.texts.error_rates import bag_distance, edit_distance
from salience.measures.texts.measure import Settings
from salience.measures.texts.scoring import score_texts

LINE = st.lists(st.sampled_from("abcd"), max_size=9)
LONG = st.lists(st.sampled_from("abcd"), min_size=5, max_size=9)  # with runs of each order
CORPUS = st.lists(st.tuples(LINE, LINE, LINE), min_size=1, max_size=4)


@settings(max_examples=30, deadline=None)
@given(CORPUS)
def test_bleu_is_that_of_sacrebleu(corpus: list) -> None:
    texts = [" ".join(one[0]) for one in corpus]
    references = [[" ".join(other) for other in one[1:]] for one in corpus]
    for name, how in {
        "bleu": {"smooth_method": "none"},
        "bleu-s": {"smooth_method": "add-k", "smooth_value": 1},
    }.items():
        streams = list(zip(*references, strict=True))
        theirs = BLEU(lowercase=True, **how).corpus_score(texts, streams)
        found = score_texts(name, texts, references, n_bootstrap=0)
        assert found.value == pytest.approx(theirs.score / 100)


def test_bleu_leaves_curly_quotation_marks_as_sacrebleu_does() -> None:
    text, reference = "“It’s late,” she said in the hall.", '"It\'s late," she said in the hall.'
    theirs = BLEU(lowercase=True, smooth_method="none").corpus_score([text], [[reference]])
    found = score_texts("bleu", [text], [[reference]], n_bootstrap=0)
    assert found.value == pytest.approx(theirs.score / 100)
    assert found.value < 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(LONG, LONG), min_size=1, max_size=4))
def test_nist_is_that_of_nltk(corpus: list) -> None:
    texts, references = [" ".join(a) for a, _ in corpus], [[" ".join(b)] for _, b in corpus]
    expected = corpus_nist([[b] for _, b in corpus], [a for a, _ in corpus])
    assert score_texts("nist", texts, references, n_bootstrap=0).value == pytest.approx(expected)


@given(LINE, LINE)
def test_distances(a: list[str], b: list[str]) -> None:
    assert edit_distance(a, b) == nltk_edit_distance(a, b)
    assert abs(len(a) - len(b)) <= bag_distance(a, b) <= edit_distance(a, b)
    counts = sum(abs(a.count(w) - b.count(w)) for w in "abcd")
    assert bag_distance(a, b) == (abs(len(a) - len(b)) + counts) / 2  # as the paper has it


def test_bleu_compares_with_all_references_at_once() -> None:
    with pytest.raises(MisuseError, match="average or closest"):
        score_texts("bleu", ["a"], [["a"]], Settings(lengths="best"))


def test_case_counts_if_asked_for() -> None:
    assert score_texts("wer", ["A dog"], [["a dog"]]).value == 0
    assert score_texts("wer", ["A dog"], [["a dog"]], Settings(lower=False)).value == 0.5
