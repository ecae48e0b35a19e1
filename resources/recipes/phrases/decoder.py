"""A small phrase-based decoder: stacks by words covered, a distortion limit, an n-gram model.

It is built like Pharaoh (Koehn 2003), which the study uses. It translates the language of a table's
target phrases into that of its source phrases, since the noisy channel asks for the probability of
what is read given what is written (DeNero et al. 2006, section 2.1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import inf, log
from typing import NamedTuple

from salience.language_models.ngrams import BEGIN, END, Ngram, NgramModel
from salience.wordalign.phrases.phrase_table import PhraseTable

TEN = log(10)


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for a translation; it is the same for all tables, and tuned for none.

    Weights are logarithms.
    """

    stack: int = 20  # hypotheses for each number of words covered
    options: int = 10  # phrases for each stretch of words
    distortion_limit: int = 4  # words from the end of the last phrase, at most
    distortion: float = log(0.6)
    language: float = 1.0
    unknown: float = -20.0  # of a word that is written as it was read


class Option(NamedTuple):
    words: tuple[str, ...]
    weight: float


class _Hypothesis(NamedTuple):
    covered: int
    end: int
    context: tuple[str, ...]
    score: float
    promise: float
    before: _Hypothesis | None
    words: tuple[str, ...]


class _Stack:
    """Hypotheses of the same number of words, of which a number is kept; None keeps all."""

    def __init__(self, size: int | None) -> None:
        self.size = size
        self.least = -inf
        """What promises less will not be kept."""
        self._found: dict[tuple[int, int, Ngram], _Hypothesis] = {}

    def add(self, new: _Hypothesis) -> None:
        key = (new.covered, new.end, new.context)
        if key not in self._found or new.score > self._found[key].score:
            self._found[key] = new
            if self.size and len(self._found) > 4 * self.size:
                self._found = {(h.covered, h.end, h.context): h for h in self.best()}
                self.least = min(h.promise for h in self._found.values())

    def best(self) -> list[_Hypothesis]:
        found = sorted(self._found.values(), key=lambda h: (-h.promise, h.covered, h.context))
        return found[: self.size]


def phrase_options(table: PhraseTable) -> Mapping[str, list[Option]]:
    """For each phrase that may be read, what may be written; rows of probability 0 are none."""
    options: defaultdict[str, list[Option]] = defaultdict(list)
    for entry in table:
        if entry.probability > 0:
            written = tuple(entry.source.split(" "))
            options[entry.target].append(Option(written, log(entry.probability)))
    for found in options.values():
        found.sort(key=lambda option: (-option.weight, option.words))
    return options


class Decoder:
    def __init__(
        self, options: Mapping[str, list[Option]], language: NgramModel, search: Search = Search()
    ) -> None:
        """`options` are those of `phrase_options`."""
        self.options = options
        self.search = search
        self.longest = max((phrase.count(" ") + 1 for phrase in options), default=1)
        self.context_size = language.order - 1
        self.log = cache(
            lambda word, context: search.language * TEN * language.log10(word, context)
        )
        self.best_options = cache(self._best_options)

    def translate(self, words: Sequence[str]) -> list[str]:
        best = self._best(words)
        parts = []
        while best is not None:
            parts.append(best.words)
            best = best.before
        return [word for part in reversed(parts) for word in part]

    def _best(self, words: Sequence[str]) -> _Hypothesis | None:
        spans = self._spans(words)
        future = self._future(spans, len(words))
        first = _Hypothesis(0, 0, (BEGIN,)[: self.context_size], 0.0, 0.0, None, ())
        stacks = [_Stack(self.search.stack) for _ in words] + [_Stack(None)]
        stacks[0].add(first)
        for stack in stacks[:-1]:
            for hypothesis in stack.best():
                self._grow(hypothesis, spans, future, stacks)
        done = stacks[-1].best()
        return max(done, key=lambda h: h.score + self.log(END, h.context), default=None)

    def _grow(
        self,
        before: _Hypothesis,
        spans: Mapping[tuple[int, int], list[Option]],
        future: list[list[float]],
        stacks: list[_Stack],
    ) -> None:
        """Put a hypothesis with each further phrase that the distortion limit allows on a stack."""
        limit, n = self.search.distortion_limit, len(stacks) - 1
        gap = (~before.covered & (before.covered + 1)).bit_length() - 1  # the first word left out
        for start in range(gap, min(gap + limit, n - 1) + 1):
            for end in range(start + 1, min(start + self.longest, n) + 1):
                mask = (1 << end) - (1 << start)
                if before.covered & mask:
                    break
                if end - gap > limit and start > gap:
                    continue  # one could not come back to the word left out
                jump = abs(start - before.end)
                if jump > limit:
                    continue
                covered = before.covered | mask
                rest = _rest(covered, future, n)
                stack = stacks[covered.bit_count()]
                moved = before.score + jump * self.search.distortion
                for option in spans.get((start, end), ()):
                    if moved + option.weight + rest < stack.least:
                        continue  # what the language model says makes it only less
                    said, context = self._after(option, before.context)
                    score = moved + said
                    if score + rest >= stack.least:
                        promise = score + rest
                        new = (covered, end, context, score, promise, before, option.words)
                        stack.add(_Hypothesis(*new))

    def _spans(self, words: Sequence[str]) -> dict[tuple[int, int], list[Option]]:
        spans = {}
        for start in range(len(words)):
            for end in range(start + 1, min(start + self.longest, len(words)) + 1):
                found = self.best_options(" ".join(words[start:end]))
                if found:
                    spans[start, end] = found
                elif end == start + 1:
                    spans[start, end] = [Option((words[start],), self.search.unknown)]
        return spans

    def _best_options(self, phrase: str) -> list[Option]:
        """The options of a phrase that are kept: many were seen once and have a probability of 1,
        so that it alone would choose badly."""
        found = self.options.get(phrase, ())
        return sorted(found, key=lambda o: (-self._alone(o), o.words))[: self.search.options]

    def _future(self, spans: Mapping[tuple[int, int], list[Option]], n: int) -> list[list[float]]:
        """The most that each stretch of words can still bring, without distortion."""
        future = [[-inf] * (n + 1) for _ in range(n + 1)]
        for i in range(n + 1):
            future[i][i] = 0.0
        for length in range(1, n + 1):
            for i in range(n - length + 1):
                k = i + length
                alone = max((self._alone(option) for option in spans.get((i, k), ())), default=-inf)
                split = max((future[i][j] + future[j][k] for j in range(i + 1, k)), default=-inf)
                future[i][k] = max(alone, split)
        return future

    def _alone(self, option: Option) -> float:
        """What a phrase brings where nothing is known of the words before it."""
        return self._after(option, ())[0]

    def _after(self, option: Option, context: Ngram) -> tuple[float, Ngram]:
        """What a phrase brings after other words, and the last words then."""
        score = option.weight
        for word in option.words:
            score += self.log(word, context)
            context = (*context, word)[-self.context_size :] if self.context_size else ()
        return score, context


def _rest(covered: int, future: list[list[float]], n: int) -> float:
    taken = [-1, *(i for i in range(n) if covered >> i & 1), n]
    return sum(future[i + 1][k] for i, k in pairwise(taken))
