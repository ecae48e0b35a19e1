"""Counts of what occurs together."""

from __future__ import annotations

import numpy as np

from salience.centrality.cooccurrence import Cooccurrence

SEEN = Cooccurrence.from_documents([["a", "b"], ["a", "b", "c"], ["c"]])


def assert_same_counts(one: Cooccurrence, other: Cooccurrence) -> None:
    there, back = one.to_arrays(), other.to_arrays()
    assert there.keys() == back.keys()
    for name in there:
        np.testing.assert_array_equal(there[name], back[name], err_msg=name)
    np.testing.assert_array_equal(one.matrix.toarray(), other.matrix.toarray())
