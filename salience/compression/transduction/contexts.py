"""N-gram contexts: what is needed of a piece of target to put another beside it.

Of a piece only the first and the last words matter to what comes beside it (Cohn and Lapata 2009,
section 3.4): for trigrams two at either edge. Its first words are scored when words stand before
them; until then there is an estimate by unigrams.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from salience.compression.transduction.forest import BEGIN_PLACE, END_PLACE
from salience.compression.transduction.scorer import Scorer
from salience.language_models.ngrams import BEGIN, END

Words = tuple[str, ...]


class Context(NamedTuple):
    """The first words of a piece, which are not scored yet, its last words, and the estimate."""

    pending: Words
    right: Words
    estimate: float


class Contexts:
    """The contexts of one sentence, by number."""

    def __init__(self, words: Sequence[str], scorer: Scorer | None) -> None:
        self._words, self._scorer = words, scorer
        self._size = 0 if scorer is None else scorer.order - 1
        self._numbers: dict[tuple[Words, Words], int] = {}
        self.known: list[Context] = []
        self._joined: dict[tuple[int, int], tuple[int, float]] = {}

    def word(self, place: int) -> tuple[int, float]:
        """The context of a word by itself, and what of it is scored."""
        if place == BEGIN_PLACE:
            return self._number((), (BEGIN,) * self._size), 0.0
        if (place < 0 and place != END_PLACE) or self._scorer is None:
            return self._number((), ()), 0.0
        word = END if place == END_PLACE else self._words[place]
        if not self._size:
            return self._number((), ()), self._scorer.value(word, ())
        return self._number((word,), (word,)), 0.0

    def joined(self, left: int, right: int) -> tuple[int, float]:
        """The context of two pieces beside each other, and what is scored when they meet."""
        found = self._joined.get((left, right))
        if found is None:
            found = self._joined[left, right] = self._join(self.known[left], self.known[right])
        return found

    def _join(self, left: Context, right: Context) -> tuple[int, float]:
        size, scored = self._size, 0.0
        pending, before = left.pending, left.right
        for word in right.pending:
            if len(before) == size and self._scorer is not None:
                scored += self._scorer.value(word, before)
            else:
                pending = (*pending, word)
            before = (*before, word)[-size:]
        last = right.right if len(right.right) == size else (left.right + right.right)[-size:]
        return self._number(pending, last), scored

    def _number(self, pending: Words, right: Words) -> int:
        number = self._numbers.setdefault((pending, right), len(self.known))
        if number == len(self.known):
            score = self._scorer.value if self._scorer is not None else lambda *_: 0.0
            self.known.append(Context(pending, right, sum(score(word, ()) for word in pending)))
        return number
