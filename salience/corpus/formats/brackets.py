"""Sentences as trees in Penn brackets, as the Penn Treebank has them."""

from collections.abc import Iterable, Iterator

from salience.corpus.formats.source import RawDocument, SourceFile, whole_text
from salience.trees.brackets import each_tree, rooted, without_empty
from salience.trees.tree import Tree
from salience.types import Document

TREES = "trees"
"""The field of `Document.meta` that has the tree of each sentence."""


def read_brackets(source: SourceFile) -> Iterator[RawDocument]:
    """A document of a line for each tree of a file; a tree that can't be read is a reject."""
    text, reason = whole_text(source)
    if reason is not None:
        yield source.name, reason
        return
    trees: list[Tree] = []
    for tree in each_tree(text, source.name):
        if isinstance(tree, Tree):
            trees.append(tree)
        else:
            where, _, what = str(tree).removeprefix(source.name).partition(": ")
            yield source.name + where, what
    document = tree_document(trees, source.id)
    if document.text:
        fields = {"id": document.id, "title": "", "text": document.text}
        yield source.name, {**fields, **document.meta}


def tree_document(trees: Iterable[Tree], id: str = "") -> Document:
    """The document of sentences with their trees, each under a root, without empty elements."""
    bare = [rooted(tree) for tree in map(without_empty, trees) if tree is not None]
    text = "\n".join(" ".join(tree.words) for tree in bare)
    return Document(id, text, meta={TREES: tuple(bare)})
