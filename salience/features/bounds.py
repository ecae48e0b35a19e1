"""Numbers as values of features: buckets, and every bound that a number reaches.

A bucket gives one value: `1st-loc=4`. Bounds give one value for each that the number reaches:
`lead=>=1`, `lead=>=2`. Numbers close to each other share most of their values, so that a few
documents teach a smooth curve.
"""

import math
import re
from collections.abc import Iterable
from functools import cache

from salience.errors import CorpusError
from salience.features.rows import missing

_BOUNDED = re.compile(r"(.*?)=?([<>]=)(\d+(?:\.\d+)?)")


@cache
def bucket(x: int, k: int = 10) -> int:
    """The bucket of a count: `round(log(k * (x + 1)))` (Dunietz and Gillick 2014, section 3.2)."""
    if x < 0:
        raise CorpusError(f"a count can't be negative, got {x}. Pass 0 or more.")
    return round(math.log(k * (x + 1)))


def at_least(prefix: str, bounds: Iterable[float], x: float) -> tuple[str, ...]:
    """A value for every bound that a number reaches."""
    return tuple(f"{prefix}>={bound:g}" for bound in bounds if x >= bound)


def at_most(prefix: str, bounds: Iterable[float], x: float | None) -> tuple[str, ...]:
    """A value for every bound that a number does not exceed; none for a missing number."""
    if x is None or missing(x):
        return ()
    return tuple(f"{prefix}<={bound:g}" for bound in bounds if x <= bound)


def family(feature: str) -> tuple[str, float]:
    """The family of a feature string, those that bound one number, and by what they sort in it."""
    found = _BOUNDED.fullmatch(feature)
    if not found:
        return feature, 0.0
    name, sign, bound = found.groups()
    return name, float(bound) if sign == "<=" else -float(bound)
