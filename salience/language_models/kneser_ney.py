"""N-gram models with interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log10

from salience.errors import SalienceError
from salience.language_models.ngrams import BEGIN, END, UNKNOWN, Ngram, NgramModel

NEVER = -99.0
"""The logarithm of the beginning of a sentence as a word: it is only ever a context."""
FALLBACK = (0.5, 1.0, 1.5)
"""Discounts where there are too few n-grams to estimate them, as with KenLM."""


def train_ngrams(sentences: Iterable[Sequence[str]], order: int = 3) -> NgramModel:
    """A model of the sentences, with interpolated modified Kneser-Ney smoothing (Chen and Goodman
    1998): three discounts for each order (3.4), and single words interpolated with all alike.
    """
    if order < 1:
        raise SalienceError(f"order is {order}: an n-gram has a word or more.")
    levels = _counts(sentences, order)
    if not levels[0]:
        raise SalienceError("there is no sentence to learn from. Give at least one.")
    vocabulary = {ngram[-1] for ngram in levels[0]} | {UNKNOWN, END}
    probabilities: dict[Ngram, float] = {}
    backoffs: dict[Ngram, float] = {}
    lower: dict[Ngram, float] = {(): 1 / len(vocabulary)}
    for n, counts in enumerate(levels, start=1):
        lower, weights = _interpolated(counts, lower, vocabulary if n == 1 else None)
        probabilities |= {ngram: log10(p) for ngram, p in lower.items()}
        if n > 1:
            backoffs |= {context: log10(weight) for context, weight in weights.items()}
    probabilities[(BEGIN,)] = NEVER
    return NgramModel(order, probabilities, backoffs)


def _counts(sentences: Iterable[Sequence[str]], order: int) -> list[Counter[Ngram]]:
    """Of each order: the longest n-grams as they occur, shorter ones by the words before them."""
    levels: list[Counter[Ngram]] = [Counter() for _ in range(order)]
    for sentence in sentences:
        for word in sentence:
            if word in (BEGIN, END, UNKNOWN) or word.split() != [word]:
                raise SalienceError(
                    f"{word!r} can't be a word of a sentence: it stands for something else, is "
                    "empty or has white space. Leave it out or write it in another way."
                )
        words = (BEGIN, *sentence, END)
        for n in range(2, min(order - 1, len(words)) + 1):
            levels[n - 1][words[:n]] += 1
        first = 1 if order == 1 else 0
        levels[-1].update(words[i : i + order] for i in range(first, len(words) - order + 1))
    for longer, shorter in pairwise(reversed(levels)):
        shorter.update(ngram[1:] for ngram in longer)
    return levels


def _interpolated(
    counts: Mapping[Ngram, int], lower: Mapping[Ngram, float], vocabulary: set[str] | None
) -> tuple[dict[Ngram, float], dict[Ngram, float]]:
    """Probabilities of an order, and for each context the weight of the next lower one."""
    discounts = _discounts(counts)
    sums: defaultdict[Ngram, int] = defaultdict(int)
    kept: defaultdict[Ngram, float] = defaultdict(float)
    for ngram, count in counts.items():
        sums[ngram[:-1]] += count
        kept[ngram[:-1]] += discounts[min(count, 3) - 1]
    weights = {context: kept[context] / total for context, total in sums.items()}
    ngrams = counts if vocabulary is None else {(word,): 0 for word in vocabulary} | dict(counts)
    probabilities = {}
    for ngram, count in ngrams.items():
        context = ngram[:-1]
        discount = discounts[min(count, 3) - 1] if count else 0.0
        probabilities[ngram] = (count - discount) / sums[context] + weights[context] * lower[
            ngram[1:] if vocabulary is None else ()
        ]
    return probabilities, weights


def _discounts(counts: Mapping[Ngram, int]) -> tuple[float, float, float]:
    """What is taken from n-grams that occur once, twice, and more often."""
    times = Counter(min(count, 5) for count in counts.values())
    if not all(times[k] for k in (1, 2, 3, 4)):
        return FALLBACK
    y = times[1] / (times[1] + 2 * times[2])
    first, second, more = (k - (k + 1) * y * times[k + 1] / times[k] for k in (1, 2, 3))
    if not all(0 < d <= k for k, d in enumerate((first, second, more), start=1)):
        return FALLBACK
    return first, second, more
