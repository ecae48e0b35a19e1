"""Compressed sentences as a page for a browser: what goes is struck out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from salience.compression.compressed import CompressedSentence, Deleted
from salience.pages.html import render
from salience.text.formatting import one_line

if TYPE_CHECKING:
    from salience.compression.documents import CompressedDocument

MAX_DOCUMENTS = 100
"""A page shows the first documents up to this limit, so that browsers can hold it."""


def compression_page(shown: Sequence[CompressedDocument]) -> str:
    """A page of documents, sentence by sentence, with deletions struck out above what stays.

    It loads nothing, and has no script.
    """
    return render(
        "compression/templates/compression_page.html",
        title="Compressed sentences",
        articles=[_article(i, one) for i, one in enumerate(shown[:MAX_DOCUMENTS])],
        documents=len(shown),
    )


def _article(number: int, one: CompressedDocument) -> dict[str, Any]:
    n_words = sum(sentence.n_words for sentence in one.sentences)
    n_kept = sum(sentence.n_kept for sentence in one.sentences)
    return {
        "id": f"d{number}",
        "title": one_line(one.document.title or one.document.id, 120),
        "share": n_kept / n_words if n_words else 1.0,
        "words": n_words,
        "sentences": [
            {
                "pieces": _pieces(one.document.text, sentence),
                "compression": sentence.compression,
                "rules": [(d.text, d.rule) for d in sentence.deleted if d.rule],
            }
            for sentence in one.sentences
        ],
    }


def _pieces(text: str, sentence: CompressedSentence) -> list[tuple[str, bool, str]]:
    """A sentence of a text in pieces, each with whether it goes, and by which rule."""
    pieces, at = [], sentence.start
    for piece in (*sentence.deleted, Deleted(sentence.end, sentence.end, "")):
        stays, goes = text[at : piece.start], text[piece.start : piece.end]
        pieces += [(stays, False, ""), (goes, True, piece.rule)]
        at = piece.end
    return [piece for piece in pieces if piece[0]]
