"""Phrase tables: extraction and EM against brute force, and the paper's worked example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, pairwise, permutations, product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.recipes.phrases.study import filled, interpolated
from salience.errors import CorpusError, SalienceError
from salience.wordalign.phrases.analysis import (
    certainty_rows,
    entropies,
    forcing_pairs,
    mean_entropy,
    most_common,
    phrase_rows,
)
from salience.wordalign.phrases.extraction import (
    LinkedTexts,
    PhrasePair,
    compatible_pairs,
    stretches,
)
from salience.wordalign.phrases.generative import EMSettings, expected_counts, train_phrases
from salience.wordalign.phrases.lattices import segmentation_lattices
from salience.wordalign.phrases.phrase_table import (
    PhraseTable,
    extract_phrases,
    table_from_counts,
)
from tests.support.builders import cases

(CARTE,) = cases("phrases")
MONOTONE = [
    LinkedTexts(source.split(), target.split(), [(i, i) for i in range(4)])
    for source, target in CARTE["texts"]
]
FLAT = EMSettings(distortion=1.0)


@st.composite
def linked_texts(draw: st.DrawFn, longest: int = 5) -> LinkedTexts:
    """Short texts of few words, so that phrases recur, with any links."""
    words = st.lists(st.sampled_from("abc"), min_size=0, max_size=longest)
    source, target = draw(words), draw(words)
    places = list(product(range(len(source)), range(len(target))))
    links = draw(st.sets(st.sampled_from(places), max_size=6)) if places else set()
    return LinkedTexts(source, target, links)


corpora = st.lists(linked_texts(4), min_size=1, max_size=3)


def spans(n: int, longest: int) -> Iterator[tuple[int, int]]:
    return ((i, k) for i, k in combinations(range(n + 1), 2) if k - i <= longest)


@given(linked_texts(), st.integers(1, 4))
def test_pairs_are_those_of_the_definition(texts: LinkedTexts, longest: int) -> None:
    def compatible(a: tuple[int, int], b: tuple[int, int]) -> bool:
        sides = {(a[0] <= i < a[1], b[0] <= j < b[1]) for i, j in texts.links}
        return (True, True) in sides and sides <= {(True, True), (False, False)}

    expected = {
        PhrasePair(*a, *b)
        for a in spans(len(texts.source), longest)
        for b in spans(len(texts.target), longest)
        if compatible(a, b)
    }
    found = list(compatible_pairs(texts, longest))
    assert set(found) == expected
    assert len(found) == len(expected)


@given(linked_texts(), st.integers(1, 4))
def test_tight_pairs_are_those_whose_ends_are_linked(texts: LinkedTexts, longest: int) -> None:
    sides = ({i for i, _ in texts.links}, {j for _, j in texts.links})
    expected = [
        pair
        for pair in compatible_pairs(texts, longest)
        if {pair.source_start, pair.source_end - 1} <= sides[0]
        and {pair.target_start, pair.target_end - 1} <= sides[1]
    ]
    assert list(compatible_pairs(texts, longest, tight=True)) == expected


def bridged(places: set[int], start: int, end: int, longest: int) -> bool:
    """Whether linked words stand at both ends, and no run of others is too long for a phrase."""
    inside = sorted(p for p in places if start <= p < end)
    ends = inside[:1] == [start] and inside[-1:] == [end - 1]
    return ends and all(b - a < max(longest, 2) for a, b in pairwise(inside))


@given(linked_texts(7), st.integers(1, 4))
def test_stretches_are_the_longest_parts_that_no_link_leaves(
    texts: LinkedTexts, longest: int
) -> None:
    n, m = len(texts.source), len(texts.target)
    sides = ({i for i, _ in texts.links}, {j for _, j in texts.links})

    def part_of(start: int, end: int) -> tuple[int, int, int, int] | None:
        """The part of these words of the source, by the definition."""
        there = {j for i, j in texts.links if start <= i < end}
        first, last = min(there, default=0), max(there, default=-1) + 1
        closed = all((start <= i < end) == (first <= j < last) for i, j in texts.links)
        fits = bridged(sides[0], start, end, longest) and bridged(sides[1], first, last, longest)
        return (start, end, first, last) if closed and fits else None

    expected, start = [], 0
    while start < n:
        found = [part for end in range(start + 1, n + 1) if (part := part_of(start, end))]
        expected += found[-1:]
        start = found[-1][1] if found else start + 1
    # Words that say where they stand.
    numbered = LinkedTexts([*map(str, range(n))], [*map(str, range(m))], texts.links)
    parts = list(stretches(numbered, longest))
    assert [
        (int(p.source[0]), int(p.source[-1]) + 1, int(p.target[0]), int(p.target[-1]) + 1)
        for p in parts
    ] == expected
    for part in parts:
        links = [(int(part.source[i]), int(part.target[j])) for i, j in part.links]
        assert links == sorted(link for link in texts.links if str(link[0]) in part.source)


def aligned_segmentations(texts: LinkedTexts, longest: int) -> Iterator[list[PhrasePair]]:
    """All of them, by trying everything."""
    allowed = set(compatible_pairs(texts, longest))
    for cuts in divisions(len(texts.source), longest):
        for other in divisions(len(texts.target), longest):
            if len(other) == len(cuts):
                for order in permutations(other):
                    pairs = [PhrasePair(*a, *b) for a, b in zip(cuts, order, strict=True)]
                    if allowed.issuperset(pairs):
                        yield pairs


def divisions(n: int, longest: int) -> Iterator[list[tuple[int, int]]]:
    if n == 0:
        yield []
    for length in range(1, min(longest, n) + 1):
        for rest in divisions(n - length, longest):
            yield [*rest, (n - length, n)]


def brute_force(
    table: PhraseTable, texts: LinkedTexts, how: EMSettings
) -> tuple[float, dict[tuple[str, str], float]]:
    """The probability of a text and the expected counts of its phrases, term by term."""
    given_ = {(e.source, e.target): e.probability for e in table}
    ratio = len(texts.target) / max(len(texts.source), 1)
    everything = sum(
        prod(how.shortness ** (b - a - 1) for a, b in cut)
        for cut in divisions(len(texts.source), how.max_length)
    )
    total, counts = 0.0, Counter[tuple[str, str]]()
    for pairs in aligned_segmentations(texts, how.max_length):
        if not pairs:
            continue
        words = [(" ".join(texts.source[a:b]), " ".join(texts.target[c:d])) for a, b, c, d in pairs]
        weight = prod(given_.get(pair, 0.0) for pair in words) / everything
        for a, b, c, _ in pairs:
            weight *= how.shortness ** (b - a - 1) * how.distortion ** abs(c - a * ratio)
        total += weight
        for pair in words:
            counts[pair] += weight
    return total, {pair: c / total for pair, c in counts.items()} if total else {}


@settings(deadline=None, max_examples=50)
@given(corpora, st.floats(0.3, 1.0), st.floats(0.3, 1.0), st.randoms(use_true_random=False))
def test_expectations_are_those_of_all_segmentations(
    texts: list[LinkedTexts], shortness: float, distortion: float, random
) -> None:
    table = extract_phrases(texts, 2)
    table = table.with_probabilities(np.array([1 - random.random() for _ in range(len(table))]))
    how = EMSettings(2, shortness=shortness, distortion=distortion)
    lattices = segmentation_lattices(texts, table, 2)
    logs, counts = expected_counts(table, lattices, how)
    expected = [brute_force(table, pair, how) for pair in texts]
    possible = [total for total, _ in expected if total]
    assert len(lattices.left_out) == len(texts) - len(possible)
    assert np.allclose(np.exp(logs), possible)
    sums = Counter[tuple[str, str]]()
    for _, found in expected:
        sums.update(found)
    assert np.allclose(counts, [sums[e.source, e.target] for e in table])


@settings(deadline=None)
@given(corpora)
def test_the_likelihood_never_falls(texts: list[LinkedTexts]) -> None:
    table = extract_phrases(texts)
    lattices = segmentation_lattices(texts, table)
    logs = [i.log_likelihoods.sum() for i in islice(train_phrases(table, lattices), 6)]
    assert all(b >= a - 1e-9 for a, b in pairwise(logs))


@settings(deadline=None)
@given(corpora, st.none() | st.floats(0.1, 3.0), st.floats(0.0, 0.9))
def test_probabilities_of_a_phrase_add_up_to_one_or_less(
    texts: list[LinkedTexts], smoothing: float | None, kept: float
) -> None:
    table = extract_phrases(texts)
    lattices = segmentation_lattices(texts, table)
    how = EMSettings(smoothing=smoothing, kept=kept)
    for step in islice(train_phrases(table, lattices, how), 3):
        sums = np.bincount(
            step.table.source_ids, step.table.probabilities, minlength=len(table.sources)
        )
        assert np.all(sums <= 1 + 1e-9)
        assert np.all(step.table.probabilities >= 0)


@pytest.mark.parametrize(
    ("k", "by_length"),
    [
        (None, [1.0, 1.0, 1.0]),
        (1.0, [0.5, 0.5, 0.5]),
        (2.5, [1 / 2, 1 / 3.5, 1 / 7.25]),  # c / (c + k^(l - 1)), worked out by hand
    ],
)
def test_smoothing_keeps_more_of_long_phrases(k: float | None, by_length: list[float]) -> None:
    """Each text has one segmentation of one phrase, whose expected count is 1."""
    sources = ["a", "b c", "d e f"]
    texts = [
        LinkedTexts(words, [target], [(i, 0) for i in range(len(words))])
        for words, target in zip(map(str.split, sources), "xyz", strict=True)
    ]
    table = extract_phrases(texts)
    steps = train_phrases(table, segmentation_lattices(texts, table), EMSettings(smoothing=k))
    smoothed = next(steps).table
    found = [smoothed.lookup(source)[0].probability for source in sources]
    assert found == pytest.approx(by_length)


def carte_table(choices: dict[str, str]) -> PhraseTable:
    """The heuristic table of the worked example, with all probability on one phrase each."""
    table = extract_phrases(MONOTONE)
    new = [
        float(choices[e.source] == e.target) if e.source in choices else e.probability
        for e in table
    ]
    return table.with_probabilities(np.array(new))


def test_a_table_without_competition_gives_both_texts_a_quarter() -> None:
    table = extract_phrases(MONOTONE)
    logs, _ = expected_counts(table, segmentation_lattices(MONOTONE, table), FLAT)
    assert np.exp(logs) == pytest.approx([CARTE["ambiguous"]["likelihood"]] * 2)


def test_a_determined_table_gives_more_and_is_a_fixed_point() -> None:
    case = CARTE["determined"]
    table = carte_table(case["table"])
    lattices = segmentation_lattices(MONOTONE, table)
    step = next(train_phrases(table, lattices, FLAT))
    assert np.exp(step.log_likelihoods) == pytest.approx([case["likelihood"]] * 2)
    assert case["likelihood"] == pytest.approx(case["printed"], abs=0.01)
    for source in case["table"]:
        before = {e.target: e.probability for e in table.lookup(source)}
        assert {e.target: e.probability for e in step.table.lookup(source)} == pytest.approx(before)
    assert sum(step.counts[table.rows[case["free"], e.target]] for e in table.lookup("sur la")) == 0


def test_training_finds_that_segmentations_compete() -> None:
    """Of the two meanings of a word EM takes one, and less is left open than was."""
    start = extract_phrases(MONOTONE)
    rows = start.rows
    lopsided = start.probabilities.copy()
    lopsided[rows["carte", "map"]] += 0.01
    lopsided[rows["carte", "notice"]] -= 0.01
    lattices = segmentation_lattices(MONOTONE, start)
    *_, last = islice(train_phrases(start.with_probabilities(lopsided), lattices, FLAT), 200)
    assert np.exp(last.log_likelihoods).min() > 0.28
    assert mean_entropy(last.table) < mean_entropy(start) / 2
    before, after = certainty_rows({"start": start, "last": last.table}, lattices, FLAT)
    assert before.single == after.single == 0
    assert after.certain > before.certain == 0


def test_the_pairs_that_force_a_text_are_named() -> None:
    table = carte_table(dict.fromkeys(["carte sur", "carte sur la", "sur", "sur la"], "none"))
    lattices = segmentation_lattices(MONOTONE, table)
    pairs = [
        ("carte", "map", 1, 1),
        ("carte", "notice", 1, 1),
        ("sur la table", "on the chart", 1, 1),
        ("sur la table", "on the table", 1, 1),
    ]
    assert forcing_pairs(table, lattices, settings=FLAT) == pairs
    assert forcing_pairs(table, lattices, 2, FLAT) == pairs[:2]
    assert forcing_pairs(extract_phrases(MONOTONE), lattices, settings=FLAT) == []


def test_rows_have_what_the_functions_say() -> None:
    table = extract_phrases(MONOTONE)
    lattices = segmentation_lattices(MONOTONE, table)
    trained = next(islice(train_phrases(table, lattices), 2, None)).table
    rows = phrase_rows({"counts": table, "EM": trained})
    assert [row[1:] for row in rows[:9]] == [row[1:] for row in most_common(table, 100)]
    assert [row.table for row in rows] == ["counts"] * 9 + ["EM"] * 9
    before, after = certainty_rows({"counts": table, "EM": trained}, lattices)
    assert (before.mean_bits, after.mean_bits) == (mean_entropy(table), mean_entropy(trained))
    assert phrase_rows({}) == certainty_rows({}, lattices) == []


def test_a_text_with_one_segmentation_is_forced_by_its_links() -> None:
    texts = [LinkedTexts(["a", "b"], ["x", "y"], [(0, 0), (1, 1), (0, 1)])]
    table = extract_phrases(texts)
    [row] = certainty_rows({"counts": table}, segmentation_lattices(texts, table))
    assert row[-3:] == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    "texts",
    [
        LinkedTexts([], [], []),
        LinkedTexts(["a"], [], []),
        LinkedTexts(["a", "b"], ["c"], []),
        LinkedTexts(["w"] * 5000, ["v"] * 5000, [(0, 0)]),
        LinkedTexts(["a"] * 8, ["x"] * 8, [(0, 7), (7, 0)]),
    ],
    ids=[
        "empty",
        "empty target",
        "no links",
        "5,000 words, one link",
        "a stretch that no phrase spans",
    ],
)
def test_texts_without_a_segmentation_are_left_out(texts: LinkedTexts) -> None:
    table = extract_phrases([texts])
    lattices = segmentation_lattices([texts], table)
    assert (lattices.left_out, lattices.too_many) == ((0,), ())
    step = next(train_phrases(table, lattices))
    assert step.log_likelihoods.size == 0
    assert not step.table.probabilities.any()


def test_a_long_text_has_a_likelihood_where_products_of_probabilities_have_none() -> None:
    n = 5000
    texts = [LinkedTexts([f"w{i % 7}" for i in range(n)], ["v"] * n, [(i, i) for i in range(n)])]
    table = extract_phrases(texts, 2)
    table = table.with_probabilities(table.probabilities / 100)
    logs, counts = expected_counts(table, segmentation_lattices(texts, table, 2), EMSettings(2))
    assert -1e5 < logs[0] < -5000
    words = [e.source.count(" ") + 1 for e in table]
    assert counts @ words == pytest.approx(n)


def test_words_without_links_that_can_go_anywhere_are_too_many() -> None:
    n = 40
    texts = [LinkedTexts(["s"] * n, ["t"] * (2 * n), [(i, 2 * ((i * 7) % n)) for i in range(n)])]
    table = extract_phrases(texts)
    assert segmentation_lattices(texts, table, max_states=500).too_many == (0,)


def test_a_phrase_may_change_its_place() -> None:
    texts = [LinkedTexts(["chat", "noir"], ["black", "cat"], [(0, 1), (1, 0)])]
    table = extract_phrases(texts)
    near, far = (
        np.exp(expected_counts(table, segmentation_lattices(texts, table), how)[0][0])
        for how in (FLAT, EMSettings(distortion=0.5))
    )
    assert near == pytest.approx(1.0)  # both ways to divide two words, each with a probability of 1
    assert far == pytest.approx((1 + 0.5**2) / 2)


def test_gaps_are_filled_and_nothing_else() -> None:
    heuristic = table_from_counts({("a", "x"): 1, ("a", "y"): 3, ("b", "z"): 1})
    learned = heuristic.with_probabilities(np.array([1.0, 0.0, 0.0]))
    assert filled(learned, heuristic).probabilities.tolist() == [1.0, 0.75, 1.0]
    assert interpolated(learned, heuristic, 1.0).probabilities.tolist() == [1.0, 0.0, 0.0]


def test_entropy_of_a_source_whose_targets_are_all_gone_is_unknown() -> None:
    table = table_from_counts({("a", "x"): 1, ("b", "z"): 4}).with_probabilities(
        np.array([0.0, 0.5])
    )
    assert np.isnan(entropies(table)).tolist() == [True, False]
    assert most_common(table) == [("", "b", 4.0, 0.0)]


def test_an_empty_table_has_no_entropy() -> None:
    assert np.isnan(mean_entropy(extract_phrases([])))


@pytest.mark.parametrize(
    "wrong",
    [{"shortness": 0}, {"distortion": 1.1}, {"smoothing": -1}, {"kept": 2}, {"max_length": 0}],
    ids=str,
)
def test_settings_out_of_range_are_refused(wrong: dict) -> None:
    with pytest.raises(SalienceError, match=next(iter(wrong))):
        EMSettings(**wrong)


def test_a_link_to_a_word_that_is_not_there_is_refused() -> None:
    with pytest.raises(CorpusError, match="link 0-1 is outside"):
        LinkedTexts(["a"], ["b"], [(0, 1)])
