"""Signatures repeat scores exactly, and digests tell tables apart."""

from __future__ import annotations

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from salience.tables.signature import data_digest, signature
from salience.version import __version__


@given(st.floats(0, 1))
def test_numbers_can_be_read_back_exactly(threshold: float) -> None:
    fields = dict(part.split("=", 1) for part in signature(threshold=threshold, n=3).split("|"))
    assert float(fields["threshold"]) == threshold and fields["n"] == "3"


def test_what_is_none_is_left_out_and_the_version_comes_first() -> None:
    assert signature(system=None, seed=0) == f"salience={__version__}|seed=0"


def test_the_digest_changes_with_the_data_but_not_with_the_order_of_rows() -> None:
    random = np.random.default_rng(1)
    whole = pd.DataFrame({"document": np.repeat([f"d{i}" for i in range(5)], 5)})
    whole = whole.assign(salient=random.random(len(whole)) < 0.3, score=0.5)
    digest = data_digest(whole)
    assert data_digest(whole.sample(frac=1, random_state=1)) == digest
    assert data_digest(whole.assign(score=0.0)) == digest
    changed = whole.copy()
    changed.loc[7, "salient"] = not changed.loc[7, "salient"]
    renamed = whole.replace({"document": {"d0": "e0"}})
    whole["entity"] = range(len(whole))
    swapped = whole.copy()  # as many are salient, but others
    one, other = whole.index[whole["salient"]][0], whole.index[~whole["salient"]][0]
    swapped.loc[[one, other], "salient"] = [False, True]
    tables = changed, renamed, whole[1:], whole, swapped
    assert len({digest, *map(data_digest, tables)}) == 6
