"""What the words of a target score by an n-gram model, for a search that sees them piecemeal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from salience.language_models.ngrams import BEGIN, END, Ngram

_MOST = 1_000_000
"""Probabilities that are remembered; then they are forgotten, so that memory stays bounded."""


class WordModel(Protocol):
    """Anything that knows how likely a word is after others, such as an `NgramModel`."""

    @property
    def order(self) -> int:
        """The words of the longest n-gram."""

    def log10(self, word: str, context: Sequence[str]) -> float:
        """The logarithm to base 10 of the probability of a word after other words."""


class Scorer:
    """A weighted n-gram model, of n-grams of 1 to 3 words, and what n-grams add besides."""

    def __init__(
        self,
        model: WordModel,
        weight: float = 1.0,
        additions: Callable[[Ngram], float] | None = None,
    ) -> None:
        """A scorer with nothing remembered yet."""
        if not 1 <= model.order <= 3:
            raise ValueError(f"the search takes n-grams of 1 to 3 words, not {model.order}")
        self.model, self.order, self.weight = model, model.order, weight
        self.additions = additions
        self._known: dict[Ngram, float] = {}

    def weighted(self, weight: float) -> Scorer:
        """The model alone with another weight; what is remembered is shared."""
        other = Scorer(self.model, weight)
        other._known = self._known
        return other

    @property
    def counts(self) -> bool:
        """Whether it can change a score."""
        return bool(self.weight) or self.additions is not None

    def log10(self, ngram: Ngram) -> float:
        """The logarithm to base 10 of the probability of an n-gram's last word, remembered."""
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
        ngram = (*before, word)
        found = self.weight * self.log10(ngram)
        if self.additions is not None:
            found += sum(self.additions(ngram[i:]) for i in range(len(ngram)))
        return found

    def sentence(self, words: Iterable[str]) -> float:
        """The logarithm to base 10 of the probability of a sentence and its end, unweighted."""
        size = self.order - 1
        padded = (BEGIN,) * size + (*words, END)
        return sum(self.log10(padded[i - size : i + 1]) for i in range(size, len(padded)))
