"""A tree as rules see it: without function tags, its words in lower case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from salience.trees.tree import Tree


class Production(NamedTuple):
    """A node and what stands directly below it.

    Attributes:
        category: Of the node, without function tags.
        children: The categories of the nodes below; none for a preterminal.
        word: The word of a preterminal, in lower case.
    """

    category: str
    children: tuple[str, ...] = ()
    word: str = ""


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """A tree by node, in the order of `Tree.nodes`: parents before children, left before right.

    Attributes:
        productions: The node and what stands directly below it.
        children: The nodes directly below.
        starts: The first word.
        ends: The word after the last.

    Example:
        >>> from salience.trees.brackets import read_tree
        >>> tree = IndexedTree.of(read_tree("(NP-SBJ (DT The) (NN rain))"))
        >>> tree.productions[0], tree.children[0]
        (Production(category='NP', children=('DT', 'NN'), word=''), (1, 2))
        >>> tree.productions[1]
        Production(category='DT', children=(), word='the')
    """

    productions: list[Production]
    children: list[tuple[int, ...]]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, tree: Tree) -> IndexedTree:
        """The nodes of a tree."""
        nodes = tree.nodes()
        categories = [node.tree.category for node in nodes]
        below: list[list[int]] = [[] for _ in nodes]
        for i, node in enumerate(nodes[1:], 1):
            below[node.parent].append(i)
        productions = [
            Production(category, tuple([categories[i] for i in places]), node.tree.word.lower())
            for node, category, places in zip(nodes, categories, below, strict=True)
        ]
        starts, ends = [node.start for node in nodes], [node.end for node in nodes]
        return cls(productions, [tuple(places) for places in below], starts, ends)

    def __len__(self) -> int:
        return len(self.productions)
