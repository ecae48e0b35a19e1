"""The journal of a run: what a part that can't be written leaves, and what is read again."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from salience.engine.journal import Journal, open_journal
from salience.errors import SalienceError
from salience.types import Document

DOCUMENTS = [Document(f"d{n}", "It rained.") for n in range(5)]


def run(journal: Journal, documents: Iterable[Document] = DOCUMENTS, stop: str = "") -> list[str]:
    """Keep a part for each document until one; the lines of the journal."""
    journal.begin(lambda: {"--limit": 3}, lambda: {"seen": journal.items})
    for document in journal.rest(documents):
        assert isinstance(document, Document)
        if document.id == stop:
            break
        journal.add({"results": document.id, "odd": f"{document.id} è".encode().hex()})
        journal.keep()
    return list(journal.lines("results"))


def test_a_part_that_can_not_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.jsonl.parts"

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with open_journal(path) as journal:
        run(journal, stop="d2")
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space"):
                run(journal)
        assert path.read_bytes() == before
    with open_journal(path) as journal:
        assert journal.items == 2 and run(journal) == [d.id for d in DOCUMENTS]
        assert len(list(journal.lines("odd"))) == 5
        journal.clear()
    assert not path.exists()


def test_another_input_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl.parts"
    with open_journal(path) as journal:
        run(journal, stop="d3")
    other = [DOCUMENTS[0], Document("d1", "It snowed."), *DOCUMENTS[2:]]
    for documents, what in ((other, "are others"), (DOCUMENTS[:1], "are only 1")):
        with open_journal(path) as journal, pytest.raises(SalienceError, match=what):
            run(journal, documents)
    with open_journal(path, overwrite=True) as journal:
        assert journal.items == 0


def test_without_a_file_lines_wait_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("salience.engine.journal.PART_ITEMS", 2)
    with open_journal(None) as journal:
        journal.begin(dict, dict)
        for document in journal.rest(DOCUMENTS):
            journal.add({"results": f"{document.id} {'x' * 3_000_000}"})
        assert [line[:2] for line in journal.lines("results")] == [d.id for d in DOCUMENTS]


@pytest.mark.parametrize("damage", ["cut", "another byte"])
def test_of_a_damaged_journal_whole_parts_are_kept(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "scores.jsonl.parts"
    with open_journal(path) as journal:
        run(journal, stop="d4")
    whole = path.read_bytes()
    ends = [match.end() for match in re.finditer(rb"\npart .*\n", whole)]
    assert len(ends) == 4
    header = whole.index(b"\n") + 1
    for at in (*range(header, len(whole), 7), *ends[:-1], len(whole) - 1):
        rest = b"" if damage == "cut" else bytes([whole[at] ^ 1]) + whole[at + 1 :]
        path.write_bytes(whole[:at] + rest)
        with open_journal(path) as journal:
            assert journal.items == sum(end <= at for end in ends)
            assert run(journal) == [document.id for document in DOCUMENTS]
            journal.clear()
