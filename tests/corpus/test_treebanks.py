"""Files of trees in Penn brackets."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from salience.corpus.treebanks import (
    TreeDocument,
    holds_trees,
    read_treebank,
    read_treebanks,
)
from salience.errors import CorpusError, Reject

GOOD = "(ROOT\n  (S (NP (NN Rain)) (VP (VBD fell))))\n"
EMPTY = "( (S (NP (-NONE- *)) (VP (VB Go)) (. !)) )\n"
NOTHING = "(S (-NONE- *))\n"
BAD = "(S (NP (NN Snow)\n    fell)\n"


def test_bad_trees_are_rejects_and_the_others_one_document(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg.gz"
    path.write_bytes(gzip.compress((GOOD + BAD + EMPTY + NOTHING + BAD).encode()))
    first, second, document = read_treebank(path)
    assert isinstance(document, TreeDocument)
    assert document.id == "a.mrg.gz"
    assert document.text == "Rain fell\nGo !"
    assert [tree.label for tree in document.trees] == ["ROOT", "ROOT"]
    assert isinstance(first, Reject) and isinstance(second, Reject)
    assert first.source == f"{path}, line 4, column 5" and first.reason.startswith("NP has a word")
    assert second.source == f"{path}, line 8, column 5"


@pytest.mark.parametrize("data", [b"", b"  \n", NOTHING.encode()])
def test_no_words_are_no_document(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.ptb").write_bytes(data)
    assert list(read_treebank(tmp_path / "a.ptb")) == []


def test_folders_are_read_and_their_faulty_files_left_out(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.mrg").write_text(GOOD)
    (tmp_path / "1.ptb").write_text(EMPTY)
    (tmp_path / "3.ptb").write_bytes(b"(S \xff)")
    (tmp_path / "notes.txt").write_text("(S (NN a))")
    one, three, two = read_treebanks([str(tmp_path)])
    assert isinstance(one, TreeDocument) and one.id == "1.ptb"
    assert isinstance(two, TreeDocument) and two.id == "b/2.mrg"
    assert isinstance(three, Reject) and three.source.endswith("3.ptb")
    assert three.reason.startswith("the text is not UTF-8")
    [again] = read_treebanks([str(tmp_path / "notes.txt")])
    assert isinstance(again, TreeDocument) and again.text == "a"


@pytest.mark.parametrize(
    ("limit", "texts", "lines"),
    [
        (0, [], []),
        (1, ["Rain fell"], []),
        (2, ["Rain fell\nGo !"], ["2"]),
        (3, ["Rain fell\nGo !", "Rain fell"], ["2", "4"]),
        (None, ["Rain fell\nGo !", "Rain fell\nRain fell"], ["2", "4"]),
    ],
)
def test_a_limit_counts_the_trees_of_all_files(
    tmp_path: Path, limit: int | None, texts: list[str], lines: list[str]
) -> None:
    one_line = "(ROOT (S (NP (NN Rain)) (VP (VBD fell))))\n"
    (tmp_path / "1.ptb").write_text(one_line + "(S\n" + EMPTY + "(NP\n")
    (tmp_path / "2.ptb").write_text(one_line * 2)
    found = list(read_treebanks([str(tmp_path)], limit=limit))
    assert [one.text for one in found if isinstance(one, TreeDocument)] == texts
    rejects = [one.source for one in found if isinstance(one, Reject)]
    assert [source.partition(", line ")[2].partition(",")[0] for source in rejects] == lines


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.ptb", None, "can't be read"),
        ("a.ptb.gz", b"(S", "can't be read"),
        ("a.ptb", b"(S \xff)", "a.ptb: the text is not UTF-8"),
        ("a.ptb", b"x" * 2_000_000, "takes over"),
    ],
)
def test_files_that_cant_be_read(
    tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(CorpusError, match=message):
        list(read_treebanks([str(tmp_path / name)], max_length=1000))


def test_a_folder_without_trees(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"without files \.ptb or \.mrg"):
        list(read_treebanks([str(tmp_path)]))


def test_a_folder_with_something_else_to_read_holds_no_trees(tmp_path: Path) -> None:
    assert not holds_trees(tmp_path)
    (tmp_path / "a.ptb").touch()
    (tmp_path / "README").touch()
    assert holds_trees(tmp_path)
    (tmp_path / "a.txt").touch()
    assert not holds_trees(tmp_path)
