"""Derivations: what they make and leave out, and the one with the most rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.recipes.compression.parsed_targets import gold_derivation
from salience.compression.transduction import extraction
from salience.compression.transduction.derivations import Derivation, gold_derivation_of_words
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.rules import Rule
from salience.trees.brackets import read_tree
from salience.trees.tree import Tree
from tests.compression.transduction.paper_example import LINKS, RULES, SOURCE, TARGET
from tests.support.derivations import all_derivations

LABELS = st.sampled_from(["S", "NP", "VP"])
TAGS = st.sampled_from(["NN", "VB"])


@st.composite
def trees(draw: st.DrawFn, words: list[str], label: str | None = None) -> Tree:
    """A tree above these words, with chains of nodes above the same words."""
    label = label or draw(LABELS)
    if len(words) == 1:
        tree = Tree(draw(TAGS), word=words[0])
        return Tree(label, (tree,)) if draw(st.booleans()) else tree
    n = len(words)
    cuts = draw(st.sets(st.integers(1, n - 1), min_size=1, max_size=3))
    edges = [0, *sorted(cuts), n]
    children = [draw(trees(words[a:b])) for a, b in pairwise(edges)]
    tree = Tree(label, tuple(children))
    return Tree(label, (tree,)) if draw(st.integers(0, 4)) == 0 else tree


class Pair:
    """A tree, and a tree of some of its words."""

    def __init__(self, source: Tree, target: Tree, kept: list[int]) -> None:
        self.source, self.target, self.kept = source, target, kept
        self.links = [(place, i) for i, place in enumerate(kept)]

    def __repr__(self) -> str:
        return f"{self.source} -> {self.target} {self.kept}"


@st.composite
def pairs(draw: st.DrawFn, max_words: int = 6) -> Pair:
    """Words may be the same; the target is a part of the source, or a tree of its own."""
    words = draw(st.lists(st.sampled_from("aBc"), min_size=1, max_size=max_words))
    source = Tree("ROOT", (draw(trees(words)),))
    kept = sorted(draw(st.sets(st.sampled_from(range(len(words))), min_size=1)))
    target = source.kept(kept)
    if draw(st.booleans()):
        target = Tree("ROOT", (draw(trees([words[i] for i in kept])),))
    assert target is not None
    return Pair(source, target, kept)


def categories(tree: Tree) -> Tree:
    return tree.fold(lambda node, below: Tree(node.category, tuple(below), node.word))


def test_figure_4() -> None:
    grammar = Grammar(dict.fromkeys(map(Rule.read, RULES.strip().splitlines()), 1))
    found = gold_derivation(SOURCE, grammar.applications(SOURCE), TARGET, LINKS)
    assert found is not None
    assert [str(one.rule.source) for one in found.applications] == [
        "[S [S WHNP:1 S:2] CC:e S:3]",
        "[WHNP RB:e WP:1]",
        "[WP what]",
        "[S NP:1 VP:e]",
        "[NP NNS:1]",
        "[NNS records]",
        "[S WHNP:e S:1]",
        "[S NP:e VP:1]",
        "[VP VBP:1 VP:2]",
        "[VBP are]",
        "[VP VBN:1]",
        "[VBN involved]",
    ]
    assert found.target == TARGET
    assert " ".join(found.target.words) == "what records are involved"
    assert found.kept == (1, 2, 8, 9)
    assert [(words, rule.partition(" -> ")[0]) for words, rule in found.deletions] == [
        ((0,), "[WHNP RB:e WP:1]"),
        ((3, 4), "[S NP:1 VP:e]"),
        ((5,), "[S [S WHNP:1 S:2] CC:e S:3]"),
        ((6,), "[S WHNP:e S:1]"),
        ((7,), "[S NP:e VP:1]"),
    ]
    # Rule 5 of Figure 3 has "and" as a word, with which it is deleted as well.
    other = Rule.read("[S [S WHNP:1 S:2] [CC and] S:3] -> [S WHNP:1 [S NP:2 VP:3]]")
    counts = {other if len(rule.categories) == 3 else rule: 1 for rule in grammar.counts}
    again = gold_derivation(SOURCE, Grammar(counts).applications(SOURCE), TARGET, LINKS)
    assert again is not None
    assert again.applications[0].rule == other
    assert again.deletions[2][0] == (5,)


def test_words_may_be_moved() -> None:
    tree = read_tree("(S (NP (NN Rain)) (VB fell) (ADV yesterday) (X x) (Y y))")
    rule = Rule.read("[S NP:1 VB:2 [ADV yesterday] X:e Y:e] -> [Q [ADV yesterday] VB:2 [A NP:1]]")
    found = Grammar({rule: 1}).applications(tree)
    [moving] = [one for one in found[0] if one.rule == rule]
    noun, verb = found[1][0], found[3][0]
    derivation = Derivation(tree, (moving, verb, noun, found[2][0]))
    assert str(derivation.target) == "(Q (ADV yesterday) (VB fell) (A (NP (NN Rain))))"
    assert derivation.kept == (2, 1, 0)
    assert derivation.deletions == (((3, 4), str(rule)),)


def test_words_alone_are_looked_for_in_their_order() -> None:
    tree = read_tree("(S (NP (NN Rain)) (VB fell))")
    root, *below = Grammar({Rule.read("[S NP:1 VB:2] -> [S VB:2 NP:1]"): 1}).applications(tree)
    moving = [one for one in root if one.extracted]
    assert gold_derivation_of_words(tree, [moving, *below], {0, 1}) is None
    found = gold_derivation_of_words(tree, [[*moving, *root], *below], {0, 1})
    assert found is not None
    assert found.target == tree


@given(pairs())
def test_any_tree_has_the_derivation_that_copies_it(pair: Pair) -> None:
    applications = Grammar({}).applications(pair.source)
    copied = Derivation(pair.source, tuple(here[0] for here in applications))
    assert all(one.copy for one in copied.applications)
    assert copied.target == categories(pair.source)
    assert copied.kept == tuple(range(len(pair.source.words)))
    assert copied.deletions == ()


@given(pairs(), st.integers(0, 2))
def test_a_pair_is_reached_by_its_own_rules(pair: Pair, depth: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extraction, "MAX_VARIABLES", 99)
        patch.setattr(extraction, "MAX_NODES", 99)
        rules = extract_rules(pair.source, pair.target, pair.links, depth=depth)
    applications = Grammar(rules, max_targets=999).applications(pair.source)
    extracted = [[one for one in here if one.extracted] for here in applications]
    found = gold_derivation(pair.source, extracted, pair.target, pair.links)
    assert found is not None
    assert found.target == categories(pair.target)
    assert found.kept == tuple(pair.kept)
    gone = Counter(place for words, _ in found.deletions for place in words)
    assert gone == Counter({*range(len(pair.source.words))} - {*pair.kept})
    by_words = gold_derivation_of_words(pair.source, extracted, pair.kept)
    assert by_words is not None
    assert by_words.kept == found.kept
    assert len(by_words.applications) >= len(found.applications)


@given(pairs(4), pairs(4), st.integers(0, 2))
def test_the_gold_derivation_has_the_most_rules(pair: Pair, other: Pair, depth: int) -> None:
    rules = extract_rules(pair.source, pair.target, pair.links, depth=depth)
    rules += extract_rules(other.source, other.target, other.links, depth=depth)
    applications = Grammar(rules).applications(pair.source)
    every = [Derivation(pair.source, one) for one in all_derivations(applications, "ROOT")]
    by_tree = [one for one in every if (one.kept, one.target) == (tuple(pair.kept), pair.target)]
    by_words = [one for one in every if one.kept == tuple(pair.kept)]
    found = gold_derivation(pair.source, applications, pair.target, pair.links)
    assert found in by_tree
    assert len(found.applications) == max(len(one.applications) for one in by_tree)
    found = gold_derivation_of_words(pair.source, applications, pair.kept)
    assert found in by_words
    assert len(found.applications) == max(len(one.applications) for one in by_words)


@given(pairs(4), st.data())
def test_targets_out_of_reach_have_no_gold_derivation(pair: Pair, data: st.DataObject) -> None:
    applications = Grammar({}).applications(pair.source)
    found = gold_derivation(pair.source, applications, pair.target, pair.links)
    every = [Derivation(pair.source, one) for one in all_derivations(applications, "ROOT")]
    targets = [(one.kept, one.target) for one in every]
    assert (found is not None) == ((tuple(pair.kept), pair.target) in targets)
    words = gold_derivation_of_words(pair.source, applications, pair.kept)
    assert (words is not None) == (tuple(pair.kept) in [one.kept for one in every])


@pytest.mark.parametrize("kept", [range(0, 1201, 2), range(1201)])
def test_a_deep_tree(kept: range) -> None:
    tree = Tree("NN", word="Rain")
    for _ in range(1200):
        tree = Tree("NP", (Tree("DT", word="the"), tree))
    target = tree.kept(kept)
    assert target is not None
    links = [(place, i) for i, place in enumerate(kept)]
    for depth in (0, 2):
        grammar = Grammar(extract_rules(tree, target, links, depth=depth))
        found = gold_derivation(tree, grammar.applications(tree), target, links)
        assert found is not None
        assert found.target == target
        assert found.kept == tuple(kept)
