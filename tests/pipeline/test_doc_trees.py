"""Trees of a Doc that a component left there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import spacy
from spacy.tokens import Doc, Span

from salience.errors import CorpusError
from salience.pipeline.doc_trees import EXTENSION, trees_of


@pytest.fixture
def left() -> Iterator[Callable[[str], None]]:
    """Lets a component leave brackets at every sentence."""
    yield lambda brackets: Span.set_extension(EXTENSION, getter=lambda _: brackets, force=True)
    if Span.has_extension(EXTENSION):
        Span.remove_extension(EXTENSION)


@pytest.fixture
def doc() -> Doc:
    words, tags = ["Rain", "\n", "fell", "(", ")"], ["NN", "_SP", "VBD", "-LRB-", "-RRB-"]
    deps = ["nsubj", "dep", "ROOT", "punct", "punct"]
    return Doc(spacy.blank("en").vocab, words=words, tags=tags, heads=[2, 0, 2, 2, 2], deps=deps)


def test_trees_that_a_component_left(doc: Doc, left: Callable[[str], None]) -> None:
    brackets = "(S (NP (NN Rain)) (VP (VBD fell)) (-LRB- -LRB-) (-RRB- -RRB-))"
    left(brackets)
    [tree] = trees_of(doc)
    assert tree.words == ("Rain", "fell", "(", ")")
    assert [child.label for child in tree.children] == ["S"]


def test_trees_of_other_words(doc: Doc, left: Callable[[str], None]) -> None:
    left("(S (NP (NN Snow)))")
    with pytest.raises(CorpusError, match="sentence 0 has the words 'Snow'"):
        trees_of(doc)


def test_trees_from_dependencies(doc: Doc) -> None:
    [tree] = trees_of(doc)
    assert tree.words == ("Rain", "fell", "(", ")")
