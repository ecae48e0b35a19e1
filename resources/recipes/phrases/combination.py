"""Two estimates of the same phrases combined (DeNero et al. 2006, section 3.4)."""

from __future__ import annotations

import numpy as np

from salience.arrays import Float64Array
from salience.errors import SalienceError
from salience.wordalign.phrases.phrase_table import PhraseTable, table_from_counts


def interpolated(first: PhraseTable, second: PhraseTable, weight: float = 0.5) -> PhraseTable:
    """The weighted mean of two tables; a row that one does not have counts as 0 there.

    >>> from salience.wordalign.phrases.phrase_table import table_from_counts
    >>> learned = table_from_counts({("chat", "cat"): 1})
    >>> heuristic = table_from_counts({("chat", "cat"): 1, ("chat", "spade"): 3})
    >>> [(e.target, e.probability) for e in interpolated(learned, heuristic).lookup("chat")]
    [('cat', 0.625), ('spade', 0.375)]
    """
    if not 0 <= weight <= 1:
        raise SalienceError(f"weight is {weight}: give the first table's weight, from 0 to 1.")
    union, (a, b) = _over_all_rows(first, second)
    return union.with_probabilities(weight * a + (1 - weight) * b)


def filled(learned: PhraseTable, heuristic: PhraseTable) -> PhraseTable:
    """A learned table with its gaps filled: rows of probability 0 get the heuristic one.

    They are the pairs that no segmentation of a text used. Probabilities of a source phrase may
    then add up to more than 1, as they may for the paper's "gaps filled in".
    """
    union, (a, b) = _over_all_rows(learned, heuristic)
    return union.with_probabilities(np.where(a > 0, a, b))


def _over_all_rows(
    first: PhraseTable, second: PhraseTable
) -> tuple[PhraseTable, tuple[Float64Array, Float64Array]]:
    """A table with the rows of both, and the probabilities of each over these rows."""
    counts = {(entry.source, entry.target): entry.times for entry in first}
    for entry in second:
        pair = (entry.source, entry.target)
        counts[pair] = max(counts.get(pair, 0.0), entry.times)
    union = table_from_counts(counts)
    return union, (_spread(first, union), _spread(second, union))


def _spread(table: PhraseTable, union: PhraseTable) -> Float64Array:
    values = np.zeros(len(union))
    rows = [union.rows[pair] for pair in table.rows]
    values[rows] = table.probabilities
    return values
