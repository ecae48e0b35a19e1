"""A table of related ids is read as pairs, and what is wrong in it is named."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from salience.centrality.related_ids import read_related
from salience.errors import CorpusError


def test_pairs_hold_both_ways_whatever_other_columns_there_are(tmp_path: Path) -> None:
    path = tmp_path / "kb.csv"
    path.write_text("\ufeffrelation,related,id\nspouse, b ,a\nchild,c,a\nself,a,a\n\n", "utf-8")
    assert read_related(path) == {
        "a": frozenset("bc"), "b": frozenset("a"), "c": frozenset("a"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n", "kb.csv has no column 'id'"),
        (b"id\n1\n", "has no column 'related'"),
        (b"", "has no column 'id'"),
        (b"id,related\na,b\na,\n", "kb.csv:3: both ids of a pair must be given"),
        (b"id,related\na\n", "kb.csv:2: both ids of a pair"),
        (b"id,related\n\xff,b\n", "kb.csv can't be read"),
        (b"id,related\n" + b"a" * 200_000 + b",b\n", "kb.csv can't be read: field larger"),
    ],
)
def test_a_wrong_table_is_named(
    request: pytest.FixtureRequest, tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "kb.csv"
    path.write_bytes(content)
    before = csv.field_size_limit(131_072)  # other readers raise it for the whole process
    request.addfinalizer(lambda: csv.field_size_limit(before))
    with pytest.raises(CorpusError, match=message):
        read_related(path)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"none\.csv can't be read"):
        read_related(tmp_path / "none.csv")
