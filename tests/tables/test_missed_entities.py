"""What abstracts mention and the pipeline did not find counts as missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from salience.errors import CorpusError
from salience.evaluation.salience_scores import evaluate
from salience.tables.label_files import with_missed

TABLE = pd.DataFrame(
    {
        "document": ["a", "a", "b"],
        "salient": [True, False, True],
        "score": [0.9, 0.2, 0.6],
        "grade": [2, 0, 1],
        "abstracts": [2, 2, 1],
    }
)


def unaligned(text: str, abstract: int = 0, reason: str = "not found") -> dict[str, Any]:
    return {"abstract": abstract, "start": 0, "end": 4, "text": text, "reason": reason}


def labels(path: Path, **missed: list[dict[str, Any]]) -> Path:
    records = [
        {"id": id, "abstracts": 2, "entities": [], "unaligned": entities}
        for id, entities in missed.items()
    ]
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_names_are_missed_once_and_only_where_the_document_has_their_words(tmp_path: Path) -> None:
    path = labels(
        tmp_path / "labels.jsonl",
        a=[unaligned("Oslo"), unaligned("OSLO", 1), unaligned("Oslo", 1), unaligned("Bonn")],
        b=[
            unaligned("Rome", 0, "not in the document"),
            unaligned("it", 0, "only generic mentions"),
        ],
        c=[unaligned("Bern")],
    )
    whole = with_missed(TABLE, path)
    missed = whole[~whole["found"]]
    assert missed[["document", "name", "grade"]].to_numpy().tolist() == [
        ["a", "Oslo", 2],
        ["a", "Bonn", 1],
        ["c", "Bern", 1],
    ]
    assert set(missed["salient"]) == {True} and set(missed["score"]) == {0.0}
    pd.testing.assert_frame_equal(whole[:3][list(TABLE)], TABLE)
    found = evaluate(whole, n_bootstrap=20)
    assert (found.coverage, found.recall, found.precision) == (0.4, 0.4, 1.0)
    assert found.documents == 3
    assert found.by_document["macro_coverage"] == pytest.approx((1 / 3 + 1 + 0) / 3)
    assert found.by_document["ndcg_at_10"] is not None, "grades are there for all"


def test_nothing_missed_is_full_coverage(tmp_path: Path) -> None:
    whole = with_missed(TABLE, labels(tmp_path / "labels.jsonl", a=[], b=[]))
    assert evaluate(whole, n_bootstrap=0).coverage == 1
    with pytest.raises(CorpusError, match=r"labels must be JSON lines"):
        TABLE.to_csv(tmp_path / "labels.csv")
        with_missed(TABLE, tmp_path / "labels.csv")
