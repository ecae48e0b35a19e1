"""Indexes of names, so that many names in a long abstract take no more than their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from salience.names.keys import Key
from salience.names.proper_names import Name

T = TypeVar("T")


class Covering(Generic[T]):
    """Things that cover words of a text.

    Example:
        >>> found = Covering([(0, 3, "a"), (1, 2, "b"), (1, 4, "c")])
        >>> list(found.around(1, 3))
        [(3, 'a'), (3, 'c')]
    """

    def __init__(self, things: Iterable[tuple[int, int, T]] = ()) -> None:
        self._at: dict[int, list[tuple[int, int, T]]] = defaultdict(list)
        for start, end, thing in things:
            self.add(start, end, thing)

    def add(self, start: int, end: int, thing: T) -> None:
        """Add what covers the words `start` to `end - 1`."""
        for word in range(start, end):
            self._at[word].append((start, end, thing))

    def around(self, start: int, end: int) -> Iterator[tuple[int, T]]:
        """What covers all of the words `start` to `end - 1`, with its length, as it was added."""
        for a, b, thing in self._at.get(start, ()):
            if end <= b:
                yield b - a, thing


class Persons:
    """Names among which those that may name the same person are found.

    Example:
        >>> from salience.names.proper_names import read_name
        >>> names = [read_name(name.split(), "PER") for name in ("William Lee", "Ann Ray", "Lee")]
        >>> Persons(names).near(read_name(["Bill"], "PER"))
        [0]
    """

    def __init__(self, names: Sequence[Name]) -> None:
        self._one: dict[str, list[int]] = defaultdict(list)
        self._ends: dict[str, list[int]] = defaultdict(list)
        self._last: dict[str, list[int]] = defaultdict(list)
        self._two: dict[Key, list[int]] = defaultdict(list)
        for i, name in enumerate(names):
            words = name.words
            for given in _given(name):
                (self._one if len(words) == 1 else self._ends)[given].append(i)
            if len(words) > 1:
                self._ends[words[-1]].append(i)
                self._last[words[-1]].append(i)
                for middle in words[1:-1]:
                    self._ends[middle].append(i)
                for pair in pairwise(words):
                    self._two[pair].append(i)

    def near(self, name: Name) -> list[int]:
        """Indices, in order, of all names for which `same_name` may hold, and of some others.

        If one of two names has one word, it is a family name or a form of the given name of the
        other; else they have the last word or two words in a row in common.
        """
        words = name.words
        found: set[int] = set()
        for given in _given(name):
            found.update(self._one.get(given, ()))
            if len(words) == 1:
                found.update(self._ends.get(given, ()))
        if len(words) > 1:
            found.update(self._one.get(words[-1], ()), self._last.get(words[-1], ()))
            for pair in pairwise(words):
                found.update(self._two.get(pair, ()))
        return sorted(found)


def _given(name: Name) -> frozenset[str]:
    word = name.words[0]
    return name.language.full_given(word) | {word}


def parts_of(key: Key) -> set[Key]:
    """The sequences of two or more words in a name.

    Example:
        >>> sorted(parts_of(("a", "b", "c")))
        [('a', 'b'), ('a', 'b', 'c'), ('b', 'c')]
    """
    return {key[i:j] for i in range(len(key)) for j in range(i + 2, len(key) + 1)}
