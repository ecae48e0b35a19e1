"""Which constituents of two trees belong together, from links between their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from salience.trees.tree import Tree

Links = Iterable[tuple[int, int]]
"""Pairs of words: a place in the source sentence, and one in the target sentence."""


class ConstituentAlignment(NamedTuple):
    """The nodes of a target tree to which those of a source tree are aligned.

    Nodes are numbered as in `Tree.nodes`.

    Attributes:
        targets: By source node, the target nodes aligned to it, the highest first; each stands
            below the one before.
        linked: By source node, whether any of its words is linked. One that is not stands for
            nothing in the target.
    """

    targets: list[tuple[int, ...]]
    linked: list[bool]


def align_constituents(source: Tree, target: Tree, links: Links) -> ConstituentAlignment:
    """Align constituents whose words are linked to each other and to no words outside.

    This is equation 2 of Cohn and Lapata (2009), after the alignment templates of Och and Ney
    (2004): at least one word of either node is linked to one of the other, and none to a word that
    is not below the other.

    Args:
        source: The tree of a sentence.
        target: The tree of its compression.
        links: Which words of the two belong together.

    Raises:
        ValueError: If a link is to a word that a sentence does not have.

    Example:
        >>> from salience.trees.brackets import read_tree
        >>> source = read_tree("(S (NP (NN rain)) (VP (VBD fell) (ADVP (RB softly))))")
        >>> target = read_tree("(S (NP (NN rain)) (VP (VBD fell)))")
        >>> align_constituents(source, target, [(0, 0), (1, 1)]).targets
        [(0,), (1, 2), (1, 2), (3, 4), (3, 4), (), ()]
    """
    links = sorted(set(links))
    here = _link_sets(source, [s for s, _ in links])
    there = _link_sets(target, [t for _, t in links])
    nodes: defaultdict[int, list[int]] = defaultdict(list)
    for node, found in enumerate(there):
        nodes[found].append(node)
    by_set = {found: tuple(some) for found, some in nodes.items() if found}
    return ConstituentAlignment([by_set.get(found, ()) for found in here], [*map(bool, here)])


def _link_sets(tree: Tree, places: list[int]) -> list[int]:
    """By node, the links that end below it: bit i for link i."""
    nodes = tree.nodes()
    by_word = [0] * nodes[0].end
    for i, place in enumerate(places):
        if not 0 <= place < len(by_word):
            raise ValueError(
                f"a link is to word {place}, but the words are 0 to {len(by_word) - 1}"
            )
        by_word[place] |= 1 << i
    found = [by_word[node.start] if node.tree.word else 0 for node in nodes]
    for i in range(len(nodes) - 1, 0, -1):
        found[nodes[i].parent] |= found[i]
    return found
