"""Where rules apply in trees, and grammars as text."""

import pytest

from salience.compression.transduction.grammar import Grammar, copy_rule, delete_rules, run_rules
from salience.compression.transduction.matching import Production
from salience.compression.transduction.rules import Rule
from salience.errors import CorpusError
from salience.trees.brackets import read_tree
from salience.trees.tree import Tree

COVERAGE = [
    (
        "NP DT JJ NN",
        [
            "[NP DT:1 JJ:2 NN:3] -> [NP DT:1 JJ:2 NN:3]",
            "[NP DT:e JJ:e NN:1] -> [NP NN:1]",
            "[NP DT:e JJ:e NN:1] -> NN:1",
            "[NP DT:1 JJ:e NN:2] -> [NP DT:1 NN:2]",
        ],
    ),
    ("NP NNS", ["[NP NNS:1] -> [NP NNS:1]"]),
    # Children that the table of heads does not know come last.
    (
        "NP XX NN",
        ["[NP XX:1 NN:2] -> [NP XX:1 NN:2]", "[NP XX:e NN:1] -> [NP NN:1]",
         "[NP XX:e NN:1] -> NN:1"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("nodes", "rules"), COVERAGE)
def test_rules_of_any_node(nodes: str, rules: list[str]) -> None:
    category, *children = nodes.split()
    production = Production(category, tuple(children))
    assert [str(copy_rule(production)), *map(str, delete_rules(production))] == rules


def grammar(*rules: str) -> Grammar:
    return Grammar({Rule.read(rule): 1 for rule in rules})


def test_an_extracted_rule_may_be_a_copy_or_delete_rule_too() -> None:
    extracted = [
        "[NP DT:1 NN:2] -> [NP DT:1 NN:2]",
        "[NP DT:e NN:1] -> NN:1",
        "[NN rain] -> [NN rain]",
    ]
    found = grammar(*extracted).applications(read_tree("(NP-SBJ (DT The) (NN Rain))"))
    kinds = [[(str(a.rule), a.extracted, a.copy, a.delete) for a in here] for here in found]
    assert kinds == [
        [
            ("[NP DT:1 NN:2] -> [NP DT:1 NN:2]", True, True, False),
            ("[NP DT:e NN:1] -> [NP NN:1]", False, False, True),
            ("[NP DT:e NN:1] -> NN:1", True, False, True),
        ],
        [("[DT the] -> [DT the]", False, True, False)],
        [("[NN rain] -> [NN rain]", True, True, False)],
    ]  # fmt: skip


# (VP (VBD saw) (NP (DT the) (NN dog) (CC and) (NN the))): nodes 0 to 6, words 0 to 4
DEEP = [
    ("[VP VBD:1 [NP DT:e NN:2 CC:e NN:e]] -> [VP VBD:1 NN:2]", (1, 4), (3, 5, 6), (), (-1, -2)),
    ("[VP [VBD saw] NP:1] -> NP:1", (2,), (), (0,), (-1,)),
    ("[VP [VBD saw] NP:1] -> [X NP:1 [VBD saw]]", (2,), (), (0,), (-1, 0)),
    (
        "[VP VBD:e [NP [DT the] NN:e CC:e [NN the]]] -> [NP [DT the]]",
        (), (1, 4, 5), (1, 4), (1,),
    ),
    (
        "[VP VBD:e [NP [DT the] NN:1 CC:e [NN the]]] -> [NP [DT the] NN:1 [DT the]]",
        (4,), (1, 5), (1, 4), (1, -1, 4),
    ),
    ("[VP VBD:1 [NP DT:e NN:2 CC:e]] -> [VP VBD:1 NN:2]", None, None, None, None),
    ("[VP VBD:1 [NP [DT a] NN:2 CC:e NN:e]] -> [VP VBD:1 NN:2]", None, None, None, None),
    ("[VP [VBD Saw] NP:1] -> NP:1", None, None, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "variables", "deleted", "words", "kept"), DEEP)
def test_deep_rules(
    rule: str,
    variables: tuple[int, ...] | None,
    deleted: tuple[int, ...],
    words: tuple[int, ...],
    kept: tuple[int, ...],
) -> None:
    tree = read_tree("(VP (VBD Saw) (NP (DT the) (NN dog) (CC and) (NN the)))")
    one = grammar(rule)
    matching = [a for here in one.applications(tree) for a in here if a.rule == Rule.read(rule)]
    if variables is None:
        assert matching == []
        return
    [found] = matching
    assert found[1:6] == (0, variables, deleted, words, kept)
    assert (found.extracted, found.copy, found.delete) == (True, False, False)


def test_only_the_most_frequent_targets_stay() -> None:
    counts = {
        Rule.read("[NP DT:1 NN:e] -> DT:1"): 1,
        Rule.read("[NP DT:e NN:1] -> NN:1"): 3,
        Rule.read("[NP DT:e NN:1] -> [NP NN:1]"): 1,
        Rule.read("[NP NN:1 NN:e] -> NN:1"): 1,
    }
    kept = Grammar(counts, max_targets=2).lines()
    assert kept == [
        "3\t[NP DT:e NN:1] -> NN:1",
        "1\t[NP DT:e NN:1] -> [NP NN:1]",
        "1\t[NP NN:1 NN:e] -> NN:1",
    ]
    assert Grammar.read(kept).lines() == kept
    assert Grammar(dict(reversed(counts.items())), max_targets=2).lines() == kept


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[S NP:1] -> NP:1", "line 2"),
        ("x\t[S NP:1] -> NP:1", "line 2"),
        ("1\t[S NP:1 -> NP:1", "line 2"),
        ("0\t[S NP:1] -> NP:1", "line 2"),
        ("1\tNP:1 -> NP:1", "more than a variable"),
        ("1\t[NN rain] -> [NN snow]", "no word that the source has not"),
    ],
)
def test_what_is_no_grammar(line: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        Grammar.read(["1\t[S NP:1 VP:e] -> NP:1", line])


def test_a_large_tree() -> None:
    tree = Tree("NN", word="rain")
    for _ in range(1200):
        tree = Tree("NP", (Tree("DT", word="the"), tree))
    found = Grammar({}).applications(tree)
    assert [len(here) for here in found[:2]] == [3, 1]
    assert len(found) == 2401


@pytest.mark.parametrize(
    ("children", "most", "kept"),
    [
        ("DT JJ NN", 1, ["JJ NN", "DT NN", "DT JJ"]),
        ("DT JJ NN", 2, ["JJ NN", "DT NN", "DT JJ", "NN", "DT"]),
        # One child at least stays, and nothing can go from a node that has but one.
        ("DT NN", 9, ["NN", "DT"]),
        ("NN", 3, []),
        ("DT NN", 0, []),
        (" ".join(["NN"] * 31), 1, []),
    ],
)
def test_runs_of_children_may_go(children: str, most: int, kept: list[str]) -> None:
    rules = run_rules(Production("NP", tuple(children.split())), most)
    assert [" ".join(child.label for child in rule.target.children) for rule in rules] == kept


def test_a_grammar_with_runs_reaches_any_constituent() -> None:
    tree = read_tree("(NP (DT the) (JJ old) (NN man) (PP (IN of) (NN war)))")
    deleted = {one.deleted for one in Grammar({}, runs=1).applications(tree)[0]}
    assert deleted >= {(1,), (2,), (3,), (4,)}
    assert not {one.deleted for one in Grammar({}).applications(tree)[0]} >= {(1,)}
    # Each rule is there once, whatever it is made by.
    found = [one.rule for one in Grammar({}, runs=3).applications(tree)[0]]
    assert len(found) == len(set(found))
