"""All derivations of small trees, one by one: what searches are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from salience.compression.transduction.grammar import Application


def all_derivations(
    applications: Sequence[Sequence[Application]], category: str, node: int = 0
) -> Iterator[tuple[Application, ...]]:
    """The ways to rewrite a node as this category, in the order of the target.

    Args:
        applications: The rules that match at each node.
        category: What the node must become.
        node: Where to begin.
    """
    for one in applications[node]:
        if one.rule.target.label != category:
            continue
        below = zip(one.variables, one.rule.categories, strict=True)
        ways = [list(all_derivations(applications, wanted, child)) for child, wanted in below]
        for parts in product(*ways):
            order = [-what - 1 for what in one.kept if what < 0]
            yield (one, *(application for i in order for application in parts[i]))
