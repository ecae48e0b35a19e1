"""Features of what a rule keeps and deletes."""

import pytest

from salience.compression.transduction.described import described
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.source_features import deleted_features
from salience.text.words import Words
from salience.trees.brackets import read_tree

TREE = read_tree(
    "(ROOT (S (NP-SBJ (NNP Ann)) (VP (VBD met) (NP (NNP Bob)) (PP-LOC (IN in) (NP (NNP Oslo)))) "
    "(. .)))"
)
WORDS = Words(
    ("Ann", "met", "Bob", "in", "Oslo", "."),
    ("Ann", "meet", "Bob", "in", "Oslo", "."),
    ("PROPN", "VERB", "PROPN", "ADP", "PROPN", "PUNCT"),
    (1, 1, 1, 4, 1, 1),
    ("nsubj", "root", "obj", "case", "obl", "punct"),
    (0,),
    ((0, 3), (4, 7), (8, 11), (12, 14), (15, 19), (20, 21)),
)
PP = next(i for i, node in enumerate(TREE.nodes()) if node.tree.category == "PP")


@pytest.mark.parametrize(
    ("feature", "is_there"),
    [
        ("deleted=PP", True),
        ("deleted=PP-LOC", True),
        ("deleted=PP in VP", True),
        ("deleted=PP right in VP", True),
        ("deleted=PP obl", True),
        ("deleted=PP first=in", True),
        ("deleted=PP head=oslo", True),
        ("deleted=PP below=meet", True),
        ("deleted=PP with PROPN", True),
        ("deleted=PP at the end", True),
        ("deleted=PP at the beginning", False),
        ("deleted=negation", False),
        ("deleted=PP with VERB", False),
    ],
)
def test_a_constituent_is_described(feature: str, is_there: bool) -> None:
    assert (feature in deleted_features(WORDS, TREE)[PP]) == is_there


def test_the_root_is_never_deleted() -> None:
    assert deleted_features(WORDS, TREE)[0] == []
    assert all(deleted_features(WORDS, TREE)[1:])


@pytest.mark.parametrize("source", [False, True])
def test_each_derivation_has_the_features_of_its_rules(source: bool) -> None:
    """What items add up to is what the rules, words and constituents of a step have."""
    sentence = described(WORDS, TREE, Grammar({}, runs=1), source=source)
    nodes = TREE.nodes()
    for here, parts in zip(sentence.applications, sentence.parts, strict=True):
        for one, places in zip(here, parts, strict=True):
            found = {}
            for place in places:
                item = sentence.items[place]
                found |= item if isinstance(item, dict) else item.features()
            n = sum(nodes[i].end - nodes[i].start for i in one.deleted)
            assert found.get("words deleted", 0) == n
            assert found["rules"] == 1
            assert any(name.startswith("deleted=") for name in found) == (source and n > 0)
            assert any(name.startswith("kept ") for name in found) == (source and bool(one.words))
