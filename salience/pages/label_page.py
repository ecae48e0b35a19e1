"""Labels as a page for a browser: documents and abstracts side by side, with what links them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from markupsafe import Markup

from salience.grouping import grouped
from salience.pages.document_page import MAX_NAMED
from salience.pages.html import render
from salience.pages.label_summary import LabelSummary
from salience.pages.spans import Mark, Span, mention_id, outer, shown_title, with_spans
from salience.text.formatting import one_line
from salience.types import Alignment, LabelledDocument, Mention

MAX_DOCUMENTS = 200
MAX_CHARACTERS = 2_000_000
"""A page shows the first documents up to one of these limits, so that browsers can hold it."""


def label_page(documents: Iterable[LabelledDocument], summary: LabelSummary) -> str:
    """The page of labelled documents, up to its limits, with the summary of all at its top."""
    left = MAX_CHARACTERS
    entries: list[tuple[str, str]] = []
    articles: list[Markup] = []
    for labelled in islice(documents, MAX_DOCUMENTS):
        document = labelled.parsed.document
        left -= len(document.text) + sum(map(len, document.abstracts))
        if articles and left < 0:
            break
        article = _Article(f"d{len(articles)}", labelled)
        salient = ", ".join(article.salient_names[:MAX_NAMED])
        entries.append((article.title, one_line(salient, 120)))
        html = render("pages/templates/label_article.html", article=article)
        articles.append(Markup(html))  # noqa: S704 - the template has escaped what it shows
    return render(
        "pages/templates/label_page.html",
        title="Labels",
        summary=summary,
        entries=entries,
        articles=articles,
    )


class _Article:
    """What the template shows of a labelled document."""

    def __init__(self, id: str, labelled: LabelledDocument) -> None:
        document, labels = labelled.parsed.document, labelled.labels
        self.id = id
        self.title = one_line(document.title or document.id)
        self.document_id = one_line(document.id)
        self._labelled = labelled
        self._names = [one_line(entity.name) for entity in labelled.parsed.entities]
        salient = [i for i, label in enumerate(labels) if label.salient]
        self._numbers = {entity: number for number, entity in enumerate(salient, 1)}
        self.entities, self.salient = len(labels), len(salient)
        self.title_pieces = with_spans(shown_title(document), self._all_spans(title=True))
        self.pieces = with_spans(document.text, self._all_spans(title=False))
        self.abstracts = [
            with_spans(abstract, self._abstract_spans(i))
            for i, abstract in enumerate(document.abstracts)
        ]

    @property
    def salient_names(self) -> list[str]:
        """The names of the entities that an abstract mentions."""
        return [self._names[i] for i in self._numbers]

    @property
    def others(self) -> list[str]:
        """The names of the entities that no abstract mentions."""
        return [name for i, name in enumerate(self._names) if i not in self._numbers]

    def evidence(self) -> Iterator[dict[str, Any]]:
        """A row per alignment, with `others` that its mention could mean, entity by entity."""
        for i, number in self._numbers.items():
            for alignment in self._labelled.labels[i].evidence:
                others = [j for j in alignment.candidates if j != alignment.entity]
                yield {
                    "number": number,
                    "name": self._names[i],
                    "type": self._labelled.parsed.entities[i].type,
                    "alignment": alignment,
                    "abstract_id": _abstract_id(self.id, alignment),
                    "text_id": self._place(i, alignment),
                    "others": [self._names[j] for j in others],
                }

    def unaligned(self) -> list[tuple[str, list[str]]]:
        """What of the abstracts was aligned with nothing, by reason."""
        missed = self._labelled.unaligned
        by_reason = grouped((each.reason, one_line(each.mention.text, 80)) for each in missed)
        return sorted(by_reason.items())

    def _place(self, entity: int, alignment: Alignment) -> str:
        """The id of the mention of the document that was aligned."""
        mention = alignment.document_mention
        in_text = mention in self._labelled.parsed.entities[entity].mentions
        return mention_id(self.id, mention, title=not in_text)

    def _all_spans(self, *, title: bool) -> Iterator[Span[Mark]]:
        """All mentions of text or title; those of salient entities lead to the abstract."""
        for i, entity in enumerate(self._labelled.parsed.entities):
            mentions = entity.title_mentions if title else entity.mentions
            yield from self._spans(i, mentions, title)

    def _spans(self, entity: int, mentions: Sequence[Mention], title: bool) -> Iterator[Span[Mark]]:
        """Mentions of an entity, and those that were aligned, which may lie in them."""
        if entity not in self._numbers:
            yield from (Span(m.start, m.end, Mark()) for m in mentions)
            return
        evidence = self._labelled.labels[entity].evidence
        aligned = {a.document_mention: a for a in reversed(evidence)}
        places = {(m.start, m.end): a for m, a in aligned.items() if m in mentions}
        linked = (a.document_mention for a in evidence if a.document_mention in mentions)
        for mention in dict.fromkeys([*outer(mentions), *linked]):
            alignment = places.get((mention.start, mention.end))
            mark = Mark(
                self._numbers[entity],
                mention_id(self.id, mention, title=title),
                _abstract_id(self.id, alignment or evidence[0]),
                linked=alignment is not None,
            )
            yield Span(mention.start, mention.end, mark)

    def _abstract_spans(self, abstract: int) -> Iterator[Span[Mark]]:
        """The aligned mentions of an abstract, and the names that were aligned with nothing."""
        for i, number in self._numbers.items():
            for alignment in self._labelled.labels[i].evidence:
                if alignment.abstract == abstract:
                    mark = Mark(
                        number,
                        _abstract_id(self.id, alignment),
                        self._place(i, alignment),
                        linked=True,
                    )
                    yield Span(alignment.mention.start, alignment.mention.end, mark)
        for entity in self._labelled.unaligned:
            mention = entity.mention
            if entity.abstract == abstract and mention.kind == "named":
                yield Span(mention.start, mention.end, Mark(missing=True))


def _abstract_id(document: str, alignment: Alignment) -> str:
    """The id in a page of a mention in an abstract."""
    return f"{document}a{alignment.abstract}-{alignment.mention.start}-{alignment.mention.end}"
