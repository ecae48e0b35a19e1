"""The pieces of target that a search looks at: a packed forest of all derivations.

A target side is put together from left to right, a word or a child at a time. Sides that begin
alike share their beginning, so that each piece is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BEGIN_PLACE, END_PLACE, NO_PLACE = -1, -2, -3
"""What stands for a word before the first one, after the last one, and for no word at all."""


class Step(NamedTuple):
    """A rule at a node of the source tree, as the search sees it.

    Attributes:
        category: Root category of the target side.
        output: The target side from left to right: the place of a word (0 or more), or -k for
            variable k.
        children: By variable, the source node below and the target category that it must have.
        score: What the rule scores by itself, with a partial loss where one is wanted.
    """

    category: str
    output: tuple[int, ...]
    children: tuple[tuple[int, str], ...]
    score: float


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

    Args:
        steps: By source node in pre-order.
        root: Target category of the root.

    Returns:
        The last one is the whole target, with its beginning and end. Empty without a derivation.

    Raises:
        ValueError: If a child does not come after its parent in pre-order.
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
