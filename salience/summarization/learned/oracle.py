"""Oracle extracts: the best that sentences of the documents can do, for who knows the abstracts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from salience.summarization.concepts import Concept
from salience.summarization.coverage import TIME_LIMIT, solve
from salience.summarization.learned.features import Key
from salience.summarization.problem import Problem, Solution
from salience.summarization.sentences import Sentence, length_in


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
    wanted = Counter(
        key for abstract in abstracts for key in {key for part in abstract for key in pairs(part)}
    )
    places: dict[Key, list[int]] = {key: [] for key in wanted}
    for i, sentence in enumerate(sentences):
        for key in set(pairs(sentence)) & places.keys():
            places[key].append(i)
    total = max(wanted.total(), 1)
    concepts = [
        Concept("bigram", key, wanted[key] / total, tuple(found))
        for key, found in places.items()
        if found
    ]
    lengths = [length_in(sentence, unit) for sentence in sentences]
    return solve(Problem(lengths, budget, concepts), gap=gap, time_limit=time_limit)
