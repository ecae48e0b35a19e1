"""The best derivation of a sentence, by scores of rules and of the words that come together."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from salience.arrays import Float64Array
from salience.compression.transduction.chart import Found, search
from salience.compression.transduction.described import Described
from salience.compression.transduction.scorer import Scorer
from salience.language_models.ngrams import BEGIN, END, Ngram

BEAM, POPS = 100, 200
"""The paper's limits of the search."""


class TargetScores(NamedTuple):
    """What the words of a target score beside the rules, by a weighted language model.

    Of two words that become neighbours `pairs` has what they add, as in `best_subset`.
    """

    language: Scorer | None = None
    weight: float = 0.0
    pairs: Float64Array | None = None


def decode(
    sentence: Described,
    scores: Sequence[float],
    target: TargetScores,
    *,
    word_scores: Sequence[float] | None = None,
    beam: int | None = BEAM,
    pops: int | None = POPS,
    n_words: int | None = None,
    must: Collection[int] = (),
) -> Found:
    """The derivation of the highest score; a described sentence has one."""
    words, scorer = _scorer(sentence.words, target)
    found = search(
        sentence.steps(scores),
        words,
        scorer,
        root=sentence.tree.category,
        beam=beam,
        pops=pops,
        n_words=n_words,
        must=must,
        word_scores=word_scores,
    )
    if found is None:
        raise ValueError("the rules of the sentence make no target")
    return found


class _Nothing:
    order = 3

    def log10(self, word: str, context: Sequence[str]) -> float:
        return 0.0


class _Placed:
    """A language model of words that are written as their places."""

    def __init__(self, words: Sequence[str], language: Scorer) -> None:
        self.order = max(2, language.order)
        self._language = language
        self.words = {str(i): word for i, word in enumerate(words)} | {BEGIN: BEGIN, END: END}

    def log10(self, word: str, context: Sequence[str]) -> float:
        before = context[len(context) - self._language.order + 1 :]
        return self._language.log10(tuple([self.words[one] for one in (*before, word)]))


def _scorer(words: Sequence[str], target: TargetScores) -> tuple[Sequence[str], Scorer | None]:
    """The words as the search sees them, and what n-grams of them score."""
    language, weight, pairs = target
    if pairs is None:
        return words, None if language is None else language.weighted(weight)
    # Neighbours are scored by their places, which the search then takes for words.
    table: list[list[float]] = pairs.tolist()
    placed = _Placed(words, language or Scorer(_Nothing()))
    at = {str(i): i for i in range(len(words))} | {BEGIN: -1, END: len(words)}

    def additions(ngram: Ngram) -> float:
        return table[at[ngram[0]] + 1][at[ngram[1]]] if len(ngram) == 2 else 0.0

    return list(placed.words)[: len(words)], Scorer(placed, weight, additions)
