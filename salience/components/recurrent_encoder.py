"""A recurrent encoder for spaCy pipelines that needs nothing but numpy.

The recurrence is linear: a document is cut into blocks that are scanned side by side, and what a
block hands on to the next is added afterwards. That takes some hundred numpy calls, while a call
for each word would take thousands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from spacy.ml.models.tok2vec import MaxoutWindowEncoder
from thinc.api import Maxout, Model, chain, clone, glorot_uniform_init, noop, residual, with_array

from salience.arrays import BoolArray, Float32Array, IndexArray
from salience.components.trainable_pipe import no_backprop

BLOCK = 32  # Words that are scanned one after another; any number gives the same up to rounding.


def scan(keep: Float32Array, new: Float32Array, starts: BoolArray) -> Float32Array:
    """State after each word: `state[t] = keep[t] * state[t - 1] + new[t]`, 0 before a start.

    `keep` and `new` are (directions, BLOCK, blocks, width); `starts` (blocks,) says whether nothing
    is handed on to the block.
    """
    state, kept = new.copy(), keep.copy()
    for t in range(1, BLOCK):
        state[:, t] += keep[:, t] * state[:, t - 1]
        kept[:, t] *= kept[:, t - 1]
    handed = np.zeros_like(state[:, 0])
    for block in range(1, len(starts)):
        if not starts[block]:
            last = block - 1
            handed[:, block] = state[:, -1, last] + kept[:, -1, last] * handed[:, last]
    kept *= handed[:, None]
    state += kept
    return state


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Where the words of a batch stand in blocks: in both directions, with the starts of texts."""

    places: tuple[IndexArray, IndexArray]
    starts: BoolArray

    @classmethod
    def from_lengths(cls, lengths: list[int]) -> Self:
        counts = np.array([-(-length // BLOCK) for length in lengths], np.intp)
        firsts = np.cumsum(counts) - counts
        starts = np.zeros(counts.sum(), bool)
        starts[firsts[counts > 0]] = True
        words = [first * BLOCK + np.arange(n) for first, n in zip(firsts, lengths, strict=True)]
        block, row = np.divmod(np.concatenate(words), BLOCK)
        rows = row * len(starts) + block
        backward = [document[::-1] for document in np.split(rows, np.cumsum(lengths)[:-1])]
        return cls((rows, np.concatenate(backward)), starts)

    def pack(self, forward: Float32Array, backward: Float32Array) -> Float32Array:
        """(words, width) each to (2, BLOCK * blocks, width), 0 where no word stands."""
        packed = np.zeros((2, len(self.starts) * BLOCK, forward.shape[1]), np.float32)
        for values, half, rows in zip((forward, backward), packed, self.places, strict=True):
            half[rows] = values
        return packed

    def unpack(self, values: Float32Array) -> list[Float32Array]:
        """(2, BLOCK * blocks, width) to (words, width) for each direction: undoes `pack`."""
        halves = values.reshape(2, len(self.starts) * BLOCK, values.shape[-1])
        return [half[rows] for half, rows in zip(halves, self.places, strict=True)]

    def apart(self, values: Float32Array) -> Float32Array:
        """The same values with an axis of rows and one of blocks, as `scan` takes them."""
        return values.reshape(2, BLOCK, len(self.starts), values.shape[-1])

    def scan_back(self, keep: Float32Array, d_state: Float32Array) -> Float32Array:
        """The gradient of `scan`: a scan from the end, each step weighted by the next `keep`."""
        after = np.empty_like(keep)
        after[:, :-1] = keep[:, 1:]
        after[:, -1, :-1] = keep[:, 0, 1:]
        lasts = np.append(self.starts[1:], True)
        after[:, -1, lasts] = 0
        return scan(after[:, ::-1, ::-1], d_state[:, ::-1, ::-1], lasts[::-1])[:, ::-1, ::-1]

    def before(self, state: Float32Array) -> Float32Array:
        """The state before each word."""
        before = np.empty_like(state)
        before[:, 1:] = state[:, :-1]
        before[:, 0, 1:] = state[:, -1, :-1]
        before[:, 0, self.starts] = 0
        return before


def _sigmoid(values: Float32Array) -> Float32Array:
    """The logistic function, in place because arrays of this size are slow to allocate."""
    np.negative(values, out=values)
    with np.errstate(over="ignore"):  # 1 / inf is right.
        np.exp(values, out=values)
    values += 1
    return np.reciprocal(values, out=values)


def _forward(
    model: Model, inputs: list[Float32Array], is_train: bool
) -> tuple[list[Float32Array], Callable]:
    # A GPU is slow at many small steps: wherever the model is, numpy computes them.
    ops: Any = model.ops
    half = model.get_dim("nO") // 2
    # Rows of W: gates, then words; in both the forward half comes first.
    gate_weights, word_weights = ops.to_numpy(model.get_param("W")).reshape(2, 2, half, -1)
    gate_bias, word_bias = ops.to_numpy(model.get_param("b")).reshape(2, 2, 1, half)
    x = np.concatenate([ops.to_numpy(words) for words in inputs])
    lengths = [len(words) for words in inputs]
    blocks = _Blocks.from_lengths(lengths)
    packed = blocks.pack(x, x)
    keep = packed @ gate_weights.transpose(0, 2, 1)
    keep += gate_bias
    _sigmoid(keep)
    word = packed @ word_weights.transpose(0, 2, 1)
    word += word_bias
    new = np.subtract(1, keep)
    new *= word
    state = scan(blocks.apart(keep), blocks.apart(new), blocks.starts)

    def split(values: Float32Array) -> list[Float32Array]:
        return [ops.asarray(part) for part in np.split(values, np.cumsum(lengths)[:-1])]

    def backprop(d_outputs: list[Float32Array]) -> list[Float32Array]:
        d_output = np.concatenate([ops.to_numpy(part) for part in d_outputs])
        d_state = blocks.scan_back(
            blocks.apart(keep), blocks.apart(blocks.pack(d_output[:, :half], d_output[:, half:]))
        ).reshape(keep.shape)
        d_word = d_state * (1 - keep)
        d_gate = d_word * keep * (blocks.before(state).reshape(keep.shape) - word)
        d_both = np.stack([d_gate, d_word])
        model.inc_grad(
            "W", ops.asarray((d_both.transpose(0, 1, 3, 2) @ packed).reshape(4 * half, -1))
        )
        model.inc_grad("b", ops.asarray(d_both.sum(axis=2).ravel()))
        d_forward, d_backward = blocks.unpack(d_gate @ gate_weights + d_word @ word_weights)
        return split(d_forward + d_backward)

    # Without training nothing is kept: the arrays of a long document are large.
    output = np.concatenate(blocks.unpack(state), axis=1)
    return split(output), backprop if is_train else no_backprop


def _init(model: Model, X: object = None, Y: object = None) -> None:
    if isinstance(X, list) and model.has_dim("nI") is None:
        model.set_dim("nI", X[0].shape[1])
    width = model.get_dim("nO")
    model.set_param("W", glorot_uniform_init(model.ops, (2 * width, model.get_dim("nI"))))
    bias: Any = model.ops.alloc1f(2 * width)
    bias[:width] = 1  # At first a state lives for some words.
    model.set_param("b", bias)


def gated_scan(
    width: int, inputs: int | None = None
) -> Model[list[Float32Array], list[Float32Array]]:
    """Two gated linear recurrences over each document, one from each end, `width` wide together.

    They are the minGRU of Feng et al. (2024, "Were RNNs all we needed?", section 3.1).
    """
    return Model(
        "gated_scan",
        _forward,
        init=_init,
        dims={"nO": width, "nI": inputs},
        params={"W": None, "b": None},
    )


def recurrent_encoder(
    width: int, window_depth: int, depth: int, maxout_pieces: int = 2
) -> Model[list[Float32Array], list[Float32Array]]:
    """Layers that see a word's neighbours, then layers that see the whole document.

    A recurrent layer has a state of `width` in each direction, a maxout layer, a norm and a
    residual connection.
    """
    mix: Model = with_array(
        Maxout(nO=width, nI=2 * width, nP=maxout_pieces, normalize=True, dropout=0.0)
    )
    states: Model = gated_scan(2 * width, width)
    layer: Model = residual(chain(states, mix))
    windows: Model = (
        MaxoutWindowEncoder(width, 1, maxout_pieces, window_depth) if window_depth else noop()
    )
    model: Model = chain(windows, clone(layer, depth))
    model.set_dim("nO", width)
    return model
