"""The kinds of models that compress sentences, used in one way."""

from __future__ import annotations

from collections.abc import Collection

from salience.compression.compressed import Compression
from salience.compression.compressor import Compressor
from salience.text.words import Words
from salience.trees.tree import Tree


def compressions(
    model: Compressor,
    words: Words,
    tree: Tree,
    *,
    rate: float | None = None,
    n_words: int | None = None,
    must: Collection[int] = (),
    k: int = 1,
) -> list[Compression]:
    """The best compressions of a sentence, the best first.

    Args:
        model: What says which words go.
        words: The sentence; at least one word.
        tree: Its constituents.
        rate: The share of the words that shall stay.
        n_words: Or how many.
        must: Words that stay in any case.
        k: How many compressions at most.

    Raises:
        ValueError: If a length is out of range.
    """
    kept = model.compress(words, rate=rate, n_words=n_words, must=must)
    return [Compression(kept, tree.kept({*kept}))][:k]
