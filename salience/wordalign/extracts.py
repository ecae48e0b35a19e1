"""The sentences of a document that its abstract was made from, by Marcu's method (1999).

Alignment takes time and memory that grow with the document; an extract keeps what matters.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from salience.arrays import Float64Array
from salience.text.words import Words
from salience.word_links.pairs import CONTENT, Pair

EACH = 3
"""Sentences of the document for each of the abstract, as Daumé and Marcu (2005, section 5.1)."""


def extract(pair: Pair, *, each: int = EACH) -> tuple[Pair, tuple[int, ...]]:
    """A pair with what matters of its document.

    For each sentence of the abstract, the sentence is left out of the document whose loss makes the
    rest most similar to it, again and again until `each` are left. Texts are similar by the cosine
    of the counts of their stems, function words left out. Of equals the last is left out.

    Returns:
        The pair with these sentences, in the order of the text, and the index in the whole
        document of each of their words.

    Example:
        >>> from salience.text.words import plain_words
        >>> text = plain_words("Ann sings . It rained . Ann left Oslo .", (0, 3, 6))
        >>> found, places = extract(Pair("d", text, plain_words("Ann left")), each=1)
        >>> " ".join(found.document.texts), places
        ('Ann left Oslo .', (6, 7, 8, 9))
    """
    document = pair.document
    if len(document.sentences) <= each:
        return pair, tuple(range(len(document)))
    stems = sorted({*_stems(document, range(len(document)))})
    column = {stem: i for i, stem in enumerate(stems)}
    sentences = np.zeros((len(document.sentences), len(stems)))
    for row, words in zip(sentences, document.sentence_ranges(), strict=True):
        for stem, n in Counter(_stems(document, words)).items():
            row[column[stem]] = n
    both = sentences @ sentences.T
    kept: set[int] = set()
    for words in pair.abstract.sentence_ranges():
        wanted = np.zeros(len(stems))
        for stem, n in Counter(_stems(pair.abstract, words)).items():
            if stem in column:
                wanted[column[stem]] = n
        kept.update(_most_similar(sentences @ wanted, both, each))
    part, places = document.part(kept)
    return Pair(pair.id, part, pair.abstract), places


def _stems(words: Words, which: range) -> list[str]:
    return [words.lemmas[i] for i in which if words.tags[i] in CONTENT]


def _most_similar(shared: Float64Array, both: Float64Array, each: int) -> list[int]:
    """Which sentences are left, from products with the abstract's sentence and with each other."""
    left = np.ones(len(shared), dtype=bool)
    with_rest, length = both.sum(axis=1), both.sum()
    product = shared.sum()
    for _ in range(len(shared) - each):
        lengths = np.maximum(length - 2 * with_rest + both.diagonal(), 0.0)
        rest = product - shared
        cosine = np.divide(rest, np.sqrt(lengths), out=np.zeros_like(rest), where=lengths > 1e-9)
        cosine[~left] = -np.inf
        out = len(cosine) - 1 - int(cosine[::-1].argmax())
        left[out] = False
        length, product = lengths[out], rest[out]
        with_rest = with_rest - both[out]
    return np.flatnonzero(left).tolist()
