"""Documents that `salience wordalign` aligned, as texts with links between their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from salience.errors import CorpusError
from salience.wordalign.phrases.extraction import LinkedTexts

MAX_LINKS = 1_000_000
"""Of a document; a phrase of n words linked with one of m words counts n times m."""


def linked_texts(record: Mapping[str, Any]) -> LinkedTexts:
    """The words of a document and of its abstract, with the links of each word.

    Raises:
        CorpusError: If it is not what `salience wordalign` writes.

    Example:
        >>> texts = linked_texts({"document": {"words": ["the", "US"]}, "abstract": {"words":
        ...     ["America"]}, "links": [{"document": [1, 2], "abstract": [0, 1]}]})
        >>> texts.source, texts.target, texts.links
        (('the', 'US'), ('America',), [(1, 0)])
    """
    try:
        document, abstract = (_words(record[side]["words"]) for side in ("document", "abstract"))
        spans = [(*link["document"], *link["abstract"]) for link in record["links"]]
        if not all(type(n) is int and n >= 0 for span in spans for n in span):
            raise ValueError("places of words must be whole numbers from 0")
        if any(b < a or d < c for a, b, c, d in spans):
            raise ValueError("a link must not end before it begins")
        if sum((b - a) * (d - c) for a, b, c, d in spans) > MAX_LINKS:
            raise ValueError(f"it has more than {MAX_LINKS:,} links")
        links = [(i, j) for a, b, c, d in spans for i in range(a, b) for j in range(c, d)]
        return LinkedTexts(document, abstract, links)
    except KeyError as error:
        raise CorpusError(f"{error} is missing") from None
    except (TypeError, ValueError) as error:
        raise CorpusError(str(error)) from None


def _words(found: Iterable[object]) -> tuple[str, ...]:
    words = tuple(found)
    if not all(isinstance(word, str) and word.split() == [word] for word in words):
        raise ValueError("words must be texts without white space")
    return words  # type: ignore[return-value]
