"""Extracts measured by links between the sentences of documents and of abstracts.

Murray, Renals, Carletta and Moore (2005), "Evaluating Automatic Summaries of Meeting Recordings",
section 4, have people link what they extract to the abstract sentences that it supports, many to
many. A sentence with more links says more of what the abstract says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1

Link = tuple[int, int]
"""A sentence of the document, and one of the abstract that it supports."""

COUNTS = ("links of the extract", "annotators times sentences", "links")


def count_links(extract: Iterable[int], annotators: Sequence[Iterable[Link]]) -> DocumentCounts:
    """`COUNTS` of a document's extract, given the links of each annotator; they add up."""
    if not annotators:
        raise ValueError("nobody linked the document. Give the links of one annotator or more.")
    chosen = set(extract)
    links = [set(some) for some in annotators]
    inside = sum(sentence in chosen for some in links for sentence, _ in some)
    values = [inside, len(chosen) * len(links), sum(map(len, links))]
    return DocumentCounts(COUNTS, np.array(values, np.float64)[:, None])


def weighted_scores(counts: Float64Array) -> dict[str, float]:
    """Precision, recall and F1 weighted by links, from counts added over documents.

    The 2005 paper has the links alone. The measure is that of Murray, Renals, Carletta and Moore
    (2006, "Incorporating Speaker and Discourse Features into Speech Summarization", section 4).
    Precision is the links for each sentence of the extract and annotator: it may be above 1.
    What would be 0/0 is 0.
    """
    scores = precision_recall_f1(*map(float, counts))
    return dict(zip(("precision", "recall", "f1"), scores, strict=True))
