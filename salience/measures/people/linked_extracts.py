"""Extracts measured by links between the sentences of documents and of abstracts.

Murray, Renals, Carletta and Moore (2005), "Evaluating Automatic Summaries of Meeting Recordings",
section 4, have people link what they extract to the abstract sentences that it supports, many to
many. A sentence with more links says more of what the abstract says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1
from salience.text.words import Words

Link = tuple[int, int]
"""A sentence of the document, and one of the abstract that it supports."""

COUNTS = ("links of the extract", "annotators times sentences", "links")


def count_links(extract: Iterable[int], annotators: Sequence[Iterable[Link]]) -> DocumentCounts:
    """`COUNTS` of a document's extract, given the links of each annotator; they add up.

    Raises:
        ValueError: If nobody annotated it.
    """
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


def links_of_words(
    document: Words,
    abstract: Words,
    words: Mapping[tuple[int, int], float],
    *,
    least: float = 0.2,
    counts: Callable[[str], bool] = str.isalnum,
) -> set[Link]:
    """Links between sentences from links between words: silver, in place of a person's.

    Args:
        document: The words of the document.
        abstract: Those of the abstract.
        words: The probability of each linked pair of a document word and an abstract word.
        least: The share of the words of an abstract sentence that must be linked to a sentence.
        counts: Which words count; those of letters and digits.

    Raises:
        ValueError: If a link names a word that is not there.
    """
    if any(not (0 <= i < len(document) and 0 <= j < len(abstract)) for i, j in words):
        raise ValueError("a link names a word that is not in the texts.")
    here, there = _sentence_of(document), _sentence_of(abstract)
    weights = np.zeros((len(document.sentences), len(abstract.sentences)))
    lengths = np.zeros(len(abstract.sentences))
    for j, text in enumerate(abstract.texts):
        lengths[there[j]] += counts(text)
    for (i, j), probability in words.items():
        if counts(abstract.texts[j]):
            weights[here[i], there[j]] += probability
    enough = weights >= least * np.maximum(lengths, 1)[None, :] - 1e-12
    return {(int(s), int(t)) for s, t in np.argwhere(enough & (weights > 0))}


def _sentence_of(words: Words) -> list[int]:
    return [s for s, places in enumerate(words.sentence_ranges()) for _ in places]
