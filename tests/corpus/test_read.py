"""Reading corpora: every format gives the same documents, and what is broken is named."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from salience.corpus.read import count_documents, document_of, has_text, read_corpus
from salience.errors import CorpusError, Reject, SalienceWarning
from salience.text.titles import title_line
from salience.types import Document

RECORDS = [
    {"id": "a", "title": "Rain", "text": "It rains\r\nin Oslo.\n", "abstract": "Rain.", "x": "1"},
    {"id": "b", "title": "", "text": 'Snow, "wet", fell.', "abstract": "", "x": "2"},
]
DOCUMENTS = [
    Document("a", "It rains\r\nin Oslo.\n", "Rain", ("Rain.",), {"x": "1"}),
    Document("b", 'Snow, "wet", fell.', None, (), {"x": "2"}),
]


def jsonl(path: Path, lines: list[object]) -> Path:
    """A file with a line per item: strings as they are, other values as JSON."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def read(path: Path | list[Path], **options: object) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def write_jsonl(path: Path) -> None:
    jsonl(path, list(RECORDS))


def write_csv(path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, RECORDS[0])
        writer.writeheader()
        writer.writerows(RECORDS)


def write_parquet(path: Path) -> None:
    pd.DataFrame(RECORDS).to_parquet(path)


def write_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, RECORDS)).encode()))


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("c.jsonl", write_jsonl),
        ("c.csv", write_csv),
        ("c.parquet", write_parquet),
        ("c.jsonl.gz", write_gzip),
    ],
)
def test_every_format_gives_the_same_documents(
    tmp_path: Path, name: str, write: Callable[[Path], None]
) -> None:
    write(tmp_path / name)
    assert read(tmp_path / name) == (DOCUMENTS, [])


def test_a_text_file_is_one_article_exactly_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rain.txt"
    path.write_bytes("\ufeffRain in Oslo\r\n\r\nIt rained.\rA\nB".encode())
    text = "Rain in Oslo\r\n\r\nIt rained.\rA\nB"
    assert read(path) == ([Document("rain.txt", text, "Rain in Oslo")], [])


def test_several_articles_have_their_paths_as_ids(tmp_path: Path) -> None:
    paths = [tmp_path / name / "rain.txt" for name in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(f"Rain in {path.parent.name}.")
    corpus = jsonl(tmp_path / "c.jsonl", [{"id": 1, "text": "A."}])
    assert [d.id for d in read([*paths, corpus])[0]] == [*map(str, paths), "1"]
    assert [d.id for d in read([paths[0], corpus])[0]] == ["rain.txt", "1"]


def test_several_files_are_one_corpus(tmp_path: Path) -> None:
    first = jsonl(tmp_path / "1.jsonl", [{"id": 1, "text": "A."}])
    second = jsonl(tmp_path / "2.jsonl", [{"id": "1", "text": "B."}, {"id": 2, "text": "C."}])
    documents, rejects = read([first, second])
    assert [d.text for d in documents] == ["A.", "C."]
    assert [(r.id, r.source) for r in rejects] == [("1", "2.jsonl:1")]


STANDARD_INPUT = [
    ('{"text": "A."}\n{"text": "B."}', [("stdin:1", "A."), ("stdin:2", "B.")]),
    ('\ufeff \n{"id": "d", "text": "A."}', [("d", "A.")]),
    ('{\n  "text": "A."\n}', [("stdin", "A.")]),
    ('[{"text": "A."}, {"text": "B."}]', [("stdin:1", "A."), ("stdin:2", "B.")]),
    ("Ada Byrne won in Oslo.\n", [("stdin", "Ada Byrne won in Oslo.\n")]),
    ("[Music] Ada sang.", [("stdin", "[Music] Ada sang.")]),
    ("\n", []),
]


@pytest.mark.parametrize(("content", "expected"), STANDARD_INPUT)
@pytest.mark.parametrize("buffered", [False, True])
def test_standard_input_says_itself_what_it_is(
    monkeypatch: pytest.MonkeyPatch, content: str, expected: list[tuple[str, str]], buffered: bool
) -> None:
    data: Any = io.BytesIO(content.encode())
    stdin = io.TextIOWrapper(io.BufferedReader(data) if buffered else data)
    monkeypatch.setattr(sys, "stdin", stdin)
    documents, rejects = read("-")  # type: ignore[arg-type]
    assert ([(d.id, d.text) for d in documents], rejects) == (expected, [])


def test_fields_of_other_names(tmp_path: Path) -> None:
    rows = [{"url": "u1", "body": "A.", "id": 9, "n": 1}, {"url": "u2", "body": "B.", "n": 2}]
    names = {"text": "body", "id": "url"}
    expected = [Document("u1", "A.", meta={"n": 1}), Document("u2", "B.", meta={"n": 2})]
    path = jsonl(tmp_path / "c.jsonl", list(rows))
    assert read(path, fields=names) == (expected, [])
    frame = pd.DataFrame(rows).drop(columns="id")
    frame.to_csv(tmp_path / "c.csv", index=False)
    assert [(d.id, d.text) for d in read(tmp_path / "c.csv", fields=names)[0]] == [
        ("u1", "A."),
        ("u2", "B."),
    ]
    frame.to_parquet(tmp_path / "c.parquet")
    assert [d.id for d in read(tmp_path / "c.parquet", fields=names)[0]] == ["u1", "u2"]
    for wrong, message in (
        ({"body": "text"}, "no field 'body': fields are id, title, text, abstract"),
        ({"text": "content"}, r"no column 'content'\. Its columns: url, body, n\. .*--field text="),
    ):
        with pytest.raises(CorpusError, match=message):
            read(tmp_path / "c.csv", fields=wrong)


def test_documents_without_an_id_get_one_of_file_and_line(tmp_path: Path) -> None:
    first, second = tmp_path / "a" / "c.jsonl", tmp_path / "b" / "c.jsonl"
    for path in (first, second):
        path.parent.mkdir()
        jsonl(path, ["", {"text": "A."}, {"id": "", "text": "B."}, {"id": "x", "text": "C."}])
    assert [d.id for d in read(first)[0]] == ["c.jsonl:2", "c.jsonl:3", "x"]
    several, rejects = read([first, second])
    assert [d.id for d in several] == [
        *(f"{first}:2", f"{first}:3", "x", f"{second}:2", f"{second}:3")
    ]
    assert len(rejects) == 1, "the second x"
    inside = [d.id for d in read(tmp_path)[0]]
    assert inside == ["a/c.jsonl:2", "a/c.jsonl:3", "x", "b/c.jsonl:2", "b/c.jsonl:3"]
    (tmp_path / "c.csv").write_text("text\nA.\n")
    assert [d.id for d in read(tmp_path / "c.csv")[0]] == ["c.csv:2"]


@pytest.mark.parametrize("format", [None, "text", "csv"])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, format: str | None) -> None:
    content = {None: '{"id": "d", "text": "A."}', "text": "A.", "csv": "id,text\nd,A.\n"}[format]
    stdin = io.TextIOWrapper(io.BytesIO(content.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    (document,), rejects = read("-", format=format)
    assert (document.id, document.text) == ("stdin" if format == "text" else "d", "A.")
    assert not rejects and not stdin.buffer.closed


BROKEN = [
    ('{"id": "d", "text": "A', r"not JSON in UTF-8 \(Unterminated string", ""),
    ("[" * 100_000, "not JSON", ""),
    ("[1, 2]", "must be a JSON object, but is a list", ""),
    ({"id": True, "text": "A."}, "id must be .* but is True", ""),
    ({"id": 1.5, "text": "A."}, r"id must be .* but is 1\.5", ""),
    ({"id": "d"}, "text must be a string, but is missing; .* --field text=NAME", "d"),
    ({"id": "d", "text": None}, "text must be a string, but is None", "d"),
    ({"id": 7, "text": ["A."]}, r"text must be a string, but is \['A\.'\]", "7"),
    ({"id": "d", "text": "A.", "title": 3}, "title must be a string, but is 3", "d"),
    ({"id": "d", "text": "A.", "abstract": [1]}, r"abstract must be .* but is \[1\]", "d"),
    ({"id": "d", "text": "A.", "abstract": {"en": "B."}}, "abstract must be", "d"),
    ({"id": "ok1", "text": "A."}, "an earlier document has the same id", "ok1"),
]


@pytest.mark.parametrize(("line", "reason", "id"), BROKEN)
def test_a_broken_line_is_rejected_and_the_rest_is_read(
    tmp_path: Path, line: object, reason: str, id: str
) -> None:
    path = jsonl(
        tmp_path / "c.jsonl",
        [{"id": "ok1", "text": "A."}, line, "", {"id": "ok2", "text": "B.", "abstract": ["C."]}],
    )
    documents, (reject,) = read(path)
    assert [(d.id, d.abstracts) for d in documents] == [("ok1", ()), ("ok2", ("C.",))]
    assert reject.source == "c.jsonl:2" and reject.id == id
    assert re.search(reason, reject.reason), reject.reason


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    good, bad = b'{"id": "1", "text": "A."}\n', b'{"id": "2", "text": "\xe9t\xe9"}\n'
    (tmp_path / "c.jsonl").write_bytes(bad + good)
    (tmp_path / "c.csv").write_bytes(b'id,text\n2,"\xe9t\n\xe9"\n1,A.\n')
    for name, source in (("c.jsonl", "c.jsonl:1"), ("c.csv", "c.csv:2")):
        documents, (reject,) = read(tmp_path / name)
        assert [d.id for d in documents] == ["1"]
        assert reject.source == source and "UTF-8" in reject.reason
    (tmp_path / "c.txt").write_bytes(b"\xe9t\xe9")
    documents, (reject,) = read(tmp_path / "c.txt")
    assert not documents and "convert the file" in reject.reason


def test_csv_rows_are_named_by_their_first_line_and_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    long = "word " * 60_000
    path.write_text(f'id,text\n1,"A\nB"\n2,C,too,many\n3,{long}\n4\n\n5,"D"E\n6,"F\n', "utf-8")
    documents, rejects = read(path)
    assert [d.text for d in documents] == ["A\nB", long]
    assert [r.source for r in rejects] == ["c.csv:4", "c.csv:6", "c.csv:8", "c.csv:9"]
    assert rejects[0].reason.startswith("the row has 4 fields, the header 2")
    assert "not CSV" in rejects[2].reason and "not CSV" in rejects[3].reason


def test_parquet_that_is_not_utf8(tmp_path: Path) -> None:
    texts = pa.array([b"A.", b"\xe9t\xe9", b"B."], pa.binary()).view(pa.string())
    parquet.write_table(pa.table({"id": ["1", "2", "3"], "text": texts}), tmp_path / "c.parquet")
    documents, (reject,) = read(tmp_path / "c.parquet")
    assert [(d.id, d.text) for d in documents] == [("1", "A."), ("3", "B.")]
    assert reject.source == "c.parquet:2" and "not UTF-8" in reject.reason


def test_a_quote_that_is_not_closed_takes_in_what_follows(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text('id,text\n1,A.\n2,"B.\n3,"C."\n4,D.\n5,"E.\n6,F.\n')
    documents, rejects = read(tmp_path / "c.csv")
    assert [d.id for d in documents] == ["1", "4"]
    assert [r.source for r in rejects] == ["c.csv:3", "c.csv:6"]


def test_a_lone_carriage_return_ends_no_line_of_json(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(b'{"id": 1,\r "text": "A."}\r\n{"id": 2, "text": "B."}')
    assert [d.id for d in read(tmp_path / "c.jsonl")[0]] == ["1", "2"]


def test_unpaired_surrogates_and_control_characters_stay_as_they_are(tmp_path: Path) -> None:
    text = "A\x00B\x07 \ud800 C"
    path = jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    assert read(path)[0][0].text == text


@pytest.mark.parametrize("name", ["c.csv", "c.tsv"])
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_the_header_of_a_table_tells_what_separates(
    tmp_path: Path, name: str, mark: str, encoding: str
) -> None:
    rows = [("id", "text", "title, or none; yet"), ("1", "Ada; a\tB, “C|”\nleft.", "é")]
    with (tmp_path / name).open("w", newline="", encoding=encoding) as file:
        file.write("\ufeff" if encoding == "utf-16-be" else "")
        csv.writer(file, delimiter=mark).writerows(rows)
    ((document,), rejects) = read(tmp_path / name)
    assert not rejects
    assert (document.id, document.text, document.meta) == (*rows[1][:2], {rows[0][2]: "é"})


def test_a_table_of_one_column_has_nothing_that_separates(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("text\nAda left; Noor stayed.\n")
    assert [d.text for d in read(tmp_path / "c.csv")[0]] == ["Ada left; Noor stayed."]
    (tmp_path / "c.csv").write_text("a;b\tc;d\n1;2;3\n")
    with pytest.raises(CorpusError, match=r"no column 'text'.*columns: a, b\tc, d\."):
        read(tmp_path / "c.csv")


UTF16 = [
    ("c.txt", "Ada left.\r\nNoor too."),
    ("c.jsonl", '{"text": "Ada left.\\r\\nNoor too."}\n'),
    ("c.json", '[{"text": "Ada left.\\r\\nNoor too."}]'),
    ("c.csv", 'text\n"Ada left.\r\nNoor too."\n'),
]


@pytest.mark.parametrize(("name", "content"), UTF16)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_in_utf16_is_told_by_its_mark(
    tmp_path: Path, name: str, content: str, encoding: str
) -> None:
    data = ("\ufeff" + content).encode(encoding)
    for file, packed in ((name, data), (f"{name}.gz", gzip.compress(data))):
        (tmp_path / file).write_bytes(packed)
        ((document,), rejects) = read(tmp_path / file)
        assert (document.text, rejects) == ("Ada left.\r\nNoor too.", [])


@pytest.mark.parametrize("name", ["c.txt", "c.jsonl", "c.csv"])
def test_what_is_no_utf16_in_it_is_named(tmp_path: Path, name: str) -> None:
    header, rows = {"c.csv": ("text\n", "Ada.\n"), "c.txt": ("", "Ada.\n")}.get(
        name, ("", '{"text": "Ada."}\n')
    )
    for bad in (b"\x00\xd8", b"\x00"):  # half of a character, and half of a unit
        data = b"\xff\xfe" + (header + rows).encode("utf-16-le") + bad
        (tmp_path / name).write_bytes(data)
        try:
            documents, rejects = read(tmp_path / name)
        except CorpusError as error:
            assert name == "c.txt" and "UTF-16 ends in the middle" in str(error)
            continue
        assert [d.text for d in documents] == ["Ada."] * (name != "c.txt")
        assert len(rejects) == 1 and re.search("UTF-(8|16)", rejects[0].reason)


@given(text=st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_utf16_keeps_every_text(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("c") / "c.txt"
    path.write_bytes(("\ufeff" + text * 500).encode("utf-16-le"))
    assert [d.text for d in read(path)[0]] == [text * 500]


NESTED = {"id": 7, "data": {"text": "Ada left.", "title": "Exit", "n": {"x": 1}}, "annotations": []}


def test_fields_in_others(tmp_path: Path) -> None:
    names = {"text": "data.text", "title": "data.title"}
    expected = Document("7", "Ada left.", "Exit", (), {k: NESTED[k] for k in NESTED if k != "id"})
    (tmp_path / "c.json").write_text(json.dumps([NESTED], indent=2))
    pd.DataFrame([{"id": "7", "data": {"text": "Ada left.", "title": "Exit"}}]).to_parquet(
        tmp_path / "c.parquet"
    )
    assert read(jsonl(tmp_path / "c.jsonl", [NESTED]), fields=names) == ([expected], [])
    assert read(tmp_path / "c.json", fields=names) == ([expected], [])
    assert [d.title for d in read(tmp_path / "c.parquet", fields=names)[0]] == ["Exit"]


@pytest.mark.parametrize("path", ["data.body", "data.text.more", "data.", ".", "annotations.0"])
def test_a_field_that_is_not_in_another(tmp_path: Path, path: str) -> None:
    documents, (reject,) = read(jsonl(tmp_path / "c.jsonl", [NESTED]), fields={"text": path})
    assert not documents and "text must be a string, but is missing" in reject.reason
    flat = jsonl(tmp_path / "c.jsonl", [{path: "Ada left.", "data": 1}])
    assert [d.text for d in read(flat, fields={"text": path})[0]] == ["Ada left."]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (NESTED, "data.text"),
        ({"body": "Ada left."}, "body"),
        ({"n": 1, "list": ["Ada left."]}, "NAME"),
        ({"a": {"b": {"c": {"d": {"e": "too deep"}}}}}, "NAME"),
    ],
)
def test_the_longest_text_of_a_row_is_what_may_be_meant(
    tmp_path: Path, row: dict[str, Any], name: str
) -> None:
    _, (reject,) = read(jsonl(tmp_path / "c.jsonl", [row]))
    assert reject.reason.endswith(f"(fields, --field text={name})")


def test_json_over_several_lines(tmp_path: Path) -> None:
    pretty = json.dumps({"text": "A."}, indent=2)
    path = jsonl(tmp_path / "c.jsonl", [pretty, '{"text": "B."}'])
    documents, rejects = read(path)
    assert [d.text for d in documents] == ["B."]
    assert "name the file .json (--format json)" in rejects[0].reason
    assert [d.text for d in read(path, format="json")[0]] == ["A.", "B."]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_missing_column_is_named_with_those_that_there_are(tmp_path: Path, suffix: str) -> None:
    frame, path = pd.DataFrame({"id": ["1"], "body": ["A."]}), tmp_path / f"c{suffix}"
    frame.to_csv(path, index=False) if suffix == ".csv" else frame.to_parquet(path)
    with pytest.raises(CorpusError, match=r"no column 'text'\. Its columns: id, body"):
        list(read_corpus(path))


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text("")
    (tmp_path / "c.csv").write_text("")
    assert read(tmp_path / "c.jsonl") == ([], [])
    with pytest.raises(CorpusError, match=r"no column 'text'.*columns: none"):
        list(read_corpus(tmp_path / "c.csv"))


def test_what_is_wrong_with_a_path_is_said_before_reading(tmp_path: Path) -> None:
    (tmp_path / "c.xyz").write_text("")
    with pytest.raises(CorpusError, match="no such file"):
        read_corpus(tmp_path / "absent.jsonl")
    with pytest.raises(CorpusError, match="is a folder"):
        read_corpus(tmp_path)
    with pytest.raises(CorpusError, match=r"suffix '\.xyz'.*\.jsonl.*or give the format"):
        read_corpus(tmp_path / "c.xyz")
    with pytest.raises(CorpusError, match="unknown format 'word'"):
        read_corpus(tmp_path / "c.xyz", format="word")
    with pytest.raises(CorpusError, match="standard input"):
        read_corpus("-", format="parquet")
    assert read(tmp_path / "c.xyz", format="text")[0] == [Document("c.xyz", "")]


@pytest.mark.parametrize("name", ["c.jsonl.gz", "c.parquet"])
def test_a_file_that_is_damaged_from_its_start_is_named(tmp_path: Path, name: str) -> None:
    write_gzip(tmp_path / name)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:20])
    with pytest.raises(CorpusError, match=f"{name} can't be read"):
        read(tmp_path / name)


def test_limit_counts_documents_not_lines(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "c.jsonl", ["{", *({"id": i, "text": "A."} for i in range(9))])
    assert [d.id for d in read(path, limit=2)[0]] == ["0", "1"]


def test_rejects_are_warnings_unless_told_otherwise(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "c.jsonl", ["{"])
    with pytest.warns(SalienceWarning, match=r"left out: c\.jsonl:1: the line is not JSON"):
        assert list(read_corpus(path)) == []


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("c.jsonl", '\n{"id": "1", "text": "A.", "entities": []}\n{"id": "2"}', True),
        ("c.jsonl", '{"id": "1", "entities": []}\n{"id": "2", "text": "A."}', False),
        ("c.jsonl", "{", True),
        ("c.jsonl", "", False),
        ("c.csv", "id,text\n1,A.\n", True),
        ("c.csv", "document,entity,name,id,salient\n1,0,Oslo,x,True\n", False),
    ],
)
def test_a_corpus_has_text_and_a_file_of_labels_has_not(
    tmp_path: Path, name: str, content: str, expected: bool
) -> None:
    (tmp_path / name).write_text(content)
    assert has_text(tmp_path / name) is expected


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"text": "Storm hits coast\n\nA storm came."}, "Storm hits coast"),
        ({"text": "Storm hits coast\n\nA storm came.", "title": None}, "Storm hits coast"),
        ({"text": "Storm hits coast\n\nA storm came.", "title": "Rain"}, "Rain"),
        ({"text": "Storm hits coast\n\nA storm came.", "title": ""}, None),
        ({"text": "A storm came.\n\nIt left."}, None),
    ],
)
def test_the_first_line_is_the_title_where_it_looks_like_one(
    fields: dict[str, Any], title: str | None
) -> None:
    document = document_of({"id": "d", **fields})
    assert isinstance(document, Document)
    assert (document.title, document.text) == (title, fields["text"])


@given(text=st.text(), title=st.none() | st.text(min_size=1), abstracts=st.lists(st.text()))
def test_json_lines_keep_every_string(
    tmp_path_factory: pytest.TempPathFactory, text: str, title: str | None, abstracts: list[str]
) -> None:
    record = {"id": "1", "text": text, "title": title, "abstract": abstracts}
    path = jsonl(tmp_path_factory.mktemp("c") / "c.jsonl", [record])
    (document,), _ = read(path)
    assert (document.text, document.title) == (text, title or title_line(text))
    assert document.abstracts == tuple(a for a in abstracts if a.strip())


def test_documents_are_counted_where_that_is_cheap(tmp_path: Path) -> None:
    folder = tmp_path / "news"
    folder.mkdir()
    (folder / "a.txt").write_text("A.")
    (folder / "a.title.txt").write_text("A")
    (folder / "notes.xyz").write_text("no corpus")
    write_jsonl(folder / "c.jsonl")
    write_csv(tmp_path / "c.csv")
    write_parquet(tmp_path / "c.parquet")
    write_gzip(tmp_path / "c.jsonl.gz")
    assert count_documents(folder) == 3
    assert count_documents(folder, "text") == 1
    assert count_documents([folder, tmp_path / "c.parquet"]) == 5
    assert count_documents(folder, limit=1) == 1 and count_documents(tmp_path / "c.csv") is None
    assert count_documents([folder, tmp_path / "c.jsonl.gz"]) is None
    assert count_documents("-") is None


def test_what_can_not_be_counted_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "spoiled.parquet").write_bytes(b"PAR1 and no more")
    assert count_documents(tmp_path / "spoiled.parquet") is None
