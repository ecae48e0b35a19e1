"""METEOR (Banerjee and Lavie 2005): words mapped one to one, and how much they are scattered."""

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import get_args

import numpy as np

from salience.arrays import Float64Array
from salience.errors import MisuseError
from salience.measures.texts.measure import Count, Measure, Settings, StageName
from salience.measures.texts.tokens import Text, porter
from salience.word_links.staged import Stage, exact, staged_alignment
from salience.word_links.wordnet import WordNet

COUNTS = ("mapped", "weight", "candidate", "reference", "chunks", "inexact")
"""What is counted in a document: the words mapped, what they count, the words of the text and of
the reference, the chunks, and whether a mapping with fewer crossings may have been missed."""


def meteor_counts(
    candidate: Sequence[str],
    references: Sequence[Sequence[str]],
    stages: Sequence[Stage[str]],
    weights: Sequence[float] | None = None,
) -> Float64Array:
    """`COUNTS` of a text and the reference that gives it the best score (weights: section 4)."""
    counts = []
    for reference in references:
        alignment = staged_alignment(candidate, reference, stages)
        mapped = len(alignment.links)
        weight = sum(weights[s] for s in alignment.links.values()) if weights else mapped
        lengths = len(candidate), len(reference)
        counts.append([mapped, weight, *lengths, alignment.chunks, not alignment.exact])
    best = max(counts, key=lambda each: (meteor_scores(np.array(each))["meteor"], each))
    return np.array(best, np.float64)


def meteor_scores(counts: Float64Array) -> dict[str, float]:
    """METEOR, precision, recall, their mean 10PR / (R + 9P), and the penalty, half the cube of
    chunks by mapped words, from added counts.
    """
    mapped, weight, candidate, reference, chunks, _ = map(float, counts)
    precision = weight / candidate if candidate else 0.0
    recall = weight / reference if reference else 0.0
    below = recall + 9 * precision
    mean = 10 * precision * recall / below if below else 0.0
    penalty = 0.5 * (chunks / mapped) ** 3 if mapped else 0.0
    return {
        "meteor": mean * (1 - penalty),
        "precision": precision,
        "recall": recall,
        "fmean": mean,
        "penalty": penalty,
    }


STAGES: tuple[StageName, ...] = get_args(StageName)
"""The names of the stages."""


def stages_named(names: Sequence[StageName], wordnet: Path | None) -> list[Stage[str]]:
    """The stages of these names."""
    needing = [name for name in names if name in ("base", "synonym")]
    if needing and wordnet is None:
        raise MisuseError(
            f"the stage {needing[0]!r} of METEOR needs WordNet, and no folder of it is given. Give "
            "one, such as /usr/share/wordnet of Debian's package wordnet-base."
        )
    stages: dict[StageName, Callable[[str], Collection[Hashable]]] = {
        "exact": exact,
        "stem": lambda word: (porter(word),),
    }
    if needing and wordnet is not None:
        net = _wordnet(wordnet)
        stages |= {"base": cache(net.bases), "synonym": cache(net.synsets)}
    if unknown := [name for name in names if name not in stages]:
        raise MisuseError(
            f"{unknown[0]!r} is no stage of METEOR. Take some of {', '.join(STAGES)}."
        )
    return [stages[name] for name in names]


def _counter(settings: Settings, corpus: Sequence[Sequence[Text]]) -> Count:
    names: Sequence[StageName] = settings.stages or ()
    weights = settings.weights
    if weights is not None and len(weights) != len(names):
        raise MisuseError(
            f"METEOR needs a weight for each of its stages ({', '.join(names)}), but has "
            f"{len(weights)}: {weights}."
        )
    stages = stages_named(names, settings.wordnet)

    def count(candidate: Text, references: Sequence[Text]) -> Float64Array:
        others = [settings.words(reference) for reference in references]
        return meteor_counts(settings.words(candidate), others, stages, weights)

    return count


_wordnet = cache(partial(WordNet.read, hypernyms=False))

MEASURES = (
    Measure(
        name="meteor",
        title="words mapped one to one, in order",
        source="Banerjee and Lavie 2005, 2.2",
        needs=("stemmer",),
        uses=("tokenization", "lower", "stages", "weights", "wordnet"),
        defaults=Settings(tokenization="words"),
        counts=COUNTS,
        counter=_counter,
        scores=meteor_scores,
    ),
)
"""METEOR."""
