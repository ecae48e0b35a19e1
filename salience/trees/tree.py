"""A labelled constituent tree of a sentence, as a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

T = TypeVar("T")

# "NP-SBJ-1", "NP=2", "ADVP|PRT"; the labels "-LRB-" and "-NONE-" are whole.
_CATEGORY = re.compile(r"^(?:-[^-]+-|[^-=|]+)")
_FUNCTION = re.compile(r"[-=|]([^-=|]+)")


class Node(NamedTuple):
    """A node of a tree, and where it stands."""

    tree: Tree  # the subtree below it
    parent: int  # index of its parent in `Tree.nodes`; -1 for the root
    start: int  # its first word
    end: int  # the word after its last


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A constituent: a label above other constituents, or above one word (a preterminal).

    Trees are equal if they have the same labels and words in the same shape. Nothing here recurses,
    so that a tree may be as deep as memory allows.

    Attributes:
        label: Category with function tags, such as ``NP-SBJ``; of a preterminal, its tag.
        children: The constituents below, from left to right; none for a preterminal.
        word: The word of a preterminal; empty for other nodes.

    Raises:
        ValueError: If it has both children and a word, or neither.

    Example:
        >>> ann = Tree("NP-SBJ", (Tree("NNP", word="Ann"),))
        >>> tree = Tree("S", (ann, Tree("VP", (Tree("VBZ", word="sings"),))))
        >>> tree
        (S (NP-SBJ (NNP Ann)) (VP (VBZ sings)))
        >>> tree.words, ann.category, ann.functions
        (('Ann', 'sings'), 'NP', ('SBJ',))
    """

    label: str
    children: tuple[Tree, ...] = ()
    word: str = ""

    def __post_init__(self) -> None:
        if bool(self.children) == bool(self.word):
            raise ValueError(f"a node has either children or a word: {self.label!r}")

    @property
    def category(self) -> str:
        """The label without function tags and indices: ``NP`` of ``NP-SBJ-1``."""
        found = _CATEGORY.match(self.label)
        return found[0] if found else self.label

    @property
    def functions(self) -> tuple[str, ...]:
        """The function tags of the label, without indices: LOC and PRD of ``PP-LOC-PRD-2``."""
        tags = _FUNCTION.findall(self.label, len(self.category))
        return tuple(tag for tag in tags if not tag.isdigit())

    @property
    def leaves(self) -> tuple[Tree, ...]:
        """The preterminals, from left to right."""
        return tuple(node.tree for node in self.nodes() if node.tree.word)

    @property
    def words(self) -> tuple[str, ...]:
        """The words, from left to right."""
        return tuple(leaf.word for leaf in self.leaves)

    def nodes(self) -> list[Node]:
        """All nodes, parents before their children, left before right; first the tree itself.

        The place in this list is the identity of a node: equal subtrees may occur twice.

        Example:
            >>> tree = Tree("NP", (Tree("DT", word="a"), Tree("NN", word="dog")))
            >>> [(n.tree.label, n.parent, n.start, n.end) for n in tree.nodes()]
            [('NP', -1, 0, 2), ('DT', 0, 0, 1), ('NN', 0, 1, 2)]
        """
        trees: list[Tree] = []
        parents: list[int] = []
        todo: list[tuple[Tree, int]] = [(self, -1)]
        while todo:
            tree, parent = todo.pop()
            todo.extend((child, len(trees)) for child in reversed(tree.children))
            trees.append(tree)
            parents.append(parent)
        n_words = [int(bool(tree.word)) for tree in trees]
        for i in range(len(trees) - 1, 0, -1):
            n_words[parents[i]] += n_words[i]
        nodes: list[Node] = []
        word = 0
        for tree, parent, n in zip(trees, parents, n_words, strict=True):
            nodes.append(Node(tree, parent, word, word + n))
            word += bool(tree.word)
        return nodes

    def fold(self, make: Callable[[Tree, list[T]], T]) -> T:
        """A value of the tree, made from the leaves up, of each node and the values below it.

        Example:
            >>> tree = Tree("NP", (Tree("DT", word="a"), Tree("NN", word="dog")))
            >>> tree.fold(lambda node, below: 1 + max(below, default=0))  # its height
            2
        """
        nodes = self.nodes()
        below: list[list[T]] = [[] for _ in nodes]
        for i in range(len(nodes) - 1, 0, -1):
            below[nodes[i].parent].append(make(nodes[i].tree, below[i][::-1]))
        return make(self, below[0][::-1])

    def kept(self, words: Collection[int]) -> Tree | None:
        """The tree with only some of its words, by index; None if no word stays.

        Nodes without words go with them.

        Example:
            >>> tree = Tree("NP", (Tree("DT", word="a"), Tree("NN", word="dog")))
            >>> tree.kept({1})
            (NP (NN dog))
        """
        # `fold` takes the leaves from the last to the first.
        place = len(self.leaves)

        def make(node: Tree, below: list[Tree | None]) -> Tree | None:
            nonlocal place
            if node.word:
                place -= 1
                return node if place in words else None
            children = tuple(child for child in below if child is not None)
            return Tree(node.label, children) if children else None

        return self.fold(make)

    def brackets(self, written: Callable[[str], str]) -> str:
        """Labels and words in brackets, on one line, words as they are to be `written`."""
        pieces: list[str] = []
        todo: list[Tree | None] = [self]
        while todo:
            tree = todo.pop()
            if tree is None:
                pieces.append(")")
                continue
            pieces.append(f" ({tree.label}")
            todo.append(None)
            todo.extend(reversed(tree.children))
            if tree.word:
                pieces.append(f" {written(tree.word)}")
        return "".join(pieces)[1:]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self is other or self._shape() == other._shape()

    def __hash__(self) -> int:
        return hash(self._shape())

    def __repr__(self) -> str:
        return self.brackets(lambda word: word)

    def _shape(self) -> tuple[tuple[str, str, int], ...]:
        """Labels and words with the number of children, which say all about a tree."""
        return tuple((n.tree.label, n.tree.word, len(n.tree.children)) for n in self.nodes())
