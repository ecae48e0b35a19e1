"""BLEU, BLEU-S and NIST: the n-grams of a text that its references have too.

As Leusch, Ueffing, Vilar and Ney (2005) define them in sections 2.1.3 and 2.1.4, but for two
misprints: BLEU-S adds one to the counts of all orders but the first (Lin and Och 2004), and the
length penalty of NIST is one half for a text of two thirds of the length (Doddington 2002).
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.paired_tests import Score
from salience.measures.texts.error_rates import reference_length
from salience.measures.texts.measure import Count, Measure, Settings
from salience.measures.texts.tokens import Text, matches, most, ngrams

BLEU_ORDERS, NIST_ORDERS = range(1, 5), range(1, 6)
_BETA = math.log(0.5) / math.log(1.5) ** 2

NGram = tuple[str, ...]


def bleu(counts: Float64Array, *, smooth: bool = False) -> float:
    """BLEU of added counts, from 0 to 1; BLEU-S with `smooth`."""
    n = len(BLEU_ORDERS)
    there, all_, (candidate, reference) = counts[:n], counts[n : 2 * n], counts[2 * n :]
    added = np.array([float(smooth and order > 1) for order in BLEU_ORDERS])
    if not (there + added).all() or not candidate:
        return 0.0
    mean = math.exp(np.log((there + added) / (all_ + added)).mean())
    return mean * min(1.0, math.exp(1 - reference / candidate))


def nist(counts: Float64Array) -> float:
    """NIST of added counts, which begin with the information of n-grams of the orders 1 to 5."""
    n = len(NIST_ORDERS)
    there, all_, (candidate, reference) = counts[:n], counts[n : 2 * n], counts[2 * n :]
    if not candidate:
        return 0.0
    shorter = math.log(min(1.0, candidate / reference)) if reference else 0.0
    penalty = math.exp(_BETA * shorter**2)
    return float(penalty * np.divide(there, all_, out=np.zeros(n), where=all_ > 0).sum())


def information(references: Sequence[Sequence[str]]) -> Callable[[NGram], float]:
    """How much each n-gram tells after the words before it, in bits, by all references (2.1.4)."""
    counts: Counter[NGram] = Counter()
    for words in references:
        for order in NIST_ORDERS:
            counts.update(ngrams(words, order))
    counts[()] = sum(map(len, references))

    def bits(ngram: NGram) -> float:
        return math.log2(counts[ngram[:-1]] / counts[ngram])

    return bits


def _measure(
    name: str, title: str, source: str, score: Score, *, is_informed: bool = False
) -> Measure:
    orders = NIST_ORDERS if is_informed else BLEU_ORDERS

    def counter(settings: Settings, corpus: Sequence[Sequence[Text]]) -> Count:
        everything = (settings.words(text) for references in corpus for text in references)
        bits = information(list(everything)) if is_informed else None

        def worth(there: Mapping[NGram, int], known: Mapping[NGram, int]) -> float:
            if bits is None:
                return matches(there, known)
            both = ((ngram, n) for ngram, n in sorted(there.items()) if ngram in known)
            return sum(min(n, known[ngram]) * bits(ngram) for ngram, n in both)

        def count(candidate: Text, references: Sequence[Text]) -> Float64Array:
            words = settings.words(candidate)
            others = [settings.words(reference) for reference in references]
            there = [ngrams(words, order) for order in orders]
            known = [most(ngrams(other, order) for other in others) for order in orders]
            lengths = list(map(len, others))
            length = reference_length(len(words), lengths, settings.lengths or "closest")
            shared = [worth(*pair) for pair in zip(there, known, strict=True)]
            totals = [counts.total() for counts in there]
            return np.array([*shared, *totals, len(words), length], np.float64)

        return count

    kinds = ("information" if is_informed else "matches", "ngrams")
    return Measure(
        name=name,
        title=title,
        source=source,
        range=(0.0, math.inf if is_informed else 1.0),
        uses=("tokenization", "lower", "lengths", "boundaries"),
        defaults=Settings(tokenization="marks", lengths="average" if is_informed else "closest"),
        counts=(*(f"{k}_{order}" for k in kinds for order in orders), "candidate", "reference"),
        counter=counter,
        scores=lambda total: {name: score(total)},
    )


MEASURES = (
    _measure("bleu", "precision of runs of one to four words", "Leusch et al. 2005, 2.1.3", bleu),
    _measure(
        "bleu-s",
        "BLEU that is not 0 for single texts",
        "Lin and Och 2004; Leusch et al. 2005, 2.1.3",
        partial(bleu, smooth=True),
    ),
    _measure(
        "nist",
        "runs of words, rare ones more",
        "Doddington 2002; Leusch et al. 2005, 2.1.4",
        nist,
        is_informed=True,
    ),
)
"""BLEU, BLEU-S and NIST. The information of NIST comes from all documents that are counted."""
