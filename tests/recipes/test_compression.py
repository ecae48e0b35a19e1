"""The comparison of compressors: parts are of whole documents, and counts add up by sentence."""

from __future__ import annotations

import pytest

from resources.recipes.compression import table
from salience.compression.pairs import CompressionPair
from salience.text.words import plain_words

WORDS = plain_words("Ann really sang .")


def sentences(*ids: str) -> list[list[CompressionPair]]:
    return [[CompressionPair(id, WORDS, (0, 2, 3))] for id in ids]


def test_parts_have_whole_documents_and_none_that_are_fixed() -> None:
    ids = [f"d{i % 7}.1.{i}" for i in range(40)]
    parts = table.parts(sentences(*ids), {"d3"})
    of = [{ids[i].split(".")[0] for i in part} for part in parts]
    assert len(of) == table.FOLDS
    assert sum(map(len, of)) == len(set().union(*of)), "a document is in one part"
    assert set().union(*of) == {f"d{i}" for i in range(7)} - {"d3"}
    assert sorted(i for part in parts for i in part) == [i for i in range(40) if i % 7 != 3]
    assert parts == table.parts(sentences(*ids), {"d3"})


def test_a_sentence_counts_against_each_reference_at_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "parse", lambda texts, _: [plain_words(" ".join(t)) for t in texts])
    pairs = [CompressionPair("d.1.1", WORDS, kept) for kept in ((0, 2, 3), (0, 2))]
    asked: list[int | None] = []

    def first_words(words: object, n: int | None) -> range:
        asked.append(n)
        return range(4 if n is None else n)

    found = table.counts_of(first_words, [pairs], None)
    assert sorted(asked, key=str) == [2, 3, None], "once for each length"
    assert found["free"][0][3:] == [3 + 2, 4 + 4, 3 + 2]
    assert found[table.LENGTHS[1]][0][3:] == [2 + 1, 3 + 2, 3 + 2]
