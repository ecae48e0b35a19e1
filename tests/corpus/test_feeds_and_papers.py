"""XML by its root: feeds, papers and records of PubMed; what is broken or hostile is named."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.read import read_corpus
from salience.errors import Reject
from salience.types import Document

HTML = "<p>Ada Byrne left <b>Oslo</b>.</p>\n<p>She &amp; Noor\nwent&nbsp;on.</p>"
PLAIN = "Ada Byrne left Oslo.\n\nShe & Noor went on."


def read(path: Path, **options: Any) -> tuple[list[Document], list[Reject]]:
    rejects: list[Reject] = []
    return list(read_corpus(path, on_reject=rejects.append, **options)), rejects


def rss(*items: str) -> str:
    channel = "<title>The Tarn Post</title><link>http://t.example</link>" + "".join(items)
    return f'<?xml version="1.0"?>\n<rss version="2.0"><channel>{channel}</channel></rss>'


def item(more: str = "", text: str = HTML, title: str = "Byrne leaves") -> str:
    described = f"<description>{escape(text)}</description>"
    return f"<item><title>{title}</title>{described}{more}</item>"


def atom(content: str, more: str = "") -> str:
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>The Tarn Post</title><entry>'
        f"<title>Byrne leaves</title>{content}{more}</entry></feed>"
    )


def jats(body: str, abstract: str = "", title: str = "On <italic>ferries</italic>") -> str:
    front = f'<article-id pub-id-type="pmc">12</article-id><title-group><article-title>{title}'
    return (
        '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "JATS.dtd"><article>'
        f"<front><article-meta>{front}</article-title></title-group>{abstract}</article-meta>"
        f"</front><body>{body}</body><back><ref-list><ref>Finch</ref></ref-list></back></article>"
    )


def pubmed(*abstracts: str) -> str:
    records = "".join(
        f"<PubmedArticle><MedlineCitation><PMID>{n}</PMID><Article><ArticleTitle>On ferries."
        f"</ArticleTitle>{abstract}<AuthorList><Author>Finch</Author></AuthorList></Article>"
        "</MedlineCitation></PubmedArticle>"
        for n, abstract in enumerate(abstracts, 1)
    )
    return f"<PubmedArticleSet>{records}</PubmedArticleSet>"


DATE = {"date": "2021-09-06"}
ABSTRACT = (
    "<Abstract><AbstractText Label='AIM'>Rain.</AbstractText><AbstractText>Sun.</AbstractText>"
)
READ = {
    "RSS": (rss(item()), Document("x:1", PLAIN, "Byrne leaves")),
    "RSS with whole articles": (
        rss(item(f"<content:encoded><![CDATA[{HTML}]]></content:encoded>", "Read on.")).replace(
            "<rss", "<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'"
        ),
        Document("x:1", PLAIN, "Byrne leaves"),
    ),
    "RSS with ids and dates": (
        rss(item("<guid>g1</guid><pubDate>Mon, 06 Sep 2021 00:01:00 +0000</pubDate>")),
        Document("g1", PLAIN, "Byrne leaves", (), DATE),
    ),
    "RSS with a date that is none": (
        rss(
            item(
                "<link>l</link><pubDate>Soon</pubDate>", title="A &amp;amp; B &lt;i&gt;C&lt;/i&gt;"
            )
        ),
        Document("l", PLAIN, "A & B C"),
    ),
    "RSS 1.0": (
        "<rdf:RDF xmlns:rdf='r' xmlns:dc='d'>"
        + item("<link>l</link><dc:date>2021-09-06T10:00:00Z</dc:date>")
        + "</rdf:RDF>",
        Document("l", PLAIN, "Byrne leaves", (), DATE),
    ),
    "Atom": (
        atom(
            f'<content type="html">{escape(HTML)}</content>',
            "<id>e1</id><updated>2021-09-06T00:00:00Z</updated>",
        ),
        Document("e1", PLAIN, "Byrne leaves", (), DATE),
    ),
    "Atom with elements": (
        atom(f'<content type="xhtml"><div>{HTML.replace("&nbsp;", " ")}</div></content>'),
        Document("x:1", PLAIN, "Byrne leaves"),
    ),
    "Atom in plain text": (
        atom("<summary>Ada left:\n 1 &lt; 2.</summary>"),
        Document("x:1", "Ada left:\n 1 < 2.", "Byrne leaves"),
    ),
    "JATS": (
        jats(
            "<sec><title>Aims</title><p>Ada <xref ref-type='bibr'>[1]</xref> sailed"
            "<sup><xref>2</xref>,<xref>3</xref></sup>.<fn><p>A note.</p></fn></p>"
            "<fig><caption><p>A ferry.</p></caption></fig><p>Noor\n rowed"
            "<xref ref-type='bibr'><sup>4</sup></xref>; 10<sup>2</sup> saw.</p></sec>",
            "<abstract><p>Rain.</p><p>Sun.</p></abstract><abstract><p>Wind.</p></abstract>",
        ),
        Document(
            "12",
            "Ada [1] sailed.\n\nNoor rowed; 102 saw.",
            "On ferries",
            ("Rain.\n\nSun.", "Wind."),
        ),
    ),
    "JATS with no more than an abstract": (
        jats("", "<abstract><p>Rain.</p></abstract>"),
        Document("12", "Rain.", "On ferries"),
    ),
    "several papers": (
        f"<pmc-articleset>{jats('<p>Rain.</p>').partition('>')[2]}</pmc-articleset>",
        Document("12", "Rain.", "On ferries"),
    ),
    "PubMed": (pubmed(f"{ABSTRACT}</Abstract>"), Document("1", "Rain.\n\nSun.", "On ferries.")),
}


@pytest.mark.parametrize(("content", "expected"), READ.values(), ids=READ)
@pytest.mark.parametrize("packed", [False, True])
def test_each_kind_is_known_by_its_root(
    tmp_path: Path, content: str, expected: Document, packed: bool
) -> None:
    path = tmp_path / ("x.gz" if packed else "x")
    data = content.encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    ((document,), rejects) = read(path, format="xml")
    assert not rejects
    assert (document.id.replace("x.gz", "x"), document.text) == (expected.id, expected.text)
    assert (document.title, document.abstracts) == (expected.title, expected.abstracts)
    assert document.meta == expected.meta


@pytest.mark.parametrize("suffix", [".xml", ".rss", ".atom", ".nxml"])
def test_the_suffix_says_xml_and_the_root_what_it_is(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"f{suffix}").write_text(rss(item(), item("<guid>b</guid>")))
    assert [d.id for d in read(tmp_path)[0]] == [f"f{suffix}:1", "b"]


WITHOUT = [
    (rss("<item><title>A title</title></item>"), "the item has no text"),
    (rss(item(text="<img src='a.png'>")), "the item has no text"),
    (atom("<content src='x'/>"), "the item has no text"),
    (jats(""), "the paper has neither a body nor an abstract"),
    ("<article/>", "the paper has neither a body nor an abstract"),
    (pubmed(""), "the record has no abstract"),
    ("<TEI><text>Rain.</text></TEI>", "its root is 'TEI', and those that are read are nitf, rss,"),
    (f"<{'a' * 5000}/>", f"its root is '{'a' * 40}', and"),
    ("", "not XML"),
    ("Ada left.", "not XML"),
    ("<rss><channel></rss>", "mismatched tag"),
    (
        f'<!DOCTYPE rss [<!ENTITY x "ha">]>{rss(item("&x;"))[22:]}',
        "declarations in its DOCTYPE",
    ),
]


@pytest.mark.parametrize(("content", "reason"), WITHOUT)
def test_what_has_no_text_is_named(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "f.xml").write_text(content)
    documents, (reject,) = read(tmp_path / "f.xml")
    assert not documents and reason in reject.reason and "; " in reject.reason


def test_a_feed_of_nothing_has_no_documents(tmp_path: Path) -> None:
    (tmp_path / "f.xml").write_text(rss())
    assert read(tmp_path / "f.xml") == ([], [])


def test_a_feed_that_ends_early_is_read_up_to_there(tmp_path: Path) -> None:
    content = rss(item(), item("<guid>b</guid>"), item("<guid>c</guid>"))
    (tmp_path / "f.xml").write_text(content[: content.index("<guid>c")])
    documents, (reject,) = read(tmp_path / "f.xml")
    assert [d.id for d in documents] == ["f.xml:1", "b"] and "no element found" in reject.reason


def test_a_long_feed_is_not_held_and_a_long_item_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.xml"
    short, long = (item(f"<x>{'Rain. ' * n}</x>") for n in (10_000, 300_000))
    path.write_text(rss(*[short] * 300, long, short))
    size = path.stat().st_size
    tracemalloc.start()
    rejects: list[Reject] = []
    found = sum(1 for _ in read_corpus(path, max_length=10_000, on_reject=rejects.append))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == 300 and peak < size / 2
    assert "the element takes over 1,208,576 bytes" in rejects[-1].reason


@pytest.mark.parametrize(
    "hostile",
    [
        "<a/>" * 300_000 + "<item><a/></item>" * 100_000,
        "<a/><item><a/></item>" * 100_000,
        "<item>" + "<a>" * 200_000 + "</a>" * 200_000 + "</item>",
        "<item><description>" + "&lt;a " * 200_000 + "</description></item>",
        "<item>" + "<description/>" * 200_000 + "</item>",
    ],
)
def test_strange_feeds_take_a_time_that_grows_with_their_length(
    tmp_path: Path, hostile: str
) -> None:
    (tmp_path / "f.xml").write_text(rss(hostile))
    begun = time.perf_counter()
    read(tmp_path / "f.xml")
    assert time.perf_counter() - begun < 10


@given(st.lists(st.sampled_from(["<p>", "</p>", "<sup>", "</sup>", "<xref>", "</xref>", "A", "&"])))
def test_no_markup_breaks_the_reading_of_papers(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str]
) -> None:
    path = tmp_path_factory.mktemp("x") / "a.xml"
    path.write_text(jats("".join(pieces)))
    documents, rejects = read(path)
    assert len(documents) + len(rejects) == 1


@given(
    texts=st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1))
)
def test_papers_keep_every_paragraph(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("x") / "a.xml"
    path.write_text(jats("".join(f"<p>{escape(text)}<fig>no</fig></p>" for text in texts)), "utf-8")
    assert [d.text for d in read(path)[0]] == (["\n\n".join(texts)] if texts else [])
