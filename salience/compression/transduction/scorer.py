"""What the words of a target score by an n-gram model, for a search that sees them piecemeal."""

from __future__ import annotations

from collections.abc import Iterable

from salience.language_models.ngrams import BEGIN, END, Ngram, NgramModel

_MOST = 1_000_000
"""Probabilities that are remembered; then they are forgotten, so that memory stays bounded."""


class Scorer:
    """A weighted n-gram model of 1 to 3 words, whose probabilities (base 10) are remembered."""

    def __init__(self, model: NgramModel, weight: float = 1.0) -> None:
        if not 1 <= model.order <= 3:
            raise ValueError(f"the search takes n-grams of 1 to 3 words, not {model.order}")
        self.model, self.order, self.weight = model, model.order, weight
        self._known: dict[Ngram, float] = {}

    def weighted(self, weight: float) -> Scorer:
        """The same model with another weight; what is remembered is shared."""
        other = Scorer(self.model, weight)
        other._known = self._known
        return other

    def log10(self, ngram: Ngram) -> float:
        """The logarithm to base 10 of the probability of an n-gram's last word."""
        found = self._known.get(ngram)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            # A sentence begins once for a model, however much room is before its first word.
            before = ngram[1:-1] if ngram[:2] == (BEGIN, BEGIN) else ngram[:-1]
            found = self._known[ngram] = self.model.log10(ngram[-1], before)
        return found

    def value(self, word: str, before: Ngram) -> float:
        """What a word adds to the score."""
        return self.weight * self.log10((*before, word))

    def sentence(self, words: Iterable[str]) -> float:
        """The logarithm to base 10 of the probability of a sentence and its end, unweighted."""
        size = self.order - 1
        padded = (BEGIN,) * size + (*words, END)
        return sum(self.log10(padded[i - size : i + 1]) for i in range(size, len(padded)))
