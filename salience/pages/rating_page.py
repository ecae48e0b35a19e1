"""A page in which a person rates entities, and which saves the ratings as a file."""

from collections.abc import Iterator, Sequence
from typing import Any

from salience.evaluation.agreement import RATINGS
from salience.pages.html import render
from salience.pages.rating_files import NO_ENTITY, SKIP
from salience.pages.spans import Mark, Span, mention_id, outer, shown_title, with_spans
from salience.text.formatting import one_line
from salience.types import Entity, ParsedDocument

_FORMULA = ("=", "+", "-", "@")


def cell_text(text: str, most: int | None = 200) -> str:
    """A text for a cell of a table: on one line, never read as a formula by a spreadsheet."""
    line = one_line(text, len(text) if most is None else most)
    return f"'{line}" if line.startswith(_FORMULA) else line


def annotation_page(parsed: Sequence[ParsedDocument], sample: str) -> str:
    """The page of a sample: each document beside its entities, to be rated 1 to 4."""
    return render(
        "pages/templates/rating_page.html",
        title="How salient is each entity?",
        sample=sample,
        ratings=RATINGS,
        marks=(NO_ENTITY, SKIP),
        documents=[_document(number, document) for number, document in enumerate(parsed, 1)],
    )


def _document(number: int, parsed: ParsedDocument) -> dict[str, Any]:
    """What the template shows of a document; documents are numbered from 1."""
    id = f"d{number}"
    return {
        "id": id,
        "number": number,
        "title": one_line(parsed.document.title or parsed.document.id),
        "title_pieces": with_spans(shown_title(parsed.document), _spans(id, parsed, title=True)),
        "pieces": with_spans(parsed.document.text, _spans(id, parsed, title=False)),
        "entities": [_entity(id, i, entity) for i, entity in enumerate(parsed.entities)],
    }


def _entity(document: str, index: int, entity: Entity) -> dict[str, Any]:
    first = outer(entity.mentions or entity.title_mentions)[0]
    return {
        "id": _entity_id(document, index),
        "name": one_line(entity.name),
        "cell": cell_text(entity.name),
        "type": entity.type,
        "mentions": len(entity.mentions),
        "text_id": mention_id(document, first, title=not entity.mentions),
    }


def _spans(document: str, parsed: ParsedDocument, *, title: bool) -> Iterator[Span[Mark]]:
    """The mentions of text or title, whose numbers lead to the ratings of their entities."""
    for i, entity in enumerate(parsed.entities):
        for mention in outer(entity.title_mentions if title else entity.mentions):
            place = mention_id(document, mention, title=title)
            yield Span(mention.start, mention.end, Mark(i + 1, place, _entity_id(document, i)))


def _entity_id(document: str, index: int) -> str:
    return f"{document}e{index}"
