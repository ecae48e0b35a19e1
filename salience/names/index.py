"""Indexes of names, so that many names in a long abstract take no more than their number."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from salience.names.keys import Key
from salience.names.proper_names import Name

T = TypeVar("T")


class Covering(Generic[T]):
    """Things that cover words of a text."""

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
    """Names among which those that may name the same person are found."""

    def __init__(self, names: Sequence[Name]) -> None:
        self._rows: dict[Key, list[int]] = defaultdict(list)
        keys: list[Key]
        for i, name in enumerate(names):
            words = name.words
            if len(words) == 1:
                keys = [("alone", given) for given in _given(name)]
            else:
                keys = [("within", word) for word in (*_given(name), *words[1:])]
                keys += [("last", words[-1]), *_pairs(words)]
            for key in keys:
                self._rows[key].append(i)

    def near(self, name: Name) -> list[int]:
        """Indices, in order, of all names for which `same_name` may hold, and of some others."""
        words = name.words
        keys: list[Key] = [("alone", given) for given in _given(name)]
        if len(words) == 1:
            keys += [("within", given) for given in _given(name)]
        else:
            keys += [("alone", words[-1]), ("last", words[-1]), *_pairs(words)]
        return sorted({i for key in keys for i in self._rows.get(key, ())})


def _pairs(words: Key) -> list[Key]:
    return [("pair", *pair) for pair in pairwise(words)]


def _given(name: Name) -> frozenset[str]:
    word = name.words[0]
    return name.language.full_given(word) | {word}


def parts_of(key: Key) -> set[Key]:
    """The sequences of two or more words in a name."""
    return {key[i:j] for i in range(len(key)) for j in range(i + 2, len(key) + 1)}
