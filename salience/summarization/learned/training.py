"""Weights learned from documents with abstracts: of each, the best extract is what is right."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array
from salience.errors import CorpusError, MisuseError
from salience.learning.examples import Features, Output
from salience.learning.online import OnlinePass, mira, perceptron
from salience.learning.structured_svm import Pass, structured_svm
from salience.summarization.concepts import Concept
from salience.summarization.coverage import solve
from salience.summarization.learned.features import (
    DEFAULT,
    Known,
    Part,
    Topic,
    joined,
    known_bigrams,
)
from salience.summarization.learned.model import SummaryModel
from salience.summarization.learned.oracle import oracle_extract
from salience.summarization.problem import Problem
from salience.summarization.sentences import Sentence, length_in

GAP = 1e-3
"""The part of its bound by which an extract may fall short while weights are learned."""
TIME_LIMIT = 2.0
"""Seconds for an extract while weights are learned."""


C = 0.01
"""The weight of violations: small, as a whole extract of some hundred bigrams has a loss of 1."""

Learner = Literal["svm", "perceptron", "mira"]


@dataclass(frozen=True)
class Summarized:
    """Documents with abstracts.

    Attributes:
        topic: The documents.
        abstracts: The sentences of each abstract.
    """

    topic: Topic
    abstracts: Sequence[Sequence[Sentence]]


class Extraction:
    """Documents whose best extract is known.

    The loss of an extract is one minus its recall of the bigrams of the best one
    (Berg-Kirkpatrick and others 2011, section 3.3). A bigram of the best one is therefore worth
    less by its share of the recall while the worst extract is searched.

    Args:
        known: The bigrams of the documents.
        lengths: Of the sentences.
        budget: What the lengths of an extract may add up to.
        best: Indices of the sentences of the best extract.
        columns: The column of each feature; others are left out.

    Attributes:
        gold: The features of the best extract.
    """

    def __init__(
        self,
        known: Sequence[Known],
        lengths: Sequence[float],
        budget: float,
        best: Collection[int],
        columns: Mapping[str, int],
    ) -> None:
        self._lengths, self._budget = lengths, budget
        # Concepts of the same sentences are covered together: they are one for the solver.
        together: dict[tuple[int, ...], list[Known]] = defaultdict(list)
        for one in known:
            together[one.sentences].append(one)
        self._places = [*together]
        found = [
            [columns[name] for one in group for name in joined(one.parts) if name in columns]
            for group in together.values()
        ]
        ends = np.cumsum([0, *map(len, found)])
        self._features = csr_array(
            (np.ones(ends[-1]), np.array([c for row in found for c in row], dtype=int), ends),
            shape=(len(found), len(columns)),
        )
        self._features.sum_duplicates()
        self._shares = self._covered(best) * [len(group) for group in together.values()]
        self._shares /= max(self._shares.sum(), 1)
        self.gold: Features = self._sum(self._covered(best))

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The extract of the highest value, with its loss where `augmented` is true."""
        worth = self._features @ weights - (self._shares if augmented else 0)
        values = np.zeros(len(self._lengths))
        concepts = []
        for sentences, value in zip(self._places, worth.tolist(), strict=True):
            if len(sentences) == 1:
                values[sentences[0]] += value
            else:
                concepts.append(Concept("bigram", (), value, sentences))
        problem = Problem(self._lengths, self._budget, concepts, values.tolist())
        covered = self._covered(solve(problem, gap=GAP, time_limit=TIME_LIMIT).chosen)
        missed = self._shares @ (1 - covered)
        return Output(self._sum(covered), max(float(missed), 0.0))

    def _covered(self, chosen: Collection[int]) -> Float64Array:
        """For each place 1 if the extract covers it, else 0."""
        there = frozenset(chosen)
        return np.array([float(not there.isdisjoint(places)) for places in self._places])

    def _sum(self, covered: Float64Array) -> Features:
        total = covered @ self._features
        return {int(column): float(total[column]) for column in np.flatnonzero(total)}


def train_summarizer(
    corpus: Sequence[Summarized],
    budget: float,
    unit: str = "words",
    *,
    parts: Sequence[Part] = DEFAULT,
    learner: Learner = "svm",
    c: float = C,
    passes: int = 20,
    seed: int = 0,
    on_pass: Callable[[Pass | OnlinePass], None] | None = None,
) -> SummaryModel:
    """Learn weights with which extracts come near to the best ones.

    Features of one document alone are left out.

    Args:
        corpus: Documents with abstracts. Those of which no extract has a bigram of the abstracts
            are left out.
        budget: What the lengths of the sentences of an extract may add up to.
        unit: What lengths are counted in, as in `length_in`.
        parts: What features are made of.
        learner: `svm` is the structured SVM of the paper.
        c: The weight of violations of the SVM, and the longest step of MIRA.
        passes: How often each document is summarized at most.
        seed: Of the order in which perceptron and MIRA see the documents.
        on_pass: Called after each pass.

    Raises:
        CorpusError: If there is nothing to learn from.
        MisuseError: If the budget is not above 0.
    """
    if not budget > 0:
        raise MisuseError(f"the budget must be above 0, not {budget}")
    seen = Counter(name for one in corpus for name in _names(one.topic, parts))
    columns = {name: i for i, name in enumerate(sorted(n for n in seen if seen[n] > 1))}
    found = (extraction(one, budget, unit, parts, columns) for one in corpus)
    examples = [example for example in found if example is not None]
    if not examples or not columns:
        raise CorpusError(
            f"none of {len(corpus)} documents has an extract with words of its abstract: there is "
            "nothing to learn from. Give documents with abstracts."
        )
    size = len(columns)
    if learner == "svm":
        weights = structured_svm(examples, size, c=c, max_passes=passes, on_pass=on_pass).weights
    elif learner == "mira":
        weights = mira(examples, size, c=c, passes=passes, seed=seed, on_pass=on_pass)
    else:
        weights = perceptron(examples, size, passes=passes, seed=seed, on_pass=on_pass)
    return SummaryModel(tuple(parts), dict(zip(columns, weights.tolist(), strict=True)))


def extraction(
    one: Summarized,
    budget: float,
    unit: str,
    parts: Sequence[Part],
    columns: Mapping[str, int],
) -> Extraction | None:
    """Documents as an example; None if no extract has a bigram of the abstracts."""
    sentences = one.topic.sentences
    best = oracle_extract(sentences, one.abstracts, budget, unit, gap=GAP, time_limit=TIME_LIMIT)
    if not best.value:
        return None
    lengths = [length_in(sentence, unit) for sentence in sentences]
    return Extraction(known_bigrams(one.topic, parts), lengths, budget, best.chosen, columns)


def _names(topic: Topic, parts: Sequence[Part]) -> set[str]:
    """The features of all bigrams of documents."""
    different = {known.parts for known in known_bigrams(topic, parts)}
    return {name for parts in different for name in joined(parts)}
