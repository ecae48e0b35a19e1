"""Rules that any tree can be rewritten by: those that copy a node, and those that delete children.

They are made for each production of a tree, so that a sentence has derivations even if no extracted
rule matches (Cohn and Lapata 2009, section 3.2). Deletion keeps the most important child, the two
most important, and so on; `salience.trees.heads` ranks them.
"""

from collections.abc import Collection
from functools import lru_cache

from salience.compression.transduction.matching import Production
from salience.compression.transduction.rules import DELETED, Fragment, Rule
from salience.trees.heads import ranked_children
from salience.trees.tree import Tree

_MOST_CHILDREN = 30


def copy_rule(production: Production) -> Rule:
    """The rule that keeps a node and all its children, or its word."""
    if production.word:
        preterminal = Fragment(production.category, word=production.word)
        return Rule(preterminal, preterminal)
    return _keeping(production, range(len(production.children)))


def delete_rules(production: Production) -> list[Rule]:
    """Rules that keep the most important children: one (also without the node), two, and so on."""
    n = len(production.children)
    if n < 2:
        return []
    below = tuple(Tree(child, word="-") for child in production.children)
    ranked = ranked_children(Tree(production.category, below))
    rules = [_keeping(production, ranked[:some]) for some in range(1, n)]
    only = rules[0]
    return [only, Rule(only.source, only.target.children[0]), *rules[1:]]


def run_rules(production: Production, most: int) -> list[Rule]:
    """The rules that delete a run of neighbouring children and keep the others.

    The paper has no such rules. They let any constituent go, wherever it stands.
    """
    n = len(production.children)
    if n > _MOST_CHILDREN:
        return []
    return [
        _keeping(production, [*range(start), *range(start + length, n)])
        for length in range(1, min(most, n - 1) + 1)
        for start in range(n - length + 1)
    ]


def _keeping(production: Production, kept: Collection[int]) -> Rule:
    """The rule that keeps these children, in their order."""
    number = {child: k for k, child in enumerate(sorted(kept), 1)}
    children = tuple(
        [_variable(child, number.get(i, DELETED)) for i, child in enumerate(production.children)]
    )
    stay = tuple([child for child in children if child.variable != DELETED])
    return Rule(Fragment(production.category, children), Fragment(production.category, stay))


# The rules of one production share most of their variables.
@lru_cache(maxsize=10_000)
def _variable(category: str, number: int) -> Fragment:
    return Fragment(category, variable=number)
