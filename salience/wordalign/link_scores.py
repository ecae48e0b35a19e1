"""Links of words, found by a system, against those that a person made.

Measures of Daumé and Marcu (2005, sections 2.2 and 5) and of Och and Ney (2003).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.word_links.links import GoldLinks, Link, PhraseLink, word_links

COUNTS = (
    *("links", "possible", "sure_found", "sure"),
    *("soft_links", "soft_possible", "soft_sure_found"),
)
"""What `link_counts` counts: links found, those that are possible, those that are sure, and the
sure links there are; then the first three again for soft precision and recall."""


def link_counts(
    found: Iterable[PhraseLink],
    gold: GoldLinks,
    document: Sequence[str],
    abstract: Sequence[str],
    *,
    counted: Callable[[Link], bool] = lambda _: True,
) -> Float64Array:
    """Count the links of a pair of texts, those of `COUNTS`, which add up over pairs.

    In the soft counts, phrases of the same words count as linked word by word, as people link them
    (section 5). Links that are not `counted` are left out.
    """
    phrases = list(found)
    links = set(filter(counted, word_links(phrases)))
    soft = set(filter(counted, (link for p in phrases for link in _soft(p, document, abstract))))
    sure = set(filter(counted, gold.sure))
    counts: list[int] = []
    for one in (links, soft):
        counts += len(one), len(one & gold.possible), len(one & sure)
    return np.array([*counts[:3], len(sure), *counts[3:]], np.float64)


def link_scores(counts: Float64Array) -> dict[str, float]:
    """Precision (of possible links), recall (of sure ones), F1, the error rate 1 - (found and sure
    + found and possible) / (found + sure), and the soft scores; 0 for what would be 0/0.
    """
    *plain, sure = map(float, counts[:4])
    scores = {}
    for prefix, (n, right, hit) in (("", plain), ("soft_", map(float, counts[4:]))):
        precision = right / n if n else 0.0
        recall = hit / sure if sure else 0.0
        scores[f"{prefix}precision"], scores[f"{prefix}recall"] = precision, recall
        both = precision + recall
        scores[f"{prefix}f1"] = 2 * precision * recall / both if both else 0.0
        if not prefix:
            scores["aer"] = 1 - (hit + right) / (n + sure) if n + sure else 0.0
    return scores


def _soft(phrase: PhraseLink, document: Sequence[str], abstract: Sequence[str]) -> Iterator[Link]:
    """The links of a phrase, word by word if the words are the same."""
    here, there = range(*phrase.document), range(*phrase.abstract)
    same = [document[i].lower() for i in here] == [abstract[j].lower() for j in there]
    yield from zip(here, there, strict=True) if same else phrase.words()
