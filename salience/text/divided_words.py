"""Words that the end of a line divides: whether the hyphen there is one of the word."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from salience.resources import from_json


class Weights(NamedTuple):
    """Weights of a logistic regression: what compounds begin with, and what they end with."""

    bias: float
    head: Mapping[str, float]
    tail: Mapping[str, float]


def is_divided(before: str, after: str) -> bool:
    """Whether the last word of a line ends with a hyphen that a word may go on behind."""
    return _HEAD(before) is not None and _TAIL(after) is not None


def keeps_hyphen(before: str, after: str, times: Callable[[str], int]) -> bool:
    """Whether a word that is divided, *well-* and *known*, has its hyphen within a line too.

    Args:
        before: The last word of the line.
        after: The first word of the next line.
        times: How many times a word in small letters is in the text; the word is as the text has it
            more often. If it has it nowhere, what compounds begin and end with tells.
    """
    if not (head := _HEAD(before)) or not (tail := _TAIL(after)):
        return False
    first, last = head[1].lower(), tail[0].lower()
    compound, whole = times(f"{first}-{last}"), times(first + last)
    if compound != whole or not tail[0].islower():
        return compound >= whole
    weights = _weights()
    return weights.bias + weights.head.get(first, 0) + weights.tail.get(last, 0) > 0


def parts_and_words(text: str) -> list[str]:
    """The words of a text in small letters, and of compounds their parts too."""
    lower = text.lower()
    return [*_WORDS(lower), *map("-".join, _PAIRS(lower))]


@cache
def _weights() -> Weights:
    return from_json(
        "text/hyphens.json", "weights of hyphens", lambda content: Weights(**content["weights"])
    )


_HEAD = re.compile(r"(?:.*[^\W_][-\u2010/])?[^\w]*([^\W_]+)[-\u2010\u2011]\Z").match
_TAIL = re.compile(r"[^\W_]+").match
_WORDS = re.compile(r"[^\W_]+").findall
_PAIRS = re.compile(r"(?<![^\W_])([^\W_]+)-(?=([^\W_]+))").findall
