"""What a scored document shows: text, entities and reasons, and no text that is markup."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb

from salience.engine.tasks import score_parsed
from salience.features.attributes import attributes
from salience.features.groups import GROUPS
from salience.model.salience_model import train
from salience.pages import document_page
from salience.pages.document_page import notebook_html, view_page
from salience.pages.html import escaped
from salience.pages.terminal import main_reasons
from salience.types import Document, ScoredDocument
from tests.support.builders import marked, toy_rows
from tests.support.pages import TEXTS, Reader, contrast, luminance

MODEL = train(pd.DataFrame(toy_rows()))
CENTRAL = train(pd.DataFrame(toy_rows()), groups=GROUPS)
TEXT = (
    "{a Oslo} met {b Tay *Bridge} .\n{a:pronominal It} saw {c Bergen} , {b:nominal the *bridge} ."
)


def scored(text: str = TEXT, title: str | None = "Oslo wins", id: str = "d") -> ScoredDocument:
    return ScoredDocument(marked(id, text, title=title), (0.2, 0.95, 0.04), 0.15, MODEL)


def marks(html: str) -> list[tuple[str, str]]:
    """The classes of every mention and its text, without its number."""
    found = re.findall(r'<(?:mark|span) class="m ([^"]*)"[^>]*>([^<]*)', html)
    return [(classes, text) for classes, text in found]


def test_mentions_have_the_colour_of_their_entity_and_are_tied() -> None:
    assert marks(view_page([scored()])) == [
        ("s2 t1 yes", "Oslo"),
        ("s9 t0 yes", "Tay Bridge"),
        ("s2 t1 yes", "It"),
        ("s0 t2", "Bergen"),
        ("s9 t0 yes", "the bridge"),
    ]


def test_the_headline_is_shown_with_its_mentions() -> None:
    parsed = marked("d", "{a Oslo} won .", title="{b Rome} lost to {a Oslo}")
    html = view_page([ScoredDocument(parsed, (0.9, 0.1), 0.3, MODEL)])
    heading = html[html.index("<h2>") : html.index("</h2>")]
    assert marks(heading) == [("s9 t0 yes", "Rome"), ("s1 t1", "Oslo")]
    assert "only in the headline; “rome” 0× in the text</p>" in html
    assert re.findall(r"· (headline|\d mentions?)</span>", html) == ["headline", "1 mention"]
    without = view_page([ScoredDocument(replace(parsed, n_sentences=0), (0.9, 0.1), 0.3, MODEL)])
    assert "<p>only in the headline</p>" in without
    assert "<p>mentions: 1 named, 0 nominal, 0 pronominal; in the headline</p>" in without


def test_scores_are_shown_as_shares_on_request() -> None:
    shares = [f"{share:.3f}" for share in sorted(scored().shares(), reverse=True)]
    assert re.findall(r">share ([\d.]+)</span>", view_page([scored()], shares=True)) == shares
    assert ">share " not in view_page([scored()])


def test_without_its_style_salient_mentions_lines_and_bars_still_show() -> None:
    html = notebook_html(scored()).split("</style>")[1]
    plain = re.sub(r' (class|title)="[^"]*"', "", html)
    assert "<mark>Oslo<sup>2</sup></mark> met <mark>Tay Bridge<sup>1</sup></mark> .\n<br>" in plain
    assert "saw <span>Bergen</span> ," in plain
    assert re.findall(r">(█*)</meter>", plain) == ["█" * 10, "█" * 2, ""]


def test_entities_come_in_falling_order_with_the_threshold_between_them() -> None:
    html = view_page([scored()])
    found = re.findall(r'<b>(.*?)</b>|value="(.*?)"|(threshold) ', html)
    assert ["".join(one) for one in found] == [
        "Tay Bridge", "0.950", "Oslo", "0.200", "threshold", "Bergen", "0.040",
    ]  # fmt: skip
    assert "3 entities, 2 of them salient (probability of 0.15 or more), 5 mentions" in html


@pytest.mark.parametrize("model", [MODEL, CENTRAL])
def test_the_reasons_are_those_of_explain(model) -> None:  # type: ignore[no-untyped-def]
    one = score_parsed(scored().parsed, model, 0.3)
    html = view_page([one])
    rows = model.complete(attributes(one.parsed))
    for score, row in zip(one.scores, rows, strict=True):
        explanation = model.explain(row)
        assert f"<td>{explanation.logit:+.3f}<td>logit: probability {score:.3f}</tr>" in html
        for part in explanation.contributions:
            said = f'<span class="dim">{escaped(part.feature)}'
            value = f">{part.value:+.3f}</span>"
            assert f"{value}<td>{escaped(part.words)} {said}" in html or f"{value} {said}" in html
        [first, *_] = main_reasons(explanation)
        assert (
            f'<td>{first[0]}<td class="' in html and f">{first[1]}<td>{escaped(first[2])}" in html
        )
    for table in re.findall(r"<table>.*?</table>", html, re.DOTALL):
        # A family's features stand beside its sum, so that the first column adds up.
        *values, logit = map(float, re.findall(r"<tr[^>]*><td>(?:<span[^>]*>)?([+-][\d.]+)", table))
        assert sum(values) == pytest.approx(logit, abs=0.0005 * len(values) + 0.0006)
        assert re.search(r'<td>[^<]+ <span class="dim">order: \d features</span></tr>', table)
    assert html.count("<td>logit") == 3


def test_without_a_model_the_attributes_are_shown_alone() -> None:
    html = view_page([replace(scored(), model=None)])
    assert "<td>" not in html
    said = "first mentioned in the first sentence; “oslo” 1× in the text; mentions: 1 named"
    assert said in html


def test_the_model_is_no_part_of_what_makes_two_equal() -> None:
    assert scored() == replace(scored(), model=None)
    assert hash(scored().scores) and "model" not in repr(scored())


def test_a_document_looks_the_same_alone_and_among_others_and_every_time() -> None:
    one, other = scored(), scored("{a Rome} , {b Ada} , {c Noor} .", id="e")
    both = view_page([one, other])
    for single in (one, other):
        fragment = notebook_html(single).split("</style>\n", 1)[1]
        assert fragment in view_page([single]) and both.count(fragment) == 1
    assert view_page([scored(), other]) == both


def test_nothing_is_loaded_and_no_script_runs() -> None:
    for html in (view_page([scored()]), notebook_html(scored())):
        read = Reader(html)
        assert not {"script", "link", "img", "iframe", "a"} & {tag for tag, _ in read.tags}
        assert not re.search(r"url\(|@import|https?:", html)
        assert not any("style" in a for _, a in read.tags), "the policy forbids it"
        assert not any(name.startswith("on") for _, a in read.tags for name in a)
    assert not any("id" in a for _, a in Reader(notebook_html(scored())).tags)
    assert "default-src 'none'" in view_page([])


def test_several_documents_have_a_list_with_their_salient_entities() -> None:
    assert "<nav" not in view_page([scored()]) and "<nav" not in notebook_html(scored())
    evil = scored(title="<b>&", id="e")
    html = view_page([scored(), evil, replace(scored(), threshold=1)])
    assert re.findall(
        r'<li><a href="#(.*?)">(.*?)</a>(?: <span class="dim">(.*?)</span>)?', html
    ) == [
        ("d0", "Oslo wins", "Tay Bridge, Oslo"),
        ("d1", "&lt;b&gt;&amp;", "Tay Bridge, Oslo"),
        ("d2", "Oslo wins", ""),
    ]
    assert [a["id"] for tag, a in Reader(html).tags if tag == "section"] == ["d0", "d1", "d2"]
    assert "Documents (3)" in html


def test_the_style_of_a_notebook_changes_nothing_else_in_it() -> None:
    style = notebook_html(scored()).split("</style>")[0].removeprefix("<style>")
    rules = re.sub(r"@(media|container) [^{]*\{", "", style)
    selectors = re.findall(r"([^{}]+)\{", rules)
    assert len(selectors) > 30
    one = r"(\[data-(jp|vscode)-theme-[\w-]+\$?=\"[\w-]+\"\] )?\.salience-view(?![\w-])"
    for selector in selectors:
        parts = re.split(r",(?![^()]*\))", selector)
        assert all(re.match(one, part.strip()) for part in parts), selector


def test_hostile_texts_are_shown_as_they_are() -> None:
    evil = "</p></style><script>alert(1)</script><img/src=x/onerror=alert(1)>\"'"
    one = scored(f"{{a {evil}}} met {{b Oslo}} , {{c Rome}} .", title=evil, id=evil)
    for html in (view_page([one]), notebook_html(one)):
        read = Reader(html.split("</style>", 1)[1])
        assert not {"script", "img", "style"} & {tag for tag, _ in read.tags}
        assert read.text.count(evil) >= 3, "title, text and list"
        assert any(
            (a.get("title") or "").startswith(evil)
            for tag, a in read.tags
            if tag in ("mark", "span")
        )


@given(TEXTS, st.one_of(st.none(), TEXTS))
def test_any_text_is_only_text(text: str, title: str | None) -> None:
    parsed = scored().parsed
    document = Document("d", parsed.document.text + text, title)
    hostile = tuple(replace(entity, name=text or "x") for entity in parsed.entities)
    one = replace(scored(), parsed=replace(parsed, document=document, entities=hostile))
    html = view_page([one])
    plain, found = ([tag for tag, _ in Reader(h).tags] for h in (view_page([scored()]), html))
    # A title may change what contributes, which are rows of a table.
    rows = {"br", "tr", "td", "span"}
    assert [tag for tag in found if tag not in rows] == [tag for tag in plain if tag not in rows]
    html.encode("utf-8")


def test_long_documents_are_cut_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = view_page([scored()])
    assert "are shown" not in whole and "more, with less" not in whole and "works for" not in whole
    assert "<title>Oslo wins</title>" in whole and "<h1>" in whole
    for name, limit in (("MAX_CHARACTERS", 20), ("MAX_LISTED", 1), ("MAX_TIED", 2)):
        monkeypatch.setattr(document_page, name, limit)
    html = view_page([scored()])
    assert marks(html) == [("s2 t1 yes", "Oslo"), ("s9 t0 yes", "Tay Bridge")]
    assert "characters the first 20 are shown." in html
    assert "2 more, with less salience" in html and html.count("<summary><span") == 1
    assert "the 2 most salient entities" in html
    assert html.count("threshold 0.15") == 0, "it lies further down"


def test_with_many_mentions_fewer_entities_are_tied() -> None:
    names = " , ".join(f"{{k{i} Name{i}}}" for i in range(20))
    parsed = marked("d", names)
    one = ScoredDocument(parsed, tuple(n / 20 for n in range(20)), 0.3)
    assert {tie_rules(view_page([one])), tie_rules(notebook_html(one))} == {20}
    first = parsed.entities[0]
    many = replace(first, mentions=first.mentions * 14_981)
    crowd = replace(one, parsed=replace(parsed, entities=(many, *parsed.entities[1:])))
    html = view_page([crowd])
    assert tie_rules(html) == 10 and "the 10 most salient entities" in html
    assert {f"t{n}" for n in range(10)} == set(re.findall(r'class="[^"]*\b(t\d+)\b', html))
    both = view_page([crowd, one])
    assert tie_rules(both) == 20 and notebook_html(crowd).split("</style>\n", 1)[1] in both


def tie_rules(html: str) -> int:
    return html.count(":hover, .t")


def test_the_page_is_titled_like_its_documents() -> None:
    one, other = scored(title="</title> & <b>"), scored(id="e", title=None)
    for shown, title in (
        ([], "Entity salience"),
        ([one], "&lt;/title&gt; &amp; &lt;b&gt;"),
        ([other], "e"),
        ([other, one, one], "e and 2 more"),
    ):
        assert f"<title>{title}</title>" in view_page(shown)
    assert view_page([one]).count("<h1>") == 1


def test_no_printed_probability_contradicts_the_threshold() -> None:
    html = view_page([replace(scored(), scores=(0.2373, 0.95, 0.2349), threshold=0.24)])
    assert re.findall(r'class="p">([\d.]+)<', html) == ["0.95", "0.23", "0.23"]
    assert "threshold 0.24<" in html and 'title="Oslo: 0.23"' in html


def test_text_is_legible_on_the_strongest_colour() -> None:
    style = notebook_html(scored()).split("</style>")[0]
    strengths = [int(share) for share in re.findall(r"var\(--c0\) (\d+)%, var\(--pane\)", style)]
    assert len(strengths) == 10
    for theme in ("light", "dark"):
        colours = re.search(rf'kind\$="{theme}"\] \.salience-view {{(.*?)}}', style, re.DOTALL)
        assert colours
        named = dict(re.findall(r"--(\w+): (#\w+)", colours[1]))
        c0, pane, text = (np.array(to_rgb(named[name])) for name in ("c0", "pane", "text"))
        steps = [(share * c0 + (100 - share) * pane) / 100 for share in strengths]
        assert all(contrast(luminance(text), luminance(step)) >= 4.5 for step in steps)
        told_apart = [contrast(luminance(a), luminance(b)) for a, b in pairwise(steps[:5])]
        assert min(told_apart) > 1.1


def test_a_document_without_entities_is_shown() -> None:
    html = notebook_html(ScoredDocument(marked("d", "rain"), (), 0.3, MODEL))
    assert "no named entity" in html and ">rain\n<" in html and "<mark" not in html
