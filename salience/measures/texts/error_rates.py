"""Error rates of words: with their order (WER), without it (PER), and of n-grams (m-PER).

Leusch, Ueffing, Vilar and Ney (2005), sections 2.1.1 and 2.1.2.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from salience.arrays import Float64Array
from salience.errors import MisuseError
from salience.measures.texts.measure import Lengths, Measure, Settings, alone
from salience.measures.texts.tokens import Text, matches, ngrams

COUNTS = ("distance", "length")
"""What is counted in a document: its distance from the reference, and the reference's length."""


def edit_distance(words: Sequence[str], others: Sequence[str]) -> int:
    """The fewest words inserted, deleted or replaced between two texts (Levenshtein)."""
    codes = {word: i for i, word in enumerate(dict.fromkeys(others))}
    there = np.array([codes[word] for word in others], np.int64)
    steps = np.arange(len(others) + 1)
    row = steps.copy()
    for i, word in enumerate(words, 1):
        new = np.empty_like(row)
        new[0] = i
        new[1:] = np.minimum(row[1:] + 1, row[:-1] + (there != codes.get(word, -1)))
        row = np.minimum.accumulate(new - steps) + steps  # insertions
    return int(row[-1])


def bag_distance(words: Sequence[str], others: Sequence[str], m: int = 1) -> int:
    """The edit distance of two texts whose m-grams may stand in any order."""
    a, b = ngrams(words, m), ngrams(others, m)
    return max(a.total(), b.total()) - matches(a, b)


def distance_and_length(
    candidate: int, distances: Sequence[float], lengths: Sequence[int], rule: Lengths
) -> tuple[float, float]:
    """The distance of a text from its references, and the length that it is divided by: the mean of
    the `nearest` ones, that of the `best` rate, or by `reference_length`.
    """
    if rule == "best":
        rates = [
            (d / length if length else np.inf * d if d else 0.0, length, d)
            for d, length in zip(distances, lengths, strict=True)
        ]
        _, length, distance = min(rates)
        return distance, length
    least = min(distances)
    if rule == "nearest":
        pairs = zip(distances, lengths, strict=True)
        return least, float(np.mean([length for d, length in pairs if d == least]))
    return least, reference_length(candidate, lengths, rule)


def reference_length(candidate: int, lengths: Sequence[int], rule: Lengths) -> float:
    """The length of references that are compared all at once, as BLEU and NIST do."""
    if rule == "average":
        return float(np.mean(lengths))
    if rule == "closest":
        return min(lengths, key=lambda length: (abs(length - candidate), length))
    raise MisuseError(
        f"the length of the {rule} reference is for measures of one reference at a time, such as "
        "wer. With bleu and nist, take average or closest."
    )


def _measure(
    name: str,
    title: str,
    section: str,
    distance: Callable[[Sequence[str], Sequence[str]], int],
    m: int = 1,
) -> Measure:
    def length(words: Sequence[str]) -> int:
        return max(len(words) - m + 1, 0)

    def count(settings: Settings, candidate: Text, references: Sequence[Text]) -> Float64Array:
        words, *others = map(settings.words, (candidate, *references))
        distances = [distance(words, other) for other in others]
        lengths, rule = list(map(length, others)), settings.lengths or "best"
        return np.array(distance_and_length(length(words), distances, lengths, rule))

    def scores(total: Float64Array) -> dict[str, float]:
        return {"rate": float(total[0] / total[1]) if total[1] else math.nan}

    order = () if m == 1 else ("boundaries",)
    return Measure(
        name=name,
        title=title,
        source=f"Leusch et al. 2005, {section}",
        range=(0.0, math.inf),
        rises=False,
        uses=("tokenization", "lower", "lengths", *order),
        defaults=Settings(tokenization="marks", lengths="best"),
        counts=COUNTS,
        counter=alone(count),
        scores=scores,
    )


MEASURES = (
    _measure("wer", "errors of words", "2.1.1", edit_distance),
    _measure("per", "errors of words in any order", "2.1.2", bag_distance),
    *(
        _measure(
            f"per{m}",
            f"errors of runs of {number} words in any order",
            "2.1.2",
            partial(bag_distance, m=m),
            m,
        )
        for m, number in ((2, "two"), (3, "three"), (4, "four"))
    ),
)
"""WER, PER and m-PER."""
