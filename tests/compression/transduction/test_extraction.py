"""Aligned constituents and the rules extracted from them, by the example of the paper."""

from collections import Counter

import pytest

from salience.compression.transduction import extraction
from salience.compression.transduction.extraction import align_constituents, extract_rules
from salience.compression.transduction.rules import Rule
from salience.trees.brackets import read_tree
from salience.trees.tree import Tree
from tests.compression.transduction.paper_example import LINKS, RULES, SOURCE, TARGET

# "which ones are involved" and "are involved", whose words 2 and 3 are linked to 0 and 1.
CLAUSE, PHRASE = SOURCE.children[2], TARGET.children[1].children[1]
SKIPPING = [
    ["[S WHNP:e S:1] -> VP:1"],
    ["[S [WHNP WP:e] S:1] -> VP:1", "[S WHNP:e [S NP:e VP:1]] -> VP:1"],
    [
        "[S [WHNP [WP which]] S:1] -> VP:1",
        # The paper prints [S [WHNP [WP which]] [S NP:e VP:1]], which skips three matches.
        "[S [WHNP WP:e] [S NP:e VP:1]] -> VP:1",
        "[S WHNP:e [S [NP NNS:e] VP:1]] -> VP:1",
        "[S WHNP:e [S NP:e [VP VBP:1 VP:2]]] -> [VP VBP:1 VP:2]",
    ],
]


def test_aligned_pairs_of_figure_6() -> None:
    nodes, others = SOURCE.nodes(), TARGET.nodes()
    alignment = align_constituents(SOURCE, TARGET, LINKS)
    aligned = Counter(
        (nodes[i].tree.label, others[j].tree.label)
        for i, targets in enumerate(alignment.targets)
        for j in targets
    )
    assert aligned.total() == 19
    assert aligned["S", "S"] == 1  # of the lower S, "records are involved" takes words from two
    assert aligned["S", "VP"] == 2
    assert aligned["WHNP", "WP"] == aligned["S", "NP"] == aligned["NNS", "NP"] == 1
    unlinked = [n.tree.label for n, some in zip(nodes, alignment.linked, strict=True) if not some]
    assert unlinked == ["RB", "VP", "VBD", "NP", "PRP", "CC", "WHNP", "WP", "NP", "NNS"]


def test_one_word_linked_to_two() -> None:
    tree = read_tree("(S (NP (NN a)) (VP (VB b)))")
    targets, linked = align_constituents(tree, tree, [(0, 0), (0, 1), (1, 1)])
    assert targets == [(0,), (), (), (), ()]
    assert linked == [True] * 5
    assert align_constituents(tree, tree, [(0, 0), (0, 1)]).targets == [(0,), (0,), (0,), (), ()]
    with pytest.raises(ValueError, match="word 2"):
        align_constituents(tree, tree, [(2, 0)])


def test_rules_of_figure_7() -> None:
    found = extract_rules(SOURCE, TARGET, LINKS, depth=0)
    assert found == Counter(map(Rule.read, RULES.strip().splitlines()))
    assert len(extract_rules(SOURCE, TARGET, LINKS, depth=0)) == 12


# What depth 1 adds to Figure 7. By hand: in each rule one match at a time is skipped, also that of
# a node that is deleted, and what is below takes its place.
ONE_SKIPPED = """
[S [S [WHNP RB:e WP:1] S:2] CC:e S:3] -> [S [WHNP WP:1] [S NP:2 VP:3]]
[S [S WHNP:1 [S NP:2 VP:e]] CC:e S:3] -> [S WHNP:1 [S NP:2 VP:3]]
[S [S WHNP:1 S:2] [CC and] S:3] -> [S WHNP:1 [S NP:2 VP:3]]
[S [S WHNP:1 S:2] CC:e [S WHNP:e S:3]] -> [S WHNP:1 [S NP:2 VP:3]]
[WHNP [RB exactly] WP:1] -> [WHNP WP:1]
[WHNP RB:e [WP what]] -> [WHNP [WP what]]
[S [NP NNS:1] VP:e] -> [NP NNS:1]
[S NP:1 [VP VBD:e NP:e]] -> NP:1
[NP [NNS records]] -> [NP [NNS records]]
[S [WHNP WP:e] S:1] -> VP:1
[S WHNP:e [S NP:e VP:1]] -> VP:1
[S [NP NNS:e] VP:1] -> VP:1
[S NP:e [VP VBP:1 VP:2]] -> [VP VBP:1 VP:2]
[VP [VBP are] VP:1] -> [VP [VBP are] VP:1]
[VP VBP:1 [VP VBN:2]] -> [VP VBP:1 [VP VBN:2]]
[VP [VBN involved]] -> [VP [VBN involved]]
"""


def test_rules_of_the_example_that_skip_one_match() -> None:
    """The third is rule 5 of Figure 3, which Figure 7 has without the word."""
    found = extract_rules(SOURCE, TARGET, LINKS, depth=1)
    lines = (RULES + ONE_SKIPPED).split("\n")
    assert found == Counter(Rule.read(line) for line in lines if line)


def rules_of_the_clause(depth: int) -> set[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extraction, "MAX_NODES", 99)
        found = extract_rules(CLAUSE, PHRASE, [(2, 0), (3, 1)], depth=depth)
    return {str(rule) for rule in found if str(rule).startswith(("[S WHNP", "[S [WHNP"))}


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_rules_by_skipping(depth: int) -> None:
    assert rules_of_the_clause(depth) == {rule for some in SKIPPING[: depth + 1] for rule in some}


def test_all_generalizations() -> None:
    assert len(rules_of_the_clause(99)) == 66


@pytest.mark.parametrize(
    ("source", "target", "kept", "rules"),
    [
        # A chain of nodes over the same words is aligned from below.
        (
            "(NP (NP (NN rain)) (PP (IN in) (NP (NN may))))",
            "(NP (NP (NN rain)))",
            [0],
            ["[NP NP:1 PP:e] -> [NP NP:1]", "[NP NN:1] -> [NP NN:1]", "[NN rain] -> [NN rain]"],
        ),
        # Function tags and case do not count.
        (
            "(S (NP-SBJ (NN Rain)) (VP (VB fell)))",
            "(S (NP-VOC (NN rain)))",
            [0],
            ["[S NP:1 VP:e] -> [S NP:1]", "[NP NN:1] -> [NP NN:1]", "[NN rain] -> [NN rain]"],
        ),
        # The target has a constituent across those of the source.
        (
            "(S (A (X x) (Y y)) (Z z))",
            "(S (X x) (B (Y y) (Z z)))",
            [0, 1, 2],
            [
                "[S [A X:1 Y:2] Z:3] -> [S X:1 [B Y:2 Z:3]]",
                "[X x] -> [X x]", "[Y y] -> [Y y]", "[Z z] -> [Z z]",
            ],
        ),
        # Where no category is the same, the highest node is taken.
        ("(S (X x))", "(S (Y x))", [0], ["[S X:1] -> S:1", "[X x] -> [S [Y x]]"]),
        ("(S (X x) (Y y))", "(T (Y y))", [1], ["[S X:e Y:1] -> [T Y:1]", "[Y y] -> [Y y]"]),
        # Footnote 7's rule, which moves: "in may" as "may in".
        (
            "(PP (IN in) (NP (NN may)))",
            "(PP (NP (NN may)) (IN in))",
            [1, 0],
            [
                "[PP IN:1 NP:2] -> [PP NP:2 IN:1]",
                "[IN in] -> [IN in]", "[NP NN:1] -> [NP NN:1]", "[NN may] -> [NN may]",
            ],
        ),
        ("(S (X x))", "(S (Y y))", [], []),
        # Rules only delete: another word has no rule.
        ("(S (X x))", "(S (X y))", [0], ["[S X:1] -> [S X:1]"]),
    ],
)  # fmt: skip
def test_most_general_rules(source: str, target: str, kept: list[int], rules: list[str]) -> None:
    links = [(place, i) for i, place in enumerate(kept)]
    found = extract_rules(read_tree(source), read_tree(target), links, depth=0)
    assert sorted(map(str, found)) == sorted(rules)


def test_words_of_a_rule_are_where_they_are_linked() -> None:
    """A rule finds the leftmost word; here it was the second that stayed."""
    source, target = read_tree("(NP (DT the) (DT the) (NN day))"), read_tree("(NP (DT the))")
    rules = {str(rule) for rule in extract_rules(source, target, [(1, 0)], depth=3)}
    assert "[NP [DT the] DT:1 NN:e] -> [NP DT:1]" in rules
    assert "[NP DT:e [DT the] NN:e] -> [NP [DT the]]" in rules
    assert "[NP [DT the] [DT the] NN:e] -> [NP [DT the]]" not in rules
    rules = {str(rule) for rule in extract_rules(source, target, [(0, 0)], depth=3)}
    assert "[NP [DT the] [DT the] NN:e] -> [NP [DT the]]" in rules


@pytest.mark.parametrize(
    ("depth", "max_variables", "max_nodes", "n_rules"),
    [
        (0, 5, 15, 0),  # six variables are too many
        (0, 6, 15, 1),
        (1, 5, 15, 6),  # one of them is a word
        (2, 5, 15, 6 + 15),
        (2, 4, 15, 15),
        (2, 5, 7, 6 + 15),
        (2, 5, 6, 0),  # seven nodes are too many
    ],
)
def test_large_rules_are_left_out_but_not_what_is_below(
    depth: int, max_variables: int, max_nodes: int, n_rules: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = Tree("NP", tuple(Tree("NN", word=f"w{i}") for i in range(6)))
    links = [(i, i) for i in range(6)]
    monkeypatch.setattr(extraction, "MAX_VARIABLES", max_variables)
    monkeypatch.setattr(extraction, "MAX_NODES", max_nodes)
    found = extract_rules(wide, wide, links, depth=depth)
    below = {Rule.read(f"[NN w{i}] -> [NN w{i}]") for i in range(6)}
    assert below <= found.keys()
    assert len(found.keys() - below) == n_rules


def test_a_deep_tree() -> None:
    tree = Tree("NN", word="rain")
    for _ in range(1200):
        tree = Tree("NP", (Tree("DT", word="the"), tree))
    found = extract_rules(tree, tree, [(i, i) for i in range(1201)], depth=2)
    assert found[Rule.read("[NP DT:1 NP:2] -> [NP DT:1 NP:2]")] == 1199
    # No constituent of this target agrees with one of the source, so that nothing can be cut.
    flat = Tree("NP", (*tree.leaves[:-1], Tree("NN", word="snow")))
    assert (
        extract_rules(tree, flat, [(0, 0), (1200, 1200)], depth=2)[
            Rule.read("[DT the] -> [DT the]")
        ]
        == 1
    )
