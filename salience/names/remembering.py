"""Functions of words that remember what they found, but not of gigantic words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

LONGEST = 200
"""Characters; what was found of longer texts is not remembered."""

P = ParamSpec("P")
T = TypeVar("T")


def remembers_short(
    size: int,
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """A function of a text that remembers so many results, but none of a text over `LONGEST`.

    Example:
        >>> @remembers_short(1 << 10)
        ... def length(text):
        ...     print("counted")
        ...     return len(text)
        >>> length("Ann") + length("Ann")
        counted
        6
        >>> length("Ann" * 100) + length("Ann" * 100)
        counted
        counted
        600
    """

    def remembering(
        function: Callable[Concatenate[str, P], T],
    ) -> Callable[Concatenate[str, P], T]:
        kept: Callable[..., T] = lru_cache(size)(function)

        @wraps(function)
        def found(text: str, *args: P.args, **kwargs: P.kwargs) -> T:
            if len(text) > LONGEST:
                return function(text, *args, **kwargs)
            return kept(text, *args, **kwargs)

        return found

    return remembering
