"""Marks in a text are well nested and change nothing in it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from salience.pages.spans import Piece, Span, with_spans

SPANS = st.lists(st.tuples(st.integers(-2, 12), st.integers(-2, 12)), max_size=8)


@given(st.text("ab<&\n", max_size=10), SPANS)
def test_spans_are_well_nested_and_change_no_text(text: str, places: list[tuple[int, int]]) -> None:
    pieces = list(with_spans(text, [Span(s, e, (s, e)) for s, e in places]))
    assert "".join(content for kind, content in pieces if kind == "text") == text
    assert len({content for kind, content in pieces if kind == "start"}) == sum(
        kind == "start" for kind, _ in pieces
    ), "a place is marked once"
    check_places(pieces, places)
    started = {content for kind, content in pieces if kind == "start"}
    assert started == {(s, e) for s, e in places if 0 <= s < e <= len(text)}


def check_places(pieces: list[Piece], places: list[tuple[int, int]]) -> None:
    """Find out whether each mark ends at its place, and starts there or where another one ends."""
    open_marks: list[tuple[Any, int]] = []
    at = 0
    for kind, content in pieces:
        if kind == "text":
            assert content
            at += len(content)
        elif kind == "start":
            open_marks.append((content, at))
        else:
            mark, begun = open_marks.pop()
            start, end = mark
            assert mark == content and start <= begun < at == end
            assert begun == start or begun in {e for _, e in places}, "cut where another ends"
    assert not open_marks


def test_spans_in_each_other_are_kept_and_crossing_ones_cut() -> None:
    def html(*spans: tuple[int, int, str]) -> str:
        pieces = with_spans("the Forth Bridge", [Span(*span) for span in spans])
        tags = {"text": "{}", "start": "<{}>", "end": "</{}>"}
        return "".join(tags[kind].format(content) for kind, content in pieces)

    assert html((4, 9, "i"), (0, 16, "b")) == "<b>the <i>Forth</i> Bridge</b>"
    assert html((4, 16, "i"), (0, 9, "b")) == "<b>the Forth</b><i> Bridge</i>"
    assert html((0, 3, "i"), (3, 9, "b"), (9, 99, "u")) == "<i>the</i><b> Forth</b> Bridge"
