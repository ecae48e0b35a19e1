"""What measures are made of, on cases that are worked out by hand."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest

from salience.measures.texts.bleu import bleu, information, nist
from salience.measures.texts.error_rates import (
    bag_distance,
    distance_and_length,
    edit_distance,
    reference_length,
)
from salience.measures.texts.meteor import meteor_counts, meteor_scores, stages_named
from salience.measures.texts.rouge import (
    Overlap,
    bigrams,
    overlap,
    overlap_l,
    overlap_lsum,
    runs,
    words_and_skips,
)
from salience.measures.texts.subtrees import constituents, cosine, dependencies, kernel, subtrees
from salience.measures.texts.syntax import chains, clipped, mean_share, relations
from salience.measures.texts.tokens import (
    expanded,
    marks,
    matches,
    most,
    ngrams,
    plain_words,
    sentences,
    skip_bigrams,
)
from salience.text.words import Words
from salience.trees.brackets import read_tree
from salience.word_links.staged import exact

DOG = Words(
    ("a", "dog"), ("a", "dog"), ("DET", "NOUN"), (1, 1), ("det", "root"), (0,), ((0, 1), (2, 5))
)
ANN = "(S (NP (N Ann)) (VP (V sings)))"


def test_counts_of_ngrams() -> None:
    assert ngrams(["a", "b", "a", "b"], 2) == {("a", "b"): 2, ("b", "a"): 1}
    assert sorted(skip_bigrams(["a", "b", "c"], 1)) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert matches(Counter("aab"), Counter("abb")) == 2
    assert most([Counter("aab"), Counter("bb")]) == Counter("aabb")


def test_overlaps_of_rouge() -> None:
    assert overlap(partial(runs, n=2), [["a", "b", "c"]], [["a", "b", "d"]]) == Overlap(1, 2, 2)
    assert overlap(words_and_skips, [["a", "b", "c"]], [["a", "c"]]) == Overlap(3, 6, 3)
    gunman = ["the", "gunman", "police", "killed"]
    assert overlap_l([gunman], [["police", "killed", "the"]]) == Overlap(2, 4, 3)
    union = overlap_lsum([["a", "b", "f"], ["a", "c", "h", "e"]], [["a", "b", "c", "d", "e"]])
    assert union == Overlap(4, 7, 5)
    assert overlap(bigrams, [["a", "b"], ["a", "b"]], [["a", "b", "c"]]) == Overlap(1, 1, 2)
    assert Overlap(1, 2, 4).scores() == (1 / 3, 0.25, 0.5)


def test_lengths_of_references() -> None:
    rules = ("average", "closest", "nearest", "best")
    found = [distance_and_length(5, [2, 5], [3, 10], rule) for rule in rules]
    assert found == [(2, 6.5), (2, 3), (2, 3.0), (5, 10)]
    assert reference_length(5, [4, 6, 9], "closest") == 4


def test_bleu_and_nist_of_counts() -> None:
    counts = np.array([4.0, 2.0, 1.0, 0.0, 4.0, 3.0, 2.0, 1.0, 4.0, 4.0])
    assert bleu(counts) == 0.0
    assert bleu(counts, smooth=True) == pytest.approx(0.7071, abs=1e-4)
    counts = np.array([8.0, 1.0, 0.0, 0.0, 0.0, 4.0, 3.0, 2.0, 1.0, 0.0, 4.0, 6.0])
    assert nist(counts) == pytest.approx(7 / 6)
    bits = information([["a", "b"], ["a", "c"]])
    assert (bits(("a",)), bits(("b",)), bits(("a", "b"))) == (1.0, 2.0, 1.0)


def test_distances_of_words() -> None:
    assert edit_distance(["i", "have", "the", "dog"], ["i", "had", "a", "dog"]) == 2
    assert bag_distance(["a", "dog", "i", "had"], ["i", "had", "a", "dog"]) == 0
    assert bag_distance(["a", "dog", "i", "had"], ["i", "had", "a", "dog"], 2) == 1


def test_meteor_of_the_papers_example() -> None:
    system = ["the", "president", "spoke", "to", "the", "audience"]
    reference = ["the", "president", "then", "spoke", "to", "the", "audience"]
    counts = meteor_counts(system, [reference], [exact])
    assert counts.tolist() == [6, 6, 6, 7, 2, 0]
    assert meteor_scores(counts)["meteor"] == pytest.approx(0.853462, abs=1e-6)
    stages = stages_named(["exact", "stem"], None)
    assert [stage("computers") for stage in stages] == [("computers",), ("comput",)]


def test_subtrees_and_kernels() -> None:
    forest = constituents([read_tree("(NP (ART a) (N dog))")])
    assert (forest.labels, forest.children) == (["NP", "ART", "N"], [[1, 2], [], []])
    assert dependencies(DOG, DOG.keys).children == [[], [0]]
    forest = constituents([read_tree("(VP (V have) (NP (ART a) (N dog)))")])
    assert [counts.total() for counts in subtrees(forest, 4)] == [5, 2, 1, 0]
    forest = constituents([read_tree(ANN)])
    # Both productions below S, and S with neither, one or both.
    assert (kernel(forest, forest), cosine(forest, forest)) == (6, 1.0)


def test_units_of_parses() -> None:
    found = chains(DOG, DOG.texts, 2)
    assert [sorted(counts) for counts in found] == [[("a",), ("dog",)], [("dog", "a")]]
    assert clipped([Counter("aab")], [[Counter("a")], [Counter("ab")]]).tolist() == [2, 3]
    papers_example = np.array([6.0, 3, 1, 7, 4, 2])
    assert mean_share(papers_example) == pytest.approx(0.702, abs=1e-3)
    assert sorted(relations(DOG)) == [("det", "dog", "a"), ("root", "", "dog")]


def test_words_of_texts() -> None:
    found = sentences("Powell said:\n'We'd not be alone'")
    assert found == [["powell", "said"], ["we", "d", "not", "be", "alone"]]
    [paid] = sentences("He paid $1.5, and that's all.", "expanded")
    assert paid == ["he", "paid", "$", "1.5", ",", "and", "that", "is", "all", "."]
    assert sentences("that's for sure.", "spaces") == [["that's", "for", "sure."]]
    assert plain_words("that's for sure.") == ["that", "s", "for", "sure"]
    assert marks("that's for sure.") == ["that's", "for", "sure", "."]
    line = "We'd not go, and Ann's won't."
    words = ["we", "would", "not", "go", ",", "and", "Ann's", "will", "not", "."]
    assert expanded(line) == words
