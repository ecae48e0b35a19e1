"""The best derivation of a sentence, by scores of rules and of the words that come together.

The search is that of Cohn and Lapata (2009, section 3.4).
"""

import gc
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from salience.arrays import Float64Array
from salience.compression.transduction.contexts import Contexts
from salience.compression.transduction.cubes import Combiner, Item
from salience.compression.transduction.described import Described
from salience.compression.transduction.forest import (
    Cell,
    PairCell,
    Step,
    WordCell,
    build_forest,
    counts_of_words,
    useful_strata,
)
from salience.compression.transduction.scorer import Scorer
from salience.language_models.ngrams import BEGIN, END, Ngram

BEAM, POPS = 100, 200
"""The paper's limits of the search."""
Entry = dict[int, list[Item]]
"""Items by stratum: the number of words, or of those that must stay, as it is asked for."""


class Found(NamedTuple):
    """A derivation that was found, with the places of its words in the order of the target.

    Steps are source nodes, each with the index of its rule, parents before children.
    """

    score: float
    steps: tuple[tuple[int, int], ...]
    words: tuple[int, ...]


def search(
    steps: Sequence[Sequence[Step]],
    words: Sequence[str],
    scorer: Scorer | None = None,
    *,
    root: str = "ROOT",
    beam: int | None = 100,
    pops: int | None = 200,
    n_words: int | None = None,
    must: Collection[int] = (),
    word_scores: Sequence[float] | None = None,
) -> Found | None:
    """The derivation that scores most, as Algorithm 4 finds it; None where there is none.

    Steps are those of each source node in pre-order. Without limits the search is exact. Words that
    must stay come before the number of words: the nearest below, else above.
    """
    forest = build_forest(steps, root)
    if not forest:
        return None
    amount, choose = counts_of_words(len(words), n_words, must)
    strata = useful_strata(forest, amount, choose)
    contexts = Contexts(words, scorer if scorer is None or scorer.counts else None)
    combiner = Combiner(contexts, beam, None if beam is None else pops)
    added = [0.0] * len(words) if word_scores is None else word_scores
    chart: list[Entry] = []
    with _collector_paused():
        for cell, wanted in zip(forest, strata, strict=True):
            if isinstance(cell, WordCell):
                score = added[cell.place] if cell.place >= 0 else 0.0
                chart.append({amount(cell.place): combiner.word(cell.place, score)})
            elif isinstance(cell, PairCell):
                chart.append(_pairs(combiner, chart[cell.left], chart[cell.right], wanted))
            else:
                options = [
                    (option, steps[cell.node][index].score, chart[target])
                    for option, (index, target) in enumerate(cell.options)
                ]
                chart.append(_choices(combiner, options, wanted))
    whole = (item for items in chart[-1].values() for item in items)
    return _derivation(forest, min(whole, key=lambda item: (-item.score, item.key)))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No looking for circles of objects: a search makes none, and it took a third of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _pairs(combiner: Combiner, left: Entry, right: Entry, strata: Iterable[int]) -> Entry:
    """An entry of which one part stands before the other."""
    return {
        stratum: combiner.pairs(
            [(items, right[stratum - i]) for i, items in left.items() if stratum - i in right]
        )
        for stratum in strata
    }


def _choices(
    combiner: Combiner, options: Sequence[tuple[int, float, Entry]], strata: Iterable[int]
) -> Entry:
    """An entry of a source node and target category."""
    return {
        stratum: combiner.choices(
            [
                (option, score, entry[stratum])
                for option, score, entry in options
                if stratum in entry
            ]
        )
        for stratum in strata
    }


def _derivation(forest: Sequence[Cell], whole: Item) -> Found:
    """The steps and words of which the whole was made."""
    steps: list[tuple[int, int]] = []
    words: list[int] = []
    todo = [(len(forest) - 1, whole)]
    while todo:
        index, item = todo.pop()
        cell = forest[index]
        if isinstance(cell, WordCell):
            if cell.place >= 0:
                words.append(cell.place)
        elif isinstance(cell, PairCell):
            left, right = item.back
            todo += [(cell.right, right), (cell.left, left)]
        else:
            option, part = item.back
            step, target = cell.options[option]
            steps.append((cell.node, step))
            todo.append((target, part))
    return Found(whole.score, tuple(steps), tuple(words))


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


class _Placed:
    """A language model, or none, of words that are written as their places."""

    def __init__(self, words: Sequence[str], language: Scorer | None) -> None:
        self.order = 3 if language is None else max(2, language.order)
        self._language = language
        self.words = {str(i): word for i, word in enumerate(words)} | {BEGIN: BEGIN, END: END}

    def log10(self, word: str, context: Sequence[str]) -> float:
        if self._language is None:
            return 0.0
        before = context[len(context) - self._language.order + 1 :]
        return self._language.log10(tuple([self.words[one] for one in (*before, word)]))


def _scorer(words: Sequence[str], target: TargetScores) -> tuple[Sequence[str], Scorer | None]:
    """The words as the search sees them, and what n-grams of them score."""
    language, weight, pairs = target
    if pairs is None:
        return words, None if language is None else language.weighted(weight)
    # Neighbours are scored by their places, which the search then takes for words.
    table: list[list[float]] = pairs.tolist()
    placed = _Placed(words, language)
    at = {str(i): i for i in range(len(words))} | {BEGIN: -1, END: len(words)}

    def additions(ngram: Ngram) -> float:
        return table[at[ngram[0]] + 1][at[ngram[1]]] if len(ngram) == 2 else 0.0

    return list(placed.words)[: len(words)], Scorer(placed, weight, additions)
