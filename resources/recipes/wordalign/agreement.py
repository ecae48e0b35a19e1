"""How two readers who linked words agree, and which words are hard to agree on."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.bootstrap import precision_recall_f1
from salience.word_links.links import Link

_FUNCTION_WORDS = """
    the a an and or but of in on at to for from by with as that which who it its is are was were be
    been has have had will would this these he his she her they
"""
_MARKS = ". , ; : ? ! - – — ' ’ ‘ \" “ ” ( ) 's ’s"
IGNORED = frozenset((*_MARKS.split(), *_FUNCTION_WORDS.split()))
"""The ignore list: words whose links even people find hard, and punctuation, in lower case. The
paper had one of 58 words, which it does not print."""


def not_ignored(document: Sequence[str], abstract: Sequence[str]) -> Callable[[Link], bool]:
    """What says whether a link of these texts is of words that are not ignored."""

    def counted(link: Link) -> bool:
        return not {document[link[0]].lower(), abstract[link[1]].lower()} & IGNORED

    return counted


def agreement_counts(
    a: frozenset[Link], b: frozenset[Link], document: Sequence[str], abstract: Sequence[str]
) -> Float64Array:
    """Count how two readers agree on every pair of words, as `link_agreement` takes it."""
    cells = len(document) * len(abstract)
    return np.array([len(a & b), len(b), len(a), cells], np.float64)


def link_agreement(counts: Float64Array) -> Mapping[str, float]:
    """Cohen's kappa of two readers over all pairs of words (section 2.2), and their F1."""
    found = agreement_scores(counts)
    return {"kappa": found["kappa"], "f1": precision_recall_f1(*map(float, counts[:3]))[2]}
