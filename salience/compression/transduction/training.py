"""Transducers learned from sentences and compressions of them (Cohn and Lapata 2009, 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from salience.arrays import Float64Array
from salience.compression.pairs import CompressionPair, check_learnable
from salience.compression.transduction.columns import LANGUAGE
from salience.compression.transduction.examples import CompressionExample
from salience.compression.transduction.learner import Learner, sentences_of
from salience.compression.transduction.settings import TransducerSettings
from salience.compression.transduction.transducer import Transducer
from salience.errors import SalienceError
from salience.language_models.ngrams import NgramModel
from salience.learning.online import OnlinePass, mira, perceptron
from salience.learning.structured_svm import Pass, structured_svm
from salience.trees.tree import Tree


def train_transducer(
    pairs: Sequence[CompressionPair],
    *,
    language: NgramModel | None = None,
    settings: TransducerSettings | None = None,
    trees: Sequence[Tree] | None = None,
    targets: Sequence[Tree] | None = None,
    salience: Sequence[Mapping[int, float]] | None = None,
    held_out: Sequence[CompressionPair] = (),
    card: Mapping[str, Any] | None = None,
    on_pass: Callable[[OnlinePass | Pass], None] | None = None,
) -> Transducer:
    """Learn a transducer.

    Args:
        pairs: The sentences; some words must stay and some go.
        language: A language model; none without it. Its text must be another than that of the
            pairs: a model that has seen the compressions lets the transducer delete whatever it
            has not seen.
        settings: How it learns; the defaults were chosen for compressions of broadcast news.
        trees: The tree of each sentence; without them they are made from dependencies.
        targets: The parsed tree of each compression. Without them it is the tree of the sentence
            with only the words that stay.
        salience: By pair, the salience of the entities that words name, see `entity_features`.
        held_out: Pairs on which the weights after each pass are judged, by their loss; the best
            are taken. Without them the last are. Not for `svm`.
        card: What a reader should know of the model.
        on_pass: Called after each pass.

    Returns:
        The model. Its card says how many pairs it was learned from, and how many of their
        compressions the rules could not make.

    Raises:
        SalienceError: If all words stay, or all go, or there are no pairs.
    """
    chosen = settings or TransducerSettings()
    check_learnable(pairs)
    sentences = sentences_of(pairs, trees)
    learner = Learner(pairs, sentences, targets, salience, chosen)
    sources = learner.sources(language)
    examples, unreached = learner.examples(sources)
    if not examples:
        raise SalienceError("the rules can make none of the compressions. Learn from the nearest.")
    judge = learner.judge(held_out, sources[0].space) if held_out else None
    weights = _learned(examples, learner.size, chosen, judge, on_pass)
    if chosen.gold == "best score":
        examples, _ = learner.examples(sources, weights)
        weights = _learned(examples, learner.size, chosen, judge, on_pass)
    names = learner.columns.names
    of_pairs = weights[len(names) :] if chosen.neighbours else None
    values = dict(zip(names, weights.tolist(), strict=False))
    values[LANGUAGE] *= chosen.scale
    said = {"pairs": len(pairs), "compressions that rules can't make": unreached}
    return Transducer(
        learner.grammar(range(len(sentences))),
        {name: value for name, value in values.items() if value},
        of_pairs,
        language,
        chosen.source,
        {**said, **(card or {})},
    )


def _learned(
    examples: Sequence[CompressionExample],
    size: int,
    settings: TransducerSettings,
    judge: Callable[[Float64Array], float] | None,
    on_pass: Callable[[OnlinePass | Pass], None] | None,
) -> Float64Array:
    c, passes, seed = settings.c, settings.passes, settings.seed
    if settings.method == "svm":
        tolerance = settings.tolerance
        return structured_svm(
            examples, size, c=c, tolerance=tolerance, max_passes=passes, on_pass=on_pass
        ).weights
    if settings.method == "perceptron":
        return perceptron(examples, size, passes=passes, seed=seed, on_pass=on_pass, judge=judge)
    return mira(examples, size, c=c, passes=passes, seed=seed, on_pass=on_pass, judge=judge)
