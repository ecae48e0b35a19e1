"""Folders, archives and compressed files give what lies in them, and nothing leaves them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import os
import tarfile
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.corpus.formats.unpacking import Allowance, counted
from salience.corpus.read import read_corpus
from salience.errors import CorpusError, MissingExtraError, Reject
from salience.types import Document

FILES = {
    "b/sun.txt": b"Sun in Oslo.",
    "a.jsonl": b'{"id": "j", "text": "Rain."}\n{"id": "k"}\n',
    "b/fog.story": b"Fog.\n\n@highlight\n\nFog",
    "c.csv": b"id,text\nc,Snow.\n",
    "notes.xyz": b"no corpus",
    ".hidden.txt": b"hidden",
    "__MACOSX/b/sun.txt": b"junk",
}
IDS = ["j", "c", "b/fog.story", "b/sun.txt"]


def read(path: Path | list[Path], **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def folder(path: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)


def tar(files: dict[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            archive.addfile(header, io.BytesIO(data))
    return out.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def zstd(data: bytes) -> bytes:
    zstandard = pytest.importorskip("zstandard")
    return zstandard.ZstdCompressor().compress(data)


CONTAINERS: dict[str, Callable[[Path], None]] = {
    "c": lambda path: folder(path, FILES),
    "c.tar": lambda path: path.write_bytes(tar(FILES)),
    "c.tgz": lambda path: path.write_bytes(tar(FILES, "w:gz")),
    "c.TAR.GZ": lambda path: path.write_bytes(tar(FILES, "w:gz")),
    "c.tar.bz2": lambda path: path.write_bytes(tar(FILES, "w:bz2")),
    "c.tar.zst": lambda path: path.write_bytes(zstd(tar(FILES))),
    "c.zip": lambda path: path.write_bytes(zipped(FILES)),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_folders_and_archives_hold_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    CONTAINERS[name](path)
    before = sorted(tmp_path.rglob("*"))
    documents, rejects = read(path)
    assert sorted(d.id for d in documents) == sorted(IDS)
    assert {d.id: d.text for d in documents}["b/sun.txt"] == "Sun in Oslo."
    assert [(r.source, r.id) for r in rejects] == [(f"{name}/a.jsonl:2", "k")]
    assert [d.id for d in read(path, format="text")[0]] == ["b/sun.txt"]
    assert sorted(tmp_path.rglob("*")) == before, "nothing is unpacked"


def test_folders_are_read_in_the_order_of_names_before_their_subfolders(tmp_path: Path) -> None:
    folder(tmp_path, FILES)
    assert [d.id for d in read(tmp_path)[0]] == IDS


@pytest.mark.parametrize(
    ("suffix", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".zst", zstd)]
)
def test_compressed_files(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    data = {"a.jsonl": b'{"id": "1", "text": "A."}\n', "a.txt": b"A.", "a.csv": b"id,text\n1,A.\n"}
    for name, content in data.items():
        path = tmp_path / f"{name}{suffix}"
        path.write_bytes(compress(content))
        assert [d.text for d in read(path)[0]] == ["A."]
        path.write_bytes(compress(content[:4]) + compress(content[4:]))  # as `cat` joins them
        assert [d.text for d in read(path)[0]] == ["A."]
        path.write_bytes(b"no such thing")
        with pytest.raises(CorpusError, match=r"can't be read"):
            read(path)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz", "a.tgz"])
def test_what_is_whole_of_a_file_that_ends_early_is_read(tmp_path: Path, name: str) -> None:
    texts = [f"{n} {os.urandom(500).hex()}" for n in range(60)]
    data = {
        "a.jsonl.gz": "\n".join(json.dumps({"id": t[:2], "text": t}) for t in texts).encode(),
        "a.csv.gz": "\n".join(["id,text", *(f"{t[:2]},{t}" for t in texts)]).encode(),
        "a.tgz": tar({f"{n:02}.txt": t.encode() for n, t in enumerate(texts)}),
    }[name]
    packed = gzip.compress(data)
    (tmp_path / name).write_bytes(packed[: len(packed) // 2])
    documents, rejects = read(tmp_path / name)
    assert 10 < len(documents) < 50
    assert [d.text for d in documents] == texts[: len(documents)]
    assert rejects[-1].source.startswith(name) and "can't be read" in rejects[-1].reason
    (tmp_path / name).write_bytes(packed[:20])
    with pytest.raises(CorpusError, match=f"{name} can't be read"):
        read(tmp_path / name)


def test_zst_without_zstandard_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt.zst").write_bytes(b"")
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match=r"a\.txt\.zst: .* pip install 'salience\[zstd\]'"):
        read_corpus(tmp_path / "a.txt.zst")


def test_archives_in_folders_and_archives(tmp_path: Path) -> None:
    month = tar({"01/17.txt": b"Rain.", "01/18.txt.gz": gzip.compress(b"Sun.")}, "w:gz")
    folder(tmp_path / "data", {"2005/06.tgz": month, "2006.tar": tar({"01.tgz": month})})
    documents, rejects = read(tmp_path / "data")
    assert not rejects
    assert {d.id: d.text for d in documents} == {
        "2005/06.tgz/01/17.txt": "Rain.",
        "2005/06.tgz/01/18.txt.gz": "Sun.",
        "2006.tar/01.tgz/01/17.txt": "Rain.",
        "2006.tar/01.tgz/01/18.txt.gz": "Sun.",
    }


def test_several_folders_and_archives_are_told_apart(tmp_path: Path) -> None:
    folder(tmp_path / "one", {"a.txt": b"A."})
    (tmp_path / "two.tar").write_bytes(tar({"a.txt": b"B."}))
    paths = [tmp_path / "one", tmp_path / "two.tar"]
    assert [d.id for d in read(paths)[0]] == [f"{path}/a.txt" for path in paths]


def test_abstracts_in_archives(tmp_path: Path) -> None:
    files = {"x/a.abstract.txt": b"Wet.", "x/a.title.txt": b"Rain", "x/a.txt": b"It rained."}
    (tmp_path / "a.zip").write_bytes(zipped(files))
    assert read(tmp_path / "a.zip")[0] == [Document("x/a.txt", "It rained.", "Rain", ("Wet.",))]
    (tmp_path / "a.tar").write_bytes(tar(files))
    documents, rejects = read(tmp_path / "a.tar")
    assert documents == [Document("x/a.txt", "It rained.")]
    assert [r.source for r in rejects] == ["a.tar/x/a.abstract.txt", "a.tar/x/a.title.txt"]
    assert all("folders and zip archives" in r.reason for r in rejects)


ABSOLUTE = f"{tempfile.gettempdir()}/evil-{uuid4().hex}.txt"
HOSTILE = [
    "../../evil.txt",
    ABSOLUTE,
    "a/../../evil.txt",
    "./x.txt",
    "C:\\evil.txt",
    "é\n.txt",
]


@pytest.mark.parametrize("pack", [tar, zipped])
def test_names_in_archives_are_only_names(
    tmp_path: Path, pack: Callable[[dict[str, bytes]], bytes]
) -> None:
    inside = tmp_path / "in" / "side"
    inside.mkdir(parents=True)
    (tmp_path / "evil.txt").write_text("outside")
    path = inside / ("c.tar" if pack is tar else "c.zip")
    path.write_bytes(pack(dict.fromkeys(HOSTILE, b"inside")))
    before = sorted(tmp_path.rglob("*"))
    documents, rejects = read(path)
    assert [d.text for d in documents] == ["inside"] * len(HOSTILE) and not rejects
    assert documents[0].id == "../../evil.txt"
    assert sorted(tmp_path.rglob("*")) == before and not Path(ABSOLUTE).exists()


def test_links_and_pipes_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
            header = tarfile.TarInfo(f"{kind.decode()}.txt")
            header.type, header.linkname = kind, str(tmp_path / "secret.txt")
            archive.addfile(header)
        archive.addfile(tarfile.TarInfo("empty.txt"))
    (tmp_path / "c.tar").write_bytes(out.getvalue())
    assert [d.id for d in read(tmp_path / "c.tar")[0]] == ["empty.txt"]
    (tmp_path / "f").mkdir()
    os.mkfifo(tmp_path / "f" / "pipe.txt")
    (tmp_path / "f" / "a.txt").write_text("A.")
    assert [d.id for d in read(tmp_path / "f")[0]] == ["a.txt"]


def test_links_out_of_a_folder_are_rejected(tmp_path: Path) -> None:
    folder(tmp_path, {"secret.txt": b"secret", "c/a.txt": b"A.", "c/d/b.txt": b"B."})
    (tmp_path / "c" / "inside.txt").symlink_to("d/b.txt")
    (tmp_path / "c" / "out.txt").symlink_to("../secret.txt")
    (tmp_path / "c" / "a.title.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "c" / "loop.txt").symlink_to("loop.txt")
    (tmp_path / "c" / "e").symlink_to("..")
    documents, rejects = read(tmp_path / "c")
    assert {d.id: (d.title, d.text) for d in documents} == {
        "a.txt": (None, "A."),
        "inside.txt": (None, "B."),
        "d/b.txt": (None, "B."),
    }
    assert [r.source for r in rejects] == ["c/a.title.txt", "c/out.txt"]
    assert all("a link that leads out of the folder" in r.reason for r in rejects)
    (tmp_path / "named").symlink_to("c")
    assert len(read(tmp_path / "named")[0]) == 3, "a folder may itself be named by a link"


def test_folders_that_lie_too_deep_in_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    depth = 0
    try:
        while depth < 1200:
            Path("f").mkdir()
            os.chdir("f")
            depth += 1
        with pytest.raises(CorpusError, match=r"/f (can't be read|is a folder, and no file)"):
            read(tmp_path / "f")
    finally:  # or a later run, which removes old folders, ends in a RecursionError
        for _ in range(depth):
            os.chdir("..")
            Path("f").rmdir()


def test_abstracts_count_as_parts_of_their_document(tmp_path: Path) -> None:
    parts = {f"a.abstract{n}.txt": b"x" * 9_000_000 for n in (1, 2, 3)}
    (tmp_path / "c.zip").write_bytes(zipped({"a.txt": b"A.", **parts}))
    documents, (reject,) = read(tmp_path / "c.zip")
    assert not documents and "its abstract2 can't be read: the file takes over" in reject.reason


def test_a_damaged_file_among_many_is_rejected_and_the_rest_is_read(tmp_path: Path) -> None:
    month = tar({"17.txt": b"Rain.", "18.txt": os.urandom(30_000)}, "w:gz")
    files = {
        "1.txt": b"A.",
        "2.txt.gz": gzip.compress(os.urandom(2000))[:-100],
        "3.tgz": month[:-9000],
        "4.csv": b"id,body\n1,A.\n",
        "5.parquet": b"PAR1",
        "6.zip": b"PK no",
        "7.tar": b"",
        "8.txt": b"B.",
    }
    folder(tmp_path / "c", files)
    documents, rejects = read(tmp_path / "c")
    assert [d.id for d in documents] == ["1.txt", "3.tgz/17.txt", "8.txt"]
    reasons = {r.source.removeprefix("c/"): r.reason for r in rejects}
    assert reasons.keys() == {*files, "3.tgz/18.txt"} - {"1.txt", "8.txt"}
    assert "no column 'text'" in reasons.pop("4.csv")
    assert all(r.startswith("it can't be read: ") and "check" in r for r in reasons.values())
    (tmp_path / "c.zip").write_bytes(zipped(files))
    assert [d.id for d in read(tmp_path / "c.zip")[0]] == ["1.txt", "3.tgz/17.txt", "8.txt"]


def test_a_zip_member_that_is_damaged_or_needs_a_password(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.txt": b"Rain in Oslo. " * 9, "b.txt": b"Sun."}))
    data[data.index(b"a.txt") + 8] ^= 0xFF
    (tmp_path / "c.zip").write_bytes(data)
    documents, (reject,) = read(tmp_path / "c.zip")
    assert [d.id for d in documents] == ["b.txt"] and reject.source == "c.zip/a.txt"
    data = bytearray(zipped({"a.txt": b"Rain.", "b.txt": b"Sun."}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "c.zip").write_bytes(data)
    documents, (reject,) = read(tmp_path / "c.zip")
    assert [d.id for d in documents] == ["b.txt"] and "password" in reject.reason


def test_a_title_that_needs_a_password_costs_only_its_article(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.txt": b"Rain.", "a.title.txt": b"Title", "b.txt": b"Sun."}))
    data[data.index(b"a.title.txt", data.index(b"PK\x01\x02")) - 46 + 8] |= 1
    data[data.index(b"a.title.txt") - 30 + 6] |= 1
    (tmp_path / "c.zip").write_bytes(data)
    documents, rejects = read(tmp_path / "c.zip")
    assert [d.id for d in documents] == ["b.txt"]
    assert [r.source for r in rejects] == ["c.zip/a.txt", "c.zip/a.title.txt"]
    assert all("password" in r.reason for r in rejects)


def test_names_in_a_zip_that_are_not_what_they_say(tmp_path: Path) -> None:
    good = zipped({"\u00e9.txt": b"Rain.", "b.txt": b"Sun."})
    broken = good.replace("\u00e9".encode(), b"\xff\xff")
    (tmp_path / "c.zip").write_bytes(broken)
    with pytest.raises(CorpusError, match=r"c\.zip can't be read: a name in it is not UTF-8"):
        read(tmp_path / "c.zip")
    one = bytearray(good)
    one[one.index("\u00e9".encode())] = 0xFF  # where the file is, not in the list of files
    (tmp_path / "c.zip").write_bytes(one)
    documents, (reject,) = read(tmp_path / "c.zip")
    assert [d.id for d in documents] == ["b.txt"] and "can't be read" in reject.reason


def test_an_archive_that_ends_early_is_named(tmp_path: Path) -> None:
    data = tar({"17.txt": b"Rain.", "18.txt": os.urandom(30_000)}, "w:gz")
    (tmp_path / "c.tgz").write_bytes(data[:-9000])
    found, rejects = read(tmp_path / "c.tgz")
    assert [d.id for d in found] == ["17.txt"]
    assert "can't be read" in rejects[-1].reason and rejects[-1].source == "c.tgz"
    for document in read_corpus(tmp_path / "c.tgz", on_reject=lambda reject: None, limit=1):
        found.append(document)
    assert [d.id for d in found] == ["17.txt", "17.txt"]


def test_zip_in_archives_and_towers_of_archives_are_refused(tmp_path: Path) -> None:
    data = tar({"a.txt": b"A."})
    for _ in range(5):
        data = tar({"b.tar": data, "b.zip": b""})
    (tmp_path / "c.tar").write_bytes(data)
    documents, rejects = read(tmp_path / "c.tar")
    assert not documents
    assert [r.reason.split(";")[0] for r in rejects] == [
        "archives lie in each other over 3 deep",
        "archives lie in each other over 3 deep",
        *["a zip archive must be a file of its own, not packed"] * 2,
    ]


@pytest.mark.parametrize("name", ["c.tar", "c.zip"])
def test_an_archive_without_documents_is_an_error(tmp_path: Path, name: str) -> None:
    pack = tar if name == "c.tar" else zipped
    (tmp_path / name).write_bytes(pack({"readme.xyz": b"A."}))
    with pytest.raises(CorpusError, match=r"is an archive, and no file in it is of a known format"):
        read(tmp_path / name)
    (tmp_path / name).write_bytes(pack({"a.txt": b"A."}))
    with pytest.raises(CorpusError, match=r"no file in it is of nitf.*\.xml, \.nitf"):
        read(tmp_path / name, format="nitf")


BOMB = 100_000_000


@pytest.mark.parametrize(
    "name", ["a.txt.gz", "a.jsonl.gz", "a.csv.bz2", "a.xml.zst", "c.zip", "c.tgz"]
)
def test_bombs_do_not_fill_the_memory(tmp_path: Path, name: str) -> None:
    zeros = b"id,text\n" + b"0" * BOMB if "csv" in name else b"0" * BOMB
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".zst": zstd}.get(Path(name).suffix)
    files = {"a.txt": zeros, "b.txt": b"Sun."}
    data = pack(zeros) if pack else zipped(files) if "zip" in name else tar(files, "w:gz")
    (tmp_path / name).write_bytes(data)
    del zeros, files, data
    tracemalloc.start()
    documents, rejects = read(tmp_path / name)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [d.id for d in documents] == (["b.txt"] if name.startswith("c") else [])
    assert "takes over 17,048,576 bytes" in rejects[0].reason
    assert peak < 0.9 * BOMB


def test_a_header_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, BOMB
    out = gzip.compress(header.tobuf() + b"a" * BOMB)
    (tmp_path / "c.tgz").write_bytes(out)
    with pytest.raises(CorpusError, match=r"can't be read: a header in it is too long"):
        read(tmp_path / "c.tgz")


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 400), flip=st.integers(0, 400), value=st.integers(0, 255))
@pytest.mark.parametrize("name", ["c.tgz", "c.zip", "c.tar"])
def test_no_damage_breaks_more_than_the_archive(
    tmp_path_factory: pytest.TempPathFactory, name: str, cut: int, flip: int, value: int
) -> None:
    files = {"a.jsonl": json.dumps({"id": "1", "text": "A."}).encode(), "b.txt": b"B."}
    data = bytearray(
        {"c.tgz": tar(files, "w:gz"), "c.zip": zipped(files), "c.tar": tar(files)}[name]
    )
    data[flip % len(data)] = value
    path = tmp_path_factory.mktemp("c") / "sub" / name
    folder(path.parent, {name: bytes(data[: len(data) - cut]), "z.txt": b"Z."})
    documents, rejects = read(path.parent)
    assert "z.txt" in [d.id for d in documents]
    assert all(reject.reason for reject in rejects)


def test_what_follows_a_bomb_is_unpacked_no_more() -> None:
    """Thousands of files may lie on each other in an archive, and each would take its time."""
    allowance, endless = Allowance(0), Endless()
    with pytest.raises(OSError, match="as bombs do"):
        allowance.take(2**30)
    for _ in range(100):
        with pytest.raises(OSError, match="as bombs do"):
            counted(endless, allowance).read(2**28)
    assert endless.given < 2**24


class Endless(io.BytesIO):
    """Zeros without an end."""

    given = 0

    def read1(self, size: int | None = -1, /) -> bytes:
        found = bytes(size or 0)
        self.given += len(found)
        return found
