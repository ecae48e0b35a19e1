"""Weights learned from documents with abstracts.

For learners of structures the best extract of each document is what is right. Without a solver, a
bigram of a document is an example of its own, right as often as abstracts have it: a summary whose
bigrams weigh their probabilities is the one of the highest expected recall of bigrams.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from scipy.sparse import csr_array

from salience.arrays import Float64Array
from salience.engine.sources import Source
from salience.errors import CorpusError, MisuseError
from salience.learning.examples import Features, Output
from salience.learning.logistic import logistic_regression
from salience.learning.online import OnlinePass, mira
from salience.learning.structured_svm import Pass, structured_svm
from salience.summaries.choices import LEARNING_C, Learner, Part
from salience.summaries.compressions.documents import compressibles
from salience.summaries.compressions.program import Compressible, Parts
from salience.summaries.concepts import Concept, places_of
from salience.summaries.coverage import solve
from salience.summaries.learned.features import (
    DEFAULT,
    Key,
    Known,
    Topic,
    cut_features,
    joined,
    known_bigrams,
    topic_of,
)
from salience.summaries.learned.model import SummaryModel
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentences import Sentence, candidates, length_in, sentences_of

GAP = 1e-3
"""The part of its bound by which an extract may fall short while weights are learned."""
TIME_LIMIT = 10.0
"""Seconds for an extract while weights are learned."""
_NOTHING = (
    "none of {} documents has an extract with words of its abstract: there is nothing to learn "
    "from. Give documents with abstracts."
)
_ALONE = (
    "the documents are one example, and a feature needs two that have it: there is nothing to "
    "learn from. Give more documents, or let fewer of them be one topic."
)
_BIAS = "bias"
_CUT = 1e-6
"""What a cut costs an oracle, so that it makes none for nothing."""
_WITHIN = {"gap": GAP, "time_limit": TIME_LIMIT}


@dataclass(frozen=True)
class Summarized:
    """Documents with the sentences of each abstract, and what may be cut from theirs."""

    topic: Topic
    abstracts: Sequence[Sequence[Sentence]]
    cuttable: Sequence[Compressible] = ()


def summarized(sources: Sequence[Source], *, compress: bool = False) -> Summarized:
    """Documents on one topic as an example, with what may be cut if it is to `compress`; an
    abstract that several of them have counts once, and an empty one not at all.
    """
    sentences = candidates(sources)
    abstracts = {
        text: words
        for source in sources
        for words, text in zip(source.abstracts, source.abstract_texts, strict=True)
        if text.strip()
    }
    return Summarized(
        topic_of(sentences, sources),
        [sentences_of(words, text) for text, words in abstracts.items()],
        compressibles(sentences, dict(enumerate(sources)), learned=True) if compress else (),
    )


# Oracle extracts: the best that sentences of the documents can do, for who knows the abstracts.


def abstracts_with(abstracts: Sequence[Sequence[Sentence]]) -> Counter[Key]:
    """In how many abstracts each pair of stems is that follow each other, also of stop words."""
    distinct = ({key for s in abstract for key in pairwise(s.stems)} for abstract in abstracts)
    return Counter(chain.from_iterable(distinct))


def oracle_extract(
    sentences: Sequence[Sentence],
    abstracts: Sequence[Sequence[Sentence]],
    budget: float,
    *,
    gap: float = 0.0,
    time_limit: float = TIME_LIMIT,
) -> Solution:
    """The extract within a budget of words that has most bigrams of the abstracts, each as often as
    there are abstracts with it (Berg-Kirkpatrick and others 2011, section 5).
    """
    places = places_of(sentences, lambda sentence: pairwise(sentence.stems))
    lengths = [length_in(sentence, "words") for sentence in sentences]
    problem = Problem(lengths, budget, _wanted(places, abstracts))
    return solve(problem, gap=gap, time_limit=time_limit)


def oracle_compression(
    parts: Parts,
    abstracts: Sequence[Sequence[Sentence]],
    budget: float,
    *,
    gap: float = 0.0,
    time_limit: float = TIME_LIMIT,
) -> Solution:
    """The same for sentences that may be shortened; of equal summaries one with few cuts."""
    places = {key: found for (kind, key), found in parts.places.items() if kind == "bigram"}
    concepts = _wanted(places, abstracts)
    costs = parts.values(lambda kinds: -_CUT)
    problem = Problem(parts.lengths, budget, concepts, costs, constraints=parts.rules())
    return solve(problem, gap=gap, time_limit=time_limit)


def _wanted(
    places: Mapping[tuple[str, ...], Collection[int]], abstracts: Sequence[Sequence[Sentence]]
) -> list[Concept]:
    """The bigrams of abstracts that documents have, weighted by their share of the recall."""
    wanted = abstracts_with(abstracts)
    total = max(wanted.total(), 1)
    return [
        Concept("bigram", key, count / total, tuple(sorted(places[key])))
        for key, count in sorted(wanted.items())
        if key in places
    ]


class Example:
    """Documents whose best summary is known, with its features (`gold`); the loss of another one is
    one minus its recall of the bigrams of the best (Berg-Kirkpatrick and others 2011, section 3.3).
    """

    def __init__(
        self,
        known: Sequence[Known],
        lengths: Sequence[float],
        budget: float,
        best: Collection[int],
        columns: Mapping[str, int],
        parts: Parts | None = None,
    ) -> None:
        self._lengths, self._budget = lengths, budget
        self._rules = parts.rules() if parts else []
        # Bigrams of the same candidates are covered together: they are one for the solver.
        together: dict[tuple[int, ...], list[Known]] = defaultdict(list)
        for one in known:
            together[one.sentences].append(one)
        self._places = [*together]
        self._features = _rows(
            (
                [(columns[f], 1.0) for one in group for f in joined(one.parts) if f in columns]
                for group in together.values()
            ),
            len(columns),
        )
        self._own = _rows(_own(parts, columns) if parts else [[] for _ in lengths], len(columns))
        covered = self._covered(best)
        self._shares = covered * [len(group) for group in together.values()]
        self._shares /= max(self._shares.sum(), 1)
        self.gold: Features = self._sum(best, covered)

    def search(self, weights: Float64Array, *, augmented: bool) -> Output:
        """The summary of the highest value, with its loss where `augmented` is true."""
        worth = self._features @ weights - (self._shares if augmented else 0)
        values = self._own @ weights
        concepts = []
        for places, value in zip(self._places, worth.tolist(), strict=True):
            if len(places) == 1:
                values[places[0]] += value
            else:
                concepts.append(Concept("bigram", (), value, places))
        problem = Problem(
            self._lengths, self._budget, concepts, values.tolist(), constraints=self._rules
        )
        chosen = solve(problem, **_WITHIN).chosen
        covered = self._covered(chosen)
        return Output(self._sum(chosen, covered), max(float(self._shares @ (1 - covered)), 0.0))

    def _covered(self, chosen: Collection[int]) -> Float64Array:
        """For each place 1 if the summary covers it, else 0."""
        there = frozenset(chosen)
        return np.array([float(not there.isdisjoint(places)) for places in self._places])

    def _sum(self, chosen: Collection[int], covered: Float64Array) -> Features:
        total = covered @ self._features + self._own[sorted(chosen)].sum(axis=0)
        return {int(column): float(total[column]) for column in np.flatnonzero(total)}


def _own(parts: Parts, columns: Mapping[str, int]) -> list[list[tuple[int, float]]]:
    """The features of each candidate by itself: a part that stays takes back its own cut."""
    rows: list[list[tuple[int, float]]] = [[] for _ in parts.lengths]
    for i, around, kinds in parts.cuts:
        found = [columns[name] for name in cut_features(kinds) if name in columns]
        rows[around] += [(column, 1.0) for column in found]
        rows[i] += [(column, -1.0) for column in found]
    return rows


def _rows(found: Iterable[Sequence[tuple[int, float]]], size: int) -> csr_array:
    """Sparse rows of columns and values, which are added up."""
    rows = list(found)
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.array([column for row in rows for column, _ in row], dtype=int)
    values = np.array([value for row in rows for _, value in row], dtype=float)
    matrix = csr_array((values, columns, ends), shape=(len(rows), size))
    matrix.sum_duplicates()
    return matrix


def check_learner(learner: Learner, compress: bool) -> None:
    """Refuse a learner that there is not, or that can't learn what to cut."""
    if learner not in LEARNING_C:
        raise MisuseError(f"no learner {learner!r}: name one of {', '.join(LEARNING_C)}.")
    if compress and learner == "logistic":
        raise MisuseError("the learner 'logistic' can't learn what to cut: name svm or mira.")


def train_on_topics(
    corpus: Sequence[Summarized],
    words: float,
    *,
    parts: Sequence[Part] = DEFAULT,
    learner: Learner = "logistic",
    c: float | None = None,
    passes: int = 20,
    seed: int = 0,
    on_pass: Callable[[Pass | OnlinePass], None] | None = None,
) -> SummaryModel:
    """Learn weights with which extracts come near to the best ones, as for `train_summarizer`.

    Topics without abstracts are left out, and by learners of structures also those of which no
    extract has a bigram of the abstracts. Features of one topic alone get no weight.
    """
    if not words > 0:
        raise MisuseError(f"words must be above 0, not {words}")
    if c is not None and not c > 0:
        raise MisuseError(f"c must be above 0, not {c:g}: with 0 no weight is learned.")
    check_learner(learner, any(one.cuttable for one in corpus))
    c = LEARNING_C[learner] if c is None else c
    corpus = [one for one in corpus if one.abstracts]
    seen = Counter(name for one in corpus for name in _names(one, parts))
    columns = {name: i for i, name in enumerate(sorted(n for n in seen if seen[n] > 1))}
    if len(corpus) == 1:
        raise CorpusError(_ALONE)
    if learner == "logistic" and columns:
        return _probable(corpus, parts, columns, c)
    found = (example_of(one, words, parts, columns) for one in corpus)
    examples = [example for example in found if example is not None]
    if not examples or not columns:
        raise CorpusError(_NOTHING.format(len(corpus)))
    size = len(columns)
    if learner == "svm":
        weights = structured_svm(examples, size, c=c, max_passes=passes, on_pass=on_pass)
    else:
        weights = mira(examples, size, c=c, passes=passes, seed=seed, on_pass=on_pass)
    return SummaryModel(tuple(parts), dict(zip(columns, weights.tolist(), strict=True)))


def _probable(
    corpus: Sequence[Summarized], parts: Sequence[Part], columns: Mapping[str, int], c: float
) -> SummaryModel:
    """A model of how probable it is that an abstract has a bigram."""
    counted: dict[tuple[str, ...], tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for one in corpus:
        for key, (right, wrong) in shares(known_bigrams(one.topic, parts), one.abstracts).items():
            counted[key] = counted[key][0] + right, counted[key][1] + wrong
    if not sum(right for right, _ in counted.values()):
        raise CorpusError(_NOTHING.format(len(corpus)))
    return SummaryModel(tuple(parts), logistic_weights(counted, columns, c), logistic=True)


def shares(
    known: Sequence[Known], abstracts: Sequence[Sequence[Sentence]]
) -> dict[tuple[str, ...], tuple[float, float]]:
    """By the parts of bigrams, how many abstracts have them and have them not; all count 1
    together.
    """
    having = abstracts_with(abstracts)
    found: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for one in known:
        share = having[one.key] / max(len(abstracts), 1)
        found[one.parts][0] += share
        found[one.parts][1] += 1 - share
    return {parts: (right, wrong) for parts, (right, wrong) in found.items()}


def logistic_weights(
    counted: Mapping[tuple[str, ...], tuple[float, float]], columns: Mapping[str, int], c: float
) -> dict[str, float]:
    """The weights with which features give probabilities."""
    known = columns.keys() - {_BIAS}
    rows = ([(columns[f], 1.0) for f in joined(parts) if f in known] for parts in counted)
    matrix = _rows(rows, len(columns))
    right, wrong = np.array([*counted.values()]).T
    weights, bias = logistic_regression(matrix, right, wrong, c)
    return dict(zip(columns, weights.tolist(), strict=True)) | {_BIAS: bias}


def example_of(
    one: Summarized, budget: float, parts: Sequence[Part], columns: Mapping[str, int]
) -> Example | None:
    """Documents as an example; None if no summary has a bigram of the abstracts."""
    sentences = one.topic.sentences
    known = known_bigrams(one.topic, parts)
    if not one.cuttable:
        best = oracle_extract(sentences, one.abstracts, budget, **_WITHIN)
        lengths = [length_in(sentence, "words") for sentence in sentences]
        return Example(known, lengths, budget, best.chosen, columns) if best.value else None
    cuttable = Parts(one.cuttable)
    best = oracle_compression(cuttable, one.abstracts, budget, **_WITHIN)
    if not best.value > 0:
        return None
    placed = [
        Known(bigram.key, bigram.parts, tuple(sorted(cuttable.places["bigram", bigram.key])))
        for bigram in known
    ]
    return Example(placed, cuttable.lengths, budget, best.chosen, columns, cuttable)


def _names(one: Summarized, parts: Sequence[Part]) -> set[str]:
    """The features of all bigrams and cuts of documents."""
    different = {known.parts for known in known_bigrams(one.topic, parts)}
    kinds = {part.kinds for sentence in one.cuttable for part in sentence.tree.parts if part.kinds}
    names = {name for parts in different for name in joined(parts)}
    return names | {name for cut in kinds for name in cut_features(cut)}
