"""Trees in Penn brackets: ``(S (NP (PRP It)) (VP (VBD rained)) (. .))``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from salience.errors import CorpusError
from salience.trees.tree import Tree

# Only these separate: a no-break space may be part of a word.
_PIECE = re.compile(r"[()]|[^ \t\r\n\f\v()]+")
_SPACES = " \t\r\n\f\v"
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

_BEGINS = re.compile(r"^\(", re.MULTILINE)

_ROOT = "ROOT"
_ROOTS = ("ROOT", "TOP", "S1")
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
    return (tree for tree, _ in _trees(text, source, 1))


def each_tree(text: str, source: str = "brackets") -> Iterator[Tree | CorpusError]:
    """The trees of a text, and the error of each that is none; behind an error trees begin at lines
    that begin with a bracket, as in treebanks, where the others are indented.
    """
    end = 0
    try:
        for tree, stop in _trees(text, source, 1):
            yield tree
            end = stop
        return
    except CorpusError:
        pass  # it is said below, where what is not closed ends before the next tree
    first = len(text) - len(text[end:].lstrip(_SPACES))
    begins = [first, *(found.start() for found in _BEGINS.finditer(text, first + 1))]
    line = 1 + text.count("\n", 0, first)
    indent = " " * (first - text.rfind("\n", 0, first) - 1)
    for start, stop in pairwise([*begins, len(text)]):
        part = indent + text[start:stop]
        indent = ""
        try:
            for tree, _ in _trees(part, source, line):
                yield tree
        except CorpusError as error:
            yield error
        line += part.count("\n")


def _trees(text: str, source: str, line: int) -> Iterator[tuple[Tree, int]]:
    """The trees of a text whose first line has a number, and where each of them ends."""

    def wrong(place: int, what: str) -> CorpusError:
        number = line + text.count("\n", 0, place)
        column = place - text.rfind("\n", 0, place)
        return CorpusError(f"{source}, line {number}, column {column}: {what}")

    open_nodes: list[_OpenNode] = []
    for found in _PIECE.finditer(text):
        piece, place = found[0], found.start()
        if piece == "(":
            if open_nodes and open_nodes[-1].word:
                raise wrong(place, _mixed(open_nodes[-1]))
            open_nodes.append(_OpenNode(place))
        elif not open_nodes:
            what = "a closing bracket too many" if piece == ")" else f"{piece!r} is in no brackets"
            raise wrong(place, f"{what}.")
        elif piece == ")":
            node = open_nodes.pop()
            if not node.children and not node.word:
                raise wrong(place, f"{node.label or 'a bracket'} has nothing in it.")
            if not node.label and open_nodes:
                raise wrong(node.place, "a constituent inside a tree has no label.")
            tree = Tree(node.label or _ROOT, tuple(node.children), node.word)
            if open_nodes:
                open_nodes[-1].children.append(tree)
            else:
                yield tree, found.end()
        elif not open_nodes[-1].add(piece):
            raise wrong(place, _mixed(open_nodes[-1]))
    if open_nodes:
        name = open_nodes[-1].label or "a tree"
        raise wrong(open_nodes[-1].place, f"the bracket of {name} is never closed.")


def read_tree(text: str, source: str = "brackets") -> Tree:
    """The one tree of a text."""
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
    """A tree without its empty elements (``-NONE-``) and without nodes that had only such."""
    labels = [leaf.label for leaf in tree.leaves]
    return tree.kept({i for i, label in enumerate(labels) if label != _EMPTY})


def rooted(tree: Tree) -> Tree:
    """The tree under a root, ``ROOT``, in place of the other names for it (``TOP``, ``S1``)."""
    if tree.label in _ROOTS and tree.children:
        return Tree(_ROOT, tree.children)
    return Tree(_ROOT, (tree,))


def _escaped(word: str) -> str:
    word = word.replace("(", "-LRB-").replace(")", "-RRB-")
    return _SPACE.sub("\N{NO-BREAK SPACE}", word)


@dataclass(slots=True)
class _OpenNode:
    """A node whose closing bracket has not come yet."""

    place: int
    label: str = ""
    word: str = ""
    children: list[Tree] = field(default_factory=list)

    def add(self, piece: str) -> bool:
        """A label or a word, whichever is due; False if neither is."""
        if not self.label and not self.children:
            self.label = piece
        elif self.children or self.word:
            return False
        else:
            self.word = _ESCAPED.sub(lambda found: _ESCAPES[found[0]], piece)
        return True


def _mixed(node: _OpenNode) -> str:
    label = node.label or "a bracket"
    return f"{label} has a word beside another word or constituent: give each word its own bracket."
