"""N-gram models: distributions, a worked example by hand, and ARPA files."""

from __future__ import annotations

from itertools import product
from math import log10

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.transduction.scorer import Scorer
from salience.errors import ModelError, SalienceError
from salience.language_models.arpa import from_arpa, to_arpa
from salience.language_models.kneser_ney import _discounts, train_ngrams
from salience.language_models.ngrams import BEGIN, END, UNKNOWN, NgramModel

corpora = st.lists(st.lists(st.sampled_from("abcd"), max_size=6), min_size=1, max_size=8)
LARGE = [list(f"{i:b}") + ["x"] * (i % 3) for i in range(200)]


@settings(deadline=None)
@given(corpora, st.integers(1, 4))
def test_probabilities_after_any_context_add_up_to_one(sentences, order: int) -> None:
    model = train_ngrams(sentences, order)
    words = {word for sentence in sentences for word in sentence} | {END, UNKNOWN}
    for context in product((BEGIN, "a", "b", "never seen"), repeat=max(order - 1, 0)):
        total = sum(10 ** model.log10(word, context) for word in words)
        assert total == pytest.approx(1)


@settings(deadline=None)
@given(corpora, st.integers(1, 4))
def test_a_model_comes_back_from_its_file(sentences, order: int) -> None:
    model = train_ngrams(sentences, order)
    lines = list(to_arpa(model))
    again = from_arpa(line + "\n" for line in lines)
    assert again.probabilities == model.probabilities
    assert again.backoffs == model.backoffs
    assert again.order == order
    assert list(to_arpa(again)) == lines


def test_discounts_are_those_of_chen_and_goodman() -> None:
    """n1 = 8, n2 = 4, n3 = 2, n4 = 1: Y = 1/2; 1 - 2Y(1/2), 2 - 3Y(1/2), 3 - 4Y(1/2)."""
    counts = {("w", str(i)): k for i, k in enumerate([1] * 8 + [2] * 4 + [3] * 2 + [4] + [9] * 3)}
    assert _discounts(counts) == pytest.approx((0.5, 1.25, 2.0))


def test_a_bigram_model_by_hand() -> None:
    """Two sentences, `a b` and `a c`, with the discount 0.5 for once and 1 for twice.

    Single words are counted by what stands before them: a, b, c once each, the end of a sentence
    twice, 5 in all. Their discounts leave (0.5 + 0.5 + 0.5 + 1) / 5 = 1/2 for the uniform
    distribution over a, b, c, the end and the unknown word.
    """
    model = train_ngrams([["a", "b"], ["a", "c"]], order=2)
    b = 0.5 / 5 + 0.5 / 5
    end = (2 - 1) / 5 + 0.5 / 5
    assert 10 ** model.log10("b", []) == pytest.approx(b)
    assert 10 ** model.log10(END, []) == pytest.approx(end)
    assert 10 ** model.log10("zebra", []) == pytest.approx(0.5 / 5)
    assert 10 ** model.log10("b", ["a"]) == pytest.approx(0.5 / 2 + 0.5 * b)
    assert 10 ** model.log10("b", ["b"]) == pytest.approx(0.5 * b)
    a = 0.5 / 5 + 0.5 / 5
    first = (2 - 1) / 2 + 0.5 * a
    third = 0.5 / 1 + 0.5 * end
    assert Scorer(model).sentence(["a", "b"]) == pytest.approx(
        log10(first) + log10(0.5 / 2 + 0.5 * b) + log10(third)
    )


def test_what_was_seen_is_likelier_than_its_words_in_another_order() -> None:
    model = train_ngrams(LARGE)
    assert Scorer(model).sentence(list("1011")) > Scorer(model).sentence(list("0111"))
    assert _discounts(dict.fromkeys(model.probabilities, 1)) == (0.5, 1.0, 1.5)


@pytest.mark.parametrize("word", [BEGIN, END, UNKNOWN, "", "two words", "tab\t"])
def test_words_that_a_file_could_not_hold_are_refused(word: str) -> None:
    with pytest.raises(SalienceError, match="can't be a word"):
        train_ngrams([["a", word]])


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(SalienceError, match="no sentence"):
        train_ngrams([])
    with pytest.raises(SalienceError, match="order is 0"):
        train_ngrams([["a"]], 0)


GOOD = list(to_arpa(train_ngrams([["a", "b"]], 2)))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "ARPA file"),
        (["hello"], "ARPA file"),
        (GOOD[:-2], "cut off"),
        ([*GOOD[:2], "ngram 1=99", *GOOD[3:]], "header says"),
        ([*GOOD[:2], "ngram 2=5", *GOOD[4:]], "ARPA file"),
        ([line.replace("\t", "\tnan\t", 1) for line in GOOD], "no entry of 1 words"),
        ([line.replace("1-grams", "3-grams") for line in GOOD], "section that is due"),
        ([line.replace(UNKNOWN, "unknown") for line in GOOD], "open vocabulary"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_broken_files_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_arpa(lines)


def test_a_file_of_another_program_is_read() -> None:
    text = "\n\\data\\\nngram 1=3\nngram 2=1\n\n\\1-grams:\n-1\t<unk>\n-0.5 a -0.25\n-0.5 </s>\n\n"
    model = from_arpa([*text.split("\n"), "\\2-grams:", "-0.1\ta a", "", "\\end\\"])
    assert isinstance(model, NgramModel)
    assert model.log10("a", ["a"]) == -0.1
    assert model.log10("z", ["a"]) == -1.25
