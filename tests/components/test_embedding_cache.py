"""Embedding each word form once gives what embedding every word gives."""

from __future__ import annotations

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.ml.models import MultiHashEmbed
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Model, fix_random_seed

from salience.components.embedding_cache import unique_words

NLP = spacy.blank("en")
WORDS = ["Oslo", "oslo", "OSLO", "can't", "cannot", "'s", "is", "\n\n", "1999", "é", "e\u0301"]


@pytest.fixture(scope="module")
def embed() -> Model:
    fix_random_seed(0)
    rows = [50, 20, 20, 20]
    attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]
    model = MultiHashEmbed(width=8, attrs=attrs, rows=rows, include_static_vectors=False)
    return model.initialize(X=[NLP("Some words.")])


@settings(deadline=None)
@given(texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=4))
def test_every_word_has_the_vector_that_it_has_alone(embed: Model, texts: list[str]) -> None:
    docs = [NLP(text) for text in texts] or [NLP("")]
    found = unique_words(embed).predict(docs)
    expected = [embed.predict([doc])[0] for doc in docs]
    assert [len(rows) for rows in found] == [len(doc) for doc in docs]
    for rows, others in zip(found, expected, strict=True):
        np.testing.assert_allclose(rows, others, rtol=1e-5, atol=1e-6)


def test_a_norm_of_one_token_is_its_own(embed: Model) -> None:
    doc = Doc(NLP.vocab, words=["gonna", "gonna"])
    doc[1].norm_ = "going"
    one, other = unique_words(embed).predict([doc])[0]
    assert not np.allclose(one, other)
    np.testing.assert_allclose(other, embed.predict([doc])[0][1], rtol=1e-5)


def test_it_embeds_each_form_once(embed: Model) -> None:
    seen: list[int] = []

    def forward(model: Model, docs: list[Doc], is_train: bool) -> tuple[list[np.ndarray], object]:
        seen.extend(map(len, docs))
        return embed(docs, is_train)

    unique_words(Model("counting", forward)).predict([NLP("it is it"), NLP("It is")])
    assert seen == [3]


def test_it_learns_from_every_word(embed: Model) -> None:
    docs = [NLP("it is it")]
    whole, backprop = unique_words(embed).begin_update(docs)
    np.testing.assert_array_equal(whole[0], embed.predict(docs)[0])
    backprop([np.ones_like(whole[0])])
    model = unique_words(embed)
    _, refused = model(docs, False)
    with pytest.raises(RuntimeError, match="call begin_update"):
        refused(whole)


def test_docs_of_several_vocabularies_are_embedded_too(embed: Model) -> None:
    docs = [NLP("Oslo is"), Doc(Vocab(), words=["never", "seen"])]
    found = unique_words(embed).predict(docs)
    for rows, others in zip(found, embed.predict(docs), strict=True):
        np.testing.assert_array_equal(rows, others)
