"""Sentences as trees in Penn brackets, read from files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from salience.corpus.formats.archives import standard_input, wanted_files
from salience.corpus.formats.compression import opened, suffixes
from salience.corpus.formats.source import SourceFile, byte_limit, whole_text
from salience.corpus.formats.unpacking import DAMAGED
from salience.corpus.read import MAX_LENGTH, STDIN
from salience.errors import CorpusError, Reject
from salience.trees.brackets import each_tree, rooted, without_empty
from salience.trees.tree import Tree
from salience.types import Document

SUFFIXES = (".ptb", ".mrg")
"""How the names of files of trees end; `.mrg` in the Penn Treebank."""


@dataclass(frozen=True, slots=True)
class TreeDocument(Document):
    """A document of a line for each sentence, with its trees, rooted and without empty elements."""

    trees: tuple[Tree, ...] = ()


def tree_document(trees: Iterable[Tree], id: str = "") -> TreeDocument:
    """Sentences from their trees."""
    whole = [rooted(bare) for tree in trees if (bare := without_empty(tree)) is not None]
    text = "\n".join(" ".join(tree.words) for tree in whole)
    return TreeDocument(id, text, trees=tuple(whole))


def is_treebank(path: str | Path) -> bool:
    """Whether the name of a file says that it holds trees."""
    return suffixes(Path(path).name)[0] in SUFFIXES


def holds_trees(path: str | Path) -> bool:
    """Whether names say that a file, or a folder that has nothing else to read, holds trees."""
    folder = Path(path)
    if not folder.is_dir():
        return is_treebank(path)
    return any(map(is_treebank, folder.rglob("*"))) and not any(wanted_files(folder, None))


def read_treebank(
    path: str | Path,
    *,
    id: str | None = None,
    max_length: int = MAX_LENGTH,
    limit: int | None = None,
) -> Iterator[TreeDocument | Reject]:
    """The sentences of a file of trees in Penn brackets; `-` is standard input.

    A reject for each tree that can't be read, with its line and column, and then a document of all
    others, if there are any.
    """
    most_bytes = byte_limit(max_length)
    name = "stdin" if str(path) == STDIN else str(path)
    try:
        if str(path) == STDIN:
            text, reason = whole_text(standard_input("brackets", most_bytes))
        else:
            with opened(path) as file:
                text, reason = whole_text(SourceFile("brackets", name, name, file, most_bytes))
    except DAMAGED as error:
        raise CorpusError(f"{name} can't be read: {error}. Check the file.") from error
    if reason is not None:
        raise CorpusError(f"{name}: {reason}.")
    trees: list[Tree] = []
    for found in each_tree(text, name):
        if len(trees) == limit:
            break
        if isinstance(found, Tree):
            trees.append(found)
        else:
            where, _, what = str(found).removeprefix(name).partition(": ")
            yield Reject("", name + where, what)
    if (document := tree_document(trees, id or Path(name).name)).trees:
        yield document


def read_treebanks(
    paths: Sequence[str], *, max_length: int = MAX_LENGTH, limit: int | None = None
) -> Iterator[TreeDocument | Reject]:
    """The sentences of files of trees, a document each, and of all such files in folders.

    A tree that can't be read is a reject, and so is a file in a folder; one that is named is an
    error.
    """
    left = limit
    for path, id, must in _files(paths):
        if left == 0:
            return
        try:
            for found in read_treebank(path, id=id, max_length=max_length, limit=left):
                yield found
                if left is not None and isinstance(found, TreeDocument):
                    left -= len(found.trees)
        except CorpusError as error:
            if must:
                raise
            yield Reject("", str(path), str(error).removeprefix(f"{path}: "))


def _files(paths: Sequence[str]) -> Iterator[tuple[str | Path, str | None, bool]]:
    """Files with the ids of their documents, and whether each must be readable."""
    for given in paths:
        folder = Path(given)
        if not folder.is_dir():
            yield given, given if len(paths) > 1 else None, True
            continue
        files = sorted(path for path in folder.rglob("*") if is_treebank(path))
        if not files:
            raise CorpusError(f"{folder} is a folder without files {' or '.join(SUFFIXES)}.")
        for path in files:
            yield path, path.relative_to(folder).as_posix(), False
