"""Commands read and write at URLs as they do on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from salience.engine import journal
from salience.engine.journal import journal_path
from tests.support.commands import CommandLine

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()
    files.pseudo_dirs[:] = [""]


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_scores_go_from_url_to_url(
    suffix: str, run: CommandLine, folder: Path, memory: Any
) -> None:
    memory.pipe("/in/corpus.jsonl", (folder / "corpus.jsonl").read_bytes() + b'\n{"id": 1}\n')
    options = f"--model ./model --rejects memory://out/rejects.jsonl -o memory://out/new/s.{suffix}"
    run(f"score memory://in/corpus.jsonl {options}")
    run(f"score corpus.jsonl --model ./model -o here.{suffix}")
    assert memory.cat(f"/out/new/s.{suffix}") == (folder / f"here.{suffix}").read_bytes()
    assert memory.cat("/out/rejects.jsonl").count(b"\n") == 1
    left = {file.name for file in folder.iterdir()}
    assert left == {"corpus.jsonl", "article.txt", "model", f"here.{suffix}"}


def test_what_is_done_is_kept_if_the_url_fails_at_the_end(
    run: CommandLine, folder: Path, memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("the line went dead")

    monkeypatch.setattr(journal, "PART_ITEMS", 5)
    with monkeypatch.context() as patch:
        patch.setattr(type(memory), "put_file", fail)
        said = run("score corpus.jsonl --model ./model -o memory://out/s.jsonl", code=3).err
    assert "memory://out/s.jsonl: the line went dead" in said
    assert (folder / journal_path("memory://out/s.jsonl")).is_file() and not memory.exists(
        "/out/s.jsonl"
    )
    said = run("score corpus.jsonl --model ./model -o memory://out/s.jsonl").err
    assert "going on after 12 documents" in said
    assert memory.cat("/out/s.jsonl").count(b"\n") == 12
    assert not list(folder.glob("*.parts"))


def test_a_url_that_can_not_be_written_is_refused_at_once(run: CommandLine, memory: Any) -> None:
    memory.pipe("/out/x.jsonl/file", b"")
    for output, code, message in (
        ("memory://out/x.jsonl", 3, "is a folder"),
        ("memory://out/x.doc", 2, "can't write '.doc'"),
        ("nope://out/x.jsonl", 3, "Protocol not known"),
    ):
        assert message in run(f"score corpus.jsonl --model ./model -o {output}", code=code).err
    memory.pipe("/in/corpus.jsonl", b"")
    said = run("score memory://in/corpus.jsonl -o memory://in/corpus.jsonl", code=3).err
    assert "is used twice" in said


def test_urls_of_one_file_name_have_parts_of_their_own() -> None:
    folders = {journal_path(f"s3://bucket/{month}/scores.jsonl") for month in ("01", "02")}
    assert len(folders) == 2 and all(folder.parent == Path() for folder in folders)


def test_what_people_edit_is_not_replaced_at_a_url_unasked(
    run: CommandLine, folder: Path, memory: Any
) -> None:
    memory.pipe("/out/mine.jsonl", (folder / "corpus.jsonl").read_bytes())
    run("names corpus.jsonl -o memory://out/register.jsonl")
    run("score corpus.jsonl --model ./model -o memory://out/s.parquet")
    before = {name: memory.cat(name) for name in memory.find("/out")}
    for command, said in (
        ("names corpus.jsonl -o memory://out/register.jsonl", "a register of names"),
        ("score corpus.jsonl --model ./model -o memory://out/mine.jsonl", "a corpus"),
        ("names corpus.jsonl -o memory://out/s.parquet", "holds scores"),
        ("names corpus.jsonl -o x.csv --rejects memory://out/register.jsonl", "a register"),
    ):
        assert said in run(command, code=3).err
    assert {name: memory.cat(name) for name in memory.find("/out")} == before
    run("score corpus.jsonl --model ./model -o memory://out/s.parquet")
    run("names corpus.jsonl -o memory://out/mine.jsonl --overwrite")
