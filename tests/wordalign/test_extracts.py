"""Extracts: the sentences of a document that retell each sentence of its abstract."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.text.words import plain_words
from salience.word_links.links import Pair
from salience.wordalign.documents import is_small
from salience.wordalign.extracts import extract

TEXTS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6).map(" ".join)


def test_extracts_hold_what_each_sentence_of_the_abstract_retells() -> None:
    text = " . ".join(f"filler{i} nothing{i} more{i}" for i in range(8)) + " ."
    text += " Ann won the cup . The harbour froze ."
    document = plain_words(text, (*range(0, 32, 4), 32, 37))
    abstract = plain_words("The harbour froze . Ann won .", (0, 4))
    found, where = extract(Pair("d", document, abstract), each=1)
    assert " ".join(found.document.texts) == "Ann won the cup . The harbour froze ."
    assert where == tuple(range(32, 41)) and found.document.sentences == (0, 5)
    whole, _ = extract(Pair("d", document, abstract), each=10)
    assert whole.document == document


@settings(max_examples=50, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=8), TEXTS, st.integers(1, 4))
def test_extracts_are_greedy(sentences: list[str], abstract: str, each: int) -> None:
    """Against Marcu's method, written down without algebra."""
    starts = tuple(sum(len(s.split()) for s in sentences[:i]) for i in range(len(sentences)))
    pair = Pair("d", plain_words(" ".join(sentences), starts), plain_words(abstract))

    def cosine(which: list[int]) -> float:
        words = " ".join(sentences[i] for i in which).split()
        mine = [words.count(w) for w in "abcdef"]
        other = [abstract.split().count(w) for w in "abcdef"]
        length = float(np.linalg.norm(mine) * np.linalg.norm(other))
        return float(np.dot(mine, other)) / length if length else 0.0

    left = list(range(len(sentences)))
    while len(left) > each:
        rests = [(cosine([i for i in left if i != out]), out) for out in left]
        best = max(value for value, _ in rests)
        left.remove(max(out for value, out in rests if value > best - 1e-9))
    found, _ = extract(pair, each=each)
    assert found.document.texts == tuple(" ".join(sentences[i] for i in left).split())


def test_long_documents_and_abstracts_are_not_small() -> None:
    short, long = plain_words("a"), plain_words("a " * 2001)
    assert is_small(Pair("d", long, short))
    assert not is_small(Pair("d", short, long))
