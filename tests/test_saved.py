"""What was written by earlier versions is read as it was meant, and is written alike today."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from salience.centrality.store import load_cooccurrence
from salience.corpus.read import read_corpus
from salience.model.salience_model import load_model
from salience.pages.ratings import rated_records, read_ratings, read_sample
from salience.tables.record_tables import read_table
from tests.support import ROOT
from tests.support.commands import CommandLine, records
from tests.support.replaced_loading import load_instead
from tests.support.saved import write_saved
from tests.support.tiny_pipeline import corpus, tiny_pipeline

NEW_COLUMNS = (
    *("before", "after", "governor", "sentence_rank", "sentence_weight", "weight_share"),
    *("headline_first", "headline_most", "headline_share"),
    "headline_words",
    "has_headline",
    "text_hash",
)
"""What is written since features read what stands around mentions and texts have a hash."""

NEW = (
    *(".entities[].title_mentions", ".title ", ".text "),
    *(f".entities[].features.{column} " for column in NEW_COLUMNS),
    ".text_hash ",
)
"""And since headlines are parsed, and samples can be exported."""

VERSIONS = sorted(path for path in (ROOT / "tests/saved").iterdir() if path.is_dir())


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def saved(request: pytest.FixtureRequest) -> Path:
    """The files of a version."""
    return request.param


def expected(saved: Path) -> dict[str, Any]:
    return json.loads((saved / "expected.json").read_text())


def test_a_corpus_is_read(saved: Path) -> None:
    assert list(read_corpus([saved / "corpus.jsonl"])) == corpus(4)


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
@pytest.mark.parametrize("what", ["labels", "scores"])
def test_a_table_is_read(saved: Path, what: str, kind: str) -> None:
    table = read_table(saved / f"{what}.{kind}")
    rows = json.loads(table.to_json(orient="records", double_precision=15))
    assert rows == expected(saved)[what]


@pytest.mark.parametrize("name", ["model", "central-model"])
def test_a_model_scores_and_explains(saved: Path, name: str) -> None:
    model, table = load_model(saved / name), read_table(saved / "labels.jsonl")
    said = expected(saved)[name]
    np.testing.assert_allclose(model.predict(table), said["scores"], rtol=1e-12)
    completed = model.complete(table)
    found = model.explain(completed.iloc[0])
    values = {part.feature: part.value for part in found.contributions}
    assert values == pytest.approx(said["contributions"], rel=1e-12)
    assert (found.bias, model.classifier.threshold) == pytest.approx((said["bias"], 0.3))
    assert model.card["training"] == {"documents": 4, "entities": 14, "salient": 7}


def test_a_model_gives_the_scores_that_were_written(saved: Path) -> None:
    labels = read_table(saved / "labels.jsonl").set_index(["document", "entity"])
    scores = read_table(saved / "scores.jsonl").set_index(["document", "entity"])["score"]
    found = pd.Series(load_model(saved / "model").predict(labels.reset_index()), labels.index)
    np.testing.assert_allclose(found.reindex(scores.index), scores, atol=1e-6)


def test_counts_are_read(saved: Path) -> None:
    counts, said = load_cooccurrence(saved / "counts"), expected(saved)["counts"]
    found = [counts.probabilities([one, two])[0, 1] for one, two, _ in said]
    assert found == [p if one != two else 0.0 for one, two, p in said]
    assert len(said) == 12


def test_ratings_are_read(saved: Path) -> None:
    sample = read_sample(saved / "by-hand")
    found = rated_records(sample, [read_ratings(sample, saved / "ratings.csv")])
    assert found == records((saved / "ratings.jsonl").read_text())
    ratings = [entity["rating"] for record in found for entity in record["entities"]]
    assert ratings == [1, 2, 3, 4, 1, 2]


def test_a_pipeline_of_today_writes_the_same_keys_and_columns(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine
) -> None:
    load_instead(monkeypatch, lambda *_, **__: tiny_pipeline())
    monkeypatch.chdir(tmp_path)
    write_saved(command_line)
    before = sorted(path.relative_to(saved) for path in saved.rglob("*") if path.is_file())
    before.remove(Path("expected.json"))
    assert before == sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file())
    for path in before:
        assert form(saved / path) == form(tmp_path / path), f"{path} has another form than it had"


def form(path: Path) -> object:
    """The keys of a file with the types of their values, without new ones; a table's columns."""
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            return {name: (array.dtype.str, array.ndim) for name, array in arrays.items()}
    if path.suffix == ".csv":
        header = next(csv.reader(path.open(encoding="utf-8", newline="")))
        return [column for column in header if column not in NEW_COLUMNS]
    text = path.read_text(encoding="utf-8")
    values = records(text) if path.suffix == ".jsonl" else [json.loads(text)]
    return {line for value in values for line in keys(value) if not line.startswith(NEW)}


def keys(value: object, place: str = "") -> Iterator[str]:
    """Every key of a JSON value with the type that stands there: `entities[].score float`."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from keys(part, f"{place}.{key}")
    elif isinstance(value, list):
        yield f"{place} list"
        for part in value:
            yield from keys(part, f"{place}[]")
    else:
        yield f"{place} {type(value).__name__}"
