"""Corpora in Parquet: odd values are rejects, and memory does not depend on row groups."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from salience.corpus.formats.source import SourceFile
from salience.corpus.formats.tables import read_parquet
from salience.corpus.read import read_corpus
from salience.errors import CorpusError, Reject
from salience.types import Document

NAN = float("nan")


def read(path: Path, columns: dict[str, Any]) -> tuple[list[Document], list[Reject]]:
    """What a corpus of these columns gives, written as Parquet."""
    rejects: list[Reject] = []
    parquet.write_table(pa.table(columns), path / "c.parquet")
    return list(read_corpus(path / "c.parquet", on_reject=rejects.append)), rejects


@pytest.mark.parametrize(
    ("column", "values", "reason"),
    [
        ("text", [["It rained."], ["And snowed."]], r"text must be a string, but is \['It rained"),
        ("text", [{"a": "It rained."}, None], r"text must be a string, but is \{'a'"),
        ("text", [NAN, 1.0], "text must be a string, but is nan"),
        ("text", [b"It rained.", b"\xff"], "text must be a string, but is b'It rained.'"),
        ("title", [1, 2], "title must be a string, but is 1"),
        ("id", [1.0, NAN], "id must be a string or an integer, but is 1.0"),
        ("abstract", [["Rain.", None], [None]], r"list of strings, but is \['Rain.', None\]"),
        ("x", pa.array([2**30] * 2).cast(pa.int32()).view(pa.date32()), "a value of the row can't"),
        ("x", pa.array([2**62] * 2, pa.duration("s")), "a value of the row can't be read"),
    ],
)
def test_a_wrong_value_is_a_reject(column: str, values: Any, reason: str, tmp_path: Path) -> None:
    columns = {"id": ["a", "b"], "text": ["It rained.", "It snowed."], column: values}
    documents, rejects = read(tmp_path, columns)
    assert documents == [] and [r.source for r in rejects] == ["c.parquet:1", "c.parquet:2"]
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(rejects[0].reason)


def test_other_columns_are_carried_along_whatever_they_hold(tmp_path: Path) -> None:
    others = {"number": [NAN, 1.0], "nested": [{"a": [1]}, None], "none": [None, None]}
    documents, rejects = read(tmp_path, {"text": ["It rained.", "It snowed."], **others})
    assert rejects == [] and [d.id for d in documents] == ["c.parquet:1", "c.parquet:2"]
    assert documents[1].meta == {"number": 1.0, "nested": None, "none": None}
    assert documents[0].meta["nested"] == {"a": [1]}


def test_texts_of_other_arrow_types_and_whole_numbers_for_ids_will_do(tmp_path: Path) -> None:
    for texts in (pa.array(["Rain.", "Rain."]).dictionary_encode(), pa.large_string()):
        values = texts if isinstance(texts, pa.Array) else pa.array(["Rain.", "Rain."], texts)
        documents, _ = read(tmp_path, {"id": pa.array([7, None]), "text": values})
        assert [(d.id, d.text) for d in documents] == [("7", "Rain."), ("c.parquet:2", "Rain.")]


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array(["A."]), pa.array(["B."])], names=["text", "text"])
    parquet.write_table(table, tmp_path / "c.parquet")
    with pytest.raises(CorpusError, match="'text' twice"):
        list(read_corpus(tmp_path / "c.parquet"))


def test_a_text_over_the_limit_is_a_reject_even_if_it_is_stored_once(tmp_path: Path) -> None:
    long = "rain " * 1_000_000
    texts = pa.array([long] * 50 + ["Rain."]).dictionary_encode()
    parquet.write_table(pa.table({"text": texts}), tmp_path / "c.parquet")
    assert (tmp_path / "c.parquet").stat().st_size < 1_000_000
    rejects: list[Reject] = []
    before = pa.default_memory_pool().max_memory()
    found = list(read_corpus(tmp_path / "c.parquet", max_length=1000, on_reject=rejects.append))
    assert [d.text for d in found] == ["Rain."] and len(rejects) == 50
    assert "the row takes over" in rejects[0].reason
    assert pa.default_memory_pool().max_memory() - before < 25 * len(long)


class Watched(io.FileIO):
    """A file that knows how much was read of it, in all and at once."""

    most = total = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.most, self.total = max(self.most, len(data)), self.total + len(data)
        return data


def test_a_row_group_is_read_a_little_at_a_time(tmp_path: Path) -> None:
    chance = random.Random(0)  # noqa: S311
    texts = [chance.randbytes(1000).hex() for _ in range(4096)]
    parquet.write_table(pa.table({"text": texts}), tmp_path / "c.parquet", use_dictionary=False)
    size = (tmp_path / "c.parquet").stat().st_size
    assert size > 8_000_000 and parquet.read_metadata(tmp_path / "c.parquet").num_row_groups == 1
    with Watched(tmp_path / "c.parquet") as file:
        rows = read_parquet(SourceFile("parquet", "c.parquet", "c", file, 2**24))  # type: ignore[arg-type]
        assert next(rows)[0] == "c.parquet:1"
        assert file.total < size / 2
        assert len(list(rows)) == 4095 and file.most < size / 3
