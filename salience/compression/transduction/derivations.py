"""Derivations: the rules, in order, that rewrite a source tree as a target tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from salience.compression.transduction.grammar import Application
from salience.compression.transduction.rules import Fragment
from salience.trees.tree import Tree


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
    source: Tree, applications: Sequence[Sequence[Application]], kept: Collection[int]
) -> Derivation | None:
    """The derivation with the most rules whose target has just these words, in their order.

    It is that of Algorithm 5 of Cohn and Lapata (2009), which looks for a target tree, for
    compressions whose words are known; the category of the root stays.
    """
    nodes = source.nodes()
    kept = set(kept)
    before = [0, *accumulate(int(place in kept) for place in range(nodes[0].end))]

    def is_right(one: Application) -> bool:
        if any(before[nodes[node].end] > before[nodes[node].start] for node in one.deleted):
            return False
        if any((place in kept) != (place in one.kept) for place in one.words):
            return False
        order = [what if what >= 0 else nodes[one.variables[-what - 1]].start for what in one.kept]
        return order == sorted(order)

    best: dict[tuple[int, str], tuple[int, Application]] = {}
    for node in range(len(applications) - 1, -1, -1):
        for one in filter(is_right, applications[node]):
            made = node, one.rule.target.label
            below = [
                best.get(child) for child in zip(one.variables, one.rule.categories, strict=True)
            ]
            total = 1 + sum(child[0] for child in below if child)
            if all(below) and total > best.get(made, (0,))[0]:
                best[made] = total, one
    todo = [(0, nodes[0].tree.category)]
    if todo[0] not in best:
        return None
    order: list[Application] = []
    while todo:
        _, one = best[todo.pop()]
        order.append(one)
        children = [*zip(one.variables, one.rule.categories, strict=True)]
        todo += [children[-what - 1] for what in reversed(one.kept) if what < 0]
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
