"""How well the words of a phrase pair fit each other: lexical weights (Koehn et al. 2003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from salience.arrays import Float64Array
from salience.wordalign.phrases.extraction import (
    MAX_LENGTH,
    LinkedTexts,
    compatible_pairs,
    phrases,
)
from salience.wordalign.phrases.phrase_table import PhraseTable

NULL = ""
"""Stands for the source of target words without a link."""

WordTable = Mapping[tuple[str, str], float]


def word_table(texts: Sequence[LinkedTexts]) -> WordTable:
    """The probability of each target word given a source word, by relative frequency of links."""
    counts: Counter[tuple[str, str]] = Counter()
    for pair in texts:
        linked = {j for _, j in pair.links}
        counts.update((pair.source[i], pair.target[j]) for i, j in pair.links)
        counts.update((NULL, word) for j, word in enumerate(pair.target) if j not in linked)
    sums: Counter[str] = Counter()
    for (source, _), count in counts.items():
        sums[source] += count
    return {pair: count / sums[pair[0]] for pair, count in counts.items()}


def lexical_weights(
    table: PhraseTable,
    texts: Sequence[LinkedTexts],
    max_length: int = MAX_LENGTH,
    *,
    tight: bool = False,
) -> Float64Array:
    """The lexical weight of each row of a table that was extracted from these texts, from 0 to 1.

    A target word has the mean probability of the source words that it is linked with, or that of a
    word without a link; a pair has the product over its target words. A pair that was linked in
    several ways has the largest of its weights, as in Koehn et al. (2003). Rows that the texts
    don't have have 0. `max_length` and `tight` are those that the table was extracted with.
    """
    words = word_table(texts)
    weights = np.zeros(len(table))
    for pair in texts:
        sources: list[list[str]] = [[] for _ in pair.target]
        for i, j in pair.links:
            sources[j].append(pair.source[i])
        each = [
            _mean(words, target, found) for target, found in zip(pair.target, sources, strict=True)
        ]
        for span in compatible_pairs(pair, max_length, tight=tight):
            row = table.rows.get(phrases(pair, span))
            if row is not None:
                weight = prod(each[span.target_start : span.target_end])
                weights[row] = max(weights[row], weight)
    return weights


def _mean(words: WordTable, target: str, sources: list[str]) -> float:
    found = sources or [NULL]
    return sum(words.get((source, target), 0.0) for source in found) / len(found)
