"""Collections of SGML: each document between `<doc>` and `</doc>` is read."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.read import read_corpus
from salience.errors import CorpusError, Reject
from salience.types import Document


def read(path: Path, **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


DUC = """\
<DOC>
<DOCNO> AP880911-0016 </DOCNO>
<FILEID>AP-NR-09-11-88 0423EDT</FILEID>
<FIRST>r i BC-Ferry     09-11 0198</FIRST>
<HEAD>Byrne Leaves
Oslo</HEAD>
<DATELINE>OSLO, Norway (AP) </DATELINE>
<TEXT>
   Ada Byrne left Oslo. She took
the ferry to Tarn &amp; Ness.
   She is 40.
</TEXT>
</DOC>
"""
TAC = """\
<DOC id="APW_ENG_20041001.0001" type="story" >
<HEADLINE>
Byrne leaves Oslo
</HEADLINE>
<DATELINE>
OSLO
</DATELINE>
<TEXT>
<P>
Ada Byrne left Oslo.
</P>
<P>
She is 40 &AMP; well.
</P>
</TEXT>
</DOC>
"""
AQUAINT = """\
<DOC>
<DOCNO> APW19981016.0240 </DOCNO>
<DOCTYPE> NEWS </DOCTYPE>
<BODY>
<HEADLINE>Byrne leaves Oslo</HEADLINE>
<TEXT>Ada Byrne left Oslo.
<P>
She is 40.
</TEXT>
</BODY>
</DOC>
"""
WIKI = """\
<doc id="12" url="https://en.wikipedia.org/wiki?curid=12" title="Ada &amp; Oslo">
Ada &amp; Oslo

Ada Byrne left Oslo if 1 &lt; 2.
She is 40.

</doc>
"""
REUTERS = """\
<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" OLDID="5544" NEWID="1">
<DATE>26-FEB-1987 15:01:01.79</DATE>
<TEXT>&#2;
<TITLE>BYRNE LEAVES OSLO</TITLE>
<DATELINE>    OSLO, Feb 26 - </DATELINE><BODY>Ada Byrne left Oslo.
    She is 40.
 Reuter
&#3;</BODY></TEXT>
</REUTERS>
"""
READ = {
    "DUC": (
        DUC,
        Document(
            "AP880911-0016",
            "Ada Byrne left Oslo. She took\nthe ferry to Tarn & Ness.\n   She is 40.",
            "Byrne Leaves Oslo",
        ),
    ),
    "TAC": (
        TAC,
        Document(
            "APW_ENG_20041001.0001",
            "Ada Byrne left Oslo.\n\nShe is 40 & well.",
            "Byrne leaves Oslo",
        ),
    ),
    "AQUAINT": (
        AQUAINT,
        Document("APW19981016.0240", "Ada Byrne left Oslo.\n\nShe is 40.", "Byrne leaves Oslo"),
    ),
    "WikiExtractor": (
        WIKI,
        Document("12", "Ada & Oslo\n\nAda Byrne left Oslo if 1 < 2.\nShe is 40.", "Ada & Oslo"),
    ),
    "Reuters": (
        REUTERS,
        Document("1", "Ada Byrne left Oslo.\n    She is 40.\n Reuter", "BYRNE LEAVES OSLO"),
    ),
    "one line": ("<doc>Ada left.</doc>", Document("a.sgml:1", "Ada left.")),
}


@pytest.mark.parametrize(("content", "expected"), READ.values(), ids=READ)
def test_collections_are_read(tmp_path: Path, content: str, expected: Document) -> None:
    (tmp_path / "a.sgml").write_text(content)
    assert read(tmp_path / "a.sgml") == ([expected], [])


def test_files_without_a_suffix_are_read_where_the_format_is_given(tmp_path: Path) -> None:
    for name, content in {"AA/wiki_00": WIKI, "AP880911-0016": DUC, "APW.0001": TAC}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    (tmp_path / "notes.xyz").write_text("no corpus")
    with pytest.raises(CorpusError, match="no file in it is of a known format"):
        read(tmp_path)
    documents, rejects = read(tmp_path, format="sgml")
    assert [d.id for d in documents] == ["AP880911-0016", "APW_ENG_20041001.0001", "12"]
    assert not rejects


def test_a_broken_document_is_rejected_alone(tmp_path: Path) -> None:
    latin = "<doc>\nCaf\xe9\n</doc>\n"
    parts = [
        WIKI,
        "<doc>\nAda left.\n",
        latin,
        "<doc>\n" + "a" * 1_100_000 + "\n</doc>\n",
        TAC,
        "<doc>",
    ]
    (tmp_path / "a.sgm").write_bytes("".join(parts).encode("latin-1"))
    documents, rejects = read(tmp_path / "a.sgm", max_length=1000)
    assert [d.id for d in documents] == ["12", "APW_ENG_20041001.0001"]
    assert [(r.source, r.reason[:30]) for r in rejects] == [
        ("a.sgm:8", "the document has no end such as"[:30]),
        ("a.sgm:10", "the text is not UTF-8 ('utf-8' codec"[:30]),
        ("a.sgm:13", "the document takes over 1,064,576"[:30]),
        ("a.sgm:32", "the document has no end such as"[:30]),
    ]


@pytest.mark.parametrize("content", ["", "Ada left.", "<p>Ada left.</p>", "<docs>Ada</docs>"])
def test_what_has_no_documents_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.sgml").write_text(content)
    documents, (reject,) = read(tmp_path / "a.sgml")
    assert not documents and "no line begins with <doc>" in reject.reason


@pytest.mark.parametrize(
    "piece", ["<", "<a ", "<text>", "<text>a</text>", "&#", "<p>", "\n ", ' a="', "<title", "\n"]
)
def test_strange_sgml_takes_a_time_that_grows_with_its_length(tmp_path: Path, piece: str) -> None:
    inside = piece * (500_000 // len(piece))
    (tmp_path / "a.sgml").write_text(f"<doc {inside}>\n{inside}</doc>\n<doc>{inside}</doc>")
    begun = time.perf_counter()
    read(tmp_path / "a.sgml")
    assert time.perf_counter() - begun < 10


@given(
    st.lists(st.sampled_from(["<doc>", "</doc>", "<text>", "</text>", "\n", "A", "<p>", "&lt;"]))
)
def test_no_tags_break_the_reading_of_sgml(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str]
) -> None:
    path = tmp_path_factory.mktemp("s") / "a.sgml"
    path.write_text("".join(pieces))
    documents, rejects = read(path)
    assert documents or rejects
