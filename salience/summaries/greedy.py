"""Summaries without a solver: what adds most for its length, one after the other."""

from collections.abc import Collection
from heapq import heapify, heappop, heappush, heapreplace

from salience.summaries.problem import Problem, Solution

_TINY = 1e-9


def greedy(problem: Problem) -> Solution:
    """Choose what adds most for its length, until nothing more fits, or the best single candidate
    (Lin and Bilmes 2010); candidates are looked at again only when they come first (Minoux 1978).
    """
    if not problem.plain:
        raise ValueError("the greedy rule needs weights of 0 or more, and no further rules")
    state = _State(problem)
    usable = [int(i) for i in problem.usable().nonzero()[0]]
    bounds = [_bound(state, usable)]
    alone = [i for i in usable if not state.needs[i]]
    single = max(alone, key=lambda i: (state.gain(i), -i), default=None)
    best_single = 0.0 if single is None else state.gain(single)
    heap = [(-state.rate(i), i) for i in usable]
    heapify(heap)
    while heap:
        _, i = heap[0]
        lacks = any(state.chosen.isdisjoint(others) for others in state.needs[i])
        if lacks or state.lengths[i] > state.budget:  # it comes again with what it needs
            heappop(heap)
            continue
        now = (-state.rate(i), i)
        if now > heap[0]:
            heapreplace(heap, now)
            continue
        heappop(heap)
        if state.gain(i) > 0:
            state.take(i)
            for other in state.needed_by.get(i, ()):
                heappush(heap, (-state.rate(other), other))
    bounds.append(_bound(state, usable))
    chosen = tuple(sorted(state.chosen))
    if single is not None and best_single > state.value:
        chosen = (single,)
    value = problem.value(chosen)
    return Solution(chosen, value, max(value, min(bounds)), "approximate")


class _State:
    """What has been chosen, and what each candidate would add."""

    def __init__(self, problem: Problem) -> None:
        n = len(problem.lengths)
        self.lengths, self.budget = problem.lengths, problem.budget
        self.values = problem.values or [0.0] * n
        self.weights = [concept.weight for concept in problem.concepts]
        self.has = problem.held()
        self.needs: list[list[Collection[int]]] = [[] for _ in range(n)]
        self.needed_by: dict[int, list[int]] = {}
        for i, others in problem.needs:
            self.needs[i].append(others)
            for other in others:
                self.needed_by.setdefault(other, []).append(i)
        self.covered: set[int] = set()
        self.chosen: set[int] = set()
        self.value = 0.0

    def gain(self, i: int) -> float:
        if i in self.chosen:
            return 0.0
        new = (self.weights[c] for c in self.has[i] if c not in self.covered)
        return self.values[i] + sum(new)

    def rate(self, i: int) -> float:
        return self.gain(i) / max(self.lengths[i], _TINY)

    def take(self, i: int) -> None:
        self.value += self.gain(i)
        self.budget -= self.lengths[i]
        self.covered.update(self.has[i])
        self.chosen.add(i)


def _bound(state: _State, usable: list[int]) -> float:
    """What no choice is worth more than: the best rates added, the last one in part."""
    order = sorted(usable, key=lambda i: -state.rate(i))
    left = state.budget + sum(state.lengths[i] for i in state.chosen)
    most = state.value
    for i in order:
        share = min(1.0, left / max(state.lengths[i], _TINY))
        most += state.gain(i) * share
        left -= state.lengths[i]
        if left <= 0:
            break
    return most
