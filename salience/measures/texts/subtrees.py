"""What trees have in common: subtrees by depth, and subtrees of all shapes as a kernel.

Liu and Gildea (2005), section 2; the kernel is that of Collins and Duffy (2001).
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from salience.grouping import grouped
from salience.text.words import Words
from salience.trees.projective import bottom_up
from salience.trees.tree import Tree

Subtree = tuple[str, tuple]
"""A label, and the subtrees below it."""


@dataclass(frozen=True, slots=True)
class Forest:
    """The trees of a text: labels and children by node, and all nodes, children before parents."""

    labels: Sequence[str]
    children: Sequence[Sequence[int]]
    upwards: Sequence[int]


def constituents(trees: Sequence[Tree]) -> Forest:
    """The forest of constituent trees: their categories; words are left out."""
    labels: list[str] = []
    children: list[list[int]] = []
    for tree in trees:
        first = len(labels)
        for node in tree.nodes():
            if node.parent >= 0:
                children[first + node.parent].append(len(labels))
            labels.append(node.tree.category)
            children.append([])
    return Forest(labels, children, range(len(labels))[::-1])


def dependencies(words: Words, labels: Sequence[str]) -> Forest:
    """The forest of dependency trees; a label stands for each word."""
    children: list[list[int]] = [[] for _ in labels]
    for i, head in enumerate(words.heads):
        if head != i:
            children[head].append(i)
    return Forest(labels, children, bottom_up(words.heads))


def subtrees(forest: Forest, depth: int) -> list[Counter[Hashable]]:
    """How often each subtree of each depth occurs: all nodes of the first n levels below a node."""
    heights = [1] * len(forest.labels)
    for i in forest.upwards:
        heights[i] += max((heights[child] for child in forest.children[i]), default=0)
    level: list[Subtree] = [(label, ()) for label in forest.labels]
    by_depth: list[Counter[Hashable]] = [Counter(level)]
    for n in range(2, depth + 1):
        level = [
            (label, tuple(level[child] for child in below))
            for label, below in zip(forest.labels, forest.children, strict=True)
        ]
        by_depth.append(Counter(tree for tree, h in zip(level, heights, strict=True) if h >= n))
    return by_depth


def kernel(a: Forest, b: Forest) -> int:
    """Pairs of equal subtrees of two forests: of two levels or more, with all children."""
    by_production = grouped((_production(b, j), j) for j in b.upwards)
    common: dict[tuple[int, int], int] = {}
    for i in a.upwards:
        if not a.children[i]:
            continue
        for j in by_production.get(_production(a, i), ()):
            below = zip(a.children[i], b.children[j], strict=True)
            common[i, j] = math.prod(1 + common.get(pair, 0) for pair in below)
    return sum(common.values())


def cosine(a: Forest, b: Forest) -> float:
    """The cosine of the counts of all subtrees of two forests; 0 if one has none."""
    both = kernel(a, b)
    if not both:
        return 0.0
    # The counts grow with the power of the number of nodes, beyond what a float holds.
    logs = [math.log(n) for n in (both, kernel(a, a), kernel(b, b))]
    return min(1.0, math.exp(logs[0] - (logs[1] + logs[2]) / 2))


def _production(forest: Forest, node: int) -> Subtree:
    below = tuple((forest.labels[child], ()) for child in forest.children[node])
    return forest.labels[node], below
