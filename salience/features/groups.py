"""The feature groups by name: which attributes each reads, and the feature strings it makes.

Those of Dunietz and Gillick (2014) have one string per bucket. Most of the others are of ordered
quantities and have a string for every bound that the value reaches (`lead=>=1`, `lead=>=2`): like
values share strings, so that few documents teach a smooth curve.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import pandas as pd

from salience.errors import CorpusError, SalienceError

Strings = tuple[str, ...]

DUNIETZ_GILLICK = ("1st-loc", "head-count", "mentions", "headline", "head-lex")
"""The feature groups of the paper's Table 2."""

DEFAULT = ("headline", "head-lex", "counts", "order", "title")
"""The feature groups that are best together; see resources/recipes/salience."""

SETS = {"default": DEFAULT, "dunietz-gillick": DUNIETZ_GILLICK}
"""Sets of feature groups by name."""

_COUNTS = (2, 3, 4, 6, 9, 14, 22, 36)
_PLACES = (1, 2, 3, 5, 8, 13, 21)
_TENTHS = tuple(n / 10 for n in range(1, 10))
_SMALL_SHARES = (0.01, 0.02, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2, 0.3)


@cache
def bucket(x: int, k: int = 10) -> int:
    """The bucket of a count: `round(log(k * (x + 1)))` (Dunietz and Gillick 2014, section 3.2).

    The logarithm is natural (the paper does not say). How a half is rounded does not matter: no
    logarithm of a whole number is a whole number and a half.

    Raises:
        CorpusError: If the count is negative.

    Example:
        >>> [bucket(x) for x in (0, 1, 2, 3, 4, 10, 100)]
        [2, 3, 3, 4, 4, 5, 7]
    """
    if x < 0:
        raise CorpusError(f"a count can't be negative, got {x}. Pass 0 or more.")
    return round(math.log(k * (x + 1)))


def missing(x: Any) -> bool:
    """Whether a value of a table is none."""
    return x is None or bool(pd.isna(x))


def at_least(prefix: str, bounds: Iterable[float], x: float) -> Strings:
    """A string for every bound that a value reaches.

    Example:
        >>> at_least("role=subjects", (0.1, 0.5), 0.4)
        ('role=subjects>=0.1',)
    """
    return tuple(f"{prefix}>={bound:g}" for bound in bounds if x >= bound)


def at_most(prefix: str, bounds: Iterable[float], x: float | None) -> Strings:
    """A string for every bound that a value does not exceed; none for a missing value.

    Example:
        >>> at_most("order=", (1, 2, 3), 2)
        ('order=<=2', 'order=<=3')
    """
    if x is None or missing(x):
        return ()
    return tuple(f"{prefix}<={bound:g}" for bound in bounds if x <= bound)


def chosen(groups: str | Sequence[str]) -> tuple[str, ...]:
    """The feature groups that are meant, in the order of `GROUPS`.

    Args:
        groups: Name of a set of groups, or names of groups and of sets.

    Raises:
        SalienceError: If there is none, or one has no such name.

    Example:
        >>> chosen("dunietz-gillick")
        ('1st-loc', 'head-count', 'mentions', 'headline', 'head-lex')
        >>> chosen(["share", "default"])
        ('headline', 'head-lex', 'share', 'order', 'counts', 'title')
    """
    found: set[str] = set()
    for name in [groups] if isinstance(groups, str) else groups:
        if name not in SETS and (name not in GROUPS or isinstance(groups, str)):
            found.clear()
            break
        found.update(SETS.get(name, (name,)))
    if not found:
        raise SalienceError(
            f"groups={groups!r} must be {' or '.join(map(repr, SETS))}, or a list of feature "
            f"groups. Choose out of: {', '.join(GROUPS)}."
        )
    return tuple(group for group in GROUPS if group in found)


def _first_location(x: Any) -> Strings:
    return () if missing(x) else (f"1st-loc={bucket(int(x))}",)


def _mentions(*x: Any) -> Strings:
    return (f"mentions={','.join(str(bucket(int(n))) for n in (*x, sum(x)))}",)


def _counts(named: int, nominal: int, pronominal: int, head: int) -> Strings:
    return (
        *at_least("counts=mentions", _COUNTS, named + nominal + pronominal),
        *at_least("counts=head", _COUNTS, head),
    )


def _spread(span: float, tenths: int) -> Strings:
    return (
        *at_least("spread=span", _TENTHS, span),
        *at_least("spread=tenths", range(2, 11), tenths),
    )


def _paragraph(first: int | None, share: float) -> Strings:
    return (
        *at_most("paragraph=first", (0, *_PLACES), first),
        *at_least("paragraph=share", _TENTHS, share),
    )


def _role(first: str, subjects: float) -> Strings:
    return (f"role={first}", *at_least("role=subjects", (0.1, 0.3, 0.5, 0.7, 0.9), subjects))


_Maker = Callable[..., Strings]

MAKERS: Mapping[str, tuple[tuple[str, ...], _Maker]] = {
    "1st-loc": (("first_sentence",), _first_location),
    "head-count": (("head_count",), lambda x: (f"head-count={bucket(int(x))}",)),
    "mentions": (("named", "nominal", "pronominal"), _mentions),
    "headline": (("headline",), lambda x: tuple(f"headline={tag}" for tag in x.split())),
    "head-lex": (("head",), lambda x: (f"head-lex={x}",)),
    "centrality": (("centrality",), lambda x: (f"centrality={int(x)}",)),
    "share": (("share",), lambda x: (f"share={round(10 * math.sqrt(x))}",)),
    "rank": (("rank",), partial(at_most, "rank=", _PLACES)),
    "order": (("order",), partial(at_most, "order=", _PLACES)),
    "counts": (("named", "nominal", "pronominal", "head_count"), _counts),
    "spread": (("span", "tenths"), _spread),
    "lead": (("lead",), partial(at_least, "lead=", (1, 2, 3, 4))),
    "paragraph": (("first_paragraph", "paragraphs"), _paragraph),
    "role": (("role", "subjects"), _role),
    "quotation": (("quoted",), partial(at_least, "quotation=", (0.01, 0.5, 1))),
    "type": (("type",), lambda x: (f"type={x}",)),
    "title": (("in_title",), partial(at_least, "title=", (0.01, 0.5, 1))),
    "pagerank": (("pagerank",), partial(at_least, "pagerank=", _SMALL_SHARES)),
}
"""Per group: the attributes that it reads, and what makes its feature strings of their values."""

GROUPS = tuple(MAKERS)
"""All feature groups: the paper's, `centrality` of its section 4, and those of our own."""
