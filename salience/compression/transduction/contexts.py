"""N-gram contexts of pieces of target, as integers.

Of a piece only the first and the last words matter to what comes beside it (Cohn and Lapata 2009,
section 3.4): for trigrams two at either edge. A piece has been scored for its words that have two
words before them in the piece; for the others there is an estimate by unigrams.

An edge is one number: `first * size + second` on the left, `last but one * size + last` on the
right, with words as numbers below `size` and 0 for one that is not there. A context is both edges,
packed into a key to which two neighbours mostly just add up.
"""

from collections.abc import Sequence
from typing import NamedTuple

from salience.compression.transduction.forest import BEGIN_PLACE, END_PLACE, NO_PLACE
from salience.compression.transduction.scorer import Scorer
from salience.language_models.ngrams import BEGIN, END

LONG, ONE_WORD, EMPTY = 0, 1, 2
"""Pieces that fill a context; with less words than that; with none."""


class Context(NamedTuple):
    """What is needed of a piece to put another beside it."""

    kind: int  # `LONG`, `ONE_WORD` or `EMPTY`
    left_key: int  # its key without the right edge: what it is on the left of a pair
    right_key: int  # its key without the left edge
    left: int
    right: int
    estimate: float  # the unigram scores of the words that are not scored yet


class Contexts:
    """The contexts of one sentence."""

    def __init__(self, words: Sequence[str], scorer: Scorer | None) -> None:
        numbers: dict[str, int] = {BEGIN: 1, END: 2}
        self.numbers = {NO_PLACE: 0, BEGIN_PLACE: 1, END_PLACE: 2}
        for place, word in enumerate(words):
            self.numbers[place] = numbers.setdefault(word, len(numbers) + 1)
        self.words = ["", *numbers]
        self.scorer = scorer
        self.length = 0 if scorer is None else scorer.order - 1
        """Words of an edge."""
        self.size = len(numbers) + 1
        self.edge = self.size**self.length
        """Edges that there can be: the key is left · edge + right."""
        self.unigrams = [0.0] * self.size
        if scorer is not None:
            self.unigrams[2:] = [scorer.value(word, ()) for word in self.words[2:]]
        self.known: dict[int, Context] = {}
        """The contexts that were asked for, by key."""

    def word(self, place: int) -> tuple[int, float]:
        """The key of a word by itself, and what of it is scored."""
        number = self.numbers[place]
        if place == BEGIN_PLACE:
            # It fills its context, and nothing of it is scored.
            edge = (self.edge - 1) // (self.size - 1) if self.length else 0
            return edge * self.edge + edge, 0.0
        if not self.length:
            return 0, self.unigrams[number]
        left = number * self.size if self.length == 2 else number
        return left * self.edge + number, 0.0

    def context(self, key: int) -> Context:
        """The context that a key stands for."""
        found = self.known.get(key)
        if found is None:
            left, right = divmod(key, self.edge)
            first, second = divmod(left, self.size) if self.length == 2 else (0, left)
            estimate = self.unigrams[first] + self.unigrams[second] if self.length else 0.0
            kind = LONG
            if self.length and not second:
                kind = ONE_WORD if first else EMPTY
            found = self.known[key] = Context(kind, left * self.edge, right, left, right, estimate)
        return found

    def boundary(self, right: int, left: int) -> float:
        """What the n-grams score that end behind a right edge, within the left edge there."""
        scorer, words, size = self.scorer, self.words, self.size
        if scorer is None or not self.length or not left or not right:
            return 0.0
        if self.length == 1:
            return scorer.value(words[left], (words[right],))
        first, second = divmod(left, size)
        last_but_one, last = divmod(right, size)
        found = 0.0
        if last_but_one:
            found = scorer.value(words[first], (words[last_but_one], words[last]))
        if second:
            found += scorer.value(words[second], (words[last], words[first]))
        return found
