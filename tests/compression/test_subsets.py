"""The exact search for the best words to keep, and which words a compression has kept."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.pairs import compression_pair, kept_words
from salience.compression.subsets import best_subset
from salience.errors import CorpusError
from salience.text.words import plain_words


def scores(seed: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.integers(-4, 5, n).astype(float), random.integers(-4, 5, (n + 1, n + 1)) * 1.0


def score(kept: tuple[int, ...], keep: np.ndarray, pairs: np.ndarray) -> float:
    rows = [0, *(i + 1 for i in kept)]
    return float(keep[list(kept)].sum() + pairs[rows, [*kept, len(keep)]].sum())


@given(st.integers(0, 10_000), st.integers(0, 6), st.data())
def test_it_is_the_best_of_all(seed: int, n: int, data: st.DataObject) -> None:
    keep, pairs = scores(seed, n)
    every = [c for k in range(n + 1) for c in combinations(range(n), k)]
    n_words = data.draw(st.none() | st.integers(0, n))
    empty = data.draw(st.booleans()) or not n
    found = best_subset(keep, pairs, n_words, empty=empty)
    allowed = [
        c for c in every if (len(c) >= (not empty) if n_words is None else len(c) == n_words)
    ]
    assert found in allowed
    assert score(found, keep, pairs) == max(score(c, keep, pairs) for c in allowed)


def test_what_can_not_be_chosen() -> None:
    keep, pairs = scores(0, 3)
    for ways in ({"n_words": 4}, {"n_words": -1}):
        with pytest.raises(ValueError, match="of 3 words"):
            best_subset(keep, pairs, **ways)
    with pytest.raises(ValueError, match="must have the shape"):
        best_subset(keep, np.zeros((3, 3)))


def pieces(kept: tuple[int, ...]) -> int:
    return sum(a + 1 != b for a, b in zip((-2, *kept), kept, strict=False))


@given(st.lists(st.sampled_from("abc"), max_size=7), st.lists(st.sampled_from("abc"), max_size=4))
def test_words_that_stay_are_the_first_of_those_in_fewest_pieces(
    source: list[str], target: list[str]
) -> None:
    every = [
        c for c in combinations(range(len(source)), len(target)) if [source[i] for i in c] == target
    ]
    found = kept_words(source, target)
    if not every:
        assert found is None
    else:
        assert found is not None
        fewest = min(map(pieces, every))
        assert found == min(c for c in every if pieces(c) == fewest)


def test_pairs_that_are_none() -> None:
    words = plain_words("It rained .")
    with pytest.raises(CorpusError, match="pair 'p': the compression is no subsequence"):
        compression_pair("p", words, ["rained", "It"])
    with pytest.raises(CorpusError, match="pair 'p': the compression is empty"):
        compression_pair("p", words, [])
    with pytest.raises(CorpusError, match="pair 'p': the sentence is empty"):
        compression_pair("p", plain_words(""), ["It"])
