"""Derivations: the rules, in order, that rewrite a source tree as a target tree."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TypeVar

from salience.compression.transduction.extraction import Links, align_constituents
from salience.compression.transduction.grammar import Application
from salience.compression.transduction.matching import IndexedTree
from salience.compression.transduction.rules import Fragment
from salience.trees.tree import Tree

T = TypeVar("T", bound=Hashable)
# What a rule makes of its node, and what its variables must become.
_Way = tuple[T, tuple[T, ...]]


@dataclass(frozen=True, slots=True)
class Derivation:
    """Rules that together rewrite a tree, in the order of Algorithm 2 (Cohn and Lapata 2009).

    Parents stand before children, and left before right in the target.
    """

    source: Tree
    applications: tuple[Application, ...]

    @property
    def target(self) -> Tree:
        """The tree that the rules make, with the words as the sentence has them."""
        words = self.source.words
        made: dict[int, Tree] = {}
        for rule, node, variables, _, _, kept, *_ in reversed(self.applications):
            leaves = (words[one] if one >= 0 else made[variables[-one - 1]] for one in kept)
            made[node] = _rewritten(rule.target, leaves)
        return made[self.applications[0].node]

    @property
    def kept(self) -> tuple[int, ...]:
        """The places of the words of the target, in its order."""
        made: dict[int, tuple[int, ...]] = {}
        for application in reversed(self.applications):
            places: list[int] = []
            for one in application.kept:
                places += (one,) if one >= 0 else made[application.variables[-one - 1]]
            made[application.node] = tuple(places)
        return made[self.applications[0].node]

    @property
    def deletions(self) -> tuple[tuple[tuple[int, ...], str], ...]:
        """Neighbouring words that one rule leaves out, with the rule, from left to right."""
        nodes = self.source.nodes()
        found: list[tuple[tuple[int, ...], str]] = []
        for application in self.applications:
            left = {*application.words} - {*application.kept}
            for node in application.deleted:
                left.update(range(nodes[node].start, nodes[node].end))
            found += [(run, str(application.rule)) for run in _runs(left)]
        return tuple(sorted(found, key=lambda deletion: deletion[0]))


def gold_derivation(
    source: Tree, applications: Sequence[Sequence[Application]], target: Tree, links: Links
) -> Derivation | None:
    """The derivation of a target tree that has the most rules: Algorithm 5 of Cohn and Lapata
    (2009).

    Words are linked, so that a source node can only become a target node that it is aligned to.
    """
    links = set(links)
    targets, _ = align_constituents(source, target, links)
    there = IndexedTree.of(target)

    def ways(one: Application) -> Iterator[_Way[int]]:
        for node in targets[one.node]:
            leaves = _leaves(one.rule.target, node, there)
            if leaves is None:
                continue
            at = dict(zip(one.kept, leaves, strict=True))
            words = ((what, there.starts[leaf]) for what, leaf in at.items() if what >= 0)
            if links.issuperset(words):
                yield node, tuple(at[-i] for i in range(1, len(one.variables) + 1))

    return _best(source, applications, ways, 0)


def gold_derivation_of_words(
    source: Tree, applications: Sequence[Sequence[Application]], kept: Collection[int]
) -> Derivation | None:
    """The derivation with the most rules whose target has just these words, whatever its tree."""
    nodes = source.nodes()
    kept = set(kept)
    before = [0, *accumulate(int(place in kept) for place in range(nodes[0].end))]

    def ways(one: Application) -> Iterator[_Way[str]]:
        if any(before[nodes[node].end] > before[nodes[node].start] for node in one.deleted):
            return
        if any((place in kept) != (place in one.kept) for place in one.words):
            return
        order = [what if what >= 0 else nodes[one.variables[-what - 1]].start for what in one.kept]
        if order == sorted(order):
            yield one.rule.target.label, one.rule.categories

    return _best(source, applications, ways, nodes[0].tree.category)


def _best(
    source: Tree,
    applications: Sequence[Sequence[Application]],
    ways: Callable[[Application], Iterable[_Way[T]]],
    root: T,
) -> Derivation | None:
    """The derivation that makes this of the root, from the leaves up."""
    best: dict[tuple[int, T], tuple[int, Application, tuple[T, ...]]] = {}
    for node in range(len(applications) - 1, -1, -1):
        for one in applications[node]:
            for made, below in ways(one):
                parts = [best.get(child) for child in zip(one.variables, below, strict=True)]
                total = 1 + sum(part[0] for part in parts if part)
                if all(parts) and total > best.get((node, made), (0,))[0]:
                    best[node, made] = total, one, below
    if (0, root) not in best:
        return None
    order: list[Application] = []
    todo = [(0, root)]
    while todo:
        _, one, below = best[todo.pop()]
        order.append(one)
        variables = [-what - 1 for what in reversed(one.kept) if what < 0]
        todo += [(one.variables[i], below[i]) for i in variables]
    return Derivation(source, tuple(order))


def _leaves(fragment: Fragment, node: int, tree: IndexedTree) -> list[int] | None:
    """The nodes at the leaves of an elementary tree that stands at a node; None if it does not."""
    found: list[int] = []
    todo = [(fragment, node)]
    while todo:
        part, here = todo.pop()
        category, children, word = tree.productions[here]
        if part.label != category or part.word not in ("", word):
            return None
        if not part.children:
            found.append(here)
        elif len(part.children) != len(children):
            return None
        else:
            todo.extend(zip(reversed(part.children), reversed(tree.children[here]), strict=True))
    return found


def _rewritten(fragment: Fragment, leaves: Iterator[str | Tree]) -> Tree:
    """An elementary tree as a tree, with words and trees in place of its leaves."""
    if fragment.children:
        below = tuple([_rewritten(child, leaves) for child in fragment.children])
        return Tree(fragment.label, below)
    leaf = next(leaves)
    return leaf if isinstance(leaf, Tree) else Tree(fragment.label, word=leaf)


def _runs(places: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Unbroken runs of places, from left to right."""
    ordered = sorted(places)
    for _, run in groupby(enumerate(ordered), lambda found: found[1] - found[0]):
        yield tuple(place for _, place in run)
