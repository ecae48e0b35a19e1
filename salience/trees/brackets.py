"""Trees in Penn brackets: ``(S (NP (PRP It)) (VP (VBD rained)) (. .))``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from salience.errors import CorpusError
from salience.trees.tree import Tree

# Only these separate: a no-break space may be part of a word.
_PIECE = re.compile(r"[()]|[^ \t\r\n\f\v()]+")
_SPACE = re.compile(r"\s")
_IN_LABELS = re.compile(r"[ \t\r\n\f\v()]")

_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    r"\/": "/",
    r"\*": "*",
}
_ESCAPED = re.compile("|".join(map(re.escape, _ESCAPES)))

_ROOT = "ROOT"
_EMPTY = "-NONE-"


def read_trees(text: str, source: str = "brackets") -> Iterator[Tree]:
    r"""The trees of a text: any number of them, on one line or on several.

    Brackets in words are read from their escapes (``-LRB-``), as is ``\/``. A tree without a label
    at its root, as in the Penn Treebank, is labelled ``ROOT``. Function tags and empty elements
    stay (`without_empty` takes the latter away).

    Args:
        text: The brackets.
        source: What errors call it, such as the name of the file.

    Raises:
        CorpusError: Where the brackets are no tree; the message has line and column.

    Example:
        >>> [tree] = read_trees("( (S (NP (NN Rain)) (VP (VBZ helps))) )")
        >>> tree
        (ROOT (S (NP (NN Rain)) (VP (VBZ helps))))
        >>> list(read_trees("(S (NP))"))
        Traceback (most recent call last):
        salience.errors.CorpusError: brackets, line 1, column 7: NP has nothing in it.
    """
    open_nodes: list[_OpenNode] = []
    for found in _PIECE.finditer(text):
        piece, place = found[0], found.start()
        if piece == "(":
            if open_nodes and open_nodes[-1].word:
                raise _error(text, place, source, _mixed(open_nodes[-1]))
            open_nodes.append(_OpenNode(place))
        elif not open_nodes:
            what = "a closing bracket too many" if piece == ")" else f"{piece!r} is in no brackets"
            raise _error(text, place, source, f"{what}.")
        elif piece == ")":
            node = open_nodes.pop()
            if not node.children and not node.word:
                what = f"{node.label or 'a bracket'} has nothing in it."
                raise _error(text, place, source, what)
            if not node.label and open_nodes:
                raise _error(text, node.place, source, "a constituent inside a tree has no label.")
            tree = Tree(node.label or _ROOT, tuple(node.children), node.word)
            if open_nodes:
                open_nodes[-1].children.append(tree)
            else:
                yield tree
        else:
            _add(open_nodes[-1], piece, text, place, source)
    if open_nodes:
        what = f"the bracket of {open_nodes[-1].label or 'a tree'} is never closed."
        raise _error(text, open_nodes[-1].place, source, what)


def read_tree(text: str, source: str = "brackets") -> Tree:
    """The one tree of a text.

    Raises:
        CorpusError: If it is none, or if there are several.

    Example:
        >>> read_tree("(NP (DT the) (NN end))").words
        ('the', 'end')
    """
    trees = list(read_trees(text, source))
    if len(trees) != 1:
        raise CorpusError(f"{source}: there are {len(trees)} trees where one is due.")
    return trees[0]


def to_brackets(tree: Tree) -> str:
    """A tree in brackets, on one line; brackets in words are escaped.

    White space in a word becomes a no-break space.

    Raises:
        ValueError: If a label is empty, or holds brackets or white space.

    Example:
        >>> to_brackets(Tree("NP", (Tree("NN", word="(sic)"),)))
        '(NP (NN -LRB-sic-RRB-))'
    """
    for node in tree.nodes():
        if not node.tree.label or _IN_LABELS.search(node.tree.label):
            raise ValueError(f"no label in brackets: {node.tree.label!r}")
    return tree.brackets(_escaped)


def without_empty(tree: Tree) -> Tree | None:
    """A tree without its empty elements (``-NONE-``) and without nodes that had only such.

    Returns:
        None if nothing is left.

    Example:
        >>> without_empty(read_tree("(S (NP-SBJ (-NONE- *)) (VP (VB Go)))"))
        (S (VP (VB Go)))
    """
    labels = [leaf.label for leaf in tree.leaves]
    return tree.kept({i for i, label in enumerate(labels) if label != _EMPTY})


def _escaped(word: str) -> str:
    word = word.replace("(", "-LRB-").replace(")", "-RRB-")
    return _SPACE.sub("\N{NO-BREAK SPACE}", word)


class _OpenNode:
    """A node whose closing bracket has not come yet."""

    __slots__ = ("children", "label", "place", "word")

    def __init__(self, place: int) -> None:
        self.place = place
        self.label = ""
        self.word = ""
        self.children: list[Tree] = []


def _add(node: _OpenNode, piece: str, text: str, place: int, source: str) -> None:
    """A label or a word, whichever is due."""
    if not node.label and not node.children:
        node.label = piece
    elif node.children or node.word:
        raise _error(text, place, source, _mixed(node))
    else:
        node.word = _ESCAPED.sub(lambda found: _ESCAPES[found[0]], piece)


def _mixed(node: _OpenNode) -> str:
    label = node.label or "a bracket"
    return f"{label} has a word beside another word or constituent: give each word its own bracket."


def _error(text: str, place: int, source: str, what: str) -> CorpusError:
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    return CorpusError(f"{source}, line {line}, column {column}: {what}")
