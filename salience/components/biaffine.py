"""Scores of arcs and relations between the words of a sentence.

Both are biaffine products of what a word is as a dependent and as a head (Dozat and Manning 2017,
"Deep biaffine attention for neural dependency parsing", section 2.2), for a document at once.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from spacy.tokens import Doc
from thinc.api import Maxout, Model, NumpyOps, chain, with_array

from salience.arrays import Float32Array, IndexArray

DependentsAndHeads = tuple[Float32Array, Float32Array]
"""Words as dependents and as heads, (words, width) each."""

DocumentArcs = tuple[Float32Array, Float32Array, list[IndexArray]]
"""The words of a document as dependents and as heads, and the rows of each sentence."""


def biaffine_model(
    tok2vec: Model[list[Doc], list[Float32Array]], arc_width: int, dep_width: int
) -> Model[list[Doc], list[Float32Array]]:
    """The model of the parser, `salience.Biaffine.v1` in a config.

    Its output is `2 * arc_width + 2 * dep_width` numbers for each word, which `split_output` takes
    apart. The layers `arcs` and `deps` score pairs of words.
    """
    width = 2 * (arc_width + dep_width)
    hidden: Any = with_array(Maxout(nO=width, nP=2, dropout=0.0))
    body: Model = chain(tok2vec, hidden)
    arcs, deps = arc_scores(arc_width), dep_scores(dep_width)

    return Model(
        "biaffine",
        _forward,
        init=_init,
        layers=[body, arcs, deps],
        refs={"tok2vec": tok2vec, "arcs": arcs, "deps": deps},
        attrs={"arc_width": arc_width, "dep_width": dep_width},
    )


def split_output(model: Model, output: Float32Array) -> list[Float32Array]:
    """Views of an output: dependents and heads of arcs, dependents and heads of relations."""
    arc, dep = model.attrs["arc_width"], model.attrs["dep_width"]
    return np.split(output, [arc, 2 * arc, 2 * arc + dep], axis=1)


def arc_scores(width: int) -> Model[DocumentArcs, list[Float32Array]]:
    """The layer that scores arcs: an array (words, heads) for each sentence of a document."""
    return _layer("biaffine_arcs", _arcs_forward, _init_arcs, nI=width)


def dep_scores(width: int, labels: int | None = None) -> Model[DependentsAndHeads, Float32Array]:
    """The layer that scores relations, (words, relations), of dependents with their heads."""
    return _layer("biaffine_deps", _deps_forward, _init_deps, nI=width, nO=labels)


def _layer(name: str, forward: Callable, init: Callable, **dims: int | None) -> Model:
    return Model(name, forward, init=init, dims=dims, params={"W": None}, ops=NumpyOps())


def _forward(model: Model, docs: list[Doc], is_train: bool) -> tuple[list[Float32Array], Callable]:
    return model.layers[0](docs, is_train)


def _init(model: Model, X: Any = None, Y: object = None) -> None:
    body, arcs, deps = model.layers
    body.initialize(X=X)
    arcs.initialize()
    deps.initialize()


def _init_arcs(model: Model, X: object = None, Y: object = None) -> None:
    width = model.get_dim("nI")
    model.set_param("W", model.ops.alloc2f(width + 1, width))


def _init_deps(model: Model, X: object = None, Y: object = None) -> None:
    width = model.get_dim("nI") + 1
    model.set_param("W", model.ops.alloc3f(width, model.get_dim("nO"), width))


def _with_one(x: Float32Array) -> Float32Array:
    return np.concatenate([x, np.ones((len(x), 1), x.dtype)], axis=1)


def _arcs_forward(
    model: Model, inputs: DocumentArcs, is_train: bool
) -> tuple[list[Float32Array], Callable]:
    words: Any = _with_one(inputs[0])
    heads, sentences = inputs[1:]
    weights: Any = model.get_param("W")
    middle = words @ weights

    def backprop(d_scores: list[Float32Array]) -> DependentsAndHeads:
        d_middle, d_heads = np.zeros_like(middle), np.zeros_like(heads)
        for rows, d_sentence in zip(sentences, d_scores, strict=True):
            d_middle[rows] += d_sentence @ heads[rows]
            d_heads[rows] += d_sentence.T @ middle[rows]
        model.inc_grad("W", words.T @ d_middle)
        return (d_middle @ weights.T)[:, :-1], d_heads

    return [middle[rows] @ heads[rows].T for rows in sentences], backprop


def _deps_forward(
    model: Model, inputs: DependentsAndHeads, is_train: bool
) -> tuple[Float32Array, Callable]:
    words, heads = _with_one(inputs[0]), _with_one(inputs[1])
    # W, (dependent, relation, head), as (pairs, relation): then the scores are one product.
    stored: Any = model.get_param("W")
    weights = stored.transpose(0, 2, 1)
    flat = weights.reshape(-1, weights.shape[2])
    shape = (len(words), *weights.shape[:2])
    pairs: Any = (words[:, :, None] * heads[:, None]).reshape(len(words), len(flat))

    def backprop(d_scores: Any) -> DependentsAndHeads:
        model.inc_grad("W", (pairs.T @ d_scores).reshape(weights.shape).transpose(0, 2, 1))
        d_pairs = (d_scores @ flat.T).reshape(shape)
        d_words = (d_pairs @ heads[:, :, None])[:, :, 0]
        d_heads = (words[:, None] @ d_pairs)[:, 0]
        return d_words[:, :-1], d_heads[:, :-1]

    return pairs @ flat, backprop
