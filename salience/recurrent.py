"""A recurrent encoder for spaCy pipelines that needs nothing but numpy.

The recurrence is linear, so a document is cut into blocks that are scanned side by side, and what
a block hands on to the next is added afterwards. That takes some hundred numpy calls where a step
a word would take thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from spacy.ml.models.tok2vec import MaxoutWindowEncoder
from thinc.api import (
    Maxout,
    Model,
    NumpyOps,
    chain,
    clone,
    glorot_uniform_init,
    noop,
    residual,
    with_array,
)

from salience.labelled_pipe import Flags, Floats, Rows

BLOCK = 32  # Words that are scanned one after another; any number gives the same up to rounding.


def scan(keep: Floats, new: Floats, starts: Flags) -> Floats:
    """State after each row: `state[t] = keep[t] * state[t - 1] + new[t]`, 0 before a start.

    Args:
        keep: (blocks * BLOCK, width).
        new: The same shape.
        starts: (blocks,), whether nothing is handed on to the block. Block 0 is always a start.

    Example:
        >>> keep, new = np.full((64, 1), 0.5, np.float32), np.ones((64, 1), np.float32)
        >>> state = scan(keep, new, np.array([True, False]))
        >>> [float(state[t, 0]) for t in (0, 1, 2)]
        [1.0, 1.5, 1.75]
    """
    shape = (len(starts), BLOCK, keep.shape[1])
    keep, state = keep.reshape(shape), new.reshape(shape).copy()
    kept = keep.copy()
    for t in range(1, BLOCK):
        state[:, t] += keep[:, t] * state[:, t - 1]
        kept[:, t] *= kept[:, t - 1]
    for block in range(1, len(starts)):
        if not starts[block]:
            state[block] += kept[block] * state[block - 1, -1]
    return state.reshape(new.shape)


def block_rows(lengths: list[int]) -> tuple[Rows, Flags]:
    """The row in blocks of each word of a batch, and which blocks start a document.

    >>> rows, starts = block_rows([33, 1])
    >>> rows[[0, 32, 33]].tolist(), starts.tolist()
    ([0, 32, 64], [True, False, True])
    """
    blocks = [-(-length // BLOCK) for length in lengths]
    firsts = np.cumsum([0, *blocks])[:-1]
    starts = np.zeros(sum(blocks), bool)
    starts[[first for first, count in zip(firsts, blocks, strict=True) if count]] = True
    rows = [first * BLOCK + np.arange(n) for first, n in zip(firsts, lengths, strict=True)]
    return np.concatenate(rows).astype(np.intp), starts


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Where the words of a batch stand in blocks; the second half of the width reads backwards."""

    rows: Rows
    turned: Rows
    starts: Flags

    @classmethod
    def of(cls, lengths: list[int]) -> _Blocks:
        turned = [
            np.arange(n)[::-1] + end - n for end, n in zip(np.cumsum(lengths), lengths, strict=True)
        ]
        rows, starts = block_rows(lengths)
        return cls(rows, np.concatenate(turned), starts)

    def pack(self, values: Floats) -> Floats:
        half = values.shape[1] // 2
        found = np.zeros((len(self.starts) * BLOCK, 2 * half), np.float32)
        found[self.rows, :half] = values[:, :half]
        found[self.rows, half:] = values[self.turned, half:]
        return found

    def unpack(self, values: Floats) -> Floats:
        half = values.shape[1] // 2
        found = values[self.rows]
        found[:, half:] = found[self.turned, half:]
        return found

    def scan_back(self, keep: Floats, d_state: Floats) -> Floats:
        """The same scan from the end: what a state hands on comes back through the next `keep`."""
        after = np.zeros_like(keep)
        after[:-1] = keep[1:]
        lasts = np.append(self.starts[1:], True)
        after.reshape(len(lasts), BLOCK, -1)[lasts, -1] = 0
        return scan(after[::-1], d_state[::-1], lasts[::-1])[::-1]

    def before(self, state: Floats) -> Floats:
        """The state before each word."""
        found = np.zeros_like(state)
        found[1:] = state[:-1]
        found.reshape(len(self.starts), BLOCK, -1)[self.starts, 0] = 0
        return found


def _forward(model: Model, inputs: list[Floats], is_train: bool) -> tuple[list[Floats], Callable]:
    # Many small steps are nothing for a GPU: wherever the model is, they are computed by numpy.
    ops: Any = model.ops
    width = model.get_dim("nO")
    weights, bias = (ops.to_numpy(model.get_param(name)) for name in ("W", "b"))
    x = np.concatenate([ops.to_numpy(words) for words in inputs])
    lengths = [len(words) for words in inputs]
    blocks = _Blocks.of(lengths)
    gates = x @ weights.T + bias
    keep, word = NumpyOps().sigmoid(gates[:, :width]), gates[:, width:]
    kept = blocks.pack(keep)
    state = scan(kept, blocks.pack((1 - keep) * word), blocks.starts)

    def split(values: Floats) -> list[Floats]:
        return [ops.asarray(part) for part in np.split(values, np.cumsum(lengths)[:-1])]

    def backprop(d_outputs: list[Floats]) -> list[Floats]:
        d_output = np.concatenate([ops.to_numpy(part) for part in d_outputs])
        d_state = blocks.scan_back(kept, blocks.pack(d_output))
        d_keep = blocks.unpack(d_state * blocks.before(state))
        d_new = blocks.unpack(d_state)
        d_gate = (d_keep - d_new * word) * keep * (1 - keep)
        d_gates = np.concatenate([d_gate, d_new * (1 - keep)], axis=1)
        model.inc_grad("W", ops.asarray(d_gates.T @ x))
        model.inc_grad("b", ops.asarray(d_gates.sum(axis=0)))
        return split(d_gates @ weights)

    # Without training nothing is kept: the arrays of a long document are large.
    return split(blocks.unpack(state)), backprop if is_train else _no_backprop


def _no_backprop(d_outputs: list[Floats]) -> list[Floats]:
    raise RuntimeError("this output was a prediction: call begin_update to learn from it")


def _init(model: Model, X: object = None, Y: object = None) -> None:
    if isinstance(X, list) and model.has_dim("nI") is None:
        model.set_dim("nI", X[0].shape[1])
    width = model.get_dim("nO")
    model.set_param("W", glorot_uniform_init(model.ops, (2 * width, model.get_dim("nI"))))
    bias: Any = model.ops.alloc1f(2 * width)
    bias[:width] = 1  # At first a state lives for some words.
    model.set_param("b", bias)


def gated_scan(width: int, inputs: int | None = None) -> Model[list[Floats], list[Floats]]:
    """Two gated linear recurrences over each document, one from each end.

    A state keeps the share `f` of what it was and takes `1 - f` of a projection of the word; both
    see the word alone (the minGRU of Feng et al. 2024, "Were RNNs all we needed?", section 3.1;
    near to Lei et al. 2018, "Simple recurrent units for highly parallelizable recurrence").

    Args:
        width: Of both states together.
        inputs: Width of the input.

    Example:
        >>> model = gated_scan(4, 2).initialize()
        >>> [y.shape for y in model.predict([np.ones((3, 2), "f"), np.ones((40, 2), "f")])]
        [(3, 4), (40, 4)]
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
) -> Model[list[Floats], list[Floats]]:
    """Layers that see a word's neighbours, then layers that see the whole document.

    Args:
        width: Of input and output, and of each direction's state.
        window_depth: Layers over a word and its neighbours (`spacy.MaxoutWindowEncoder.v2`).
        depth: Recurrent layers, each with a maxout layer, a norm and a residual connection.
        maxout_pieces: Of the maxout units.

    Example:
        >>> model = recurrent_encoder(8, 1, 2)
        >>> model = model.initialize(X=[np.ones((3, 8), "f")])
        >>> model.predict([np.ones((5, 8), "f")])[0].shape
        (5, 8)
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
