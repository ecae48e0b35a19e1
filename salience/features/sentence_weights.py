"""How central each sentence of a document is, by the content words that it shares with the rest."""

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.arrays import Float64Array
from salience.types import ParsedDocument


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """Cosines of each sentence with the `rest` and the `headline`; `rank` is by `rest`."""

    rest: Float64Array
    headline: Float64Array
    rank: Float64Array


def sentence_weights(parsed: ParsedDocument) -> SentenceWeights:
    """The weights of the sentences of a document, by the lemmas of their content words."""
    unread = parsed.n_sentences - len(parsed.sentence_words)
    sentences = (*parsed.sentence_words, *[()] * unread, parsed.title_words)
    codes: dict[str, int] = {}
    words = [codes.setdefault(word, len(codes)) for word in chain.from_iterable(sentences)]
    n, last = max(1, len(codes)), len(sentences) - 1
    pairs = np.repeat(np.arange(len(sentences)), list(map(len, sentences))) * n + words
    different, count = np.unique(pairs.astype(np.int64), return_counts=True)
    sentence, word = different // n, different % n
    in_text = sentence < last
    title = np.bincount(word[~in_text], count[~in_text], n)
    sentence, word, count = sentence[in_text], word[in_text], count[in_text]
    everywhere = np.bincount(word, count, n)

    # What is summed is whole numbers, so that no order of words changes a sum.
    def summed(values: NDArray[Any]) -> Float64Array:
        return np.bincount(sentence, values, last).astype(float)

    own = summed(count * count)
    shared = summed(count * everywhere[word])
    others = (everywhere * everywhere).sum() - 2 * shared + own
    rest = _cosine(shared - own, own * others)
    headline = _cosine(summed(count * title[word]), own * (title * title).sum())
    rank = 1 + np.searchsorted(np.sort(-rest), -rest, side="left")
    return SentenceWeights(rest, headline, rank.astype(float))


def _cosine(product: Float64Array, squares: Float64Array) -> Float64Array:
    """Products over the roots of the products of squared lengths."""
    zeros = np.zeros(len(product))
    cosines: Float64Array = np.divide(product, np.sqrt(squares), out=zeros, where=squares > 0)
    return cosines.round(6)
