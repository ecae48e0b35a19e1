"""How well sentences are found: counts of each document, and scores with intervals.

- **error**: of the periods that may end a sentence (within a line, before white space; closing
  marks may stand between) those that are wrong. A period is right if a sentence begins between it
  and the end of the next gap of white space (or reference mark), and should; or neither. *Other
  marks* is the same for question marks, exclamation marks, ellipses and their runs.
- **sentence F**: of sentences that begin and end where they should.
- **whole documents**: documents without any error.

Every line of a text begins a sentence for every system (GUM and EWT have no lines broken to fit a
page), so that none is blamed for not reading lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from resources.recipes.sentences.data import Gold
from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts, Interval
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.candidates import candidates
from salience.sentences.lines import line_starts
from salience.sentences.splitter import split

SAMPLES, SEED = 1000, 0
COUNTS = (
    *("errors", "periods", "other_errors", "others"),
    *("hits", "predicted", "gold", "whole", "documents"),
)
SCORES = ("error", "other", "f1", "whole")
Starts = Sequence[int]
System = Callable[[str], Starts]
"""From a text to where its sentences begin."""


def starts_by(model: BoundaryModel) -> System:
    """The sentences of the library with a model."""
    return lambda text: [start for start, _ in split(text, model)]


def count(document: Gold, found: Iterable[int]) -> list[float]:
    """The counts of a document, in the order of COUNTS."""
    lines = line_starts(document.text)
    ours, theirs = sorted({*found, *lines}), list(document.starts)
    errors = {True: 0, False: 0}
    marks = {True: 0, False: 0}
    for candidate in candidates(document.text, frozenset(lines)):
        period = candidate.marks == "."
        between = [
            bisect_right(starts, candidate.next) > bisect_right(starts, candidate.mark)
            for starts in (ours, theirs)
        ]
        marks[period] += 1
        errors[period] += between[0] != between[1]
    predicted, gold = _spans(ours), _spans(theirs)
    hits = len(predicted & gold)
    whole = hits == len(predicted) == len(gold)
    return [
        *(errors[True], marks[True], errors[False], marks[False]),
        *(hits, len(predicted), len(gold), whole, 1),
    ]


def _spans(starts: Starts) -> set[tuple[int, int]]:
    """Sentences as pairs of their start and that of the next."""
    return set(zip(starts, [*starts[1:], -1], strict=False))


def scores(total: Float64Array) -> dict[str, float]:
    """The scores of counts that were added up; NaN where there is nothing to count."""
    count = dict(zip(COUNTS, total, strict=True))
    return {
        "error": _share(count["errors"], count["periods"]),
        "other": _share(count["other_errors"], count["others"]),
        "f1": _share(2 * count["hits"], count["predicted"] + count["gold"]),
        "whole": _share(count["whole"], count["documents"]),
    }


def measured(
    counts: Sequence[Sequence[float]],
) -> tuple[Mapping[str, float], dict[str, Interval]]:
    """Scores of the counts of documents, and their intervals."""
    return document_counts(counts).bootstrap(scores, SAMPLES, SEED)


def document_counts(counts: Sequence[Sequence[float]]) -> DocumentCounts:
    """The counts of documents as they are resampled."""
    return DocumentCounts(COUNTS, np.array(counts, np.float64).T)


def _share(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
