"""ROUGE against the package rouge-score, where both define it, and at its edges."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer

from salience.measures.texts.measure import Settings
from salience.measures.texts.rouge import Overlap, overlap, overlap_w, skips
from salience.measures.texts.scoring import score_texts
from salience.measures.texts.tokens import porter

NAMES = {"rouge1": "rouge1", "rouge2": "rouge2", "rougel": "rougeL", "rougelsum": "rougeLsum"}
TEXT = st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=3).map(
    lambda text: ".\n".join(map(" ".join, text))
)


@settings(max_examples=30, deadline=None)
@given(TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_scores_are_those_of_rouge_score(text: str, references: list[str]) -> None:
    scorer = RougeScorer(list(NAMES.values()))
    for ours, theirs in NAMES.items():
        found = score_texts(ours, [text], references=[references])
        expected = scorer.score_multi(references, text)[theirs]
        assert found.value == pytest.approx(expected.fmeasure)
        if len(references) == 1:
            assert found.scores["precision"] == pytest.approx(expected.precision)
            assert found.scores["recall"] == pytest.approx(expected.recall)


def test_words_and_stems_are_those_of_rouge_score() -> None:
    text = "The U.S. computers' re-election cost $1,200 -- she was running_late, apparently!"
    reference = "Computer elections in the U.S. ran late, and cost 1,200 dollars (apparent)."
    expected = RougeScorer(["rouge1"], use_stemmer=True).score(reference, text)["rouge1"]
    found = score_texts("rouge1", [text], [[reference]], Settings(stem=True))
    assert found.value == pytest.approx(expected.fmeasure)


def test_stems_are_those_of_nltk() -> None:
    theirs = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    words = "caresses ponies feed agreed plastered motoring conflated hopping falling happy sky "
    words += "relational conditional rational digitizer operator feudalism hopefulness formality "
    words += "triplicate electrical goodness revival allowance adoption homologous probate roll"
    assert [porter(word) for word in words.split()] == [theirs.stem(w) for w in words.split()]


@settings(max_examples=30)
@given(TEXT, st.permutations(["a b c", "c b a d", "a a"]))
def test_the_order_of_references_does_not_matter(text: str, references: list[str]) -> None:
    for jackknife in (False, True):
        how = Settings(jackknife=jackknife)
        found, same = (
            score_texts("rougesu4", [text], [some], how, n_bootstrap=0)
            for some in (references, sorted(references))
        )
        assert found.scores == pytest.approx(same.scores)


def test_jackknifing_lets_one_reference_stand_for_a_text() -> None:
    """A text that is one of three references is best against two of the three sets of two."""
    references = ["a b c d", "x y z", "u v w"]
    found = score_texts("rouge2", ["a b c d"], [references], Settings(jackknife=True))
    assert found.value == pytest.approx(2 / 3)


def test_a_word_that_is_repeated_thousands_of_times_stops_no_evaluation() -> None:
    text, reference = "the " * 20_000, "the " * 10_000
    for name in ("rougel", "rougelsum", "meteor"):
        found = score_texts(name, [text], [[reference]], n_bootstrap=0)
        assert (found.scores["precision"], found.scores["recall"]) == (0.5, 1)


def weighted(x: list[str], y: list[str], weight: float) -> float:
    """WLCS by the pseudocode of Lin (2004), section 4, cell by cell."""
    c = {(i, j): 0.0 for i in range(len(x) + 1) for j in range(len(y) + 1)}
    w = dict.fromkeys(c, 0)
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            if x[i - 1] == y[j - 1]:
                k = w[i - 1, j - 1]
                c[i, j] = c[i - 1, j - 1] + (k + 1) ** weight - k**weight
                w[i, j] = k + 1
            elif c[i - 1, j] > c[i, j - 1]:
                c[i, j], w[i, j] = c[i - 1, j], 0
            else:
                c[i, j], w[i, j] = c[i, j - 1], 0
    return c[len(x), len(y)]


WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS, st.sampled_from([1.0, 1.2, 2.0]))
def test_rouge_w_is_that_of_the_pseudocode(x: list[str], y: list[str], weight: float) -> None:
    found = overlap_w([x], [y], weight)
    assert found.both == pytest.approx(weighted(x, y, weight) ** (1 / weight))
    assert (found.candidate, found.reference) == (len(x), len(y))


def test_rouge_w_and_s_of_the_papers_examples() -> None:
    x = ["A", "B", "C", "D", "E", "F", "G"]
    for text, score in (("A B C D H I K", 0.571), ("A H B K C I D", 0.286)):
        assert overlap_w([text.split()], [x], 2.0).scores()[0] == pytest.approx(score, abs=5e-4)
    police = ["police", "killed", "the", "gunman"]
    for text, both in (
        ("police kill the gunman", 3),
        ("the gunman kill police", 1),
        ("the gunman police killed", 2),
    ):
        assert overlap(partial(skips, gap=99), [text.split()], [police]) == Overlap(both, 6, 6)
    assert overlap(skips, [["a", "x", "x", "x", "x", "b"]], [["a", "b"]]).both == 1
    assert overlap(skips, [["a", "x", "x", "x", "x", "x", "b"]], [["a", "b"]]).both == 0


def test_stop_words_are_left_out_before_words_are_stemmed() -> None:
    text, reference = "It was doing the mills in", "This mill has been doing"
    without = Settings(without_stop_words=True, stem=True)
    found = score_texts("rouge1", [text], [[reference]], without)
    assert found.value == 1 and "without_stop_words=True" in found.signature
    assert "stop" not in score_texts("rouge1", [text], [[reference]]).signature
    assert score_texts("rouge2", ["The of"], [["Of the"]], without).value == 0
