"""A sentence that a summary may have."""

from dataclasses import dataclass

from salience.summaries.short_names import ShortName
from salience.types import short_repr

COLUMNS = ("words", "stems", "stops", "places", "tags")
"""The attributes of a sentence that have a value for each of its words."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with what summaries ask of it.

    Attributes:
        text: The sentence on one line.
        start, end: Its place in its document, in characters.
        document: The index of its document among those that are summarized together.
        order: Its index among the sentences of its document.
        words: Those with a letter or a digit, in lower case.
        stems: Their lemmas: words with the same one are forms of each other.
        stops: Whether each is a stop word.
        places: The index of each in the words of the document.
        entities: Ids of the entities that it speaks of.
        tags: The universal tag of each word.
        alone: How it reads without the sentence before it, where that differs.
        needs: Sets of orders: it can't be understood without one of each set of these sentences.
        names: Those that it has in a short form.
        speaker: Who says it, in a transcript.
        teller: Who says *I* or *we* in it, where no label says so: who signs a letter.
        asked: The question that it answers, which is printed before it.
        worth: What it is worth to a summary by itself, whatever it covers.
    """

    text: str
    start: int = 0
    end: int = 0
    document: int = 0
    order: int = 0
    words: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    stops: tuple[bool, ...] = ()
    places: tuple[int, ...] = ()
    entities: frozenset[str] = frozenset()
    tags: tuple[str, ...] = ()
    alone: str = ""
    needs: tuple[frozenset[int], ...] = ()
    names: tuple[ShortName, ...] = ()
    speaker: str = ""
    teller: ShortName | None = None
    asked: str = ""
    worth: float = 0.0

    def __repr__(self) -> str:
        return f"<Sentence {short_repr(self.text)}, {self.start} to {self.end}>"
