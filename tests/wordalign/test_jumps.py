"""Jumps: the paper's table, the sums, the tree, and what is learned from counts."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.text.words import Words, plain_words
from salience.wordalign.jumps import (
    GaussianJumps,
    JumpModel,
    RelativeJumps,
    SyntaxJumps,
    UniformJumps,
    nodes,
)

CASES = Path(__file__).parents[1] / "cases/jump_table.jsonl"


def tree(heads: list[int]) -> Words:
    n = len(heads)
    tags = tuple("ABC"[i % 3] for i in range(n))
    relations = tuple("uvw"[i % 3] for i in range(n))
    return Words(("w",) * n, ("w",) * n, tags, tuple(heads), relations, (0,), ((0, 0),) * n)


@st.composite
def trees(draw: st.DrawFn) -> Words:
    """Trees, crossing ones too: each word hangs on one that was placed before it."""
    order = draw(st.permutations(range(draw(st.integers(1, 8)))))
    heads = [0] * len(order)
    for i, word in enumerate(order):
        heads[word] = word if not i else order[draw(st.integers(0, i - 1))]
    return tree(heads)


@pytest.mark.parametrize("line", CASES.read_text().splitlines())
def test_the_jumps_of_table_2(line: str) -> None:
    """The rows of jumps between phrases: null states are those of footnote 6."""
    case = json.loads(line)
    n = case["document"]
    model = RelativeJumps.uniform(n)
    rng = np.random.default_rng(1)
    model = RelativeJumps(np.log(rng.dirichlet(np.ones(len(model.probabilities)))), model.null)
    edge = len(model.probabilities) // 2
    matrix = model.matrix(plain_words("w " * n))

    def place(state: object, *, behind: bool) -> int:
        if isinstance(state, list):
            return state[1] if behind else state[0] - 1
        return 0 if state == "start" else n

    found = matrix[place(case["from"], behind=True), place(case["to"], behind=False)]
    expected = sum(model.probabilities[edge + distance] for distance in case["distances"])
    assert found == pytest.approx(expected)


def models(document: Words) -> list[JumpModel]:
    n = len(document)
    return [
        RelativeJumps.uniform(n),
        GaussianJumps.uniform(n),
        SyntaxJumps.uniform([document]),
        UniformJumps(),
    ]


@settings(max_examples=50, deadline=None)
@given(trees(), st.integers(0, 2**32))
def test_what_is_learned_is_the_most_probable(document: Words, seed: int) -> None:
    """No other parameters give the counts a larger probability: the M-step of each model.

    That of the Gaussian, which is estimated by its moments, makes nothing worse.
    """
    rng = np.random.default_rng(seed)
    n = len(document) + 1
    expected = rng.exponential(1, (n, n)) + 5 * np.eye(n, k=rng.integers(-1, 2))
    nulls = float(rng.exponential(3))

    def objective(model: JumpModel) -> float:
        found = float((expected * model.matrix(document)).sum())
        return found + nulls * model.null + model.log_prior

    for start in models(document):
        best = start.estimated(start.counts(document, expected), nulls)
        assert objective(best) >= objective(start) - 1e-9
        for other in models(document):
            if type(other) is type(best) is not GaussianJumps:
                noisy = expected * rng.uniform(0.5, 2, expected.shape)
                near = other.estimated(other.counts(document, noisy), nulls * 1.3)
                assert objective(best) >= objective(near) - 1e-6


@settings(max_examples=100, deadline=None)
@given(trees())
def test_jumps_over_a_tree_take_the_fewest_nodes(document: Words) -> None:
    n = len(document)
    steps = nx.DiGraph([(a, b) for a, b, _ in nodes(document)])
    fewest = dict(nx.all_pairs_shortest_path_length(steps))
    kinds = SyntaxJumps.uniform([document]).probabilities
    model = SyntaxJumps({name: 0.0 if name == "stop" else -1.0 for name in kinds})
    matrix = model.matrix(document)
    for a in range(n + 1):
        for b in range(a, n + 1):
            assert -matrix[a, b] == fewest[a][b] == -matrix[b, a]


def test_directions_are_told_apart() -> None:
    """*(S (NP Ann) (VP saw (NP a dog)))*: forward over the phrase, and back over a word."""
    document = Words(
        ("Ann", "saw", "a", "dog"),
        ("ann", "see", "a", "dog"),
        ("PROPN", "VERB", "DET", "NOUN"),
        (1, 1, 3, 1),
        ("nsubj", "root", "det", "obj"),
        (0,),
        ((0, 0),) * 4,
    )
    assert nodes(document)[4:] == [(0, 4, "S"), (0, 1, "NP"), (1, 4, "VP"), (2, 4, "NP")]
    jumps = np.zeros((5, 5))
    jumps[1, 4], jumps[0, 4], jumps[3, 2] = 2.0, 1.0, 1.0
    model = SyntaxJumps.uniform([document])
    names = [name for name in model.probabilities if name != "null"]
    counts = dict(zip(names, model.counts(document, jumps), strict=True))
    assert {name: n for name, n in counts.items() if n} == {
        "stop": 4.0,
        "VP-f": 2.0,
        "S-f": 1.0,
        "DET-b": 1.0,
    }


def test_kinds_that_training_had_not_are_still_possible() -> None:
    model = SyntaxJumps.uniform([tree([0])])
    assert np.isfinite(model.matrix(tree([1, 1, 1, 2]))).all()


def test_circles_of_heads_have_nodes_too() -> None:
    document = tree([1, 0, 2])
    assert all(0 <= begin < end <= 3 for begin, end, _ in nodes(document))


def test_relative_distances_beyond_training_have_the_value_at_the_edge() -> None:
    model = RelativeJumps.uniform(1)
    assert np.isfinite(model.matrix(plain_words("a b c d e f"))).all()


def test_gaussian_learns_mean_and_variance() -> None:
    rng = np.random.default_rng(0)
    document = plain_words("w " * 100)
    jumps = np.zeros((101, 101))
    for distance in rng.normal(2, 3, 4000).round().astype(int):
        jumps[50, 50 + distance - 1] += 1
    start = GaussianJumps.uniform(100)
    model = start.estimated(start.counts(document, jumps), 0.0)
    assert model.mean == pytest.approx(2, abs=0.2)
    assert model.variance == pytest.approx(9, rel=0.1)
