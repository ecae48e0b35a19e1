"""Texts on pages are only text, at their places."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from salience.display.html import Span, escaped, page, with_spans
from salience.text.formatting import one_line
from tests.support.pages import TEXTS, Reader


@given(TEXTS)
def test_escaped_text_is_only_text_and_can_be_written(text: str) -> None:
    read = Reader(f'<p title="{escaped(text)}">{escaped(text)}</p>')
    assert [tag for tag, _ in read.tags] == ["p"]
    assert read.text == read.tags[0][1]["title"]
    escaped(text).encode("utf-8")
    if text.isprintable() and not any("\u202a" <= c <= "\u2069" for c in text):
        assert read.text == text


@given(TEXTS)
def test_one_line_is_one_and_stays_as_it_is(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1 and one_line(line) == line == line.strip()


SPANS = st.lists(st.tuples(st.integers(-2, 12), st.integers(-2, 12)), max_size=8)


@given(st.text("ab<&\n", max_size=10), SPANS)
def test_spans_are_well_formed_and_change_no_text(text: str, places: list[tuple[int, int]]) -> None:
    made = with_spans(text, [Span(s, e, f"<b{s}x{e}>", f"</b{s}x{e}>") for s, e in places])
    assert Reader(made).text == text
    open_tags, starts, seen, at = [], {}, set(), 0
    for piece in re.split(r"(</?b\d+x\d+>)", made):
        if not re.fullmatch(r"</?b\d+x\d+>", piece):
            at += len(Reader(piece).text)
        elif piece[1] == "/":
            assert open_tags.pop() == piece[2:]
            start, end = map(int, piece[3:-1].split("x"))
            begun = starts.pop(piece[2:])
            assert start <= begun < at == end
            assert begun == start or begun in {e for _, e in places}, "cut where another ends"
        else:
            assert piece not in seen, "a place is marked once"
            seen.add(piece)
            open_tags.append(piece[1:])
            starts[piece[1:]] = at
    assert not open_tags
    wanted = {f"<b{s}x{e}>" for s, e in places if 0 <= s < e <= len(text)}
    assert seen == wanted


def test_spans_in_each_other_are_kept_and_crossing_ones_cut() -> None:
    def span(start: int, end: int, tag: str) -> Span:
        return Span(start, end, f"<{tag}>", f"</{tag}>")

    text = "the Forth Bridge"
    assert with_spans(text, [span(4, 9, "i"), span(0, 16, "b")]) == (
        "<b>the <i>Forth</i> Bridge</b>"
    )
    assert with_spans(text, [span(4, 16, "i"), span(0, 9, "b")]) == (
        "<b>the Forth</b><i> Bridge</i>"
    )
    assert with_spans(text, [span(0, 3, "i"), span(3, 9, "b"), span(9, 99, "u")]) == (
        "<i>the</i><b> Forth</b> Bridge"
    )


def test_a_page_runs_its_own_script_and_no_other() -> None:
    policy = {}
    for script in ("", "alert(1)"):
        read = Reader(page("</title>", "<p>", script=script))
        (policy[script],) = [a["content"] for t, a in read.tags if "http-equiv" in a]
        assert sum(tag == "script" for tag, _ in read.tags) == bool(script)
    assert "script-src" not in policy[""] and "default-src 'none'" in policy[""]
    # printf %s 'alert(1)' | openssl dgst -sha256 -binary | base64
    known = "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="
    assert f"script-src '{known}'" in policy["alert(1)"]
    assert "unsafe" not in policy["alert(1)"]
