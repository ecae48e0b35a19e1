"""The pieces of target that a search looks at: a packed forest of all derivations.

A target side is put together from left to right, a word or a child at a time. Sides that begin
alike share their beginning, so that each piece is made once. Strata say with which counts of words
a piece can still become a whole that is asked for.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

BEGIN_PLACE, END_PLACE, NO_PLACE = -1, -2, -3
"""What stands for a word before the first one, after the last one, and for no word at all."""


class Step(NamedTuple):
    """A rule at a node of the source tree, as the search sees it."""

    category: str  # root category of the target side
    # the target side from left to right: the place of a word (0 or more), or -k for variable k
    output: tuple[int, ...]
    # by variable, the source node below and the target category that it must have
    children: tuple[tuple[int, str], ...]
    score: float  # what the rule scores by itself, with a partial loss where one is wanted


class WordCell(NamedTuple):
    """A word by itself."""

    place: int


class PairCell(NamedTuple):
    """A piece and what stands behind it, both by their index in the forest."""

    left: int
    right: int


class ChoiceCell(NamedTuple):
    """A source node with a target category: its steps by index, each with its target side."""

    node: int
    options: tuple[tuple[int, int], ...]


Cell = WordCell | PairCell | ChoiceCell


def build_forest(steps: Sequence[Sequence[Step]], root: str) -> list[Cell]:
    """All pieces that a derivation can have, parts before what is made of them.

    The last is the whole target, with its beginning and end; there is none without a derivation.
    """
    wanted: list[set[str]] = [set() for _ in steps]
    if steps:
        wanted[0].add(root)
    for node, choices in enumerate(steps):
        for step in choices:
            if step.category in wanted[node]:
                for child, category in step.children:
                    if not node < child < len(steps):
                        raise ValueError(f"{child} can't be a child of node {node} in pre-order")
                    wanted[child].add(category)
    forest = _Forest()
    made: dict[tuple[int, str], int] = {}
    for node in range(len(steps) - 1, -1, -1):
        options: dict[str, list[tuple[int, int]]] = {}
        for index, step in enumerate(steps[node]):
            if step.category in wanted[node] and all(child in made for child in step.children):
                parts = [
                    forest.cell(WordCell(one)) if one >= 0 else made[step.children[-one - 1]]
                    for one in step.output
                ]
                options.setdefault(step.category, []).append((index, forest.row(parts)))
        for category, found in options.items():
            made[node, category] = forest.cell(ChoiceCell(node, tuple(found)))
    if (0, root) not in made:
        return []
    begin, end = (forest.cell(WordCell(place)) for place in (BEGIN_PLACE, END_PLACE))
    forest.row([begin, made[0, root], end])
    return forest.cells


class _Forest:
    """Cells in the order in which they were made; equal ones are one."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self._index: dict[Cell, int] = {}

    def cell(self, cell: Cell) -> int:
        found = self._index.setdefault(cell, len(self.cells))
        if found == len(self.cells):
            self.cells.append(cell)
        return found

    def row(self, parts: Sequence[int]) -> int:
        """Some cells one behind the other."""
        if not parts:
            return self.cell(WordCell(NO_PLACE))
        whole, *more = parts
        for part in more:
            whole = self.cell(PairCell(whole, part))
        return whole


def useful_strata(
    forest: Sequence[Cell], amount: Callable[[int], int], choose: Callable[[list[int]], list[int]]
) -> list[list[int]]:
    """For each piece of a forest, the counts with which it can be part of a chosen whole: what is
    possible from the words up, and of that what fits from the whole down. A set of counts is a
    number's bits.
    """
    inside: list[int] = []
    for cell in forest:
        if isinstance(cell, WordCell):
            inside.append(1 << amount(cell.place))
        elif isinstance(cell, PairCell):
            inside.append(_sums(inside[cell.left], bits(inside[cell.right])))
        else:
            together = 0
            for _, option in cell.options:
                together |= inside[option]
            inside.append(together)
    useful = [0] * len(forest)
    useful[-1] = sum(1 << count for count in choose(bits(inside[-1])))
    for index in range(len(forest) - 1, -1, -1):
        useful[index] &= inside[index]
        cell, wanted = forest[index], useful[index]
        if isinstance(cell, PairCell):
            useful[cell.left] |= _differences(wanted, bits(inside[cell.right]))
            useful[cell.right] |= _differences(wanted, bits(inside[cell.left]))
        elif isinstance(cell, ChoiceCell):
            for _, option in cell.options:
                useful[option] |= wanted
    return [bits(counts) for counts in useful]


def counts_of_words(
    n: int, n_words: int | None, must: Collection[int]
) -> tuple[Callable[[int], int], Callable[[list[int]], list[int]]]:
    """What to count, and which counts to choose: most of what must stay, then the number of words
    that is asked for, else the nearest below, else above.
    """
    needed = frozenset(must)
    unit = n + 1  # a count is the number of words, and times this the number of those that must

    def amount(place: int) -> int:
        if place < 0:
            return 0
        return (n_words is not None) + unit * (place in needed)

    def choose(counts: list[int]) -> list[int]:
        most = max(count // unit for count in counts)
        best = [count for count in counts if count // unit == most]
        if n_words is None:
            return best
        lengths = [count % unit for count in best]
        below = [length for length in lengths if length <= n_words]
        nearest = max(below) if below else min(lengths)
        return [count for count in best if count % unit == nearest]

    return amount, choose


def bits(number: int) -> list[int]:
    """The places of the ones of a number, rising."""
    return [i for i, bit in enumerate(reversed(f"{number:b}")) if bit == "1"]


def _sums(counts: int, others: Sequence[int]) -> int:
    found = 0
    for other in others:
        found |= counts << other
    return found


def _differences(counts: int, others: Sequence[int]) -> int:
    found = 0
    for other in others:
        found |= counts >> other
    return found
