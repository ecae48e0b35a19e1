"""The compact compression tree of Gillick and Favre (2009, section 6).

A node holds the words that it alone owns. Two operations choose among nodes: a part that can go is
*removed*, and one of several phrases is *substituted* for another. With a variable for each node, 1
if its words are in the summary:

    Σ_y n_y = n_x                   over the children y of a substitution x          (4)
    n_x >= n_y                      for a child x of y that can't be removed         (5)
    n_x <= n_y                      for each child x of y                            (6)

By the letter of (5) and (6) a substitution is free of its parent; but it stands in its text, and
only its children are free. The paper's third operation and its constraint (3) are not used: to
*extract* a clause of a sentence without the rest.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

Operation = Literal["extract", "remove", "substitute", "alternative"]
Row = tuple[dict[int, float], float, float]
"""A constraint: coefficients by candidate, and the least and greatest value of their sum."""


@dataclass(frozen=True, slots=True)
class Part:
    """A node of a compression tree."""

    # `extract` of the sentence as a whole; children of `substitute` are `alternative`
    operation: Operation
    parent: int  # index of its parent, a smaller one; -1 for the sentence as a whole
    # Indices in the sentence of the words that it alone owns. An alternative that is not in the
    # sentence has the place of what it replaces.
    words: tuple[int, ...] = ()
    text: str = ""  # what an alternative writes in that place; empty if it is what stands there
    # what it is that is removed, such as `TEMP-PP`, where that has a worth
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CompressionTree:
    """A sentence and what it can be shortened to: nodes, of which the first is the sentence."""

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if any(not (-1 < part.parent < i) for i, part in enumerate(self.parts[1:], 1)):
            raise ValueError("parents must stand before their children")
        whole = [i for i, part in enumerate(self.parts) if part.operation == "extract"]
        if whole != [0] or self.parts[0].parent != -1:
            raise ValueError("the first node, and no other, must be the sentence")

    def rules(self) -> list[Row]:
        """The constraints, over its nodes."""
        found: list[Row] = []
        for i, part in enumerate(self.parts):
            if part.operation == "substitute":
                below = {j: 1.0 for j, child in enumerate(self.parts) if child.parent == i}
                found.append(({**below, i: -1.0}, 0.0, 0.0))
            if i and part.operation != "alternative":
                least = -np.inf if part.operation == "remove" else 0.0
                found.append(({i: 1.0, part.parent: -1.0}, least, 0.0))
        return found

    def words(self, chosen: Collection[int]) -> tuple[int, ...]:
        """The words of some nodes, in the order of the sentence."""
        return tuple(sorted(word for i in chosen for word in self.parts[i].words))

    def holders(self, words: Collection[int]) -> tuple[int, ...]:
        """The nodes without which some words are not there, which is as few as say it all.

        A node that is removed with another one needs not be said beside it.
        """
        owners = {
            i
            for i, part in enumerate(self.parts)
            if not part.text and not {*words}.isdisjoint(part.words)
        }
        return tuple(
            i for i in sorted(owners) if not any(i in self._needed(j) for j in owners if j != i)
        )

    def _needed(self, i: int) -> set[int]:
        """The nodes above one without which it is not there."""
        above = set()
        while i:
            i = self.parts[i].parent
            above.add(i)
        return above
