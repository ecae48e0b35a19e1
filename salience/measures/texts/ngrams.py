"""Counts of word n-grams, and how many two texts have in common."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import reduce
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def ngrams(words: Sequence[T], n: int) -> Counter[tuple[T, ...]]:
    """How often each run of `n` words occurs."""
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def skip_bigrams(words: Sequence[T], gap: int) -> Counter[tuple[T, T]]:
    """How often each two words occur in this order with at most `gap` words between them."""
    return Counter((a, b) for i, a in enumerate(words) for b in words[i + 1 : i + gap + 2])


def matches(a: Mapping[T, int], b: Mapping[T, int]) -> int:
    """How many things two counts have in common: of each, the smaller number."""
    return sum(min(n, b.get(thing, 0)) for thing, n in a.items())


def most(counts: Iterable[Mapping[T, int]]) -> Counter[T]:
    """The greatest number of each thing in any of the counts."""
    return reduce(lambda found, some: found | Counter(some), counts, Counter[T]())
