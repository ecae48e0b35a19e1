"""Entities of a corpus get ids that hold across documents, the same for any number of processes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from salience.engine.documents import find_entities, parse_documents
from salience.entities.name_table import NameTable
from salience.errors import CorpusError
from tests.support.tiny_pipeline import corpus, tiny_pipeline


def test_the_entities_are_those_that_are_scored_and_any_number_of_processes_will_do(
    monkeypatch,
) -> None:
    nlp, documents = tiny_pipeline(), corpus(9)
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 2)
    found = list(find_entities(iter(documents), nlp=nlp))
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 4)
    assert found == list(find_entities(documents, nlp=nlp, n_process=2))
    parsed = list(parse_documents(documents, nlp=nlp))
    assert [d.entities for d in found] == [d.entities for d in parsed]
    assert list(find_entities([], nlp=nlp)) == []


def test_a_table_gives_ids(tmp_path) -> None:
    path = tmp_path / "names.csv"
    path.write_text("name,id\nOslo,Q585\n")
    for table in (path, NameTable.from_rows([{"name": "Oslo", "id": "Q585"}])):
        ids = {
            e.id
            for d in find_entities(corpus(2), nlp=tiny_pipeline(), table=table)
            for e in d.entities
        }
        assert "Q585" in ids and "name:oslo|LOC" not in ids
    with pytest.raises(CorpusError, match="No such file"):
        find_entities([], nlp=tiny_pipeline(), table=tmp_path / "none.csv")


def test_what_waits_in_a_file_comes_back_as_it_was() -> None:
    [first, second] = corpus(2)
    documents = [
        replace(first, title="Ada in \udc80 Oslo", meta={"n": 1.5, "tags": ["a"]}),
        replace(second, meta={"date": date(2026, 1, 2)}),
    ]
    found = list(find_entities(documents, nlp=tiny_pipeline()))
    assert [d.document.meta for d in found] == [documents[0].meta, {"date": "2026-01-02"}]
    parsed = next(parse_documents(documents[:1], nlp=tiny_pipeline()))
    assert replace(found[0], entities=parsed.entities) == parsed
