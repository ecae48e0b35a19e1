"""Parameters learned from pairs alone, by expectation maximization (Daumé and Marcu 2005, 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from salience.errors import SalienceError
from salience.word_links.choices import Jumps
from salience.word_links.pairs import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.aligner import Aligner, pair_chart
from salience.wordalign.jumps import GaussianJumps, JumpModel, RelativeJumps, SyntaxJumps
from salience.wordalign.rewrite_index import Vocabulary, build_index
from salience.wordalign.rewrites import (
    RewriteCounts,
    Rewrites,
    add_counts,
    build_table,
    estimated,
    log_prior,
    table_rewrites,
)
from salience.wordalign.semi_markov import expectations

ITERATIONS = 10
"""As in the paper."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """What an iteration began with.

    `log_likelihood` is that of all abstracts, given their documents. `log_posterior` has also the
    prior of the parameters, up to a constant: what training makes as large as it can. It never
    falls, if there is no beam.
    """

    number: int
    log_likelihood: float
    log_posterior: float


def train_aligner(
    pairs: Sequence[Pair],
    *,
    jumps: Jumps = "relative",
    wordnet: WordNet | None = None,
    longest: tuple[int, int] = (3, 3),
    iterations: int = ITERATIONS,
    on_iteration: Callable[[Iteration], None] = lambda iteration: None,
) -> Aligner:
    """Learn from documents and their abstracts how abstracts are made.

    Args:
        pairs: Texts; those of which one is empty teach nothing.
        jumps: The model of jumps.
        wordnet: For the WordNet component, which is off without it.
        longest: The most words of a phrase of the document, and of one of the abstract.
        iterations: Of expectation maximization.
        on_iteration: Called when each iteration has seen all pairs.

    Raises:
        SalienceError: If no pair has words on both sides.

    Example:
        >>> from salience.text.words import plain_words
        >>> texts = [("the old mill burned", "mill burned"), ("a red boat sank", "boat sank")]
        >>> pairs = [Pair("", plain_words(a), plain_words(b)) for a, b in texts]
        >>> aligner = train_aligner(pairs)
        >>> [(link.document, link.abstract) for link in aligner.align(pairs[0])]
        [((2, 3), (0, 1)), ((3, 4), (1, 2))]
    """
    used = [pair for pair in pairs if len(pair.document) and len(pair.abstract)]
    if not used:
        raise SalienceError(
            "no document and abstract to train on has words. Give documents with abstracts."
        )
    vocabulary = Vocabulary.from_abstracts((pair.abstract for pair in used), wordnet, longest[1])
    index = build_index(used, vocabulary, wordnet, longest)
    table = build_table(Rewrites.uniform(vocabulary), index)
    model = _first_jumps(jumps, used)
    for number in range(1, iterations + 1):
        counts = RewriteCounts.zero(index)
        moved, nulls, likelihood = np.zeros(1), 0.0, 0.0
        for pair in index.pairs:
            chart, rewritten = pair_chart(model, table, index, pair)
            expected = expectations(chart)
            likelihood += expected.log_likelihood
            add_counts(counts, table, pair, rewritten, expected.phrases, expected.nulls)
            moved = moved + model.counts(pair.pair.document, expected.jumps)
            nulls += float(expected.nulls.sum())
        prior = model.log_prior + log_prior(table, index)
        on_iteration(Iteration(number, likelihood, likelihood + prior))
        model = model.estimated(moved, nulls)
        table = estimated(counts, table, index)
    return Aligner(model, table_rewrites(table, index), longest, wordnet)


def _first_jumps(jumps: Jumps, pairs: Sequence[Pair]) -> JumpModel:
    longest = max(len(pair.document) for pair in pairs)
    if jumps == "relative":
        return RelativeJumps.uniform(longest)
    if jumps == "gaussian":
        return GaussianJumps.uniform(longest)
    return SyntaxJumps.uniform([pair.document for pair in pairs])
