"""Labels as a page for a browser: documents and abstracts side by side, with what links them."""

from __future__ import annotations

from collections.abc import Iterator

from salience.display.html import COLOURS, Span, escaped, outer, page, text_place, with_spans
from salience.display.label_summary import LabelSummary
from salience.text.formatting import one_line
from salience.types import Alignment, LabelledDocument, Mention

MAX_DOCUMENTS = 200
MAX_CHARACTERS = 2_000_000
"""A page shows the first documents, up to one of these limits: browsers must hold it."""

_STYLE = """
@media (max-width: 50rem) { .pair .abstracts { order: -1; } }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 .3rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
td { overflow-wrap: break-word; max-width: 18rem; }
.n { color: var(--c); font-weight: 700; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .6rem 0; }
dt { color: var(--dim); } dd { margin: 0; }
summary { cursor: pointer; }
"""


class LabelPage:
    """A page that takes labelled documents one by one, up to a limit, and holds no more.

    Args:
        max_documents, max_characters: Show no more documents, and no more characters of texts and
            abstracts; the others are only counted. The first document is always shown.

    Example:
        >>> made = LabelPage()
        >>> "<h1>Labels</h1>" in made.html(LabelSummary())
        True
    """

    def __init__(
        self, *, max_documents: int = MAX_DOCUMENTS, max_characters: int = MAX_CHARACTERS
    ) -> None:
        self._max = max_documents
        self._left = max_characters
        self._full = False
        self._index: list[str] = []
        self._articles: list[str] = []

    def add(self, labelled: LabelledDocument) -> None:
        """Show a document if there is room for it."""
        document = labelled.parsed.document
        self._left -= len(document.text) + sum(map(len, document.abstracts))
        shown = len(self._articles)
        self._full |= bool(shown) and (shown >= self._max or self._left < 0)
        if self._full:
            return
        title = escaped(one_line(document.title or document.id))
        self._index.append(f'<li><a href="#d{shown}">{title}</a></li>')
        self._articles.append("\n".join(_article(f"d{shown}", title, labelled)))

    def html(self, summary: LabelSummary) -> str:
        """The page, with the summary of all documents at its top."""
        rows = (f"<dt>{escaped(n)}</dt><dd>{escaped(text)}</dd>" for n, text in summary.rows())
        warnings = (f'<p class="warn">{escaped(text)}</p>' for text in summary.warnings())
        shown = len(self._articles)
        limit = (
            f" Of {summary.documents:,} documents the first {shown:,} are shown."
            if shown < summary.documents
            else ""
        )
        body = [
            "<h1>Labels</h1>",
            f"<dl>{''.join(rows)}</dl>",
            *warnings,
            '<p class="dim">Entities that an abstract mentions have a number and a solid line; the '
            "number leads to the other side. A filled background is the mention that was aligned. "
            "Dotted: other entities of the document. Dashed, with a question mark: a name in "
            f"the abstract that was aligned with nothing.{limit}</p>",
            f"<details><summary>Documents ({shown:,})</summary><ol>{''.join(self._index)}</ol>"
            "</details>",
            *self._articles,
        ]
        return page("Labels", "\n".join(body), style=_STYLE)


def _article(id: str, title: str, labelled: LabelledDocument) -> Iterator[str]:
    document, labels = labelled.parsed.document, labelled.labels
    salient = [i for i, label in enumerate(labels) if label.salient]
    number = {entity: n for n, entity in enumerate(salient)}
    yield f'<article id="{id}"><h2>{title}</h2>'
    yield (
        f'<p class="dim">{escaped(one_line(document.id))}: {len(labels):,} entities, '
        f"{len(salient):,} salient</p>"
    )
    text = with_spans(document.text, _text_spans(id, labelled, number))
    yield '<div class="pair"><section class="pane" tabindex="0"><h3>Document</h3>'
    yield f'<p class="text">{text}</p></section>'
    yield '<section class="pane abstracts" tabindex="0">'
    for i, abstract in enumerate(document.abstracts):
        name = "Abstract" if len(document.abstracts) == 1 else f"Abstract {i + 1}"
        shown = with_spans(abstract, _abstract_spans(id, i, labelled, number))
        yield f'<h3>{name}</h3><p class="text">{shown}</p>'
    yield "</section></div>"
    yield from _evidence(id, labelled, number)
    yield from _missing(labelled)
    yield "</article>"


def _text_spans(id: str, labelled: LabelledDocument, number: dict[int, int]) -> Iterator[Span]:
    """All mentions of all entities; those of salient ones lead to the abstract."""
    for i, entity in enumerate(labelled.parsed.entities):
        if i not in number:
            yield from (Span(m.start, m.end, "<mark>", "</mark>") for m in entity.mentions)
            continue
        evidence = labelled.labels[i].evidence
        places = {(a.document_mention.start, a.document_mention.end): a for a in reversed(evidence)}
        linked = (a.document_mention for a in evidence)
        for mention in dict.fromkeys([*outer(entity.mentions), *linked]):
            found = places.get((mention.start, mention.end))
            kind = " linked" if found else ""
            target = _abstract_place(id, found or evidence[0])
            yield Span(
                mention.start,
                mention.end,
                f'<mark id="{text_place(id, mention)}" class="s c{number[i] % COLOURS}{kind}">',
                f'<a href="#{target}">{number[i] + 1}</a></mark>',
            )


def _abstract_spans(
    id: str, abstract: int, labelled: LabelledDocument, number: dict[int, int]
) -> Iterator[Span]:
    for i, n in number.items():
        for alignment in labelled.labels[i].evidence:
            if alignment.abstract == abstract:
                mention = alignment.mention
                yield Span(
                    mention.start,
                    mention.end,
                    f'<mark id="{_abstract_place(id, alignment)}" class="s linked c{n % COLOURS}">',
                    f'<a href="#{text_place(id, alignment.document_mention)}">{n + 1}</a></mark>',
                )
    for entity in labelled.unaligned:
        mention = entity.mention
        if entity.abstract == abstract and mention.kind == "named":
            yield Span(mention.start, mention.end, '<mark class="miss">', "<sup>?</sup></mark>")


def _missing(labelled: LabelledDocument) -> Iterator[str]:
    """What of the abstracts was aligned with nothing, by reason."""
    by_reason: dict[str, list[str]] = {}
    for entity in labelled.unaligned:
        by_reason.setdefault(entity.reason, []).append(escaped(one_line(entity.mention.text, 80)))
    for reason, names in sorted(by_reason.items()):
        yield (
            f'<p class="dim">In the abstract, but aligned with nothing '
            f"({escaped(reason)}): {', '.join(names)}</p>"
        )


def _evidence(id: str, labelled: LabelledDocument, number: dict[int, int]) -> Iterator[str]:
    """A row per alignment, and the names of all other entities."""
    entities = labelled.parsed.entities
    if number:
        heads = "<th>entity<th>in the abstract<th>in the document<th>rule<th>confidence<th>remarks"
        yield f'<div class="scroll"><table><tr><th>{heads}</tr>'
        for i, n in number.items():
            name = escaped(one_line(entities[i].name))
            kind = f' <span class="dim">{escaped(entities[i].type)}</span>'
            for alignment in labelled.labels[i].evidence:
                mention = alignment.document_mention
                cells = (
                    f'<td class="n c{n % COLOURS}">{n + 1}',
                    f"<td>{name}{kind}",
                    f"<td>{_link(_abstract_place(id, alignment), alignment.mention)}",
                    f"<td>{_link(text_place(id, mention), mention)}",
                    f"<td>{escaped(alignment.rule)}",
                    f"<td>{_confidence(alignment)}",
                    f"<td>{'; '.join(_remarks(labelled, alignment))}",
                )
                yield f"<tr>{''.join(cells)}</tr>"
        yield "</table></div>"
    others = [escaped(one_line(e.name)) for i, e in enumerate(entities) if i not in number]
    if others:
        yield f'<p class="dim">Not in the abstract: {", ".join(others)}</p>'


def _confidence(alignment: Alignment) -> str:
    return "–" if alignment.confidence is None else f"{alignment.confidence:.0%}"


def _remarks(labelled: LabelledDocument, alignment: Alignment) -> Iterator[str]:
    others = [
        escaped(one_line(labelled.parsed.entities[i].name))
        for i in alignment.candidates
        if i != alignment.entity
    ]
    if others:
        yield f"<strong>ambiguous</strong>: also {', '.join(others)}"


def _link(place: str, mention: Mention) -> str:
    return (
        f'<a href="#{place}">{escaped(one_line(mention.text, 80))}</a> '
        f'<span class="dim">{mention.start:,}–{mention.end:,}</span>'
    )


def _abstract_place(id: str, alignment: Alignment) -> str:
    return f"{id}a{alignment.abstract}-{alignment.mention.start}-{alignment.mention.end}"
