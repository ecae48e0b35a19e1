"""Summaries as JSON records: the lines of `salience summarize`."""

from __future__ import annotations

from salience.summaries.summarizer import Summary
from salience.types import Record

DIGITS = 6


def summary_record(summary: Summary) -> Record:
    """The JSON record of a summary.

    `id` is that of the document, or what its documents share, and `documents` are their ids. A
    sentence has the `document` that it is from, its `order` there, counted from 0, and its place
    in characters. A concept has its `kind`, its `text` and `weight`, and the `sentences` of the
    summary that have it, counted from 0. `status`, `value`, `bound` and `gap` say how good the
    choice is; a baseline has the status `rule` and null for the others. `headline` is whether the
    words of a headline had a part in the weights. A summary about an entity has `about`.
    """
    settings = summary.settings
    record: Record = {
        "id": summary.id,
        "documents": [document.id for document in summary.documents],
        "summary": " ".join(sentence.text for sentence in summary.sentences),
        "sentences": [
            {
                "document": summary.documents[sentence.document].id,
                "order": sentence.order,
                "start": sentence.start,
                "end": sentence.end,
                "text": sentence.text,
            }
            for sentence in summary.sentences
        ],
        "concepts": [
            {
                "kind": concept.kind,
                "text": concept.text,
                "weight": round(concept.weight, DIGITS),
                "sentences": list(concept.sentences),
            }
            for concept in summary.concepts
        ],
        "length": summary.length,
        "budget": settings.budget,
        "unit": settings.unit,
        "method": settings.method,
        "scheme": (settings.concepts or "mixture") if settings.learned is None else "learned",
        "status": summary.status,
        **{
            name: None if value is None else round(value, DIGITS)
            for name, value in (
                ("value", summary.value),
                ("bound", summary.bound),
                ("gap", summary.gap),
            )
        },
        "headline": summary.headline,
    }
    if settings.about is not None:
        record["about"] = settings.about
    if summary.notes:
        record["notes"] = list(summary.notes)
    return record
