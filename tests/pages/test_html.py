"""Texts on pages are only text, and pages run no script but their own."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from markupsafe import Markup

import salience
from salience.pages.document_page import view_page
from salience.pages.html import escaped, render
from salience.pages.rating_page import annotation_page
from tests.support.pages import TEXTS, Reader

PAGE = "pages/templates/page.html"


@given(TEXTS)
def test_escaped_text_is_only_text_and_can_be_written(text: str) -> None:
    read = Reader(f'<p title="{escaped(text)}">{escaped(text)}</p>')
    assert [tag for tag, _ in read.tags] == ["p"]
    assert read.text == read.tags[0][1]["title"]
    escaped(text).encode("utf-8")
    if text.isprintable() and not any("\u202a" <= c <= "\u2069" for c in text):
        assert read.text == text


@given(st.lists(TEXTS, min_size=1), TEXTS)
def test_templates_escape_every_value(names: list[str], title: str) -> None:
    html = render("pages/templates/rating_page.html", title=title, sample=title,
                  documents=[{"id": names[0], "number": 1, "title_pieces": [("text", title)],
                              "entities": [],
                              "pieces": [("text", name) for name in names]}])  # fmt: skip
    plain = annotation_page([], "s")
    tags = [tag for tag, _ in Reader(html).tags]
    assert tags.count("script") == 1 and "img" not in tags and not re.search("[\x00\u202e]", html)
    added = ["article", "h2", "p", "span", "div", "section", "p", "section", "p"]
    assert len(tags) == len(Reader(plain).tags) + len(added)


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="title"):
        render(PAGE)


def test_no_template_inserts_a_value_raw() -> None:
    """Only constants of the templates themselves are marked as safe."""
    for path in Path(salience.__path__[0]).rglob("templates/**/*"):
        if path.is_file():
            source = path.read_text(encoding="utf-8")
            assert "autoescape" not in source
            assert all(before in "\"'" for before in re.findall(r"(.)\s*\|\s*safe\b", source)), path


def hashes(html: str, tag: str) -> list[str]:
    sources = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
    digests = (hashlib.sha256(source.encode()).digest() for source in sources)
    return [f"sha256-{base64.b64encode(digest).decode()}" for digest in digests]


def test_a_page_runs_its_own_script_and_no_other() -> None:
    for html, scripts in ((view_page([]), 0), (annotation_page([], "s"), 1)):
        read = Reader(html)
        (policy,) = [a["content"] for _, a in read.tags if "http-equiv" in a]
        assert sum(tag == "script" for tag, _ in read.tags) == scripts
        allowed = ["default-src 'none'", f"style-src '{hashes(html, 'style')[0]}'"]
        allowed += [f"script-src '{known}'" for known in hashes(html, "script")]
        assert policy == "; ".join(allowed)


def test_markup_is_not_escaped_again() -> None:
    assert escaped(escaped("<")) == "&lt;" and escaped(Markup("<b>")) == "<b>"
