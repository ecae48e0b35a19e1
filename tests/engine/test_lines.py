"""Values come back from their lines as they were."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from salience.compression.compressed import CompressedSentence, Deleted
from salience.compression.documents import CompressedDocument
from salience.corpus.formats.brackets import tree_document
from salience.engine.lines import from_line, to_line
from salience.summaries.sentences import Sentence
from salience.trees.tree import Tree
from salience.types import Document, ParsedDocument
from tests.support.results import PARSED

DEEP = reduce(lambda tree, _: Tree("X", (tree,)), range(5_000), Tree("NN", word="-LRB-"))
SENTENCE = CompressedSentence(
    0, 9, "It\u2028 \ud800!", "It!", (Deleted(2, 5, "\u2028 \ud800", "r"),), 3, 2, DEEP
)


@pytest.mark.parametrize(
    "value",
    [
        PARSED,
        CompressedDocument(Document("d", "It", None, ("a",), {"n": [1, None]}), (SENTENCE,)),
        Sentence("It.", entities=frozenset({"b", "a"}), stops=(True, False)),
    ],
)
def test_a_value_comes_back(value: Any) -> None:
    line = to_line(value)
    assert line.isascii() and "\n" not in line
    assert from_line(type(value), line) == value


def test_what_json_does_not_know_is_text_and_a_document_is_no_more_than_one() -> None:
    parsed = ParsedDocument(Document("d", "It", meta={"x": {1, 2}.__class__}), (), (), 1)
    assert from_line(ParsedDocument, to_line(parsed)).document.meta == {"x": "<class 'set'>"}
    of_trees = tree_document([Tree("NN", word="rain")], "d")
    again = from_line(Document, to_line(of_trees))
    assert (again.id, again.text) == ("d", "rain") and isinstance(again.meta["trees"], list)
