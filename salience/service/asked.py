"""Documents of requests, which say what is wanted of them, and how they are scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from salience.engine.tasks import Scoring
from salience.types import Document


@dataclass(frozen=True, slots=True)
class Asked(Document):
    """A document of a request: those of several requests are read in one batch.

    Attributes:
        nominal: Whether the client wants entities without a name too.
    """

    nominal: bool = False

    @classmethod
    def of(cls, document: Document, *, nominal: bool) -> Self:
        """A document, of which this is wanted.

        Example:
            >>> Asked.of(Document("d1", "The mayor won."), nominal=True).nominal
            True
        """
        title, abstracts, meta = document.title, document.abstracts, document.meta
        return cls(document.id, document.text, title, abstracts, meta, nominal)


@dataclass(frozen=True)
class AskedScoring(Scoring):
    """Scores what is wanted of each document."""

    def takes_nominal(self, document: Document) -> bool:  # noqa: D102
        return isinstance(document, Asked) and document.nominal
