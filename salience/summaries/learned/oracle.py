"""Oracle extracts: the best that sentences of the documents can do, for who knows the abstracts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from salience.summaries.compressions.program import Parts
from salience.summaries.concepts import Concept
from salience.summaries.coverage import TIME_LIMIT, solve
from salience.summaries.learned.features import Key
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentences import Sentence, length_in

_CUT = 1e-6
"""What a cut costs an oracle, so that it makes none for nothing."""


def pairs(sentence: Sentence) -> list[Key]:
    """The pairs of stems that follow each other in a sentence, stop words included.

    Example:
        >>> pairs(Sentence("Ann sings", words=("ann", "sings"), stems=("ann", "sing")))
        [('ann', 'sing')]
    """
    return list(pairwise(sentence.stems))


def oracle_extract(
    sentences: Sequence[Sentence],
    abstracts: Sequence[Sequence[Sentence]],
    budget: float,
    unit: str = "words",
    *,
    gap: float = 0.0,
    time_limit: float = TIME_LIMIT,
) -> Solution:
    """The extract within a budget that has most bigrams of the abstracts.

    It is what extraction is trained on: abstracts themselves can't be extracted (Berg-Kirkpatrick
    and others 2011, section 5). A bigram counts as often as there are abstracts that have it.

    Args:
        sentences: Those of all documents.
        abstracts: The sentences of each abstract.
        budget: What the lengths of the sentences may add up to.
        unit: What lengths are counted in, as in `length_in`.
        gap: The part of its bound by which it may fall short, as in `solve`.
        time_limit: Seconds that the solver may take.

    Returns:
        The sentences that were chosen; the value is the recall of bigrams.

    Example:
        >>> def sentence(text):
        ...     return Sentence(text, words=(*text.split(),), stems=(*text.split(),))
        >>> documents = [sentence("ann sings songs in oslo"), sentence("ann sings songs")]
        >>> oracle_extract(documents, [[sentence("ann sings songs")]], budget=4)
        Solution(chosen=(1,), value=1.0, bound=1.0, status='optimal')
    """
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, sentence in enumerate(sentences):
        for key in dict.fromkeys(pairs(sentence)):
            places[key].append(i)
    lengths = [length_in(sentence, unit) for sentence in sentences]
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
    """The same for sentences that may be shortened; of equal summaries one with few cuts.

    Args:
        parts: Of sentences from which something may be cut.
        abstracts: As in `oracle_extract`.
        budget: The most words, between spaces.
        gap: As in `oracle_extract`.
        time_limit: As in `oracle_extract`.

    Returns:
        The candidates that were chosen; the value is the recall of bigrams, less a little for each
        cut.

    Example:
        >>> from salience.summaries.compressions.program import Compressible
        >>> from salience.summaries.compressions.tree import CompressionTree, Part
        >>> from salience.text.words import plain_words
        >>> text, stems = "Ann sings on Friday", ("ann", "sings", "on", "friday")
        >>> sentence = Sentence(text, words=stems, stems=stems, places=(0, 1, 2, 3))
        >>> when = Part("remove", 0, (2, 3), kinds=("TEMP-PP",))
        >>> tree = CompressionTree((Part("extract", -1, (0, 1)), when))
        >>> parts = Parts([Compressible(sentence, tree, 0, text, plain_words(text), {})])
        >>> abstract = [Sentence("Ann sings", stems=stems[:2])]
        >>> parts.chosen_parts(oracle_compression(parts, [abstract], budget=2).chosen)
        {0: [0]}
    """
    places = {key: found for (kind, key), found in parts.places.items() if kind == "bigram"}
    concepts = _wanted(places, abstracts)
    costs = parts.values(lambda kinds: -_CUT)
    problem = Problem(parts.lengths, budget, concepts, costs, constraints=parts.rules())
    return solve(problem, gap=gap, time_limit=time_limit)


def _wanted(
    places: Mapping[tuple[str, ...], Collection[int]], abstracts: Sequence[Sequence[Sentence]]
) -> list[Concept]:
    """The bigrams of abstracts that documents have, weighted by their share of the recall."""
    wanted = Counter(
        key for abstract in abstracts for key in {key for part in abstract for key in pairs(part)}
    )
    total = max(wanted.total(), 1)
    return [
        Concept("bigram", key, count / total, tuple(sorted(places[key])))
        for key, count in sorted(wanted.items())
        if key in places
    ]
