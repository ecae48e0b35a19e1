"""What there is to choose from for a summary, and a choice."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np
from scipy.optimize import LinearConstraint

from salience.arrays import BoolArray
from salience.summaries.concepts import Concept

Status = Literal["optimal", "time limit", "approximate"]

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Problem:
    """What there is to choose from."""

    lengths: Sequence[float]  # of each candidate, 0 or more
    budget: float  # the sum of lengths at most
    concepts: Sequence[Concept]  # `concept.sentences` are indices of candidates
    values: Sequence[float] = ()  # what each candidate is worth by itself, if anything
    # Candidates, each with others of which one at least must be chosen along with it.
    needs: Sequence[tuple[int, Collection[int]]] = ()
    # Two candidates, and what it is worth to choose both; the greedy rule looks at none.
    pairs: Sequence[tuple[int, int, float]] = ()
    constraints: Sequence[LinearConstraint] = ()  # over the candidates alone, a column for each

    def value(self, chosen: Collection[int]) -> float:
        """What a choice is worth."""
        there = frozenset(chosen)
        covered = sum(c.weight for c in self.concepts if not there.isdisjoint(c.sentences))
        both = sum(worth for *pair, worth in self.pairs if there.issuperset(pair))
        return float(covered + both + (sum(self.values[i] for i in there) if self.values else 0.0))

    def held(self) -> list[list[int]]:
        """By candidate the numbers of the concepts that it has."""
        has: list[list[int]] = [[] for _ in self.lengths]
        for number, concept in enumerate(self.concepts):
            for i in concept.sentences:
                has[i].append(number)
        return has

    def usable(self) -> BoolArray:
        """Whether each candidate may be of use: it fits, and has a concept or a value; of equals
        the shortest, unless it goes with another. Where there are further rules, all that fit.
        """
        fits = np.array(self.lengths, dtype=float) <= self.budget
        if self.constraints:
            return fits
        has = self.held()
        values = self.values or [0.0] * len(has)
        order = sorted(range(len(has)), key=lambda i: (self.lengths[i], i))
        first = {tuple(has[i]): i for i in reversed(order) if has[i]}
        there = np.array(values, dtype=float) != 0
        with_others = [(i, *others) for i, others in self.needs] + [p[:2] for p in self.pairs]
        there[[*first.values(), *chain.from_iterable(with_others)]] = True
        return fits & there

    @property
    def plain(self) -> bool:
        """Whether more is never worth less, and only length and needs limit the choice."""
        return not self.constraints and all(
            worth >= 0 for worth in (*self.values, *(c.weight for c in self.concepts))
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """A choice of candidates."""

    chosen: tuple[int, ...]  # their indices, in rising order
    value: float  # what they are worth
    bound: float  # what no choice is worth more than
    # Within the gap that was asked for, the best until time was up, or by the greedy rule.
    status: Status

    @property
    def gap(self) -> float:
        """The part of the bound by which the value falls short of it at most."""
        return max(0.0, self.bound - self.value) / max(abs(self.bound), _ROUNDING)
