"""Aligned words as a page for a browser: pointing at a phrase shows what it came from."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from salience.grouping import grouped
from salience.pages.html import render
from salience.text.formatting import one_line
from salience.text.words import Words
from salience.types import Document
from salience.word_links.links import AlignedPair

MAX_DOCUMENTS = 100
"""A page shows the first documents up to this limit, so that browsers can hold it."""


def alignment_page(shown: Sequence[tuple[Document, AlignedPair]]) -> str:
    """A page of documents beside their abstracts; its script marks what a word is linked to."""
    articles = [_article(i, *one) for i, one in enumerate(shown[:MAX_DOCUMENTS])]
    entries = [(article["id"], article["title"], "") for article in articles]
    return render(
        "wordalign/templates/alignment_page.html",
        title="Aligned words",
        articles=articles,
        entries=entries,
        documents=len(shown),
    )


def linking_page(shown: Sequence[tuple[Document, AlignedPair]]) -> str:
    """A page on which a person links words by clicking; it shows no links of others."""
    articles = []
    for i, (document, aligned) in enumerate(shown[:MAX_DOCUMENTS]):
        pair, texts = aligned.pair, (document.text, "\n\n".join(document.abstracts))
        sides = [
            _pieces(text, words, {j: (str(start), 0.0) for j, (start, _) in enumerate(words.spans)})
            for text, words in zip(texts, (pair.document, pair.abstract), strict=True)
        ]
        articles.append(_heading(i, document) | {"document": sides[0], "abstract": sides[1]})
    entries = [(article["id"], article["title"], "") for article in articles]
    return render(
        "wordalign/templates/linking_page.html",
        title="Link the words",
        documents=len(shown),
        articles=articles,
        entries=entries,
        sample=sha256(repr(articles).encode()).hexdigest()[:12],
    )


def _heading(number: int, document: Document) -> dict[str, Any]:
    title = one_line(document.title or document.id, 120)
    return {"id": f"d{number}", "title": title, "document_id": document.id}


def _article(number: int, document: Document, aligned: AlignedPair) -> dict[str, Any]:
    pair = aligned.pair
    numbered = [(str(i), link) for i, link in enumerate(aligned.links)]
    here = _words_with_links([(link.document, i, link.probability) for i, link in numbered])
    there = _words_with_links([(link.abstract, i, link.probability) for i, link in numbered])
    return _heading(number, document) | {
        "share": len(there) / max(len(pair.abstract), 1),
        "words": len(pair.abstract),
        "links": len(aligned.links),
        "document": _pieces(document.text, pair.document, here),
        "abstract": _pieces("\n\n".join(document.abstracts), pair.abstract, there),
    }


def _words_with_links(
    links: Sequence[tuple[tuple[int, int], str, float]],
) -> dict[int, tuple[str, float]]:
    """By word, the numbers of its links, and the largest probability of them."""
    linked = grouped((i, (number, p)) for words, number, p in links for i in range(*words))
    return {
        word: (" ".join(n for n, _ in own), max(probability for _, probability in own))
        for word, own in linked.items()
    }


def _pieces(
    text: str, words: Words, links: dict[int, tuple[str, float]]
) -> list[tuple[str, str, str]]:
    """A text in pieces: each with the numbers of its links, and their probability in words."""
    pieces = []
    end = 0
    for word, (numbers, probability) in sorted(links.items()):
        start, until = words.spans[word]
        pieces += [(text[end:start], "", ""), (text[start:until], numbers, f"{probability:.0%}")]
        end = until
    return [piece for piece in (*pieces, (text[end:], "", "")) if piece[0]]
