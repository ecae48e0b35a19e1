"""What is aligned: the words of a document and those of its abstract."""

from dataclasses import dataclass

from salience.text.words import Words

CONTENT = frozenset(("ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB", "X"))
"""Universal tags of the words that are no function words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and its abstract.

    Attributes:
        id: Of the document.
        document, abstract: Their words.
    """

    id: str
    document: Words
    abstract: Words
