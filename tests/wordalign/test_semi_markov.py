"""The semi-Markov model against the sum over all alignments, one by one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.recipes.wordalign.viterbi import viterbi
from salience.word_links.links import PhraseLink
from salience.wordalign.semi_markov import Chart, expectations

State = tuple[int, int, int, int]
"""Begin and end of a phrase in the document, and in the abstract; a null state has -1 for the first
two."""


def alignments(chart: Chart) -> Iterator[tuple[list[tuple[State, bool]], float]]:
    """Every alignment of a pair, with whether each state is a null state, and its probability."""
    length, longest_made, longest, n = chart.rewrite.shape

    def go(t: int, place: int) -> Iterator[tuple[list[tuple[State, bool]], float]]:
        if t == length:
            yield [], float(np.exp(chart.jump[place, n]))
            return
        for made in range(1, min(longest_made, length - t) + 1):
            for size in range(1, longest + 1):
                for begin in range(n - size + 1):
                    logs = chart.jump[place, begin] + chart.rewrite[t, made - 1, size - 1, begin]
                    for rest, p in go(t + made, begin + size):
                        state = (begin, begin + size, t, t + made)
                        yield [(state, False), *rest], p * float(np.exp(logs))
        null = chart.null + chart.null_rewrite[t]
        for rest, p in go(t + 1, place):
            yield [((-1, -1, t, t + 1), True), *rest], p * float(np.exp(null))

    yield from go(0, 0)


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    n, length = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    longest, longest_made = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    zeros = draw(st.sampled_from([0.0, 0.3]))

    def logs(*shape: int) -> np.ndarray:
        values = rng.uniform(0.01, 1, shape)
        values[rng.random(shape) < zeros] = 0
        with np.errstate(divide="ignore"):
            return np.log(values)

    rewrite = logs(length, longest_made, longest, n)
    return Chart(
        logs(n + 1, n + 1),
        float(np.log(0.3)),
        rewrite,
        np.log(rng.uniform(0.01, 1, length)),
    )


@settings(max_examples=150, deadline=None)
@given(charts())
def test_expectations_are_the_sums_over_all_alignments(chart: Chart) -> None:
    n = chart.rewrite.shape[-1]
    total, phrases, nulls = 0.0, np.zeros_like(chart.rewrite), np.zeros(len(chart.rewrite))
    jumps = np.zeros((n + 1, n + 1))
    for states, p in alignments(chart):
        total += p
        place = 0
        for (a, b, c, d), null in states:
            if null:
                nulls[c] += p
            else:
                phrases[c, d - c - 1, b - a - 1, a] += p
            if a >= 0:
                jumps[place, a] += p
                place = b
        jumps[place, n] += p
    found = expectations(chart)
    if not total:
        assert found.log_likelihood == -np.inf and not found.phrases.any()
        return
    assert np.exp(found.log_likelihood) == pytest.approx(total)
    np.testing.assert_allclose(found.phrases, phrases / total, atol=1e-12)
    np.testing.assert_allclose(found.nulls, nulls / total, atol=1e-12)
    np.testing.assert_allclose(found.jumps, jumps / total, atol=1e-9)


@settings(max_examples=100, deadline=None)
@given(charts())
def test_viterbi_finds_an_alignment_that_none_exceeds(chart: Chart) -> None:
    best = max(p for _, p in alignments(chart))
    links, score = viterbi(chart)
    assert np.exp(score) == pytest.approx(best)
    if best:
        spans = [
            [PhraseLink((a, b), (c, d)) for (a, b, c, d), null in states if not null]
            for states, p in alignments(chart)
            if p == pytest.approx(best)
        ]
        assert links in spans


def toy(jumps: dict[tuple[int, int], float], rewrites: dict[tuple[str, str], float]) -> Chart:
    """The document *a b* and the abstract *c d*; what is not given is 0."""
    jump = np.zeros((3, 3))
    for (old, new), p in jumps.items():
        jump[old, new] = p
    rewrite = np.zeros((2, 2, 2, 2))
    for (source, made), p in rewrites.items():
        begin, t = "ab".index(source[0]), "cd".index(made[0])
        rewrite[t, len(made) - 1, len(source) - 1, begin] = p
    with np.errstate(divide="ignore"):
        return Chart(np.log(jump), np.log(0.125), np.log(rewrite), np.log([0.25, 0.25]))


def test_the_toy_document_of_section_3_3() -> None:
    """*c d* is aligned to *a*, and *b* is left: from the start to a, and from a to the end."""
    uniform = {(old, new): 0.25 for old in range(3) for new in range(3)}
    chart = toy(uniform, {("a", "cd"): 0.5, ("a", "c"): 0.25, ("b", "d"): 0.25})
    links, score = viterbi(chart)
    assert links == [PhraseLink((0, 1), (0, 2))]
    assert np.exp(score) == pytest.approx(0.25 * 0.5 * 0.25)
    whole = expectations(chart).phrases[0, 1, 0, 0]
    word_by_word = (0.25 * 0.25 + 0.125 * 0.25) ** 2 * 0.25
    paths = 0.25 * 0.5 * 0.25, word_by_word
    assert whole == pytest.approx(paths[0] / sum(paths))


def test_long_texts_do_not_underflow() -> None:
    rng = np.random.default_rng(0)
    chart = Chart(
        np.log(rng.uniform(1e-9, 1e-3, (81, 81))),
        -5.0,
        np.log(rng.uniform(1e-30, 1e-20, (60, 2, 2, 80))),
        np.full(60, -80.0),
    )
    found = expectations(chart)
    assert np.isfinite(found.log_likelihood) and found.log_likelihood < -1000
    made = found.phrases.sum(axis=(0, 2, 3)) @ [1, 2]
    assert made + found.nulls.sum() == pytest.approx(60)
    assert found.jumps.sum() == pytest.approx(found.phrases.sum() + 1)


def test_an_abstract_without_words() -> None:
    chart = Chart(np.log(np.full((3, 3), 0.5)), -1.0, np.zeros((0, 1, 1, 2)), np.zeros(0))
    assert viterbi(chart) == ([], pytest.approx(np.log(0.5)))
    assert expectations(chart).jumps[0, 2] == pytest.approx(1)
