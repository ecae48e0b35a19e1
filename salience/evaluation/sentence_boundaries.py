"""How well sentences are found: counts of each text, and scores with intervals.

`error` is of periods within lines, before white space: one is right if a sentence begins between it
and the end of the next gap, and should; or neither. `other` is the same for other marks, `f1` of
whole sentences, `whole` of texts without any error. Every line of a text begins a sentence.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts
from salience.sentences.candidates import candidates, line_starts

COUNTS = (
    *("errors", "periods", "other_errors", "others"),
    *("hits", "predicted", "gold", "whole", "documents"),
)
SCORES = ("error", "other", "f1", "whole")


def count(text: str, gold: Sequence[int], predicted: Iterable[int]) -> list[float]:
    """The counts of a text, in the order of COUNTS; from where sentences begin."""
    lines = line_starts(text)
    ours, theirs = sorted({*predicted, *lines}), list(gold)
    errors = {True: 0, False: 0}
    marks = {True: 0, False: 0}
    for candidate in candidates(text, frozenset(lines)):
        period = candidate.marks == "."
        between = [
            bisect_right(starts, candidate.next) > bisect_right(starts, candidate.mark)
            for starts in (ours, theirs)
        ]
        marks[period] += 1
        errors[period] += between[0] != between[1]
    guessed, known = _spans(ours), _spans(theirs)
    hits = len(guessed & known)
    whole = hits == len(guessed) == len(known)
    return [
        *(errors[True], marks[True], errors[False], marks[False]),
        *(hits, len(guessed), len(known), whole, 1),
    ]


def scores(total: Float64Array) -> dict[str, float]:
    """The scores of counts that were added up; NaN where there is nothing to count."""
    n = dict(zip(COUNTS, map(float, total), strict=True))
    pairs = {
        "error": (n["errors"], n["periods"]),
        "other": (n["other_errors"], n["others"]),
        "f1": (2 * n["hits"], n["predicted"] + n["gold"]),
        "whole": (n["whole"], n["documents"]),
    }
    return {name: part / all_ if all_ else float("nan") for name, (part, all_) in pairs.items()}


def document_counts(counts: Sequence[Sequence[float]]) -> DocumentCounts:
    """The counts of texts as they are resampled."""
    return DocumentCounts(COUNTS, np.array(counts, np.float64).T)


def _spans(starts: Sequence[int]) -> set[tuple[int, int]]:
    """Sentences as pairs of their start and that of the next."""
    return set(zip(starts, [*starts[1:], -1], strict=False))
