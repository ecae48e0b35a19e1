"""What is aligned: the words of a document and those of its abstract."""

from __future__ import annotations

from dataclasses import dataclass

from salience.text.words import Words


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
