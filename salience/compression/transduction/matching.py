"""A tree as rules see it, and where their source sides match in it.

Function tags are not looked at, nor the case of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from salience.compression.transduction.rules import DELETED, Fragment
from salience.trees.tree import Tree


class Production(NamedTuple):
    """A node and what stands directly below it."""

    category: str  # of the node, without function tags
    children: tuple[str, ...] = ()  # the categories of the nodes below; none for a preterminal
    word: str = ""  # the word of a preterminal, in lower case


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """A tree by node, in the order of `Tree.nodes`: parents before children, left before right."""

    productions: list[Production]  # the node and what stands directly below it
    children: list[tuple[int, ...]]  # the nodes directly below
    starts: list[int]  # their first words

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
        starts = [node.start for node in nodes]
        return cls(productions, [tuple(places) for places in below], starts)


class Match(NamedTuple):
    """Where the source side of a rule stands in a tree."""

    # the nodes at its variables, those that are deleted too, from left to right
    leaves: tuple[int, ...]
    words: tuple[int, ...]  # the places of its own words


@dataclass(slots=True)
class _State:
    """What may come next in a source side, its nodes taken from the top and the left."""

    expanded: dict[Production, _State] = field(default_factory=dict)
    variable: _State | None = None
    rules: list[int] = field(default_factory=list)


class RuleIndex:
    """Finds the rules whose source sides match at a node, by a trie: a node is a variable, or
    expanded by a production.
    """

    def __init__(self) -> None:
        self._root = _State()

    def add(self, source: Fragment, number: int) -> None:
        """Let a rule be found by its number where its source side matches."""
        state = self._root
        todo = [source]
        while todo:
            part = todo.pop()
            if part.variable >= DELETED:
                state.variable = state.variable or _State()
                state = state.variable
            else:
                state = state.expanded.setdefault(production(part), _State())
                todo.extend(reversed(part.children))
        state.rules.append(number)

    def matches(self, tree: IndexedTree, node: int) -> Iterator[tuple[Match, list[int]]]:
        """The matches at a node, each with the numbers of the rules that have this source side.

        Rules that differ in which variables they delete have the same match.
        """
        productions, children = tree.productions, tree.children
        first = self._root.expanded.get(productions[node])
        if first is None:
            return
        own = (tree.starts[node],) if productions[node].word else ()
        todo: list[tuple[_State, tuple[int, ...], tuple[int, ...], tuple[int, ...]]]
        todo = [(first, children[node], (), own)]
        while todo:
            state, ahead, leaves, words = todo.pop()
            if not ahead:
                yield Match(leaves, words), state.rules
                continue
            next_node, rest = ahead[0], ahead[1:]
            below = productions[next_node]
            if (state_below := state.expanded.get(below)) is not None:
                more = (*words, tree.starts[next_node]) if below.word else words
                todo.append((state_below, (*children[next_node], *rest), leaves, more))
            if state.variable is not None:
                todo.append((state.variable, rest, (*leaves, next_node), words))


def production(part: Fragment) -> Production:
    """The production at the root of an elementary tree."""
    return Production(part.label, tuple(child.label for child in part.children), part.word)
