"""The weights of sentences, against scikit-learn's cosines."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction import DictVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from salience.features.sentence_weights import sentence_weights
from salience.types import Document, ParsedDocument

Words = tuple[str, ...]
sentences_of_words = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6).map(tuple))


def document(sentences: list[Words], title: Words) -> ParsedDocument:
    read = {"sentence_words": tuple(sentences), "title_words": title}
    return ParsedDocument(Document("d", ""), (), (), len(sentences), **read)


@given(sentences_of_words, st.lists(st.sampled_from("abcxyz"), max_size=4).map(tuple))
def test_scikit_learn_finds_the_same(sentences: list[Words], title: Words) -> None:
    weights = sentence_weights(document(sentences, title))
    counts = [Counter(s) for s in sentences]
    assert len(weights.rest) == len(weights.headline) == len(weights.rank) == len(sentences)
    for i, own in enumerate(counts):
        others = sum((c for j, c in enumerate(counts) if j != i), Counter[str]())
        matrix = DictVectorizer().fit_transform([own, others, Counter(title), {"": 1}])
        _, rest, headline, _ = cosine_similarity(matrix)[0]
        assert weights.rest[i] == pytest.approx(rest, abs=1e-6)
        assert weights.headline[i] == pytest.approx(headline, abs=1e-6)
        assert weights.rank[i] == 1 + sum(weights.rest > weights.rest[i])


@given(sentences_of_words, st.randoms(use_true_random=False))
def test_the_order_of_words_and_sentences_changes_no_weight(
    sentences: list[Words], random: np.random.Generator
) -> None:
    before = sentence_weights(document(sentences, ("a", "b")))
    order = list(range(len(sentences)))
    random.shuffle(order)
    turned = [sentences[i][::-1] for i in order]
    after = sentence_weights(document(turned, ("b", "a")))
    assert after.rest.tolist() == before.rest[order].tolist()
    assert after.headline.tolist() == before.headline[order].tolist()


def test_a_document_made_by_hand_need_not_have_words() -> None:
    weights = sentence_weights(ParsedDocument(Document("d", "It rained."), (), (), 2))
    assert weights.rest.tolist() == weights.headline.tolist() == [0, 0]
