"""Functions of words that remember their results, but not those of gigantic words."""

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

LONGEST = 200
"""Characters; results for longer texts are not remembered."""

A = TypeVar("A")
P = ParamSpec("P")
T = TypeVar("T")


def length_of_words(words: Sequence[str]) -> int:
    """The characters of several words."""
    return sum(map(len, words))


def remembers(
    size: int, length: Callable[[Any], int] = len
) -> Callable[[Callable[Concatenate[A, P], T]], Callable[Concatenate[A, P], T]]:
    """A function of a text that remembers `size` results, but none of a text over `LONGEST`."""

    def remembering(function: Callable[Concatenate[A, P], T]) -> Callable[Concatenate[A, P], T]:
        kept: Callable[..., T] = lru_cache(size)(function)

        @wraps(function)
        def remembered(text: A, *args: P.args, **kwargs: P.kwargs) -> T:
            return (function if length(text) > LONGEST else kept)(text, *args, **kwargs)

        return remembered

    return remembering
