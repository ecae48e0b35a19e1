"""Summaries as text for terminals and as HTML: the documents, and what each sentence covers."""

import textwrap
from collections.abc import Sequence
from typing import Any

from salience.pages.html import render
from salience.pages.spans import Span, with_spans
from salience.pages.terminal import WIDTH
from salience.summaries.summarizer import Covered, Summary
from salience.text.formatting import one_line, printable
from salience.types import Document

MAX_CHARACTERS = 200_000
"""The text of a longer document is cut here."""
MAX_CONCEPTS = 12
"""What a sentence covers is listed so far, the heaviest first."""
_LISTED = 3  # concepts right below a sentence
_DEEP = 6 * " "


def summary_text(summary: Summary, *, width: int = WIDTH, why: bool = False) -> str:
    """A summary for a terminal: a paragraph, or its sentences with what each covers."""
    lines = [printable(one_line(_title(summary), width))]
    if not why:
        lines += _wrapped(paragraph(summary), width)
    for i, sentence in enumerate(summary.sentences if why else ()):
        lines += _wrapped(sentence.text, width)
        covered = [f"{c.text} {c.weight:.2g}" for c in summary.concepts if i in c.sentences]
        if covered:
            first = one_line(", ".join(covered[:_LISTED]), width - len(_DEEP))
            lines.append(_DEEP + printable(first))
    for line in (_facts(summary), *summary.notes):
        lines += _wrapped(line, width)
    return "\n".join(lines)


def paragraph(summary: Summary) -> str:
    """The sentences of a summary on one line."""
    return " ".join(sentence.text for sentence in summary.sentences)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(printable(text), width, initial_indent="  ", subsequent_indent="  ")


def summary_page(summaries: Sequence[Summary]) -> str:
    """Summaries as a page without scripts: the sentences with what they cover, beside the
    documents.
    """
    title = _title(summaries[0]) if summaries else "Summaries"
    if len(summaries) > 1:
        title += f" and {len(summaries) - 1:,} more"
    return render(
        "summaries/templates/summary_page.html",
        title=title,
        entries=[(_title(summary), "") for summary in summaries],
        summaries=map(_view, summaries),
        **_style(summaries),
    )


def summary_html(summary: Summary) -> str:
    """A summary as a part of a notebook: what `summary_page` shows of it, with its style."""
    return render(
        "summaries/templates/summary_notebook.html", summary=_view(summary), **_style([summary])
    )


def _style(summaries: Sequence[Summary]) -> dict[str, Any]:
    """What the style needs: rules for the sentences that are tied to their place in the text."""
    most = max((len(summary.sentences) for summary in summaries), default=0)
    return {"strengths": (0, 30), "most_tied": most}


def _view(summary: Summary) -> dict[str, Any]:
    """What the template shows of a summary."""
    sources = sorted({sentence.document for sentence in summary.sentences})
    if not sources and summary.documents:
        sources = [0]
    return {
        "title": _title(summary),
        "facts": _facts(summary),
        "notes": summary.notes,
        "documents": [_document(summary, i) for i in sources],
        "unshown": len(summary.documents) - len(sources),
        "sentences": [_sentence(summary, i) for i in range(len(summary.sentences))],
    }


def _document(summary: Summary, index: int) -> tuple[str, Any]:
    """The title of a document, and its text with the chosen sentences as marks."""
    document = summary.documents[index]
    marks = [
        Span(sentence.start, sentence.end, number)
        for number, sentence in enumerate(summary.sentences, 1)
        if sentence.document == index
    ]
    return _name(document), [*with_spans(document.text[:MAX_CHARACTERS], marks)]


def _sentence(summary: Summary, index: int) -> dict[str, Any]:
    """A sentence of a summary, with what it covers."""
    covered = [concept for concept in summary.concepts if index in concept.sentences]
    return {
        "number": index + 1,
        "text": summary.sentences[index].text,
        "first": ", ".join(one_line(concept.text, 80) for concept in covered[:_LISTED]),
        "concepts": [_concept(concept, index) for concept in covered[:MAX_CONCEPTS]],
        "more": max(len(covered) - MAX_CONCEPTS, 0),
    }


def _concept(concept: Covered, index: int) -> dict[str, Any]:
    others = ", ".join(str(i + 1) for i in concept.sentences if i != index)
    text = one_line(concept.text, 80)
    return {"weight": concept.weight, "text": text, "kind": concept.kind, "places": others}


def _facts(summary: Summary) -> str:
    """How long a summary is, and how good, in words."""
    n, settings = len(summary.sentences), summary.settings
    about = "" if settings.about is None else f" about {settings.about}"
    facts = [f"{n:,} sentence{'' if n == 1 else 's'}{about}"]
    if settings.unit != "sentences":
        facts.append(f"{summary.length:,} of {settings.budget:,} {settings.unit}")
    if len(summary.documents) > 1:
        facts.append(f"from {len(summary.documents):,} documents")
    how = settings.method if summary.status == "rule" else summary.status
    gap = "" if summary.gap is None else f", gap {summary.gap:.1%}".replace("%", " %")
    headline = "; the headline had a part in it" if summary.headline else ""
    return f"{', '.join(facts)}; {how}{gap}{headline}"


def _title(summary: Summary) -> str:
    first, *others = map(_name, summary.documents)
    if others and any(map(str.isalnum, summary.id)):  # no dot, as of documents without a folder
        return one_line(summary.id)
    return f"{first} and {len(others):,} more" if others else first


def _name(document: Document) -> str:
    title = document.title or ""
    return one_line(title if any(map(str.isalnum, title)) else document.id)
