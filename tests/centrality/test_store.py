"""Counts come back from their folder, and what is damaged is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from salience.centrality.store import load_cooccurrence
from salience.errors import ModelError
from salience.model.salience_model import load_model, train
from tests.support.builders import toy_rows
from tests.support.counts import SEEN, assert_same_counts

ROWS = pd.DataFrame(toy_rows())


def test_files_hold_everything_and_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two", "one"):
        SEEN.pruned(2).save(tmp_path / name)
    assert_same_counts(load_cooccurrence(tmp_path / "one"), SEEN.pruned(2))
    for file in ("meta.json", "arrays.npz"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    meta = json.loads((tmp_path / "one/meta.json").read_text())
    assert (meta["ids"], meta["pairs"], meta["min_count"]) == (2, 1, 2)


def test_damaged_counts_and_other_folders_are_refused(tmp_path: Path) -> None:
    SEEN.save(tmp_path / "counts")
    arrays = tmp_path / "counts/arrays.npz"
    whole = arrays.read_bytes()
    for broken in (whole[:-1], whole[:99] + bytes([whole[99] ^ 1]) + whole[100:], b""):
        arrays.write_bytes(broken)
        with pytest.raises(
            ModelError, match=r"arrays.npz is damaged: its SHA-256.* Count them with"
        ):
            load_cooccurrence(tmp_path / "counts")
    with pytest.raises(ModelError, match="missing is not a folder"):
        load_cooccurrence(tmp_path / "missing")
    train(ROWS).save(tmp_path / "model")
    with pytest.raises(ModelError, match="'format' must be 'salience-cooccurrence'"):
        load_cooccurrence(tmp_path / "model")
    with pytest.raises(ModelError, match="'format' must be 'salience-cooccurrence'"):
        SEEN.save(tmp_path / "model")
    load_model(tmp_path / "model")  # it is still there
