"""The hidden Markov model of word alignment (Vogel, Ney and Tillmann 1996): a baseline.

It is the semi-Markov model with phrases of one word and a table of words alone: a word of the
abstract comes from a word of the document, whose place depends on the place before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resources.recipes.wordalign.ibm import ITERATIONS, Bitext, OnLikelihood, train_model_1
from salience.word_links.links import Link, word_links
from salience.word_links.pairs import Pair
from salience.wordalign.jumps import RelativeJumps
from salience.wordalign.semi_markov import Chart, expectations, viterbi

_NEVER = 1e-12
"""What words that never came from each other have, so that each pair has an alignment."""


def hmm(
    pairs: Sequence[Pair],
    iterations: int = ITERATIONS,
    on_likelihood: OnLikelihood = lambda value: None,
) -> list[frozenset[Link]]:
    """Train the model on pairs, from the table of Model 1, and align them.

    Words that come from none keep the place of the last word that does not (Och and Ney 2003).

    >>> from salience.text.words import plain_words
    >>> texts = [("das Haus", "the house"), ("das Buch", "the book"), ("ein Buch", "a book")]
    >>> pairs = [Pair("", plain_words(a), plain_words(b)) for a, b in texts]
    >>> [sorted(links) for links in hmm(pairs)]
    [[(0, 0), (1, 1)], [(0, 0), (1, 1)], [(0, 0), (1, 1)]]
    """
    bitext = Bitext.from_pairs(pairs)
    table = train_model_1(bitext)
    jumps = RelativeJumps.uniform(max((len(pair.document) for pair in pairs), default=0))

    def chart(number: int) -> Chart:
        one = bitext.index.pairs[number]
        words = table[one.words][np.ix_(one.abstract_types, one.document_types)]
        emitted = np.log(np.maximum(words, _NEVER))[:, None, None]
        null = np.log(np.maximum(table[one.nulls], _NEVER))
        return Chart(jumps.matrix(one.pair.document), jumps.null, emitted, null)

    for _ in range(iterations):
        counts = np.zeros_like(table)
        likelihood = bitext.add_identical(counts, table, float(np.exp(jumps.null)))
        moved, nulls = np.zeros(1), 0.0
        for number, one in enumerate(bitext.index.pairs):
            found = expectations(chart(number))
            likelihood += found.log_likelihood
            shape = one.words.shape
            at = one.abstract_types[:, None] * shape[1] + one.document_types[None, :]
            words = found.phrases[:, 0, 0].ravel()
            counts[one.words] += np.bincount(at.ravel(), words, one.words.size).reshape(shape)
            np.add.at(counts, one.nulls, found.nulls)
            moved = moved + jumps.counts(one.pair.document, found.jumps)
            nulls += float(found.nulls.sum())
        on_likelihood(likelihood)
        jumps, table = jumps.estimated(moved, nulls), bitext.normalised(counts)
    return [word_links(viterbi(chart(i))[0]) for i in range(len(pairs))]
