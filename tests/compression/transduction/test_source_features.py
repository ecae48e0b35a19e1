"""Features of what a rule keeps and deletes, and of the entities there."""

import pytest

from salience.compression.transduction.described import described
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.source_features import deleted_features, entity_features
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


def test_salience_is_counted_where_it_goes() -> None:
    kept, deleted = entity_features(TREE, {0: 0.5, 2: 0.25, 4: 0.0})
    nodes = TREE.nodes()
    by_label = {node.tree.label: found for node, found in zip(nodes, deleted, strict=True)}
    assert kept == [{"salience kept": 0.5}, {}, {"salience kept": 0.25}, {}, {}, {}]
    assert by_label["NP-SBJ"] == {"salience deleted": 0.5}
    assert by_label["VP"] == {"salience deleted": 0.25}
    assert by_label["PP-LOC"] == {}
    assert by_label["S"] == {"salience deleted": 0.75, "last salient deleted": 1.0}


def test_a_sentence_without_salience_has_no_such_features() -> None:
    grammar = Grammar({})
    plain = described(WORDS, TREE, grammar, source=False)
    assert described(WORDS, TREE, grammar, source=False, salience={}).items[:12] == [{}] * 12
    assert not any("salience" in name for item in plain.items for name in _names(item))


def _names(item: object) -> list[str]:
    return list(item) if isinstance(item, dict) else []


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
