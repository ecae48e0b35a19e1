"""How probable it is that an abstract has a bigram: weights that are learned without a solver.

Each bigram of a document is an example of its own, right as often as abstracts have it. A summary
whose bigrams weigh their probabilities is the one of the highest expected recall of bigrams.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array

from salience.learning.logistic import logistic_regression
from salience.summaries.learned.features import Known, joined
from salience.summaries.learned.oracle import pairs
from salience.summaries.sentences import Sentence

BIAS = "bias"


def shares(
    known: Sequence[Known], abstracts: Sequence[Sequence[Sentence]]
) -> dict[tuple[str, ...], tuple[float, float]]:
    """By the parts of bigrams, how many abstracts have them and have them not.

    Args:
        known: The bigrams of documents.
        abstracts: The sentences of each abstract; all together count 1 for a bigram.

    Example:
        >>> words = ("ann", "sings")
        >>> known = [Known(words, ("stop=00",), (0,)), Known(("a", "b"), ("stop=00",), (0,))]
        >>> shares(known, [[Sentence("Ann sings", stems=words)], [], []])
        {('stop=00',): (0.333..., 1.666...)}
    """
    having = Counter(
        key for abstract in abstracts for key in {key for part in abstract for key in pairs(part)}
    )
    found: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for one in known:
        share = having[one.key] / max(len(abstracts), 1)
        found[one.parts][0] += share
        found[one.parts][1] += 1 - share
    return {parts: (right, wrong) for parts, (right, wrong) in found.items()}


def logistic_weights(
    counted: Mapping[tuple[str, ...], tuple[float, float]], columns: Mapping[str, int], c: float
) -> dict[str, float]:
    """The weights with which features give probabilities.

    Args:
        counted: As of `shares`, over all documents.
        columns: The column of each feature; others are left out.
        c: The weight of errors against small weights.
    """
    rows = [[columns[f] for f in joined(parts) if f in columns and f != BIAS] for parts in counted]
    ends = np.cumsum([0, *map(len, rows)])
    places = np.array([column for row in rows for column in row], dtype=int)
    matrix = csr_array((np.ones(len(places)), places, ends), shape=(len(rows), len(columns)))
    right, wrong = np.array([*counted.values()]).T
    weights, bias = logistic_regression(matrix, right, wrong, c)
    return dict(zip(columns, weights.tolist(), strict=True)) | {BIAS: bias}
