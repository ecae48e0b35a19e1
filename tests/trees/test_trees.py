"""Trees as values, and Penn brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.trees.brackets import each_tree, read_tree, read_trees, to_brackets, without_empty
from salience.trees.heads import head, head_word, ranked_children
from salience.trees.tree import Tree

labels = st.sampled_from(["S", "NP-SBJ", "NP=2", "-LRB-", "ADVP|PRT", ".", "WHNP-1"])
preterminals = st.builds(
    lambda label, word: Tree(label, word=word), labels, st.text("a(.)é", min_size=1)
)
trees = st.recursive(
    preterminals,
    lambda below: st.builds(
        lambda label, c: Tree(label, tuple(c)), labels, st.lists(below, min_size=1)
    ),
    max_leaves=12,
)
DEPTH = 10_000


@given(st.lists(trees, max_size=3))
def test_trees_come_back_from_brackets(several: list[Tree]) -> None:
    assert list(read_trees("\n".join(map(to_brackets, several)))) == several


@given(trees)
def test_places_of_nodes(tree: Tree) -> None:
    nodes = tree.nodes()
    assert (nodes[0].start, nodes[0].end, nodes[0].parent) == (0, len(tree.words), -1)
    for i, node in enumerate(nodes):
        assert tree.words[node.start : node.end] == node.tree.words
        children = [n for n in nodes if n.parent == i]
        assert tuple(n.tree for n in children) == node.tree.children
        if children:
            borders = [node.start, *(n.end for n in children)]
            assert [n.start for n in children] == borders[:-1]
            assert borders[-1] == node.end


@given(trees, st.data())
def test_words_that_are_kept_keep_their_order(tree: Tree, data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.sampled_from(range(len(tree.words)))))
    left = tree.kept(kept)
    assert (left.words if left else ()) == tuple(tree.words[i] for i in sorted(kept))


@given(st.lists(trees, min_size=1, max_size=5), st.data())
def test_what_is_no_tree_loses_no_other(several: list[Tree], data: st.DataObject) -> None:
    """A bracket is lost in one line of a treebank."""
    lines = [*map(to_brackets, several)]
    bad = data.draw(st.sampled_from(range(len(lines))))
    places = [i for i, c in enumerate(lines[bad]) if c in "()"]
    at = data.draw(st.sampled_from(places))
    lines[bad] = lines[bad][:at] + lines[bad][at + 1 :]
    found = [*each_tree("\n".join(lines), "f")]
    assert [one for one in found if isinstance(one, Tree)] == several[:bad] + several[bad + 1 :]
    [error] = [str(one) for one in found if not isinstance(one, Tree)]
    assert error.startswith(f"f, line {bad + 1}, column ")


def test_what_is_never_closed_is_said_once() -> None:
    found = [*each_tree("(A a) (S (B\n  b)\n\n(S (NP\n(C c)", "f")]
    assert [*map(str, found)] == [
        "(A a)",
        "f, line 1, column 7: the bracket of S is never closed.",
        "f, line 4, column 4: the bracket of NP is never closed.",
        "(C c)",
    ]


def test_depth_is_no_limit() -> None:
    text = "(S " * DEPTH + "(NN rain)" + ")" * DEPTH
    tree = read_tree(text)
    assert to_brackets(tree) == repr(tree) == text
    assert tree == read_tree(text)
    assert hash(tree) == hash(read_tree(text))
    assert tree.fold(lambda _, below: 1 + max(below, default=0)) == DEPTH + 1
    assert tree.kept({0}) == tree
    with pytest.raises(CorpusError, match=f"line 1, column {3 * (DEPTH - 1) + 1}: "):
        read_tree(text[:-DEPTH])


@pytest.mark.parametrize(
    ("label", "category", "functions"),
    [
        ("NP", "NP", ()),
        ("NP-SBJ", "NP", ("SBJ",)),
        ("PP-LOC-PRD-2", "PP", ("LOC", "PRD")),
        ("NP=2", "NP", ()),
        ("ADVP|PRT", "ADVP", ("PRT",)),
        ("-LRB-", "-LRB-", ()),
        ("-NONE-", "-NONE-", ()),
        (":", ":", ()),
        ("-", "-", ()),
        ("PRP$", "PRP$", ()),
    ],
)
def test_parts_of_labels(label: str, category: str, functions: tuple[str, ...]) -> None:
    tree = Tree(label, word="x")
    assert (tree.category, tree.functions) == (category, functions)


def test_brackets_of_the_penn_treebank() -> None:
    """An unlabelled root, an empty element, function tags, escapes, and trees one after another."""
    text = """
    ( (S (NP-SBJ-1 (NNP Ann))
         (VP (VBD tried)
             (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB win)))))
         (-LRB- -LRB-) (NP (CD 1\\/2)) (-RRB- -RRB-)
         (. .)))
    ((X (SYM \\*)))
    """
    first, second = read_trees(text)
    assert first.words == ("Ann", "tried", "*-1", "to", "win", "(", "1/2", ")", ".")
    assert second == Tree("ROOT", (Tree("X", (Tree("SYM", word="*"),)),))
    bare = without_empty(first)
    assert bare is not None
    assert bare.words == ("Ann", "tried", "to", "win", "(", "1/2", ")", ".")
    assert "(S (VP (TO to) (VP (VB win))))" in to_brackets(bare)
    assert without_empty(read_tree("(NP (-NONE- *))")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S\n  (NP (NN a))", "f, line 1, column 1: the bracket of S is never closed"),
        ("(S (NN a)))", "f, line 1, column 11: a closing bracket too many"),
        ("(S (NN a))\n tail", "f, line 2, column 2: 'tail' is in no brackets"),
        ("(S ())", "column 5: a bracket has nothing in it"),
        ("(NP)", "column 4: NP has nothing in it"),
        ("(NP the dog)", "column 9: NP has a word beside"),
        ("(NP the (NN dog))", "column 9: NP has a word beside"),
        ("(NP (DT the) dog)", "column 14: NP has a word beside"),
        ("(S ((NN a)))", "column 4: a constituent inside a tree has no label"),
    ],
)
def test_unparsable_brackets_say_where(text: str, message: str) -> None:
    with pytest.raises(CorpusError) as caught:
        list(read_trees(text, "f"))
    assert message in str(caught.value)


def test_one_tree_is_one() -> None:
    with pytest.raises(CorpusError, match="there are 2 trees where one is due"):
        read_tree("(X a) (X b)")
    with pytest.raises(CorpusError, match="there are 0 trees"):
        read_tree(" ")


def test_what_is_no_tree() -> None:
    with pytest.raises(ValueError, match="either children or a word: 'NP'"):
        Tree("NP")
    with pytest.raises(ValueError, match="no label in brackets: 'N P'"):
        to_brackets(Tree("N P", word="a"))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("(NP (DT the) (JJ old) (NN man))", "NN DT JJ"),
        ("(NP (NP (DT a) (NN man)) (PP (IN of) (NP (NNP Oslo))))", "NP PP"),
        ("(VP (MD may) (RB not) (VP (VB go)))", "MD VP RB"),
        ("(S (PP (IN in) (NP (NN May))) (, ,) (NP-SBJ (PRP it)) (VP (VBD fell)) (. .))",
         "VP NP-SBJ PP , ."),
        ("(PP (IN of) (NP (NN tea)))", "IN NP"),
        ("(SBAR (IN that) (S (VP (VB go))))", "S IN"),
        ("(UNKNOWN (NN a) (NN b))", "NN NN"),
    ],
)  # fmt: skip
def test_children_by_importance(text: str, order: str) -> None:
    tree = read_tree(text)
    ranked = ranked_children(tree)
    assert " ".join(tree.children[i].label for i in ranked) == order
    assert sorted(ranked) == list(range(len(tree.children)))
    assert head(tree) == ranked[0]


def test_head_words() -> None:
    text = "(S (NP-SBJ (DT the) (NN rain)) (VP (VBZ has) (VP (VBN stopped))))"
    assert head_word(read_tree(text)) == "has"
    assert head(Tree("NN", word="rain")) is None
