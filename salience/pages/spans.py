"""Mentions marked in a text: where marks begin and end, and where links to them lead."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from salience.types import Document, Mention

M = TypeVar("M")
_TITLE = 200  # characters
Piece = tuple[Literal["text", "start", "end"], Any]
"""A part of a text, or where a mark starts or ends; with the text or the mark."""


@dataclass(frozen=True, slots=True)
class Span(Generic[M]):
    """A part of a text, by its offsets, and the mark that it gets."""

    start: int
    end: int
    mark: M


@dataclass(frozen=True, slots=True)
class Mark:
    """How `marks.html` shows a mention; its number links to `target` and gives the colour."""

    number: int | None = None
    id: str = ""
    target: str = ""
    linked: bool = False
    missing: bool = False


def with_spans(text: str, spans: Iterable[Span[Any]]) -> Iterator[Piece]:
    """A text in pieces, with the marks of spans between them, well nested."""
    inside = [span for span in spans if 0 <= span.start < span.end <= len(text)]
    first = {(span.start, span.end): span for span in reversed(inside)}  # of each place
    at = 0
    for place, kind, mark in _edges(_nested(list(first.values()))):
        if place > at:
            yield "text", text[at:place]
        at = place
        yield kind, mark
    if at < len(text):
        yield "text", text[at:]


def _nested(spans: list[Span[M]]) -> Iterator[Span[M]]:
    """Spans in the order of the text, each in or outside of every other one."""
    waiting = [(span.start, -span.end, n) for n, span in enumerate(spans)]
    heapq.heapify(waiting)
    open_ends: list[int] = []
    while waiting:
        start, minus_end, n = heapq.heappop(waiting)
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        if open_ends and -minus_end > open_ends[-1]:
            heapq.heappush(waiting, (open_ends[-1], minus_end, n))
        else:
            open_ends.append(-minus_end)
            yield Span(start, -minus_end, spans[n].mark)


def _edges(nested: Iterable[Span[M]]) -> Iterator[tuple[int, Literal["start", "end"], M]]:
    """Where the marks of nested spans start and end, in the order of the text."""
    open_spans: list[Span[M]] = []
    for span in nested:
        while open_spans and open_spans[-1].end <= span.start:
            closed = open_spans.pop()
            yield closed.end, "end", closed.mark
        yield span.start, "start", span.mark
        open_spans.append(span)
    for span in reversed(open_spans):
        yield span.end, "end", span.mark


def outer(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions of an entity that lie in none of its others, so that a place gets one number."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        if not kept or mention.end > kept[-1].end:
            kept.append(mention)
    return kept


def shown_title(document: Document) -> str:
    """The start of the title as a page shows it, with the offsets that it has; else of the id."""
    return (document.title or document.id)[:_TITLE]


def mention_id(document: str, mention: Mention, *, title: bool) -> str:
    """The id in a page of a mention in the text of a document, or in its title."""
    return f"{document}{'h' if title else 't'}{mention.start}-{mention.end}"
