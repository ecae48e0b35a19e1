"""The recipe that measures centrality: what a background knows."""

from __future__ import annotations

import pandas as pd

from resources.recipes.centrality import table
from salience.centrality.cooccurrence import Cooccurrence
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


def test_what_is_known_is_counted_without_the_document_itself() -> None:
    seen = Cooccurrence.from_documents(map(list, ["ab", "bc", "d"]))
    documents, ids, known, pairs, known_pairs = table.knowledge(rows("abx", "bc"), seen)
    assert documents == 2  # with two entities or more
    assert (ids, known) == (5, 3)  # c was only seen in the document that is measured
    assert (pairs, known_pairs) == (4, 1)
