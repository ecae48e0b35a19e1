"""The best tree against networkx, which searches it by itself."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from salience.components.arborescence import best_tree

SCORES = st.integers(1, 9).flatmap(
    lambda n: arrays(np.float32, (n, n), elements=st.integers(-40, 40), unique=False)
)


def total(scores: np.ndarray, heads: np.ndarray) -> float:
    """The sum of the scores of a tree's arcs, without its root's."""
    return sum(float(scores[i, h]) for i, h in enumerate(heads) if i != h)


def best_total(scores: np.ndarray, root: int) -> float:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(scores)))
    for word, head in np.ndindex(scores.shape):
        if word not in (head, root):
            graph.add_edge(head, word, weight=float(scores[word, head]))
    return nx.maximum_spanning_arborescence(graph).size("weight") if len(scores) > 1 else 0.0


@given(SCORES)
def test_a_tree_is_the_best_of_all_with_one_root(scores: np.ndarray) -> None:
    heads = best_tree(scores)
    (root,) = np.flatnonzero(heads == np.arange(len(heads)))
    tree = nx.DiGraph([(int(h), i) for i, h in enumerate(heads) if i != h])
    tree.add_nodes_from(range(len(heads)))
    assert nx.is_arborescence(tree)
    found = total(scores, heads) + float(scores[root, root])
    best = max(best_total(scores, r) + float(scores[r, r]) for r in range(len(scores)))
    assert found == pytest.approx(best)


@given(SCORES)
def test_best_heads_are_taken_where_they_are_a_tree(scores: np.ndarray) -> None:
    best = scores.argmax(axis=1)
    roots = np.flatnonzero(best == np.arange(len(best)))
    reached = best
    for _ in best:
        reached = best[reached]
    if len(roots) == 1 and set(reached) == set(roots):
        assert best_tree(scores).tolist() == best.tolist()


def test_of_two_roots_one_stays() -> None:
    scores = np.array([[5, 4, 0], [0, 5, 1], [0, 3, 0]], np.float32)
    assert best_tree(scores).tolist() == [1, 1, 1]


def test_the_root_is_not_chosen_before_the_rest() -> None:
    # 0 gains most by being the root, but only 1 as the root leaves good arcs for the others.
    scores = np.array([[9, 8, 0], [0, 6, 0], [9, 9, 9]], np.float32)
    assert best_tree(scores).tolist() == [1, 1, 0]


def test_a_long_cycle_is_left_where_that_costs_least() -> None:
    # 0 is the root; 1, 2 and 3 prefer each other, and 2 loses least by going to 0.
    scores = np.array([[9, 0, 0, 0], [1, 0, 0, 9], [8, 9, 0, 0], [1, 0, 9, 0]], np.float32)
    assert best_tree(scores).tolist() == [0, 3, 0, 2]
