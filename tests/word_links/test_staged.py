"""The alignment of METEOR against all mappings of short texts, and on long ones."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.word_links.links import Link
from salience.word_links.staged import Stage, StagedAlignment, exact, staged_alignment

WORDS = st.lists(st.sampled_from("abc"), max_size=5)
KEYS = st.fixed_dictionaries({w: st.sets(st.integers(0, 3), max_size=2) for w in "abc"})


def crossings(links: Collection[Link]) -> int:
    return sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in combinations(links, 2))


def align(first: str, second: str, *stages: Stage[str]) -> StagedAlignment:
    return staged_alignment(first.split(), second.split(), stages)


def quality(links: Collection[Link]) -> tuple[int, int, int]:
    """What is to be least: unmapped words, crossings, chunks."""
    return -len(links), crossings(links), StagedAlignment(dict.fromkeys(links, 0), True).chunks


def all_mappings(
    a: Sequence[str], b: Sequence[str], keys: Mapping[str, set[int]]
) -> list[list[Link]]:
    """Every mapping of one to one, one longer than another."""
    found: list[list[Link]] = [[]]
    for i, word in enumerate(a):
        found += [
            [*links, (i, j)]
            for links in found
            for j, other in enumerate(b)
            if keys[word] & keys[other] and all(j != taken for _, taken in links)
        ]
    return found


@settings(max_examples=80, deadline=None)
@given(WORDS, WORDS, KEYS)
def test_a_stage_is_the_best_of_all_mappings(a: list, b: list, keys: dict) -> None:
    equal = {word: {ord(word)} for word in "abc"}
    for compared in (keys, equal):  # words of one key need not share it with the same words
        found = staged_alignment(a, b, [compared.__getitem__])
        assert found.exact
        assert quality(found.links) == min(map(quality, all_mappings(a, b, compared)))


def test_fewest_crossings_decide_and_then_chunks() -> None:
    found = align("the cat sat", "the cat saw the dog", exact)
    assert list(found.links) == [(0, 0), (1, 1)]
    found = align("the cat", "the the cat", exact)
    assert list(found.links) == [(0, 1), (1, 2)]
    assert found.chunks == 1


def test_a_stage_maps_what_those_before_have_left() -> None:
    def stem(word: str) -> Collection[Hashable]:
        return [word.removesuffix("s")]

    found = align("cats cat dogs", "cat dog cats", exact, stem)
    assert found.links == {(0, 2): 0, (1, 0): 0, (2, 1): 1}


def test_later_stages_cross_as_little_of_the_earlier_as_they_can() -> None:
    found = align("x b y", "B x y B", lambda w: [w] if w in "xy" else [], lambda w: "b")
    assert (1, 0) in found.links or (1, 3) in found.links
    assert crossings(found.links) == 1


def test_a_text_and_itself() -> None:
    text = np.random.default_rng(0).choice(list("abcdefgh"), 400).tolist()
    found = staged_alignment(text, text, [exact])
    assert found.exact
    assert found.chunks == 1


def test_long_texts_map_as_many_words_as_can_be() -> None:
    a, b = np.random.default_rng(1).choice(list("aaabbcdefgh"), (2, 80)).tolist()
    found = staged_alignment(a, b, [exact])
    assert len(found.links) == sum(min(a.count(w), b.count(w)) for w in "abcdefgh")
    assert len({i for i, _ in found.links}) == len({j for _, j in found.links}) == len(found.links)
    assert not found.exact


@pytest.mark.parametrize("n", [125, 20_000])
def test_a_word_that_is_repeated_is_mapped_in_its_order(n: int) -> None:
    found = staged_alignment(["the"] * (n + 60), ["the"] * n, [exact])
    assert list(found.links) == [(i, i) for i in range(n)]
    assert found.exact and found.chunks == 1
    found = staged_alignment(["a", *["the"] * (n + 60)], [*["the"] * n, "a"], [exact])
    assert len(found.links) == n + 1 and not found.exact


def test_many_words_that_match_some_of_each_other_are_mapped_as_far_as_can_be() -> None:
    keys = {"car": [1], "auto": [1, 2], "machine": [2]}
    first, second = ["car", "auto"] * 300, ["machine", "auto"] * 300
    found = staged_alignment(first, second, [keys.__getitem__])
    assert len(found.links) == 600 and not found.exact
    assert all(set(keys[first[i]]) & set(keys[second[j]]) for i, j in found.links)
    assert len({j for _, j in found.links}) == 600
