"""No text of a document is a formula in a spreadsheet, and all come back as they were."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.tables.csv_files import marked, read_csv, unmarked
from salience.tables.record_tables import read_table, to_frame
from salience.types import Document, Entity, Mention, ParsedDocument, ScoredDocument
from tests.support.builders import write_results

LIVE = ("=", "+", "-", "@", "\t", "\r")
TEXTS = [
    *("=1+1", "+1", "-5 °C", "@SUM(A1)", "\tx", "\rx", "'=1", "''-x", "'twas", "Oslo", "'", "''"),
    '=HYPERLINK("http://a.b";"x")',
]


def scored(text: str) -> ScoredDocument:
    mention = Mention(0, 1, text, "named", text, 0, 0)
    entity = Entity((mention,), text, "PER", f"name:{text}|PER", kb_id=text)
    return ScoredDocument(ParsedDocument(Document(text, text), (entity,), (1,), 1), (0.5,), 0.3)


@pytest.mark.parametrize("exact", [False, True])
def test_cells_are_no_formulas_unless_they_are_wanted_as_they_are(
    exact: bool, tmp_path: Path
) -> None:
    path = str(tmp_path / "scores.csv")
    results = [scored(text) for text in TEXTS]
    write_results(path, "scores", results, exact=exact)
    with Path(path).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    cells = [cell for row in rows for cell in row]
    live = [cell for cell in cells if cell.startswith(LIVE)]
    if exact:
        assert [row[header.index("name")] for row in rows] == TEXTS and live
    else:
        assert not live
        pd.testing.assert_frame_equal(read_table(path), to_frame(results))


def test_a_column_with_the_name_of_a_formula_is_none(tmp_path: Path) -> None:
    record = {"entity": 0, "name": "A", "type": "", "id": "a", "kb_id": None, "title_mentions": []}
    record |= {"mentions": [{"start": 0, "end": 1}], "features": {"=1+1": 2}}
    write_results(tmp_path / "l.csv", "labels", [{"id": "d", "entities": [record]}])
    assert "'=1+1" in (tmp_path / "l.csv").read_text()
    assert "=1+1" in read_csv(tmp_path / "l.csv")


@given(st.text(st.sampled_from(["'", *LIVE, "a"])))
def test_any_cell_comes_back(text: str) -> None:
    assert unmarked(marked(text)) == text and not marked(text).startswith(LIVE)


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    results = [replace(scored("Oslo"), scores=(1e-9,))]
    write_results(tmp_path / "s.csv", "scores", results)
    assert read_table(tmp_path / "s.csv")["score"].tolist() == [1e-9]
