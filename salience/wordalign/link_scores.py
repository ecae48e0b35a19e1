"""Links of words, found by a system or a second person, against those that a person made.

Measures of Daumé and Marcu (2005, sections 2.2 and 5) and of Och and Ney (2003).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.bootstrap import precision_recall_f1
from salience.word_links.links import GoldLinks, Link, PhraseLink, word_links

COUNTS = (
    "links",
    "possible",
    "sure_found",
    "sure",
    "soft_links",
    "soft_possible",
    "soft_sure_found",
)
"""What `link_counts` counts: links found, those that are possible, those that are sure, and the
sure links there are; then the first three again for soft precision and recall."""

_FUNCTION_WORDS = """
    the a an and or but of in on at to for from by with as that which who it its is are was were be
    been has have had will would this these he his she her they
"""
_MARKS = ". , ; : ? ! - – — ' ’ ‘ \" “ ” ( ) 's ’s"
IGNORED = frozenset((*_MARKS.split(), *_FUNCTION_WORDS.split()))
"""The ignore list: words whose links even people find hard, and punctuation, in lower case. The
paper had one of 58 words, which it does not print."""


def link_counts(
    found: Iterable[PhraseLink],
    gold: GoldLinks,
    document: Sequence[str],
    abstract: Sequence[str],
    *,
    ignore: bool = False,
) -> Float64Array:
    """Count the links of a pair of texts, those of `COUNTS`, which add up over pairs.

    In the soft counts, phrases of the same words count as linked word by word, as people link them
    (section 5). `ignore` leaves out links of words of `IGNORED`, in either text.
    """
    phrases = list(found)
    texts = document, abstract
    counts_too = _others(document, abstract) if ignore else lambda link: True
    links = set(filter(counts_too, word_links(phrases)))
    soft = set(filter(counts_too, (link for p in phrases for link in _soft(p, *texts))))
    sure = set(filter(counts_too, gold.sure))
    counts: list[int] = []
    for one in (links, soft):
        counts += len(one), len(one & gold.possible), len(one & sure)
    return np.array([*counts[:3], len(sure), *counts[3:]], np.float64)


def link_scores(counts: Float64Array) -> dict[str, float]:
    """Precision (of possible links), recall (of sure ones), F1, the error rate 1 - (found and sure
    + found and possible) / (found + sure), and the soft scores; 0 for what would be 0/0.
    """
    links, possible, sure_found, sure, soft_links, soft_possible, soft_sure = map(float, counts)
    scores = {}
    for prefix, n, right, hit in (
        ("", links, possible, sure_found),
        ("soft_", soft_links, soft_possible, soft_sure),
    ):
        precision = right / n if n else 0.0
        recall = hit / sure if sure else 0.0
        scores[f"{prefix}precision"], scores[f"{prefix}recall"] = precision, recall
        both = precision + recall
        scores[f"{prefix}f1"] = 2 * precision * recall / both if both else 0.0
        if not prefix:
            scores["aer"] = 1 - (hit + right) / (n + sure) if n + sure else 0.0
    return scores


def agreement_counts(
    a: frozenset[Link],
    b: frozenset[Link],
    document: Sequence[str],
    abstract: Sequence[str],
    *,
    ignore: bool = False,
) -> Float64Array:
    """Count how two readers agree on every pair of words, as `link_agreement` takes it."""
    counts_too = _others(document, abstract) if ignore else lambda link: True
    one, two = set(filter(counts_too, a)), set(filter(counts_too, b))
    sizes = [sum(not (ignore and w.lower() in IGNORED) for w in t) for t in (document, abstract)]
    return np.array([len(one & two), len(two), len(one), sizes[0] * sizes[1]], np.float64)


def link_agreement(counts: Float64Array) -> Mapping[str, float]:
    """Cohen's kappa of two readers over all pairs of words (section 2.2), and their F1."""
    found = agreement_scores(counts)
    return {"kappa": found["kappa"], "f1": precision_recall_f1(*map(float, counts[:3]))[2]}


def _soft(phrase: PhraseLink, document: Sequence[str], abstract: Sequence[str]) -> Iterator[Link]:
    """The links of a phrase, word by word if the words are the same."""
    here, there = range(*phrase.document), range(*phrase.abstract)
    same = [document[i].lower() for i in here] == [abstract[j].lower() for j in there]
    yield from zip(here, there, strict=True) if same else phrase.words()


def _others(document: Sequence[str], abstract: Sequence[str]) -> Callable[[Link], bool]:
    """Whether a link is of words that are not ignored."""

    def is_other(link: Link) -> bool:
        return not {document[link[0]].lower(), abstract[link[1]].lower()} & IGNORED

    return is_other
