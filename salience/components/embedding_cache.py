"""An embedding layer that computes each word form of a batch once."""

from collections.abc import Callable
from typing import Any

import numpy as np
from spacy.attrs import NORM, ORTH
from spacy.tokens import Doc
from thinc.api import Model

from salience.arrays import Float32Array
from salience.components.trainable_pipe import no_backprop


def unique_words(
    embed: Model[list[Doc], list[Float32Array]],
) -> Model[list[Doc], list[Float32Array]]:
    """A layer that gives the vectors of `embed`; when predicting, each word form is computed once.

    Two of three words of a text have occurred before. The vector of a word must follow from its
    form and norm, as with attributes of the lexeme and static vectors.
    """
    return Model(
        "unique_words",
        _forward,
        init=_init,
        layers=[embed],
        dims={"nO": embed.get_dim("nO") if embed.has_dim("nO") else None},
    )


def _forward(model: Model, docs: list[Doc], is_train: bool) -> tuple[list[Float32Array], Callable]:
    embed = model.layers[0]
    words = np.concatenate([doc.to_array([ORTH, NORM]).reshape(-1, 2) for doc in docs])
    if is_train or not len(words) or any(doc.vocab is not docs[0].vocab for doc in docs):
        return embed(docs, is_train)
    # A number for each pair of hashes: two pairs share one as rarely as two words share a hash.
    keys = words[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ words[:, 1]
    _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    rows = embed.predict([_doc_of(words[firsts], docs[0])])[0]
    ends = np.cumsum([len(doc) for doc in docs])
    by_doc: list[Any] = np.split(places, ends[:-1])
    return [rows[model.ops.asarray(own)] for own in by_doc], no_backprop


def _doc_of(words: Any, like: Doc) -> Doc:
    """A doc of words with these forms and norms."""
    strings = like.vocab.strings
    doc = Doc(like.vocab, words=[strings[orth] for orth in words[:, 0].tolist()])
    doc.from_array([NORM], words[:, 1:])
    return doc


def _init(model: Model, X: Any = None, Y: object = None) -> None:
    model.layers[0].initialize(X=X)
