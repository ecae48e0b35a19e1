"""An n-gram model as a table of probabilities with back-off weights, as ARPA files have it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Ngram = tuple[str, ...]

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"
"""The words that stand for the beginning and the end of a sentence, and for an unknown word."""


@dataclass(frozen=True, eq=False)
class NgramModel:
    """Probabilities of words given the words before them.

    Attributes:
        order: The words of the longest n-gram.
        probabilities: The logarithm to base 10 of the probability of each n-gram's last word, given
            the others. All words have one, and the unknown word.
        backoffs: What is added where an n-gram that begins with these words is not known.
    """

    order: int
    probabilities: Mapping[Ngram, float] = field(repr=False)
    backoffs: Mapping[Ngram, float] = field(repr=False)

    def known(self, word: str) -> str:
        """The word itself, or what stands for unknown words."""
        return word if (word,) in self.probabilities else UNKNOWN

    def log10(self, word: str, context: Sequence[str]) -> float:
        """The logarithm to base 10 of the probability of a word after other words."""
        word = self.known(word)
        near = context[max(0, len(context) - self.order + 1) :]
        before = tuple([w if w == BEGIN else self.known(w) for w in near])
        weight = 0.0
        while (found := self.probabilities.get((*before, word))) is None:
            weight += self.backoffs.get(before, 0.0)
            before = before[1:]
        return weight + found
