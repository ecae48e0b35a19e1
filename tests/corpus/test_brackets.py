"""Files of trees in Penn brackets."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from salience.corpus.formats.brackets import TREES
from salience.corpus.read import read_corpus, read_items
from salience.errors import CorpusError, Reject
from salience.types import Document

GOOD = "(ROOT\n  (S (NP (NN Rain)) (VP (VBD fell))))\n"
EMPTY = "( (S (NP (-NONE- *)) (VP (VB Go)) (. !)) )\n"
NOTHING = "(S (-NONE- *))\n"
BAD = "(S (NP (NN Snow)\n    fell)\n"


def test_bad_trees_are_rejects_and_the_others_one_document(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg.gz"
    path.write_bytes(gzip.compress((GOOD + BAD + EMPTY + NOTHING + BAD).encode()))
    first, second, document = read_items(path)
    assert isinstance(document, Document)
    assert document.id == "a.mrg.gz"
    assert document.text == "Rain fell\nGo !" and document.title is None
    assert [tree.label for tree in document.meta[TREES]] == ["ROOT", "ROOT"]
    assert isinstance(first, Reject) and isinstance(second, Reject)
    assert first.source == f"{path.name}, line 4, column 5"
    assert first.reason.startswith("NP has a word") and second.source.endswith("line 8, column 5")


@pytest.mark.parametrize("data", [b"", b"  \n", NOTHING.encode()])
def test_no_words_are_no_document(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.ptb").write_bytes(data)
    assert list(read_corpus(tmp_path / "a.ptb")) == []


def test_folders_are_read_and_their_faulty_files_left_out(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.mrg").write_text(GOOD)
    (tmp_path / "1.ptb").write_text(EMPTY)
    (tmp_path / "3.ptb").write_bytes(b"(S \xff)")
    (tmp_path / "notes.txt").write_text("(S (NN a))")
    rejects: list[Reject] = []
    read = list(read_corpus(tmp_path, format="brackets", on_reject=rejects.append))
    assert [document.id for document in read] == ["1.ptb", "b/2.mrg"]
    [reject] = rejects
    assert reject.source.endswith("3.ptb") and "is not UTF-8" in reject.reason
    [again] = read_corpus(tmp_path / "notes.txt", format="brackets")
    assert again.text == "a"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [("none.ptb", None, "no such file"), ("a.ptb.gz", b"(S", "can't be read")],
)
def test_files_that_cant_be_read(
    tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(CorpusError, match=message):
        list(read_corpus(tmp_path / name))


def test_a_file_over_the_limit_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.ptb").write_bytes(b"x" * 2_000_000)
    [reject] = read_items(tmp_path / "a.ptb", max_length=1000)
    assert isinstance(reject, Reject) and "takes over" in reject.reason
