"""Documents as they came, the clean ones that are read of them, and where results stand there.

All is found in clean texts (`salience.text.normalise`). What a task gives back has the document as
it came, with the offsets that things have in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self, TypeVar

from salience.text.normalise import Clean, normalised, normalised_line
from salience.types import (
    Alignment,
    Document,
    Entity,
    Label,
    LabelledDocument,
    Mention,
    ParsedDocument,
    ScoredDocument,
    Unaligned,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Original:
    """A document as it came, with its clean form.

    Attributes:
        document: The document as it came.
        read: The same with clean text and title; `document` itself if they are clean.
        text, title: What is read of the text and of the title.
    """

    document: Document
    read: Document
    text: Clean
    title: Clean

    @classmethod
    def of(cls, document: Document, text: Clean | None = None) -> Self:
        """A document with its clean form, or with a form of its text that is taken as it is.

        Example:
            >>> original = Original.of(Document("d1", "It rained.", "Rain\\nin Oslo"))
            >>> original.read.title, original.title.span(5, 7)
            ('Rain in Oslo', (5, 7))
        """
        text = normalised(document.text) if text is None else text
        title = normalised_line(document.title or "")
        if not (text.changed or title.changed):
            return cls(document, document, text, title)
        shown = None if document.title is None else title.text
        return cls(document, replace(document, text=text.text, title=shown), text, title)

    @classmethod
    def as_it_is(cls, document: Document) -> Self:
        """A document that is read as it came."""
        return cls(document, document, Clean.of(document.text), Clean.of(document.title or ""))

    @cached_property
    def abstracts(self) -> tuple[Clean, ...]:
        """What is read of the abstracts."""
        return tuple(map(normalised, self.document.abstracts))

    def parsed(self, parsed: ParsedDocument) -> ParsedDocument:
        """The document with entities that were found in what was read."""
        if parsed.document is self.document:
            return parsed
        return replace(
            parsed,
            document=self.document,
            entities=tuple(map(self._entity, parsed.entities)),
            generic=tuple(map(self._entity, parsed.generic)),
            values=tuple(placed(value, self.text) for value in parsed.values),
        )

    def scored(self, scored: ScoredDocument) -> ScoredDocument:
        """The document with scores of entities that were found in what was read."""
        return replace(scored, parsed=self.parsed(scored.parsed))

    def labelled(self, labelled: LabelledDocument) -> LabelledDocument:
        """The document with labels of entities that were found in what was read."""
        parsed = labelled.parsed
        return replace(
            labelled,
            parsed=self.parsed(parsed),
            labels=tuple(self._label(label, parsed.entities) for label in labelled.labels),
            unaligned=tuple(map(self._unaligned, labelled.unaligned)),
        )

    def _entity(self, entity: Entity) -> Entity:
        return replace(
            entity,
            mentions=_mentions(entity.mentions, self.text),
            title_mentions=_mentions(entity.title_mentions, self.title),
        )

    def _label(self, label: Label, entities: tuple[Entity, ...]) -> Label:
        evidence = (self._alignment(one, entities[one.entity]) for one in label.evidence)
        return replace(label, evidence=tuple(evidence))

    def _alignment(self, found: Alignment, entity: Entity) -> Alignment:
        there = found.document_mention
        return replace(
            found,
            mention=_mention(found.mention, self.abstracts[found.abstract]),
            document_mention=_mention(there, self.text if there in entity.mentions else self.title),
            linked=found.linked and placed(found.linked, self.text),
        )

    def _unaligned(self, found: Unaligned) -> Unaligned:
        return replace(found, mention=_mention(found.mention, self.abstracts[found.abstract]))


def placed(found: T, clean: Clean) -> T:
    """A part of a clean text, which has `start` and `end`, with its place in the original."""
    if not clean.changed:
        return found
    part: Any = found
    start, end = clean.span(part.start, part.end)
    return replace(part, start=start, end=end)  # type: ignore[no-any-return]


def _mention(mention: Mention, clean: Clean) -> Mention:
    head = mention.head_start
    head_start, _ = clean.span(head, head + len(mention.head))
    return replace(placed(mention, clean), head_start=head_start)


def _mentions(mentions: Iterable[Mention], clean: Clean) -> tuple[Mention, ...]:
    return tuple(_mention(mention, clean) for mention in mentions)
