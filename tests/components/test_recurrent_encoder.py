"""The recurrent encoder against a loop over words, and its gradients against differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thinc.api import Model

from salience.components.recurrent_encoder import BLOCK, gated_scan, recurrent_encoder


def made(seed: int = 0) -> tuple[Model, np.random.Generator]:
    random = np.random.default_rng(seed)
    model = gated_scan(6, 4).initialize()
    model.set_param("W", random.normal(size=(12, 4)).astype("f"))
    model.set_param("b", random.normal(size=12).astype("f"))
    return model, random


def by_loop(model: Model, x: np.ndarray) -> np.ndarray:
    gates = x.astype("d") @ model.get_param("W").T + model.get_param("b")
    keep = 1 / (1 + np.exp(-gates[:, :6]))
    new = (1 - keep) * gates[:, 6:]
    found = np.zeros((len(x), 6))
    for half, order in ((slice(0, 3), range(len(x))), (slice(3, 6), reversed(range(len(x))))):
        state = np.zeros(3)
        for t in order:
            state = keep[t, half] * state + new[t, half]
            found[t, half] = state
    return found


@settings(deadline=None)
@given(st.lists(st.integers(0, 3 * BLOCK + 1), min_size=1, max_size=5))
def test_states_are_those_of_a_loop_over_each_document(lengths: list[int]) -> None:
    model, random = made()
    inputs = [random.normal(size=(n, 4)).astype("f") for n in lengths]
    for x, found in zip(inputs, model.predict(inputs), strict=True):
        np.testing.assert_allclose(found, by_loop(model, x), rtol=1e-4, atol=1e-5)


def test_gradients_are_those_of_differences() -> None:
    model, random = made()
    lengths = (1, BLOCK + 3, 2 * BLOCK)
    inputs = [random.normal(size=(n, 4)).astype("f") for n in lengths]
    outputs, backprop = model.begin_update(inputs)
    wanted = [random.normal(size=y.shape).astype("f") for y in outputs]
    d_inputs = backprop(wanted)

    def loss() -> float:
        return sum(
            float((by_loop(model, x) * w).sum()) for x, w in zip(inputs, wanted, strict=True)
        )

    def difference(values: np.ndarray, place: tuple[int, ...], set_back: str | None) -> float:
        results = []
        for step in (1e-3, -2e-3):
            values[place] += step
            if set_back:
                model.set_param(set_back, values)
            results.append(loss())
        values[place] += 1e-3
        if set_back:
            model.set_param(set_back, values)
        return (results[0] - results[1]) / 2e-3

    for x, d_x in zip(inputs, d_inputs, strict=True):
        for place in ((0, 0), (len(x) - 1, 3), (len(x) // 2, 1)):
            assert d_x[place] == pytest.approx(difference(x, place, None), rel=1e-2, abs=1e-3)
    for name, places in {"W": [(0, 0), (5, 2), (7, 1), (11, 3)], "b": [(2,), (4,), (9,)]}.items():
        gradient, values = model.get_grad(name), model.get_param(name).copy()
        for place in places:
            change = difference(values, place, name)
            assert gradient[place] == pytest.approx(change, rel=1e-2, abs=1e-2), name


def test_a_document_is_the_same_alone_and_in_a_batch() -> None:
    random = np.random.default_rng(1)
    inputs = [random.normal(size=(n, 8)).astype("f") for n in (5, 200, 33, 64)]
    model = recurrent_encoder(8, 1, 2).initialize(X=inputs)
    together = model.predict(inputs)
    for x, found in zip(inputs, together, strict=True):
        np.testing.assert_allclose(model.predict([x])[0], found, rtol=1e-5, atol=1e-6)


def test_what_stands_far_away_is_seen() -> None:
    random = np.random.default_rng(2)
    x = random.normal(size=(100, 8)).astype("f")
    model = recurrent_encoder(8, 0, 1).initialize(X=[x])
    before = model.predict([x])[0]
    changed = x.copy()
    changed[50] += 5
    moved = np.abs(model.predict([changed])[0] - before).max(axis=1) > 1e-6
    assert moved[45:56].all()
    assert moved[:50].any() and moved[51:].any()
