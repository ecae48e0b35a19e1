"""The article of a page is read, and not what stands around it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from salience.corpus.read import read_corpus
from salience.text.navigation import navigation, without

pytest.importorskip("resiliparse", reason="pages need the extra html")

TEXT = [
    "Orla Finch, the mayor of Leeds, opened the Kestrel Bridge on Monday after eleven years.",
    "Finch said that the bridge would carry trams. “It was worth the wait,” she told reporters.",
    "The Harbour Board, which paid for half of it, expects 4,000 passengers a day.",
]
FIRST, *REST = (f"<p>{paragraph}</p>\n" for paragraph in TEXT)
ALL = "".join([FIRST, *REST])
FACTS = ["The bridge is 310 metres long.", "Its deck was made by Byrne Steel in Ness."]
LIST = "".join(f"<li>{fact}" for fact in FACTS)
NAV = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul></nav>"
FOOT = "<footer><p>© 2021 The Tarn Post. All rights reserved.</p></footer>"
EDIT = "<span class=mw-editsection>[<a href=/e>edit</a>]</span>"


def cited(paragraph: str, number: int) -> str:
    mark = f"<sup class=reference><a href='#n{number}'>[{number}]</a></sup></p>"
    return paragraph.replace("</p>", mark)


PAGES = {
    "an article": f"{NAV}<main><article><h1>Bridge</h1>{ALL}</article><aside><h2>Most read</h2>"
    f"<ul><li><a href=/1>Noor Haddad wins</a></ul></aside></main>{FOOT}",
    "a tabloid": "<div class=content><h1>Bridge</h1><div>Loading photo gallery</div>"
    f"{FIRST}<div class=ad>Advertisement</div>{''.join(REST)}"
    "<div><p><b>Got a tip?</b> Send it to <a href=x>tips@tarn.example</a></div></div>",
    "an encyclopedia": "<div class=mw-body><h1>Bridge</h1><div id=siteSub>From Wikipedia, the free "
    "encyclopedia</div><div class=mw-parser-output><table class=infobox><tr><th>Crosses<td>River "
    f"Aire</table>{cited(FIRST, 1)}<div class=toc><h2>Contents</h2><ul><li><a href=#H>History</a>"
    f"</ul></div><h2><span id=H>TITLE</span>{EDIT}</h2>{cited(REST[0], 2)}{cited(REST[1], 3)}"
    f"<h2><span id=References>References</span>{EDIT}</h2><div class=reflist><ol class=references>"
    "<li>Haddad, Noor (2021). <i>Bridges of Ness</i>. Oslo: Byrne Press.<li>“Finch opens bridge”."
    "</ol></div><div class=navbox><a href=/a>Crown Point Bridge</a></div><div class=catlinks>"
    "Categories: <a href=/c>Bridges in England</a></div></div></div>",
    "a blog": f"<div class='post hentry'><h1>Bridge</h1><div class=entry-content>{ALL}</div></div>"
    "<div id=comments><ol><li class=comment><p>Eve Moor says: I disagree with Byrne on this bridge "
    f"and on nearly everything else.</ol></div><div id=sidebar><a href=/r>Rain</a></div>{FOOT}",
    "an old page": "<table><tr><td><a href=/>Home</a><br><a href=/n>News</a><br><a href=/c>Contact "
    f"us</a><td>{'<br><br>'.join(TEXT)}</table>",
    "cookies": "<div role=dialog class=cookie-banner><h2>Let us know you agree to cookies</h2><p>"
    "We use cookies to give you the best online experience.</p><button>Yes</button></div><main>"
    f"<article><h1>Bridge</h1>{ALL}</article></main>{FOOT}",
    "a hidden text": f"{NAV}<div><h1>Bridge</h1>{ALL}</div><div style='display:none'><p>Hidden "
    "Haddad text that nobody sees on the page itself.</p></div><script>x='Eve Moor'</script>",
    "a teaser": f"<article><h1>Bridge</h1>{FIRST}<p>Read more: <a href=/z>The fall of Byrne "
    f"Steel</a></p>{''.join(REST)}</article>",
    "a list": f"{NAV}<div class=article-body><h1>Bridge</h1>{FIRST}<ul>{LIST}</ul>{''.join(REST)}"
    "</div><ul><li><a href=/p>Privacy notes of this site</a></ul>",
    "a menu in the text": f"<div class=article-body><h1>Bridge</h1>{FIRST}<ul><li>Share<li>Save"
    f"<li>Print</ul>{''.join(REST)}</div>",
}


@pytest.mark.parametrize(("name", "body"), PAGES.items(), ids=PAGES)
def test_the_article_of_a_page_is_its_text(tmp_path: Path, name: str, body: str) -> None:
    (tmp_path / "p.html").write_text(f"<!DOCTYPE html><title>Bridge</title><body>{body}", "utf-8")
    (document,) = read_corpus(tmp_path / "p.html")
    kept = without(document.text, navigation(document.text))
    lines = [line.strip() for line in kept.splitlines() if line.strip()]
    expected = [TEXT[0], *FACTS, *TEXT[1:]] if name == "a list" else TEXT
    assert [line for line in lines if line not in ("Bridge", "TITLE")] == expected
    assert document.title == "Bridge"


@pytest.mark.parametrize(
    "piece",
    [
        "<ul>",
        "<ul><li>a b c d e",
        "<ul><li>a b c d e</ul>",
        "<ul><li><a href=x>a b c d e</a> and more of it here</ul>",
        "<li>a b c d e",
    ],
)
def test_pages_of_lists_take_a_time_that_grows_with_their_length(
    tmp_path: Path, piece: str
) -> None:
    (tmp_path / "p.html").write_text(f"<p>Ada left.</p>{piece * (400_000 // len(piece))}")
    begun = time.perf_counter()
    list(read_corpus(tmp_path / "p.html", on_reject=lambda reject: None))
    assert time.perf_counter() - begun < 10
