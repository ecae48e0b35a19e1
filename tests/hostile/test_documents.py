"""Spoiled documents: results or a reject with its reason, the same in a batch and alone."""

from __future__ import annotations

import csv
import json
import random
import warnings
from pathlib import Path

import pytest
from spacy.language import Language

from salience import Document, SalienceModel, load_model, score
from salience.errors import Reject
from salience.pages.document_page import view_page
from salience.pages.rating_page import cell_text
from salience.tables.record_tables import read_table
from salience.text.normalise import normalised
from salience.types import ScoredDocument
from tests.hostile import ATTACKS, SEED
from tests.hostile.mutations import spoiled_documents
from tests.support.builders import write_results
from tests.support.shipped import shipped_pipeline
from tests.support.spoiled import stands_there

KNOWN = ("text is empty",)
"""The reasons for which a spoiled document may be left out; that the pipeline failed is none."""


@pytest.fixture(scope="module")
def nlp() -> Language:
    return shipped_pipeline(fast=True)


@pytest.fixture(scope="module")
def model() -> SalienceModel:
    return load_model()


def scores(
    documents: list[Document], model: SalienceModel, nlp: Language
) -> tuple[list[ScoredDocument], list[Reject]]:
    rejects: list[Reject] = []
    with warnings.catch_warnings(action="ignore"):
        return list(score(documents, model=model, nlp=nlp, on_reject=rejects.append)), rejects


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return list(spoiled_documents(ATTACKS, random.Random(SEED)))  # noqa: S311


@pytest.fixture(scope="module")
def scored(documents: list[Document], model: SalienceModel, nlp: Language) -> list[ScoredDocument]:
    found, rejects = scores(documents, model, nlp)
    assert [str(reject) for reject in rejects if not reject.reason.startswith(KNOWN)] == []
    assert len(found) + len(rejects) == len(documents)
    return found


def test_results_are_sound(scored: list[ScoredDocument]) -> None:
    for result in scored:
        text = result.parsed.document.text
        clean = not normalised(text).changed
        for entity, probability in zip(result.parsed.entities, result.scores, strict=True):
            assert 0 <= probability <= 1 and entity.name.strip()
            for mention in entity.mentions:
                assert stands_there(mention, text, clean) and mention.text.strip()
        json.dumps(result.to_dict(), allow_nan=False)


def test_alone_is_as_in_a_batch(
    scored: list[ScoredDocument], model: SalienceModel, nlp: Language
) -> None:
    differ = []
    for result in scored[:: max(1, len(scored) // (ATTACKS // 3))]:
        [alone], _ = scores([result.parsed.document], model, nlp)
        if alone.to_dict() != result.to_dict():
            differ.append(result.parsed.document.id)
    assert differ == []


def test_pages_have_no_markup_of_texts(scored: list[ScoredDocument]) -> None:
    for start in range(0, len(scored), 50):
        page = view_page(scored[start : start + 50])
        assert "<script" not in page.lower() and "</mark></mark></mark></mark>" not in page
        assert not any(mark in page for mark in ("\x00", "\x1b", "\u202e", "\ud800"))


def test_tables_come_back_as_they_were(scored: list[ScoredDocument], tmp_path: Path) -> None:
    whole = [result for result in scored if "\ud800" not in result.parsed.document.id]
    for suffix in (".csv", ".jsonl"):
        path = tmp_path / f"scores{suffix}"
        write_results(path, "scores", whole)
        table = read_table(path)
        expected = [score for result in whole for _, score in result.ranked()]
        assert table["score"].tolist() == pytest.approx(expected)


def test_cells_for_people_are_no_formulas(scored: list[ScoredDocument], tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    with path.open("w", encoding="utf-8", errors="replace", newline="") as file:
        rows = ([cell_text(entity.name)] for result in scored for entity in result.parsed.entities)
        csv.writer(file).writerows(rows)
    with path.open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert cells and not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
