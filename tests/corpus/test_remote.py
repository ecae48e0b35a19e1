"""Corpora at URLs are read as those on disk, and a file put to one appears whole or not at all."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from salience.corpus.read import count_documents, find_format, has_text, read_corpus
from salience.errors import CorpusError, MissingExtraError, Reject
from salience.storage.remote import Remote, RemoteError, is_remote
from salience.types import Document

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")

LINES = [{"id": "a", "text": "It rained."}, {"id": "b", "text": "It snowed.", "abstract": "Snow."}]


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()
    files.pseudo_dirs[:] = [""]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with files of many formats."""
    text = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "lines.jsonl").write_text(text)
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(text.replace('"id"', '"x"').encode()))
    pd.DataFrame(LINES).assign(id=["p", "q"]).to_parquet(tmp_path / "table.parquet")
    (tmp_path / "rain.txt").write_text("It rained again.")
    (tmp_path / "rain.title.txt").write_text("Rain")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/snow.md").write_text("# Snow\n\nIt snowed again.")
    (tmp_path / "broken.jsonl").write_text('{"id": 1')
    (tmp_path / "notes.xyz").write_text("no corpus")
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr("inside.txt", "It hailed.")
    with tarfile.open(tmp_path / "more.tar.gz", "w:gz") as tar:
        header = tarfile.TarInfo("inside.jsonl")
        data = text.replace('"id"', '"y"').encode()
        header.size = len(data)
        tar.addfile(header, io.BytesIO(data))
    return tmp_path


def read(path: Any, **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def uploaded(memory: Any, folder: Path) -> None:
    for file in folder.rglob("*"):
        if file.is_file():
            memory.pipe(f"/{folder.name}/{file.relative_to(folder)}", file.read_bytes())


def test_a_folder_is_read_as_one_on_disk(memory: Any, corpus: Path) -> None:
    uploaded(memory, corpus)
    here, there = read(corpus), read(f"memory://{corpus.name}")
    assert there == here and len(here[0]) >= 9 and here[1]
    assert read(f"memory://{corpus.name}/", format="text") == read(corpus, format="text")
    assert find_format(f"memory://{corpus.name}") == "folder"
    assert count_documents(f"memory://{corpus.name}") is None


@pytest.mark.parametrize(
    "name",
    ["lines.jsonl", "packed.jsonl.gz", "table.parquet", "rain.txt", "some.zip", "more.tar.gz"],
)
def test_a_file_is_read_as_one_on_disk(name: str, memory: Any, corpus: Path) -> None:
    uploaded(memory, corpus)
    url = f"memory://{corpus.name}/{name}"
    assert read(url) == read(corpus / name)
    assert has_text(url)


def test_of_several_paths_each_gives_its_name_to_ids(memory: Any) -> None:
    memory.pipe("/a/rain.txt", b"It rained.")
    memory.pipe("/b/rain.txt", b"It rained again.")
    found, _ = read(["memory://a/rain.txt", "memory://b/rain.txt"])
    assert [d.id for d in found] == ["memory://a/rain.txt", "memory://b/rain.txt"]


def test_a_pattern_names_many_files(memory: Any, corpus: Path) -> None:
    uploaded(memory, corpus)
    found, rejects = read(f"memory://{corpus.name}/l*.jsonl")
    assert [d.id for d in found] == ["a", "b"] and not rejects
    with pytest.raises(CorpusError, match="no such file"):
        read_corpus(f"memory://{corpus.name}/*.csv")


def test_what_is_not_there_is_said(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CorpusError, match=r"memory://docs/c\.jsonl: no such file"):
        read_corpus("memory://docs/c.jsonl")
    memory.pipe("/docs/c.xyz", b"")
    with pytest.raises(CorpusError, match=r"'\.xyz' does not say"):
        read_corpus("memory://docs/c.xyz")
    with pytest.raises(CorpusError, match="is a folder, and no file in it"):
        list(read_corpus("memory://docs"))
    with pytest.raises(RemoteError, match="nope://docs can't be used: Protocol not known: nope"):
        read_corpus("nope://docs")
    with pytest.raises(RemoteError, match="joins protocols"):
        read_corpus("memory://docs::memory://others")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(MissingExtraError, match="s3:// needs a package: Install s3fs"):
        read_corpus("s3://bucket/c.jsonl")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[remote\]'"):
        read_corpus("memory://docs/c.jsonl")


def test_an_error_of_the_other_machine_is_ours(
    memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise RuntimeError("no credentials\nand a page of more")

    monkeypatch.setattr(type(memory), "isfile", forbidden)
    monkeypatch.setattr(type(memory), "isdir", forbidden)
    with pytest.raises(RemoteError, match=r"^memory://docs: no credentials\. Check the URL"):
        read_corpus("memory://docs")


def test_a_path_is_no_url() -> None:
    assert not any(map(is_remote, ("c:/x", "a/b://c", "x.jsonl", "-", Path("s3://b/x"))))  # type: ignore[arg-type]
    assert is_remote("hdfs://host:8020/x") and is_remote("gs://b") and is_remote("abfs+x://b")


def test_urls_in_documents_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("a URL was followed")

    line = {"id": "memory://a", "text": "s3://bucket/x is a place.", "url": "memory://a/x.jsonl"}
    (tmp_path / "c.jsonl").write_text(json.dumps(line))
    monkeypatch.setattr(Remote, "__init__", never)
    assert len(read(tmp_path / "c.jsonl")[0]) == len(read(tmp_path)[0]) == 1


def test_a_file_is_put_whole_or_not_at_all(
    memory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.jsonl").write_text("new")
    Remote("memory://out/deep/x.jsonl").put(tmp_path / "x.jsonl")
    assert memory.find("/out") == ["/out/deep/x.jsonl"]
    assert memory.cat("/out/deep/x.jsonl") == b"new"

    whole = type(memory).put_file

    def half(self: Any, local: str, path: str, **more: Any) -> None:
        Path(local).write_text("ha")
        whole(self, local, path, **more)
        raise OSError("the line went dead")

    monkeypatch.setattr(type(memory), "put_file", half)
    with pytest.raises(RemoteError, match="the line went dead"):
        Remote("memory://out/deep/x.jsonl").put(tmp_path / "x.jsonl")
    assert memory.find("/out") == ["/out/deep/x.jsonl"]
    assert memory.cat("/out/deep/x.jsonl") == b"new"

    def dead(self: Any, *_: Any, **__: Any) -> None:
        raise ConnectionError("dead too")

    monkeypatch.setattr(type(memory), "rm", dead)
    with pytest.raises(RemoteError, match="the line went dead"):
        Remote("memory://out/deep/x.jsonl").put(tmp_path / "x.jsonl")


def test_a_file_is_put_to_a_disk_by_its_url(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("new")
    for _ in range(2):
        Remote(f"file://{tmp_path}/out/x.jsonl").put(tmp_path / "x.jsonl")
        assert [file.name for file in (tmp_path / "out").iterdir()] == ["x.jsonl"]
    assert (tmp_path / "out/x.jsonl").read_text() == "new"
    shutil.rmtree(tmp_path / "out")
