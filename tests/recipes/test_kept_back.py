"""Texts that are kept back train nothing."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from resources.recipes import kept_back
from resources.recipes.pipeline import silver
from resources.recipes.salience import data
from resources.recipes.sentences import data as sentences
from resources.recipes.summaries import learned

READ, KEPT = "It rained in Oslo.", "It snowed in Bergen, says “Ada Byrne”."


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two documents in each set of pairs, of which one is kept back."""
    monkeypatch.setattr(kept_back, "KEPT_BACK", {sha256(KEPT.encode()).hexdigest()})
    rows = [{"id": t[:9], "title": "Now", "text": t, "abstract": "So."} for t in (READ, KEPT)]
    (tmp_path / "pairs").mkdir()
    for name in (*silver.SOURCES, "frus"):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"pairs/{name}.jsonl").write_text(lines)
    return tmp_path


def test_the_salience_model_does_not_read_them(corpora: Path) -> None:
    for name in ("wikinews-body", "wikipedia-body", "us-18f"):
        [document] = data.pairs(corpora, name)
        assert document.text.endswith(READ)


def test_the_pipeline_does_not_read_them(corpora: Path) -> None:
    pieces = list(silver.paragraphs(corpora))
    assert len(pieces) == len(silver.SOURCES) and all(READ in piece for piece in pieces)


def test_learned_summaries_do_not_read_them(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned.table, "sampled", lambda rows: [])
    assert [document.text for document in learned.pairs(corpora, "wikinews", 9)] == [READ]


def test_words_of_sentences_are_not_counted_in_them(
    corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences, "RAW", {"pairs/wikinews.jsonl": 100})
    assert list(sentences.raw_texts(corpora)) == [READ]
