"""Oracle extracts: the best that sentences of the documents can do, for who knows the abstracts."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, pairwise

from salience.summaries.compressions.program import Parts
from salience.summaries.concepts import Concept, places_of
from salience.summaries.coverage import TIME_LIMIT, solve
from salience.summaries.learned.features import Key
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentences import Sentence, length_in

_CUT = 1e-6
"""What a cut costs an oracle, so that it makes none for nothing."""


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
