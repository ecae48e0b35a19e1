"""Rules extracted from a tree, the tree of its compression, and the links of their words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from salience.compression.transduction.matching import IndexedTree
from salience.compression.transduction.rules import DELETED, Fragment, Rule
from salience.trees.tree import Tree

MAX_VARIABLES, MAX_NODES = 5, 15
"""Of a rule: variables, those that are deleted left aside, and nodes of either side. Footnote 13 of
Cohn and Lapata (2009) does not say how they count."""
_NOTHING = -1
Links = Iterable[tuple[int, int]]
"""Pairs of words: a place in the source sentence, and one in the target sentence."""


class ConstituentAlignment(NamedTuple):
    """By source node the `targets` from the top down, and whether any of its words is `linked`."""

    targets: list[tuple[int, ...]]
    linked: list[bool]


def align_constituents(source: Tree, target: Tree, links: Links) -> ConstituentAlignment:
    """Align constituents whose words are linked to each other and to no words outside (equation 2
    of Cohn and Lapata 2009, after Och and Ney 2004).
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


def extract_rules(source: Tree, target: Tree, links: Links, *, depth: int = 1) -> Counter[Rule]:
    """The rules that rewrite a tree as another, with how often each is found: Algorithm 3 of Cohn
    and Lapata (2009, section 3.2), and by `depth` more special ones, which skip so many matches in
    all.

    Of several target nodes over the same words a node takes one, of its own category or else the
    highest, which gives the 12 rules of Figure 7. Footnote 3 takes each, which gives 27 there. No
    rule has a word in its target that is not in its source.
    """
    pair = _TreePair(source, target, links)
    found: Counter[Rule] = Counter()
    todo = [(0, 0)] if 0 in pair.targets[0] else []
    seen = set(todo)
    while todo:
        here = todo.pop()
        found.update(pair.rules(*here, depth))
        below = [one for one in pair.below(*here, depth) if one not in seen]
        seen.update(below)
        todo.extend(reversed(below))
    return found


class _Piece(NamedTuple):
    """A source side, or what of it stands below a node."""

    leaves: tuple[tuple[int, int], ...] = ()  # its variables: a source node, and a target node
    n_nodes: int = 1
    skipped: int = 0

    def joined(self, other: _Piece) -> _Piece:
        return _Piece(
            self.leaves + other.leaves, self.n_nodes + other.n_nodes, self.skipped + other.skipped
        )


class _TreePair:
    """Two trees with their alignment."""

    def __init__(self, source: Tree, target: Tree, links: Links) -> None:
        self.links = set(links)
        self.source, self.target = IndexedTree.of(source), IndexedTree.of(target)
        self.targets, self.linked = align_constituents(source, target, self.links)
        self._chains: dict[tuple[int, ...], list[int]] = {}
        for node, aligned in enumerate(self.targets):
            self._chains.setdefault(aligned, []).append(node)

    def rules(self, node: int, there: int, depth: int) -> Iterator[Rule]:
        """The rules that rewrite a source node as a target node."""
        for piece in self._expanded(node, there, depth, MAX_NODES):
            rule = self._rule(node, there, piece)
            if rule is not None:
                yield rule

    def below(self, node: int, there: int, depth: int) -> Iterator[tuple[int, int]]:
        """The pairs of nodes that are variables of such rules, however large the rules are."""
        todo = [(child, depth) for child in reversed(self.source.children[node])]
        while todo:
            child, left = todo.pop()
            if self.targets[child]:
                yield from ((child, chosen) for chosen in self._chosen(child, there))
                left -= 1
            if left >= 0 and self.linked[child]:
                todo.extend((one, left) for one in reversed(self.source.children[child]))

    def _expanded(self, node: int, there: int, skips: int, room: int) -> list[_Piece]:
        """The pieces in which a node is no variable, with so many skips and nodes at most."""
        children = self.source.children[node]
        room -= 1 + len(children)
        pieces = [_Piece()] if room >= 0 else []
        for child in children:
            if not pieces:
                break
            options = self._options(child, there, skips, room + 1)
            joined = (one.joined(other) for one in pieces for other in options)
            pieces = [one for one in joined if self._is_within(one, skips)]
        return pieces

    def _options(self, node: int, there: int, skips: int, room: int) -> list[_Piece]:
        """What a node may be in a rule: a variable, and expanded if the match is skipped."""
        if not self.linked[node]:
            found = [_Piece(((node, _NOTHING),))]
        else:
            found = [_Piece(((node, chosen),)) for chosen in self._chosen(node, there)]
        if not found:
            return self._expanded(node, there, skips, room)
        if skips:
            below = self._expanded(node, there, skips - 1, room)
            found += [piece._replace(skipped=piece.skipped + 1) for piece in below]
        return found

    def _is_within(self, piece: _Piece, skips: int) -> bool:
        return (
            piece.skipped <= skips
            and piece.n_nodes <= MAX_NODES
            and sum(at != _NOTHING for _, at in piece.leaves) <= MAX_VARIABLES
        )

    def _chosen(self, node: int, there: int) -> Sequence[int]:
        """The target nodes that a source node may be rewritten as, at or below another."""
        aligned = self.targets[node]
        aligned = aligned[bisect_left(aligned, there) :]
        if not aligned:
            return aligned
        category = self.source.productions[node].category
        same = [one for one in aligned if self.target.productions[one].category == category]
        if not same:
            return aligned[:1]
        # In a chain of nodes over the same words the lower ones need target nodes of their own.
        chain = self._chains[self.targets[node]]
        below = chain[bisect_right(chain, node) :]
        n_below = sum(self.source.productions[one].category == category for one in below)
        return [same[max(0, len(same) - 1 - n_below)]]

    def _rule(self, node: int, there: int, piece: _Piece) -> Rule | None:
        aligned = [pair for pair in piece.leaves if pair[1] != _NOTHING]
        numbers = {one: k for k, (one, _) in enumerate(aligned, 1)}
        source_leaves = {one: numbers.get(one, DELETED) for one, _ in piece.leaves}
        target_leaves = {one: k for k, (_, one) in enumerate(aligned, 1)}
        if not _has_at_most(MAX_NODES, self.target, there, target_leaves):
            return None
        here, words = _fragment(self.source, node, source_leaves)
        other, words_there = _fragment(self.target, there, target_leaves)
        rule = Rule(here, other)
        return rule if self._keeps_links(rule, words, words_there) else None

    def _keeps_links(self, rule: Rule, words: list[int], words_there: list[int]) -> bool:
        """Whether the rule finds each word of the target where it is linked to."""
        if not words_there:
            return True
        try:
            taken = [words[i] for i in rule.output() if i >= 0]
        except ValueError:
            return False
        return self.links.issuperset(zip(taken, words_there, strict=True))


def _has_at_most(n: int, tree: IndexedTree, node: int, variables: Mapping[int, int]) -> bool:
    """Whether the elementary tree from a node to these variables has no more than n nodes."""
    todo = [node]
    while todo and n >= len(todo):
        n -= 1
        one = todo.pop()
        if one not in variables:
            todo += tree.children[one]
    return not todo


def _fragment(
    tree: IndexedTree, node: int, variables: Mapping[int, int]
) -> tuple[Fragment, list[int]]:
    """The elementary tree from a node to these variables, and the places of its words."""
    places: list[int] = []

    def made(one: int) -> Fragment:
        category, _, word = tree.productions[one]
        if one in variables:
            return Fragment(category, variable=variables[one])
        if word:
            places.append(tree.starts[one])
        return Fragment(category, tuple([made(child) for child in tree.children[one]]), word)

    return made(node), places
