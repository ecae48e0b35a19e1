"""Dates, times, amounts of money, measures and percentages in a plain text."""

from collections.abc import Iterator
from typing import NamedTuple

from salience.language import ENGLISH, Language


class FoundValue(NamedTuple):
    """A value in a text: its type, its first character and the one after its last."""

    type: str
    start: int
    end: int


def find_values(text: str, language: Language = ENGLISH) -> Iterator[FoundValue]:
    """The values of a text in order, none in another, with the types of OntoNotes.

    A number alone is none of them, other than a year after a word such as *in*. A word that may be
    a name, such as *May*, is found whatever stands beside it: only a parsed text can tell what it
    is.
    """
    if language.values is None:
        return
    for match in language.values.pattern.finditer(text):
        yield FoundValue(str(match.lastgroup).rstrip("_"), *match.span())
