"""Counts of parts of a corpus, added up, give the scores of the whole, to the last bit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from salience.evaluation.salience_counts import SalienceCounts
from salience.evaluation.salience_scores import evaluate, scores_from_counts

CHANCE = np.random.default_rng(7)
N = 400
TABLE = pd.DataFrame(
    {
        "document": [f"d{n}" for n in np.sort(CHANCE.integers(60, size=N))],
        "salient": CHANCE.random(N) < 0.3,
        "score": CHANCE.random(N).round(2),
    }
)
TABLE["entity"] = TABLE.groupby("document").cumcount()
FOUND = CHANCE.random(N) < 0.9
MORE = {
    "plain": TABLE,
    "graded": TABLE.assign(
        grade=TABLE["salient"] * CHANCE.integers(1, 3, N), abstracts=CHANCE.integers(1, 4, N)
    ),
    "one abstract each": TABLE.assign(grade=TABLE["salient"].astype(int), abstracts=1),
    "end to end": TABLE.assign(found=FOUND, score=TABLE["score"] * FOUND),
}


@pytest.mark.parametrize("name", MORE)
def test_parts_add_up_to_the_whole_in_any_order(name: str) -> None:
    table = MORE[name]
    part = table["document"].map(hash_of_its_own)
    counts = [SalienceCounts.from_table(table[part == i], 0.3) for i in (2, 0, 1)]
    assert all(len(c.ids) for c in counts)
    for parts in (counts, counts[::-1]):
        found = scores_from_counts(
            SalienceCounts.joined(parts), threshold=0.3, n_bootstrap=50, seed=1
        )
        assert found == evaluate(table, threshold=0.3, n_bootstrap=50, seed=1)


def hash_of_its_own(document: str) -> int:
    return int(document[1:]) % 3


def test_a_part_without_entities_adds_nothing() -> None:
    whole, none = (SalienceCounts.from_table(part, 0.3) for part in (TABLE, TABLE[:0]))
    for parts in ([whole, none], [none, whole]):
        both = SalienceCounts.joined(parts)
        assert scores_from_counts(both, threshold=0.3, n_bootstrap=0) == evaluate(
            TABLE, n_bootstrap=0
        )


def test_parts_with_other_columns_are_refused() -> None:
    parts = [SalienceCounts.from_table(MORE[name], 0.3) for name in ("plain", "graded")]
    with pytest.raises(ValueError, match="other columns"):
        SalienceCounts.joined(parts)
