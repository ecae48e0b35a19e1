"""Labelled brackets of two trees of a sentence: how many they share (PARSEVAL)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from salience.trees.tree import Tree

# Labels that `evalb` leaves out with COLLINS.prm, and those that it takes for one.
_PUNCTUATION = frozenset((",", ":", "``", "''", ".", "-NONE-"))
_ROOTS = frozenset(("TOP", "ROOT", "S1"))
_SAME = {"PRT": "ADVP"}

ALL = "all"
"""The name under which all brackets are counted, each once."""

Bracket = tuple[str, int, int]


class BracketCounts(NamedTuple):
    """How many brackets two trees share, the right one has, and the found one has."""

    matched: int
    gold: int
    found: int


def brackets_of(tree: Tree) -> Counter[Bracket]:
    """The labelled brackets of a tree as ``evalb`` counts them.

    Punctuation is no word (leaves labelled as commas, colons, quotation marks, full stops). Tags of
    single words and the root's label are no brackets, nor is what holds no word. PRT counts as
    ADVP. A constituent with function tags counts again for each of them, as ``NP-SBJ``.

    >>> from salience.trees.brackets import read_tree
    >>> tree = read_tree("(ROOT (S (NP-SBJ (NN Rain)) (, ,) (VP (VBD fell))))")
    >>> sorted(brackets_of(tree))[:3]
    [('NP', 0, 1), ('NP-SBJ', 0, 1), ('S', 0, 2)]
    """
    before = [0]
    for leaf in tree.leaves:
        before.append(before[-1] + (leaf.label not in _PUNCTUATION))
    found: Counter[Bracket] = Counter()
    for node in tree.nodes():
        start, end = before[node.start], before[node.end]
        category = _SAME.get(node.tree.category, node.tree.category)
        if node.tree.word or start == end or category in _ROOTS:
            continue
        found[category, start, end] += 1
        found.update((f"{category}-{tag}", start, end) for tag in set(node.tree.functions))
    return found


def compare(gold: Tree, found: Tree) -> dict[str, BracketCounts]:
    """How many labelled brackets two trees of the same words share, by category, and in `ALL`.

    >>> from salience.trees.brackets import read_tree
    >>> gold = read_tree("(S (NP (NN Rain)) (VP (VBD fell)))")
    >>> found = read_tree("(S (NP (NN Rain)) (NP (VBD fell)))")
    >>> compare(gold, found)["NP"], compare(gold, found)["all"]
    (BracketCounts(matched=1, gold=1, found=2), BracketCounts(matched=2, gold=3, found=3))
    """
    if gold.words != found.words:
        raise ValueError("trees of other words can't be compared")
    ours, theirs = brackets_of(found), brackets_of(gold)
    columns = [_by_category(brackets) for brackets in (ours & theirs, theirs, ours)]
    names = sorted(set().union(*columns))
    return {name: BracketCounts(*(column[name] for column in columns)) for name in names}


def total(counts: Iterable[Mapping[str, BracketCounts]]) -> dict[str, BracketCounts]:
    """Counts of several sentences, added up.

    >>> total([{"NP": BracketCounts(1, 2, 3)}, {"NP": BracketCounts(1, 1, 1)}])
    {'NP': BracketCounts(matched=2, gold=3, found=4)}
    """
    sums: dict[str, list[int]] = {}
    for each in counts:
        for name, added in each.items():
            sums[name] = [a + b for a, b in zip(sums.get(name, [0, 0, 0]), added, strict=True)]
    return {name: BracketCounts(*counted) for name, counted in sums.items()}


def _by_category(brackets: Counter[Bracket]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for (category, _, _), n in brackets.items():
        sums[category] += n
        if "-" not in category:
            sums[ALL] += n
    return sums
