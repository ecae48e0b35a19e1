"""A sentence that a summary may have."""

from dataclasses import dataclass

from salience.summaries.short_names import ShortName
from salience.types import short_repr

COLUMNS = ("words", "stems", "stops", "places", "tags")
"""The attributes of a sentence that have a value for each of its words."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with what summaries ask of it."""

    text: str  # on one line
    start: int = 0  # its place in its document, in characters
    end: int = 0
    document: int = 0  # the index of its document among those that are summarized together
    order: int = 0  # its index among the sentences of its document
    words: tuple[str, ...] = ()  # those with a letter or a digit, in lower case
    stems: tuple[str, ...] = ()  # their lemmas: words with the same one are forms of each other
    stops: tuple[bool, ...] = ()  # whether each is a stop word
    places: tuple[int, ...] = ()  # the index of each in the words of the document
    entities: frozenset[str] = frozenset()  # ids of the entities that it speaks of
    tags: tuple[str, ...] = ()  # the universal tag of each word
    alone: str = ""  # how it reads without the sentence before it, where that differs
    # Sets of orders: it can't be understood without one of each set of these sentences.
    needs: tuple[frozenset[int], ...] = ()
    names: tuple[ShortName, ...] = ()  # those that it has in a short form
    speaker: str = ""  # who says it, in a transcript
    asked: str = ""  # the question that it answers, which is printed before it
    worth: float = 0.0  # what it is worth to a summary by itself, whatever it covers

    @property
    def content(self) -> list[str]:
        """Its stems that are no stop words."""
        return [stem for stem, stop in zip(self.stems, self.stops, strict=True) if not stop]

    def __repr__(self) -> str:
        return f"<Sentence {short_repr(self.text)}, {self.start} to {self.end}>"
