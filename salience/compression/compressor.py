"""A linear model of deletions: what words, and neighbours that they become, score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np

from salience.arrays import Float64Array
from salience.compression.features import pair_features, pair_scores, word_features
from salience.compression.subsets import best_subset
from salience.compression.weight_arrays import read_weights, weight_arrays
from salience.storage.model_folder import (
    DAMAGE,
    damaged,
    model_files,
    read_whole,
    unpack,
    write_folder,
)
from salience.text.words import Words

FORMAT = "salience-compressor"


@dataclass(frozen=True, eq=False, slots=True)
class Compressor:
    """What a compressor has learned.

    Attributes:
        weights: Of features of words; one without a weight weighs nothing.
        pairs: Of features of neighbours, of shape (`PAIR_COLUMNS`,); None for a tagger, in which
            each word stays or goes by itself.
        card: Training sets, licences, scores.

    Example:
        >>> from salience.text.words import plain_words
        >>> words = plain_words("It really rained")
        >>> model = Compressor({"bias": 1.0, "word=really": -2.0}, None)
        >>> model.compress(words), model.compress(words, n_words=1)
        ((0, 2), (0,))
    """

    weights: Mapping[str, float] = field(repr=False)
    pairs: Float64Array | None = field(repr=False)
    card: Mapping[str, Any] = field(default_factory=dict)

    def scores(self, words: Words) -> tuple[Float64Array, Float64Array]:
        """What each word of a sentence scores, and each two neighbours; see `best_subset`."""
        weight = self.weights.get
        found = [
            sum((weight(name, 0.0) for name in features), 0.0) for features in word_features(words)
        ]
        n = len(words)
        if self.pairs is None:
            return np.array(found, np.float64), np.zeros((n + 1, n + 1))
        return np.array(found, np.float64), pair_scores(pair_features(words), self.pairs)

    def compress(
        self,
        words: Words,
        *,
        rate: float | None = None,
        n_words: int | None = None,
        must: Collection[int] = (),
    ) -> tuple[int, ...]:
        """The words of a sentence that stay.

        Args:
            words: One sentence.
            rate: The share of the words that shall stay, above 0 and at most 1; rounded to whole
                words, at least one.
            n_words: How many words shall stay; all, if there are fewer.
            must: Words that stay in any case, such as the name of an entity that the document is
                about. Where they are more than shall stay, they alone do.

        Returns:
            Their indices, rising; none of an empty sentence. Without rate and number the best
            choice of any length, at least a word.

        Raises:
            ValueError: If both are given, or one is out of range.
        """
        n = len(words)
        most = most_words(n, rate, n_words)
        if not n:
            return ()
        keep, pairs = self.scores(words)
        wanted = None if most is None else min(max(most, len(set(must))), n)
        return best_subset(keep, pairs, n_words=wanted, must=must)

    def to_files(self) -> dict[str, bytes]:
        """The files of the model by name; the same bytes for the same model."""
        arrays = weight_arrays(self.weights, self.pairs, np.float32)
        kind = {"neighbours": self.pairs is not None}
        return model_files(FORMAT, arrays, kind, card=self.card)

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], source: str = "model") -> Self:
        """The model whose files these are.

        Raises:
            ModelError: If they are damaged, or of a newer version.
        """
        meta = read_whole(files, source, FORMAT)
        try:
            weights, pairs = read_weights(unpack(files), neighbours=meta["neighbours"])
            return cls(weights, pairs, dict(meta["card"]))
        except DAMAGE as error:
            raise damaged(source, error) from error

    def save(self, path: str | Path) -> None:
        """Write the model as a folder; a model that is there already is replaced.

        Raises:
            ModelError: If something else is there, or it can't be written.
        """
        write_folder(Path(path), self.to_files())


def most_words(n: int, rate: float | None, n_words: int | None) -> int | None:
    """How many words of a sentence shall stay; None where the model decides.

    Args:
        n: How many it has.
        rate: The share that shall stay, above 0 and at most 1; at least one word.
        n_words: Or how many.

    Raises:
        ValueError: If both are given, or one is out of range.

    Example:
        >>> most_words(9, 0.5, None), most_words(9, None, 20), most_words(9, None, None)
        (4, 20, None)
    """
    if rate is not None and n_words is not None:
        raise ValueError("give rate or n_words, not both")
    if rate is not None and not 0 < rate <= 1:
        raise ValueError(f"a rate must be above 0 and at most 1, but is {rate}")
    if n_words is not None and n_words < 1:
        raise ValueError(f"n_words must be at least 1, but is {n_words}")
    return n_words if rate is None else max(1, round(rate * n))
