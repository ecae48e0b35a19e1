"""What is English, as one value: all words, tags, labels and patterns that rules compare with."""

from salience.language.agreement import Pronoun
from salience.language.en import ENGLISH
from salience.language.labels import Labels
from salience.language.language import Language
from salience.language.rule_words import Clauses, Values

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Clauses",
    "Labels",
    "Language",
    "Pronoun",
    "Values",
    "language_of",
]

LANGUAGES = {ENGLISH.code: ENGLISH}
"""The languages that are known, by code. Who adds one puts it here before a pipeline is loaded."""


def language_of(code: str) -> Language:
    """The language of a spaCy pipeline or vocabulary, by its code; English where none has it."""
    return LANGUAGES.get(code, ENGLISH)
