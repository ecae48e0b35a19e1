"""How related the words around an entity are to the rest of its document and to the headline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from salience.arrays import Float64Array
from salience.features.word_vectors import WordVectors
from salience.types import Entity, ParsedDocument

_PARTS = 2.0**20
"""Vectors are whole numbers of such parts of 1: their sums are exact, in whatever order."""


@dataclass(frozen=True, slots=True)
class Contexts:
    """The content words of a document and of its headline, as sums of word vectors.

    Attributes:
        words: How often each word is in each sentence; the headline is the last one.
        vectors: The vector of each word, of length 1; of a word without one, zeros.
        sums: The sums of the vectors of each sentence, then that of the headline.
        total: The sum of all sentences.
    """

    words: Sequence[Counter[str]]
    vectors: dict[str, Float64Array]
    sums: Float64Array
    total: Float64Array

    @classmethod
    def from_document(cls, parsed: ParsedDocument, vectors: WordVectors) -> Self:
        """Those of a document. It takes a time that grows with the words."""
        unread = parsed.n_sentences - len(parsed.sentence_words)
        sentences = (*parsed.sentence_words, *[()] * unread, parsed.title_words)
        numbers: dict[str, int] = {}
        words = [[numbers.setdefault(w, len(numbers)) for w in sentence] for sentence in sentences]
        rounded = np.rint(vectors.of_words(list(numbers)) * _PARTS)
        sums = np.array([rounded[sentence].sum(axis=0) for sentence in words])
        by_word = dict(zip(numbers, rounded, strict=True))
        return cls(list(map(Counter, sentences)), by_word, sums, sums[:-1].sum(axis=0))

    def related(self, entity: Entity) -> tuple[float, float]:
        """How related the words around an entity are to the other sentences, and to the headline.

        Around it are the words of its sentences without those of its own names, which the headline
        loses too: that it names the entity, other attributes say. Two cosines of sums of vectors:
        below 0 they are 0, and so they are where one side has no word with a vector.
        """
        headline = len(self.words) - 1
        own = sorted({m.sentence for m in entity.mentions if 0 <= m.sentence < headline})
        mentions = (*entity.mentions, *entity.title_mentions)
        named = {word.lower() for m in mentions if m.kind == "named" for word, _ in m.words}
        names = sorted(named & self.vectors.keys())
        sentences = self.sums[own].sum(axis=0)
        around = sentences - self._of_names(names, own)
        return (
            _cosine(around, self.total - sentences),
            _cosine(around, self.sums[headline] - self._of_names(names, [headline])),
        )

    def _of_names(self, names: Sequence[str], sentences: Sequence[int]) -> Float64Array:
        """The sum of some words in some sentences."""
        total = np.zeros_like(self.total)
        for name in names:
            total += sum(self.words[i][name] for i in sentences) * self.vectors[name]
        return total


def _cosine(a: Float64Array, b: Float64Array) -> float:
    lengths = float(np.sqrt((a * a).sum()) * np.sqrt((b * b).sum()))
    return max(round(float((a * b).sum()) / lengths, 6), 0.0) if lengths else 0.0
