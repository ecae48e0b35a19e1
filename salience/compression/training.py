"""Compressors learned from sentences and the words of them that stay."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from salience.arrays import Float64Array
from salience.compression.compressor import Compressor
from salience.compression.features import (
    PAIR_COLUMNS,
    neighbour_counts,
    pair_features,
    pair_scores,
    word_features,
)
from salience.compression.pairs import CompressionPair, check_learnable
from salience.compression.subsets import best_subset
from salience.learning.examples import Features, Output
from salience.learning.online import OnlinePass, mira

LEAST = 3
"""Sentences in which a feature of words must occur to have a weight."""


def train_neighbours(
    pairs: Sequence[CompressionPair],
    *,
    c: float = 0.01,
    passes: int = 10,
    seed: int = 0,
    card: Mapping[str, Any] | None = None,
    on_pass: Callable[[OnlinePass], None] | None = None,
) -> Compressor:
    """Learn which words stay and which become neighbours, by MIRA (McDonald 2006).

    The loss of a compression is the number of words wrongly kept and wrongly left out. Phrase
    structure, which the paper has features of too, is that of the dependencies here.

    Args:
        pairs: The sentences; some words must stay and some go.
        c: The longest step of the weights, see `salience.learning.online.mira`.
        passes: How often all pairs are seen.
        seed: Of the order in which each pass sees them.
        card: What a reader should know of the model.
        on_pass: Called after each pass.

    Raises:
        SalienceError: If all words stay, or all go, or there are no pairs.

    Example:
        >>> from salience.compression import compression_pair
        >>> from salience.text import plain_words
        >>> words = plain_words("It rained a lot .")
        >>> model = train_neighbours([compression_pair("1", words, ["It", "rained", "."])])
        >>> model.compress(words, 3)
        (0, 1, 4)
    """
    check_learnable(pairs)
    names, rows = _vocabulary(pairs)
    examples = [_Deletions(pair, row, len(names)) for pair, row in zip(pairs, rows, strict=True)]
    size = len(names) + PAIR_COLUMNS
    weights = mira(examples, size, c=c, passes=passes, seed=seed, on_pass=on_pass)
    of_words = dict(zip(names, weights[: len(names)].tolist(), strict=True))
    return Compressor(of_words, weights[len(names) :], dict(card or {}))


def _vocabulary(pairs: Sequence[CompressionPair]) -> tuple[list[str], list[list[list[int]]]]:
    """The features of words that count, and those of each word of each sentence as columns."""
    features = [word_features(pair.source) for pair in pairs]
    n_sentences = Counter(
        name for words in features for name in {name for word in words for name in word}
    )
    least = min(LEAST, len(pairs))
    names = sorted(name for name, n in n_sentences.items() if n >= least)
    column = {name: i for i, name in enumerate(names)}
    rows = [[[column[name] for name in w if name in column] for w in words] for words in features]
    return names, rows


class _Deletions:
    """A pair as an example of a learner of structures."""

    def __init__(self, pair: CompressionPair, rows: list[list[int]], n_names: int) -> None:
        self.rows, self.n_names = rows, n_names
        self.pairs = pair_features(pair.source)
        self.kept = set(pair.kept)
        self.stays = np.array([i in self.kept for i in range(len(rows))], np.float64)
        self.gold = self._features(pair.kept)

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The best choice; with its loss added, if `augmented`."""
        keep = np.array([weights[row].sum() for row in self.rows])
        if augmented:
            keep += 1 - 2 * self.stays  # a kept word has a loss of 1, or saves one
        kept = best_subset(keep, pair_scores(self.pairs, weights[self.n_names :]), empty=True)
        return Output(self._features(kept), float(len(self.kept.symmetric_difference(kept))))

    def _features(self, kept: Sequence[int]) -> Features:
        found = neighbour_counts(self.pairs, kept, self.n_names)
        for i in kept:
            found.update(self.rows[i])
        return {column: float(n) for column, n in found.items()}
