"""Centrality whose votes are not shares, and without background."""

from __future__ import annotations

import pandas as pd
import pytest

from resources.recipes.centrality.variations import plain_ranks
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import table_ranks
from tests.support.builders import attribute_row


def rows(*documents: str) -> pd.DataFrame:
    """Entities with a letter for their id and one mention each."""
    return pd.DataFrame(
        [
            attribute_row(document=d, entity=e, id=id, named=1, nominal=0, pronominal=0)
            for d, ids in enumerate(documents)
            for e, id in enumerate(ids)
        ]
    )


def ranks(table: pd.DataFrame, seen: Cooccurrence, weight: str) -> list[int]:
    return table_ranks(table, seen, rank=plain_ranks, weight=weight)


@pytest.mark.parametrize("weight", ["probability", "count"])
def test_whom_all_others_know_is_first(weight: str) -> None:
    seen = Cooccurrence.from_documents(map(list, ["ah", "bh", "ch"]))
    assert ranks(rows("abhc", "xa"), seen, weight) == [2, 3, 1, 4, 1, 2]


def test_frequent_pairs_weigh_more_where_votes_are_no_shares() -> None:
    seen = Cooccurrence.from_documents(map(list, ["ab"] + ["cd"] * 5))
    assert ranks(rows("abcde"), seen, "count") == [3, 4, 1, 2, 5]
    assert ranks(rows("abcde"), seen, "probability") == [1, 2, 3, 4, 5]


def test_without_background_mentions_decide() -> None:
    mentioned = rows("abc").assign(named=[1, 3, 2])
    assert ranks(mentioned, Cooccurrence.from_documents([]), "count") == [3, 1, 2]
