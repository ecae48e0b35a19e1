"""Files and models that are damaged: errors of the library, or what is still good in them."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from salience import SalienceError, load_model, read_corpus, train
from salience.errors import Reject
from salience.types import Document
from tests.hostile import ATTACKS, SEED
from tests.hostile.mutations import spoiled_bytes, strange_lines
from tests.support.builders import toy_rows

LINES = "\n".join(json.dumps({"id": f"d{n}", "text": "Oslo grew. " * n}) for n in range(20))
KINDS = (".jsonl", ".jsonl.gz", ".csv", ".txt", ".zip", ".tar", ".parquet")
PLAIN = {
    ".xml": "<nitf><body><body.content><p>Oslo grew.</p></body.content></body></nitf>",
    ".conllu": "# newdoc id = a\n# text = Oslo\n1\tOslo\tOslo\tPROPN\t_\t_\t0\troot\t_\t_\n\n",
    ".rss": "<rss><channel><item><description>Oslo grew.</description></item></channel></rss>",
    ".srt": "1\n00:00:01,000 --> 00:00:02,000\nOslo grew.\n",
    ".sgml": '<doc id="a">\nOslo &amp; Rome.\n</doc>\n<DOC>\n<TEXT>\n<P>Oslo.\n</TEXT>\n</DOC>\n',
    ".eml": 'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nOslo grew.\n--b--\n',
    ".mbox": "From a\nSubject: =?utf-8?q?Oslo?=\nDate: Mon, 6 Sep 2021 00:01:00 +0000\n\nOslo.\n",
    ".tsv": 'id\ttext\na\tOslo.\nb\t"Oslo\ngrew."\n',
}


def read(path: Path) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    documents = list(read_corpus(path, on_reject=rejects.append))
    return documents, rejects


def whole_file(folder: Path, suffix: str) -> Path:
    path = folder / f"corpus{suffix}"
    if suffix == ".jsonl.gz":
        path.write_bytes(gzip.compress(LINES.encode()))
    elif suffix == ".csv":
        pd.DataFrame({"id": ["a", "b"], "text": ["Oslo, grew.", 'A "quote"\nhere.']}).to_csv(path)
    elif suffix == ".parquet":
        nested = [{"a": [1, None]}, None]
        table = pd.DataFrame({"id": ["a", "b"], "text": ["Oslo grew.", None], "nested": nested})
        table.to_parquet(path)
    elif suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", "Oslo grew.")
            archive.writestr("b.jsonl", LINES)
    elif suffix == ".tar":
        (folder / "in").mkdir()
        (folder / "in" / "a.txt").write_text("Oslo grew.")
        shutil.make_archive(str(folder / "corpus"), "tar", folder / "in")
    else:
        path.write_text(PLAIN.get(suffix, LINES))
    return path


@pytest.mark.parametrize("suffix", [*KINDS, *PLAIN])
def test_damaged_files(suffix: str, tmp_path: Path) -> None:
    rng = random.Random(f"{SEED} {suffix}")  # noqa: S311
    path = whole_file(tmp_path, suffix)
    whole = path.read_bytes()
    for _ in range(ATTACKS):
        path.write_bytes(spoiled_bytes(whole, rng))
        try:
            documents, rejects = read(path)
        except SalienceError as error:
            assert str(error)
        else:
            assert all(isinstance(document.text, str) for document in documents)
            assert all(reject.reason for reject in rejects)


def test_strange_lines(tmp_path: Path) -> None:
    rng = random.Random(SEED)  # noqa: S311
    path = tmp_path / "corpus.jsonl"
    for _ in range(max(1, ATTACKS // 10)):
        lines = [*strange_lines(rng), '{"id": "good", "text": "Oslo grew."}']
        rng.shuffle(lines)
        path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
        documents, rejects = read(path)
        assert "good" in [document.id for document in documents]
        assert rejects


def test_damaged_models(tmp_path: Path) -> None:
    rng = random.Random(f"{SEED} salience")  # noqa: S311
    train(pd.DataFrame(toy_rows())).save(tmp_path / "whole")
    for n in range(ATTACKS):
        folder = tmp_path / str(n)
        shutil.copytree(tmp_path / "whole", folder)
        file = rng.choice(sorted(folder.iterdir()))
        if rng.random() < 0.1:
            file.unlink()
        else:
            file.write_bytes(spoiled_bytes(file.read_bytes(), rng))
        try:
            load_model(folder)
        except SalienceError as error:
            assert str(folder) in str(error)
        shutil.rmtree(folder)
