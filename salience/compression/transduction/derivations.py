"""Derivations: the rules, in order, that rewrite a source tree as a target tree."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TypeVar

from salience.compression.transduction.grammar import Application
from salience.compression.transduction.rules import Fragment
from salience.trees.tree import Tree

T = TypeVar("T", bound=Hashable)
Way = tuple[T, tuple[T, ...]]
"""What a rule makes of its node, and what its variables must become."""


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


def gold_derivation_of_words(
    source: Tree, applications: Sequence[Sequence[Application]], kept: Collection[int]
) -> Derivation | None:
    """The derivation with the most rules whose target has just these words, whatever its tree.

    Algorithm 5 of Cohn and Lapata (2009) asks for the tree as well. Here that is no other parse but
    the sentence's own with what stays, and rules may leave nodes out of it.
    """
    nodes = source.nodes()
    kept = set(kept)
    before = [0, *accumulate(int(place in kept) for place in range(nodes[0].end))]

    def ways(one: Application) -> Iterator[Way[str]]:
        if any(before[nodes[node].end] > before[nodes[node].start] for node in one.deleted):
            return
        if any((place in kept) != (place in one.kept) for place in one.words):
            return
        order = [what if what >= 0 else nodes[one.variables[-what - 1]].start for what in one.kept]
        if order == sorted(order):
            yield one.rule.target.label, one.rule.categories

    return best_derivation(source, applications, ways, nodes[0].tree.category)


def best_derivation(
    source: Tree,
    applications: Sequence[Sequence[Application]],
    ways: Callable[[Application], Iterable[Way[T]]],
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
