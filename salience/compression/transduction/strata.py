"""Strata of a search: which counts of words can still become a count that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate, pairwise
from operator import mul

from salience.compression.transduction.forest import Cell, ChoiceCell, PairCell, WordCell

Must = Collection[int | Collection[int]]
"""What must stay: the places of words, and groups of places of which one is enough."""


def useful_strata(
    forest: Sequence[Cell],
    amount: Callable[[int], int],
    choose: Callable[[list[int]], list[int]],
) -> list[list[int]]:
    """For each piece of a forest, the counts with which it can be part of a chosen whole.

    Counts are found exactly, before anything is scored: those of pieces from the words up, and
    which of them fit into the whole from there down. A set of counts is the bits of an integer.

    Args:
        forest: See `build_forest`.
        amount: What a word adds to the count, 0 or more, by its place.
        choose: Is given the counts that the whole can have, rising, and returns those it shall.

    Example:
        >>> forest = [WordCell(0), ChoiceCell(1, ((0, 0),)), WordCell(1), PairCell(1, 2)]
        >>> useful_strata(forest, lambda place: 1, lambda counts: counts)
        [[1], [1], [1], [2]]
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
    n: int, n_words: int | range | None, must: Must
) -> tuple[Callable[[int], int], Callable[[list[int]], list[int]]]:
    """What to count, and which counts to choose, for a number of words and words that must stay.

    Most of what must stay comes first, then the number: one of those that are asked for, else the
    nearest below, else the nearest above.

    Args:
        n: How many words the sentence has.
        n_words: How many shall stay; any number without it.
        must: Places of words that must stay, and groups of which one must.

    Returns:
        `amount` and `choose` of `useful_strata`.

    Example:
        >>> _, choose = counts_of_words(9, 5, ())
        >>> choose([3, 5, 6]), choose([3, 6]), choose([6, 7])
        ([5], [3], [6])
    """
    single = frozenset(one for one in must if isinstance(one, int))
    groups = [frozenset(one) for one in must if not isinstance(one, int)]
    limits = [n + 1, len(single) + 1, *(len(group) + 1 for group in groups)]
    units = [1, *accumulate(limits, mul)]

    def amount(place: int) -> int:
        if place < 0:
            return 0
        in_groups = (unit for unit, group in zip(units[2:], groups, strict=False) if place in group)
        return (n_words is not None) + units[1] * (place in single) + sum(in_groups)

    def choose(counts: list[int]) -> list[int]:
        best = _highest(counts, lambda count: _fulfilled(count, units))
        if n_words is None:
            return best
        wanted = n_words if isinstance(n_words, range) else range(n_words, n_words + 1)
        least = min(wanted, default=0)
        lengths = {count % units[1] for count in best}
        fitting = lengths.intersection(wanted)
        if not fitting:
            below = [length for length in lengths if length < least]
            fitting = {max(below) if below else min(lengths)}
        return [count for count in best if count % units[1] in fitting]

    return amount, choose


def _fulfilled(count: int, units: Sequence[int]) -> int:
    """How many of the words that must stay do, and how many groups have one."""
    _, single, *groups = (count % above // unit for unit, above in pairwise(units))
    return single + sum(map(bool, groups))


def _highest(counts: list[int], key: Callable[[int], int]) -> list[int]:
    most = max(map(key, counts))
    return [count for count in counts if key(count) == most]


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
