"""Parameters learned from pairs alone, by expectation maximization (Daumé and Marcu 2005, 3.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from salience.errors import SalienceError
from salience.word_links.choices import MODEL_1, Jumps
from salience.word_links.links import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.aligner import Aligner, pair_chart
from salience.wordalign.jumps import (
    GaussianJumps,
    JumpModel,
    RelativeJumps,
    SyntaxJumps,
    UniformJumps,
)
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
"""Of expectation maximization, in the paper and here."""
WORD_MODEL_FAKE = 0.01
"""The fake count of a word for a word, in the baselines. With the paper's, which other components
make up for, null states win."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """What an iteration began with."""

    number: int
    log_likelihood: float  # of all abstracts, given their documents
    log_posterior: float  # with the prior of the parameters, up to a constant; it never falls


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
        >>> from salience.text import plain_words
        >>> texts = [("the old mill burned", "mill burned"), ("a red boat sank", "boat sank")]
        >>> pairs = [Pair("", plain_words(a), plain_words(b)) for a, b in texts]
        >>> aligner = train_aligner(pairs)
        >>> [(link.document, link.abstract) for link in aligner.align(pairs[0])]
        [((2, 3), (0, 1)), ((3, 4), (1, 2))]
    """
    used = _with_words(pairs)
    vocabulary = Vocabulary.from_abstracts((pair.abstract for pair in used), wordnet, longest[1])
    start = Aligner(_first_jumps(jumps, used), Rewrites.uniform(vocabulary), longest, wordnet)
    return _trained(used, start, iterations, on_iteration)


def train_word_model(
    pairs: Sequence[Pair],
    model: str,
    *,
    iterations: int = ITERATIONS,
    on_iteration: Callable[[Iteration], None] = lambda iteration: None,
) -> Aligner:
    """Learn IBM Model 1 (Brown et al. 1993) or the HMM (Vogel et al. 1996), by `WORD_MODELS`:
    phrases of one word by the table alone, with nearly no fake counts of words for others.
    """
    used = _with_words(pairs)
    vocabulary = Vocabulary.from_abstracts((pair.abstract for pair in used), None, 1)
    vocabulary = replace(vocabulary, single=WORD_MODEL_FAKE)
    rewrites = replace(Rewrites.uniform(vocabulary), weights=np.array([0.0, 0.0, 0.0, 1.0]))
    jumps = UniformJumps() if model == MODEL_1 else _first_jumps("relative", used)
    return _trained(used, Aligner(jumps, rewrites, (1, 1)), iterations, on_iteration)


def _with_words(pairs: Sequence[Pair]) -> list[Pair]:
    used = [pair for pair in pairs if len(pair.document) and len(pair.abstract)]
    if not used:
        raise SalienceError(
            "no document and abstract to train on has words. Give documents with abstracts."
        )
    return used


def _trained(
    pairs: Sequence[Pair],
    start: Aligner,
    iterations: int,
    on_iteration: Callable[[Iteration], None],
) -> Aligner:
    """The aligner after so many iterations from the first parameters."""
    model = start.jumps
    index = build_index(pairs, start.rewrites.vocabulary, start.wordnet, start.longest)
    table = build_table(start.rewrites, index)
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
    return replace(start, jumps=model, rewrites=table_rewrites(table, index))


def _first_jumps(jumps: Jumps, pairs: Sequence[Pair]) -> JumpModel:
    longest = max(len(pair.document) for pair in pairs)
    if jumps == "relative":
        return RelativeJumps.uniform(longest)
    if jumps == "gaussian":
        return GaussianJumps.uniform(longest)
    return SyntaxJumps.uniform([pair.document for pair in pairs])
