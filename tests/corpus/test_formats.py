"""Formats of corpora: each is read as it is described, and what is broken is named."""

from __future__ import annotations

import csv
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.formats import FORMATS
from salience.corpus.formats.markup import plain_markdown
from salience.corpus.read import read_corpus
from salience.errors import MissingExtraError, Reject
from salience.types import Document

TITLE = "Ferry returns to Lake Ormond"
TEXT = (
    "Ada Byrne reopened the ferry on Monday. “It is safe & sound,” she said.\n\n"
    "The crossing to Tarn takes <20 minutes."
)
ABSTRACT = "Ada Byrne reopens ferry\nCrossing takes 20 minutes"
DTD = '<!DOCTYPE nitf SYSTEM "http://example.org/nitf-3-3.dtd">'


def read(path: Path, **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def nitf(
    *, id: str = "17", text: str = TEXT, title: str = TITLE, abstract: str = "", head: str = ""
) -> str:
    """An article as the New York Times Annotated Corpus has it."""
    body = "".join(f"<p>{escape(p)}</p>\n" for p in text.split("\n\n"))
    lead = f"<p>{escape(text[:40])}</p>"
    return f"""<?xml version="1.0" encoding="UTF-8"?>
{DTD}
<nitf version="-//IPTC//DTD NITF 3.3//EN">
  <head><title>{escape(title)}</title>{head}
    <docdata><doc-id id-string={quoteattr(id)}/></docdata></head>
  <body>
    <body.head><hedline><hl1>{escape(title)}</hl1></hedline>
      <abstract><p>{escape(abstract)}</p></abstract></body.head>
    <body.content>
      <block class="lead_paragraph">{lead}</block>
      <block class="full_text">{body}</block>
    </body.content>
  </body>
</nitf>"""


def conllu(*, id: str = "17", text: str = TEXT, title: str = TITLE, abstract: str = "") -> str:
    """A treebank of one document, with a sentence per line of words."""
    lines = [f"# newdoc id = {id}", f"# meta::title = {title}"]
    lines += [f"# meta::summary1 = (ada) {abstract}"] if abstract else []
    for paragraph in text.split("\n\n"):
        lines += ["# newpar", f"# text = {paragraph}"]
        lines += [f"{i}\t{w}" + "\t_" * 8 for i, w in enumerate(paragraph.split(), 1)]
        lines += [""]
    return "\n".join(lines) + "\n"


def write_text(folder: Path, abstract: str) -> Path:
    (folder / "17.txt").write_text(TEXT, "utf-8")
    (folder / "17.title.txt").write_text(f"{TITLE}\n", "utf-8")
    (folder / "17.abstract.txt").write_text(f"{abstract}\n", "utf-8")
    return folder / "17.txt"


def write_story(folder: Path, abstract: str) -> Path:
    highlights = "".join(f"\n\n@highlight\n\n{line}" for line in abstract.split("\n"))
    (folder / "17.story").write_text(TEXT + highlights + "\n", "utf-8")
    return folder / "17.story"


def write_nitf(folder: Path, abstract: str) -> Path:
    (folder / "17.xml").write_text(nitf(abstract=abstract), "utf-8")
    return folder / "17.xml"


def write_conllu(folder: Path, abstract: str) -> Path:
    (folder / "17.conllu").write_text(conllu(abstract=abstract), "utf-8")
    return folder / "17.conllu"


def write_jsonl(folder: Path, abstract: str) -> Path:
    record = {"id": 17, "title": TITLE, "text": TEXT, "abstract": abstract}
    (folder / "17.jsonl").write_text(json.dumps(record))
    return folder / "17.jsonl"


def write_csv(folder: Path, abstract: str) -> Path:
    with (folder / "17.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(
            [("id", "title", "text", "abstract"), (17, TITLE, TEXT, abstract)]
        )
    return folder / "17.csv"


def write_parquet(folder: Path, abstract: str) -> Path:
    record = {"id": "17", "title": TITLE, "text": TEXT, "abstract": abstract}
    pd.DataFrame([record]).to_parquet(folder / "17.parquet")
    return folder / "17.parquet"


def write_json(folder: Path, abstract: str) -> Path:
    record = {"id": 17, "title": TITLE, "text": TEXT, "abstract": abstract}
    (folder / "17.json").write_text(json.dumps(record, indent=2))
    return folder / "17.json"


def write_markdown(folder: Path, abstract: str) -> Path:
    (folder / "17.md").write_text(f"---\ntitle: {TITLE}\n---\n{TEXT}\n", "utf-8")
    return folder / "17.md"


def write_html(folder: Path, abstract: str) -> Path:
    pytest.importorskip("resiliparse", reason="pages need the extra html")
    body = "".join(f"<p>{escape(p)}</p>\n" for p in TEXT.split("\n\n"))
    page = (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{TITLE} - The Tarn Post</title>"
        "<script>menu('Noor Haddad')</script></head><body><nav><a href=/>Home</a></nav>"
        f"<header><h1>{TITLE}</h1></header><article>{body}</article>"
        "<footer>All rights reserved. <a href=/>Privacy</a></footer></body></html>"
    )
    (folder / "17.html").write_text(page, "utf-8")
    return folder / "17.html"


def write_xml(folder: Path, abstract: str) -> Path:
    body = "".join(f"<p>{escape(p)}</p>\n" for p in TEXT.split("\n\n"))
    front = (
        f'<article-id pub-id-type="pmc">17</article-id><title-group><article-title>{TITLE}'
        f"</article-title></title-group><abstract><p>{escape(abstract)}</p></abstract>"
    )
    (folder / "17.xml").write_text(
        f"<article><front><article-meta>{front}</article-meta></front><body>{body}</body></article>"
    )
    return folder / "17.xml"


def write_sgml(folder: Path, abstract: str) -> Path:
    body = "".join(f"<P>\n{escape(p)}\n</P>\n" for p in TEXT.split("\n\n"))
    head = f"<DOCNO> 17 </DOCNO>\n<HEADLINE>\n{TITLE}\n</HEADLINE>"
    (folder / "17.sgml").write_text(f"<DOC>\n{head}\n<TEXT>\n{body}</TEXT>\n</DOC>\n", "utf-8")
    return folder / "17.sgml"


MESSAGE = (
    f"From: Ada <ada@tarn.example>\nSubject: Re: {TITLE}\nMessage-ID: <17>\n"
    f"Content-Type: text/plain; charset=utf-8\n\n{TEXT}"
)


def write_eml(folder: Path, abstract: str) -> Path:
    (folder / "17.eml").write_text(MESSAGE, "utf-8")
    return folder / "17.eml"


def write_mbox(folder: Path, abstract: str) -> Path:
    (folder / "17.mbox").write_text(f"From ada@tarn.example Mon\n{MESSAGE}", "utf-8")
    return folder / "17.mbox"


def write_subtitles(folder: Path, abstract: str) -> Path:
    cues = TEXT.replace("\n\n", " ").replace(". ", ".\n\n00:00:02,000 --> 00:00:03,000\n")
    (folder / "17.srt").write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{cues}\n", "utf-8")
    return folder / "17.srt"


def write_brackets(folder: Path, abstract: str) -> Path:
    (folder / "17.ptb").write_text("(S (NP (NN Rain)) (VP (VBD fell)))\n", "utf-8")
    return folder / "17.ptb"


WRITERS: dict[str, Callable[[Path, str], Path]] = {
    "jsonl": write_jsonl,
    "json": write_json,
    "csv": write_csv,
    "parquet": write_parquet,
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "story": write_story,
    "nitf": write_nitf,
    "xml": write_xml,
    "sgml": write_sgml,
    "eml": write_eml,
    "mbox": write_mbox,
    "subtitles": write_subtitles,
    "conllu": write_conllu,
    "brackets": write_brackets,
}


def test_every_format_is_tested() -> None:
    assert WRITERS.keys() == FORMATS.keys()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("given", [False, True])
def test_the_same_document_in_every_format(tmp_path: Path, format: str, given: bool) -> None:
    abstract = "Ada Byrne reopens ferry."
    path = WRITERS[format](tmp_path, abstract)
    if given:  # whatever the name says
        path = path.rename(tmp_path / "17")
    (document,), rejects = read(path, format=format if given else None)
    assert not rejects
    assert document.id.removesuffix(path.suffix) == "17"
    if format in ("markdown", "html", "sgml", "eml", "mbox"):  # without an abstract
        assert document.text.removeprefix(f"{TITLE}\n\n") == TEXT and not document.abstracts
    elif format == "subtitles":  # they run on
        assert document.text == " ".join(TEXT.split())
    elif format == "brackets":  # the words of its trees alone
        assert (document.text, document.abstracts) == ("Rain fell", ())
    else:
        assert (document.text, document.abstracts) == (TEXT, (abstract,))
    assert document.title == (None if format in ("story", "brackets", "subtitles") else TITLE)


@pytest.mark.parametrize("format", FORMATS)
def test_a_document_that_can_only_be_too_long_is_not_held(tmp_path: Path, format: str) -> None:
    path = WRITERS[format](tmp_path, "Rain.")
    if format in ("parquet", "nitf", "xml"):
        return  # pyarrow's memory is its own; XML ends at the first zero
    if format == "sgml":
        path.write_text(path.read_text("utf-8").removesuffix("</DOC>\n"), "utf-8")
    size = 60_000_000
    with path.open("ab") as file:
        file.truncate(path.stat().st_size + size)  # zeros, which take no disk
    tracemalloc.start()
    _, rejects = read(path, max_length=1000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [r.reason for r in rejects if "takes over 1,064,576 bytes" in r.reason]
    assert peak < size / 4


def test_json_is_one_document_or_a_list(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    one, other = {"text": "A."}, {"id": "b", "text": "B.", "title": "T"}
    path.write_text(json.dumps(one))
    assert read(path) == ([Document("d.json", "A.")], [])
    path.write_text(json.dumps([one, 3, other, {"id": "c"}], indent=1))
    documents, rejects = read(path)
    assert documents == [Document("d.json:1", "A."), Document("b", "B.", "T")]
    assert [(r.source, r.reason.split(",")[0]) for r in rejects] == [
        ("d.json:2", "a document must be a JSON object"),
        ("d.json:4", "text must be a string"),
    ]
    path.write_text('{"text": "A."}\n\n{"text": "B."}\n')
    assert [d.text for d in read(path)[0]] == ["A.", "B."]


BROKEN_JSON = [
    ("", 0, "Expecting value in line 1"),
    ("\n \n", 0, "Expecting value in line 3"),
    ('{"text": "A.', 0, "Unterminated string starting at in line 1"),
    ('[{"text": "A."},\n{"text": "B."},\n{"text"\n', 2, "Expecting ':' delimiter in line 4"),
    ('[{"text": "A."},\n]', 1, "Expecting value in line 2"),
    ('[{"text": "A."}\n{"text": "B."}]', 1, "a comma is missing in line 2"),
    ('[{"text": "A."}]\n{"text": "B."}', 1, "more follows the list in line 2"),
    ('{"text": "A."},\n{"text": "B."}', 1, "Expecting value in line 1"),
    ("[" * 100_000, 0, "recursion"),
    ('[{"text": "A."}, {"text": "' + "B" * 2_200_000, 1, "the value takes over 1,064,576"),
    ('{"text": "A."}\n\udcff', 0, "can't decode byte 0xff"),
]


@pytest.mark.parametrize(("content", "count", "reason"), BROKEN_JSON)
def test_json_is_read_up_to_what_is_broken(
    tmp_path: Path, content: str, count: int, reason: str
) -> None:
    (tmp_path / "d.json").write_text(content, "utf-8", "surrogateescape")
    documents, (reject,) = read(tmp_path / "d.json", max_length=1000)
    assert len(documents) == count and reason in reject.reason and "; " in reject.reason
    assert ("the rest of the file" in reject.reason) is (count > 0)


def test_a_long_list_of_json_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    record = {"text": "Rain. " * 20_000, "n": [1.5, {"é": None}]}
    long = {"text": "Rain. " * 600_000}
    path.write_text(json.dumps([*[record] * 200, long, record], indent=1, ensure_ascii=False))
    rejects: list[Reject] = []
    tracemalloc.start()
    found = sum(1 for _ in read_corpus(path, max_length=150_000, on_reject=rejects.append))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == 201 and peak < path.stat().st_size / 2
    assert [reject.source for reject in rejects] == ["d.json:201"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(values=st.lists(VALUES), indent=st.sampled_from([None, 1]), listed=st.booleans())
def test_json_keeps_every_value(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any], indent: int | None, listed: bool
) -> None:
    path = tmp_path_factory.mktemp("j") / "d.json"
    rows = [{"text": "A.", "meta": value} for value in values]
    lines = [json.dumps(row, indent=indent) for row in rows]
    path.write_text(json.dumps(rows, indent=indent) if listed else "\n".join(lines))
    documents, rejects = read(path)
    assert [document.meta["meta"] for document in documents] == values
    assert len(rejects) == (not listed and not values)


MARKDOWN = [
    ("# Oslo votes\n\nAda won.", ("Oslo votes", "Oslo votes\n\nAda won.")),
    ("Oslo votes\n==========\n\nAda won.", ("Oslo votes", "Oslo votes\n\nAda won.")),
    ("---\ntitle: 'Oslo: a vote'\ntags: x\n---\nAda won.", ("Oslo: a vote", "Ada won.")),
    ("Oslo votes\n\nAda won.", ("Oslo votes", "Oslo votes\n\nAda won.")),
    ("Ada won.\n\n## Why\n\nShe ran.", (None, "Ada won.\n\nWhy\n\nShe ran.")),
    (
        "**Ada** _Byrne_ won [in *Oslo*](http://o.no 'x') <b>today</b>.",
        (None, "Ada Byrne won in Oslo today."),
    ),
    (
        "Ada's 2 * 3 * 4 and snake_case_name stay.",
        (None, "Ada's 2 * 3 * 4 and snake_case_name stay."),
    ),
    (
        "Ada won.\n\n```\nprint(1)\n```\n\n- Oslo\n- Rome\n\n> Noor: `yes`",
        (None, "Ada won.\n\nOslo\nRome\n\nNoor: yes"),
    ),
    (
        "![A photo](a.png)\n\nAda won [there][1].\n\n[1]: http://example.org",
        (None, "Ada won there."),
    ),
    ("Ada won.\n\n<!-- not\nthis -->\n\n---\n\nNoor lost.", (None, "Ada won.\n\nNoor lost.")),
]


@pytest.mark.parametrize(("text", "expected"), MARKDOWN)
def test_markdown_is_read_without_its_marks(text: str, expected: tuple[str | None, str]) -> None:
    assert plain_markdown(text) == expected
    assert plain_markdown(text.replace("\n", "\r\n")) == expected


@given(st.text(alphabet="*_`[]()<>#-~|! \nab", max_size=300))
def test_no_marks_break_the_reading_of_markdown(text: str) -> None:
    _, plain = plain_markdown(text)
    assert not set(plain) - set(text)


def test_pages_without_the_extra_and_strange_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.txt").write_text("Ada won.")
    (folder / "b.html").write_text("<p>Noor lost.")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "resiliparse.extract.html2text", None)
        with pytest.raises(MissingExtraError, match=r"pip install 'salience\[html\]'"):
            read(folder / "b.html")
        documents, rejects = read(folder)
        assert [d.id for d in documents] == ["a.txt"], "the others of a folder are read"
        assert rejects[0].reason.startswith("HTML needs resiliparse")
    pytest.importorskip("resiliparse", reason="pages need the extra html")
    for page, reason in (
        ("", "no article was found"),
        ("<div>" * 5000, "nests over 1,000 elements"),
    ):
        (folder / "b.html").write_text(page)
        assert reason in read(folder / "b.html")[1][0].reason
    (folder / "b.html").write_bytes("<h1>Caf\xe9</h1><p>Ada  won.".encode("latin-1"))
    (document,), _ = read(folder / "b.html")
    assert document.title == "Café" and "Ada won." in document.text


def test_lines_that_a_page_shows_around_its_article_are_kept_apart(tmp_path: Path) -> None:
    (document,), _ = read(write_html(tmp_path, ""))
    assert document.meta == {"navigation": ["Home", "All rights reserved. Privacy"]}
    menu = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
    page = f"<title>Ada won</title>{{}}<article><h1>Ada won</h1><p>{TEXT}</p></article>"
    for part, left_out in ((menu, {"navigation": ["Home", "News"]}), ("", {})):
        (tmp_path / "17.html").write_text(page.format(part), "utf-8")
        (document,), _ = read(tmp_path / "17.html")
        assert document.meta == left_out


def test_highlights_are_one_abstract(tmp_path: Path) -> None:
    path = tmp_path / "a.story"
    text = "By Noor Haddad\r\n\r\nIt rained."
    story = text + "\r\n\r\n@highlight\r\n\r\nRain in Oslo\r\n\r\n@highlight\r\nSun"
    path.write_bytes(b"\xef\xbb\xbf" + story.encode())
    assert read(path)[0] == [Document("a.story", text, None, ("Rain in Oslo\n\nSun",))]
    path.write_text("Write to me @highlight or not.")
    assert read(path)[0] == [Document("a.story", "Write to me @highlight or not.")]


def test_abstracts_beside_an_article(tmp_path: Path) -> None:
    for name in ("rain.txt", "rain.abstract.txt", "rain.abstract1.txt", "rain.abstract2.txt"):
        (tmp_path / name).write_text(name)
    (tmp_path / "rain.abstract4.txt").write_text("3 is missing")
    (tmp_path / "snow.title.txt").write_text("no article")
    (tmp_path / "sun.txt").write_text("Sun.")
    (tmp_path / "sun.abstract.txt").write_bytes(b"\xff")
    (document,), rejects = read(tmp_path)
    assert document.abstracts == ("rain.abstract.txt", "rain.abstract1.txt", "rain.abstract2.txt")
    assert [(r.source.split("/")[1], r.reason.split(";")[0][:40]) for r in rejects] == [
        ("rain.abstract4.txt", "abstracts of rain.txt must be numbered f"),
        ("snow.title.txt", "there is no snow.txt that it belongs to"),
        ("sun.txt", "its abstract can't be read: the text is "),
    ]


def test_titles_and_abstracts_among_the_paths_are_no_articles(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.abstract.txt", "a.title.txt", "a.txt", "b.txt")]
    for path in paths:
        path.write_text(path.name)
    documents = list(read_corpus(paths))
    assert [(Path(d.id).name, d.title, d.abstracts) for d in documents] == [
        ("a.txt", "a.title.txt", ("a.abstract.txt",)),
        ("b.txt", None, ()),
    ]
    assert [d.text for d in read_corpus(paths[0])] == ["a.abstract.txt"], "asked for by name"


HEAD = """
<meta name="publication_year" content="2005"/>
<meta name="online_sections" content="Sports; Front Page"/>
<pubdata date.publication="20050610T000000"/>
<identified-content><classifier class="online_producer" type="types_of_material">Letter</classifier>
<classifier class="online_producer" type="descriptor">Ferries</classifier></identified-content>"""


def test_an_article_in_nitf(tmp_path: Path) -> None:
    path = tmp_path / "0000017.xml"
    path.write_text(nitf(abstract="Ada Byrne reopens ferry; photo (M)", head=HEAD), "utf-8")
    ((document,), rejects) = read(path)
    assert not rejects
    assert document == Document(
        "17",
        TEXT,
        TITLE,
        ("Ada Byrne reopens ferry; photo",),
        {
            "date": "20050610",
            "year": 2005,
            "types": ["Letter"],
            "sections": ["Sports", "Front Page"],
        },
    )


def test_nitf_without_what_the_new_york_times_has(tmp_path: Path) -> None:
    path = tmp_path / "a.nitf"
    path.write_text(
        "<nitf><body><body.content><p>Rain\n in <em>Oslo</em>.</p></body.content></body></nitf>"
    )
    assert read(path)[0] == [Document("a.nitf", "Rain in Oslo.")]
    path.write_text("<nitf/>")
    assert read(path)[0] == [Document("a.nitf", "")]


def test_a_year_that_is_none_is_left_out(tmp_path: Path) -> None:
    year = "9" * 5000  # more than Python turns into a number
    head = f'<head><meta name="publication_year" content="{year}"/></head>'
    (tmp_path / "a.xml").write_text(
        f"<nitf>{head}<body><body.content><p>Rain.</p></body.content></body></nitf>"
    )
    assert read(tmp_path / "a.xml") == ([Document("a.xml", "Rain.")], [])


LAUGHS = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
BROKEN_XML = [
    (b"<nitf><body>", "no element found"),
    (b"", "no element found"),
    (b"<nitf>\xff</nitf>", "invalid token"),
    (b'<?xml version="1.0" encoding="klingon"?><nitf/>', "unknown encoding"),
    (b"<nitf>&nbsp;</nitf>", "undefined entity"),
    (f"{DTD}<nitf>&nbsp;</nitf>".encode(), "entity 'nbsp' is not known"),
    (f'<!DOCTYPE nitf [<!ENTITY a0 "ha">{LAUGHS}]><nitf>&a11;</nitf>'.encode(), "declarations"),
    (b'<!DOCTYPE nitf [<!ENTITY x SYSTEM "file:///etc/passwd">]><nitf>&x;</nitf>', "declarations"),
    (b'<!DOCTYPE nitf [<!ENTITY % x SYSTEM "http://example.org/x">%x;]><nitf/>', "declarations"),
    (b"<html/>", "its root is 'html'"),
    (b"<nitf/><nitf/>", "junk after document element"),
]


@pytest.mark.parametrize(("data", "reason"), BROKEN_XML)
def test_broken_and_hostile_xml_is_rejected(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.xml").write_bytes(data)
    (tmp_path / "b.xml").write_text(nitf(), "utf-8")
    documents, (reject,) = read(tmp_path)
    assert [d.id for d in documents] == ["17"]
    assert reject.source.endswith("/a.xml") and reason in reject.reason


def test_xml_in_other_encodings_and_nested_deeply(tmp_path: Path) -> None:
    start = "<nitf><body><body.content>"
    end = "</body.content></body></nitf>"
    path = tmp_path / "a.xml"
    for encoding in ("utf-16", "iso-8859-1", "cp1252"):
        text = f'<?xml version="1.0" encoding="{encoding}"?>{start}<p>Århus</p>{end}'
        path.write_bytes(text.encode(encoding))
        assert [d.text for d in read(path)[0]] == ["Århus"]
    path.write_text(start + "<p>" * 100_000 + "x" + "</p>" * 100_000 + end)
    assert [d.text for d in read(path)[0]] == ["x"]


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reading_of_xml(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("x") / "a.xml"
    path.write_bytes(b"<nitf><body>" + data)
    documents, rejects = read(path)
    assert len(documents) + len(rejects) == 1


CONLLU = """\
# newdoc id = a
# meta::title = Two = one
# meta::summary10 = (ada) Third
# meta::summary2 = Second
# meta::summary1 = (ada) First = best
# meta::genre = news
# newpar
# text = I can't.
1\tI\t_\t_\t_\t_\t_\t_\t_\t_
2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tca\t_\t_\t_\t_\t_\t_\t_\t_
3\tn't\t_\t_\t_\t_\t_\t_\t_\t_
4\t.\t_\t_\t_\t_\t_\t_\t_\tEntity=1)|SpaceAfter=No

# text = "Go!"
1\t"Go!"\t_\t_\t_\t_\t_\t_\t_\t_

# newpar id = p2
1\tWe\t_\t_\t_\t_\t_\t_\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tdo\t_\t_\t_\t_\t_\t_\t_\t_
3\tn't\t_\t_\t_\t_\t_\t_\t_\t_
3.1\tgo\t_\t_\t_\t_\t_\t_\t_\t_
4\t.\t_\t_\t_\t_\t_\t_\t_\t_

# newdoc
# text = Rain.
1\tRain.\t_\t_\t_\t_\t_\t_\t_\t_
"""


def test_a_treebank(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    expected = [
        Document(
            "a",
            "I can't.\"Go!\"\n\nWe don't.",
            "Two = one",
            ("First = best", "Second", "Third"),
            {"genre": "news", "summary_by": ["ada", "", "ada"]},
        ),
        Document("t.conllu:26", "Rain."),
    ]
    for data in (CONLLU, CONLLU.replace("\n", "\r\n"), "\ufeff" + CONLLU):
        path.write_bytes(data.encode())
        assert read(path) == (expected, [])
    path.write_text(CONLLU.split("# newdoc\n")[1])
    assert read(path)[0] == [Document("t.conllu", "Rain.")]


BROKEN_CONLLU = [
    ("1\tA\t_\n", "line 2 must have 10 columns between tabs, but has 3"),
    ("A" + "\t_" * 9 + "\n", "line 2 must start with the number of a word, but starts with 'A'"),
    ("9" * 5000 + "\tA" + "\t_" * 8 + "\n", "line 2 must start with the number of a word"),
    ("1-" + "9" * 5000 + "\tA" + "\t_" * 8 + "\n", "line 2 must start with the number of a word"),
    ("# text = \xff\n", "line 2 is not UTF-8"),
]


@pytest.mark.parametrize(("line", "reason"), BROKEN_CONLLU)
def test_a_broken_document_of_a_treebank_is_rejected_alone(
    tmp_path: Path, line: str, reason: str
) -> None:
    good = "# newdoc id = {}\n1\tRain" + "\t_" * 8 + "\n\n"
    data = "# newdoc id = bad\n" + line + "\n" + good.format("one") + good.format("two")
    (tmp_path / "t.conllu").write_bytes(data.encode("latin-1"))
    documents, (reject,) = read(tmp_path / "t.conllu")
    assert [(d.id, d.text) for d in documents] == [("one", "Rain"), ("two", "Rain")]
    assert reject.source == "t.conllu:1" and reject.reason.startswith(reason)


def test_comments_of_any_length_are_read(tmp_path: Path) -> None:
    gap = " " * 500_000  # would take hours if each blank were tried as the last
    number = "1" * 5000
    data = f"# meta::summary{number} = A\n# meta::summary1 = B\n# meta::x{gap}y = {gap}z{gap}a\n"
    (tmp_path / "t.conllu").write_text(data + "1\tRain" + "\t_" * 8 + "\n")
    ((document,), rejects) = read(tmp_path / "t.conllu", max_length=10_000_000)
    assert not rejects and document.abstracts == ("B",)
    assert document.meta[f"x{gap}y"] == f"z{gap}a"


PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1)
WORDS = st.lists(st.text("abcÅß&<", min_size=1), min_size=1).map(" ".join)


@given(paragraphs=st.lists(WORDS, min_size=1, max_size=4), title=WORDS, abstract=WORDS)
def test_xml_and_treebanks_keep_every_text(
    tmp_path_factory: pytest.TempPathFactory, paragraphs: list[str], title: str, abstract: str
) -> None:
    text, folder = "\n\n".join(paragraphs), tmp_path_factory.mktemp("c")
    (folder / "a.xml").write_text(nitf(text=text, title=title, abstract=abstract), "utf-8")
    (folder / "a.conllu").write_text(conllu(text=text, title=title, abstract=abstract), "utf-8")
    for name in ("a.xml", "a.conllu"):
        (document,), _ = read(folder / name)
        assert (document.text, document.title, document.abstracts) == (text, title, (abstract,))


@given(text=PLAIN, title=PLAIN, abstracts=st.lists(PLAIN, max_size=3))
def test_text_keeps_every_character(
    tmp_path_factory: pytest.TempPathFactory, text: str, title: str, abstracts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("c")
    (folder / "a.txt").write_bytes(text.encode())
    (folder / "a.title.txt").write_bytes(title.encode())
    for i, abstract in enumerate(abstracts, 1):
        (folder / f"a.abstract{i}.txt").write_bytes(abstract.encode())
    (document,), _ = read(folder)
    said = tuple(a.removeprefix("\ufeff").strip() for a in abstracts)
    assert document.text == text.removeprefix("\ufeff")
    assert (document.title or "") == title.removeprefix("\ufeff").strip()
    assert document.abstracts == tuple(filter(None, said))
