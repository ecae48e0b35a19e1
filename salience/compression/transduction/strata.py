"""Strata of a search: which counts of words can still become a count that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from salience.compression.transduction.forest import Cell, ChoiceCell, PairCell, WordCell


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
    n: int, n_words: int | None, must: Collection[int]
) -> tuple[Callable[[int], int], Callable[[list[int]], list[int]]]:
    """What to count, and which counts to choose, for a number of words and words that must stay.

    Most of what must stay comes first, then the number: that which is asked for, else the
    nearest below, else the nearest above.

    Args:
        n: How many words the sentence has.
        n_words: How many shall stay; any number without it.
        must: Places of words that must stay.

    Returns:
        `amount` and `choose` of `useful_strata`.

    Example:
        >>> _, choose = counts_of_words(9, 5, ())
        >>> choose([3, 5, 6]), choose([3, 6]), choose([6, 7])
        ([5], [3], [6])
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
