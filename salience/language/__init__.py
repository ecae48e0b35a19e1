"""What is English, as one value: all words, tags, labels and patterns that rules compare with."""

from salience.language.en import ENGLISH
from salience.language.labels import Labels
from salience.language.language import Clauses, Language, Pronoun, Values, pronoun

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Clauses",
    "Labels",
    "Language",
    "Pronoun",
    "Values",
    "language_of",
    "pronoun",
]

LANGUAGES = {ENGLISH.code: ENGLISH}
"""The languages that are known, by code. Who adds one puts it here before a pipeline is loaded."""


def language_of(code: str) -> Language:
    """The language of a spaCy pipeline or vocabulary, by its code; English where none has it.

    Example:
        >>> language_of("en").articles
        frozenset({...})
        >>> language_of("") is language_of("en")
        True
    """
    return LANGUAGES.get(code, ENGLISH)
