"""Smaller n-gram models: what shorter n-grams say as well is left out."""

from collections import defaultdict
from math import log10

from salience.language_models.ngrams import BEGIN, Ngram, NgramModel

_LEAST = 1e-12


def pruned(model: NgramModel, threshold: float) -> NgramModel:
    """A model without the n-grams that change least.

    An n-gram goes if its weighted difference, its probability times how far the logarithm of its
    last word's is from what shorter n-grams say, is below the threshold (Seymore and Rosenfeld
    1996, "Scalable Backoff Language Models"), from the longest down. Those that others begin with
    stay. Back-off weights are made anew, so that the probabilities of all words add up to 1.

    Example:
        >>> from salience.language_models.kneser_ney import train_ngrams
        >>> model = train_ngrams([["a", "b"], ["a", "c"], ["d", "c"]], order=2)
        >>> small = pruned(model, 0.05)
        >>> len(small.probabilities) < len(model.probabilities)
        True
        >>> words = ("a", "b", "c", "d", "</s>", "<unk>")
        >>> round(sum(10 ** small.log10(word, ["a"]) for word in words), 6)
        1.0
    """
    kept = dict(model.probabilities)
    for order in range(model.order, 1, -1):
        shorter = NgramModel(order - 1, kept, model.backoffs)
        needed = {ngram[:-1] for ngram in kept if len(ngram) == order + 1}
        for ngram in [ngram for ngram in kept if len(ngram) == order and ngram not in needed]:
            value = kept[ngram]
            joint = 10 ** (value + _sequence(model, ngram[:-1]))
            if joint * abs(value - _backed_off(model, shorter, ngram)) < threshold:
                del kept[ngram]
    return NgramModel(model.order, kept, _backoffs(kept))


def _backed_off(model: NgramModel, shorter: NgramModel, ngram: Ngram) -> float:
    """The logarithm that an n-gram has without an entry of its own."""
    return model.backoffs.get(ngram[:-1], 0.0) + shorter.log10(ngram[-1], ngram[1:-1])


def _sequence(model: NgramModel, words: Ngram) -> float:
    """The logarithm of the probability of words one behind the other, wherever they stand."""
    start = 1 if words[0] == BEGIN else 0
    return sum(model.log10(words[i], words[:i]) for i in range(start, len(words)))


def _backoffs(probabilities: dict[Ngram, float]) -> dict[Ngram, float]:
    """The back-off weights with which probabilities add up to 1, the shorter contexts first."""
    found: dict[Ngram, float] = {}
    after: defaultdict[Ngram, list[Ngram]] = defaultdict(list)
    for ngram in probabilities:
        if len(ngram) > 1:
            after[ngram[:-1]].append(ngram)
    for context in sorted(after, key=lambda words: (len(words), words)):
        known = NgramModel(len(context), probabilities, found)
        seen = sum(10 ** probabilities[ngram] for ngram in after[context])
        below = sum(10 ** known.log10(ngram[-1], ngram[1:-1]) for ngram in after[context])
        found[context] = log10(max(1 - seen, _LEAST) / max(1 - below, _LEAST))
    return found
