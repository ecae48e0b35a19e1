"""Weights learned example by example: MIRA."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from salience.arrays import Float64Array
from salience.learning.examples import Example, difference, violation


@dataclass(frozen=True, slots=True)
class OnlinePass:
    """A pass through the examples: how many changed the weights, and the mean loss."""

    number: int
    updates: int
    loss: float


def mira(
    examples: Sequence[Example],
    size: int,
    *,
    c: float = 1.0,
    passes: int = 10,
    seed: int = 0,
    on_pass: Callable[[OnlinePass], None] | None = None,
) -> Float64Array:
    """Averaged weights of the margin-infused relaxed algorithm (Crammer and Singer 2003), which
    move as little as they must to set the right output above the worst, and at most `c` times the
    difference.
    """
    if not 0 < c < np.inf:
        raise ValueError(f"c must be above 0 and finite, not {c}")

    if not examples or passes < 1:
        raise ValueError("there is nothing to learn from. Give at least one example and one pass.")
    weights, late = np.zeros(size), np.zeros(size)
    order = np.random.default_rng(seed)
    seen = 0
    for number in range(1, passes + 1):
        updates, losses = 0, 0.0
        for i in order.permutation(len(examples)).tolist():
            output = examples[i].search(weights, augmented=True)
            row = difference(examples[i].gold, output.features, size)
            losses += output.loss
            length = float(row.values @ row.values)
            violated = violation(row, output.loss, weights)
            if length and violated > 0:
                step = min(c, violated / length)
                weights[row.columns] += step * row.values
                late[row.columns] += seen * step * row.values  # as often as it was not yet there
                updates += 1
            seen += 1
        if on_pass is not None:
            on_pass(OnlinePass(number, updates, losses / len(examples)))
    return weights - late / seen
