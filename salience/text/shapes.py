"""Texts that are no running prose: their shape gives names and scores that are wrong."""

from __future__ import annotations

import re
from itertools import takewhile

_START = 20_000
"""So many characters of a text tell its shape."""

_MIN_LETTERS, _CAPITALS = 60, 0.8
_HEADER = re.compile(
    r"(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Message-ID|Return-Path|Received|MIME-Version"
    r"|Content-Type):\s",
    re.IGNORECASE,
)
_FEW_HEADERS = 3  # a letter may begin with one or two of these words
_SPEAKER = re.compile(
    r"(?:\[?\d+:\d\d(?::\d\d)?\]?\s+)?>*\s*[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}:\s"
)
_TAG = re.compile(r"</(?:p|div|span|a|li|td|h[1-6])>|&(?:nbsp|amp|quot|lt|gt|#\d+);", re.IGNORECASE)
_FEW_TAGS = 3
_MIN_LINES, _MANY = 10, 0.3
_LABEL_WORDS, _MOST_LABELS = 5, 0.6


def shape_warnings(text: str) -> tuple[str, ...]:
    """Warnings about a text whose form is another than that of an article.

    Recognised are texts in capitals or without any, e-mails with headers, transcripts, HTML, and
    what was copied from a whole web page, with its menus. A few words never get a warning.
    """
    start = text[:_START]
    lines = [line.strip() for line in start.splitlines() if line.strip()]
    found = (_letter_case(start), _email(lines), _markup(start))
    return tuple(filter(None, (*found, _transcript(lines) or _web_page(lines))))


def _letter_case(text: str) -> str:
    cased = [letter for letter in text if letter.isupper() or letter.islower()]
    capitals = sum(map(str.isupper, cased))
    if len(cased) < _MIN_LETTERS or 0 < capitals < _CAPITALS * len(cased):
        return ""
    what = "is in capitals" if capitals else "has no capitals"
    return f"the text {what}, which tell names from other words: names and scores may be wrong"


def _email(lines: list[str]) -> str:
    n = sum(1 for _ in takewhile(_HEADER.match, lines))
    if n < _FEW_HEADERS:
        return ""
    return (
        f"the text begins with {n} lines of e-mail headers, whose names count as mentions; leave "
        "them out, and give the subject as the title"
    )


def _markup(text: str) -> str:
    n = len(_TAG.findall(text))
    if n < _FEW_TAGS:
        return ""
    return f"the text has {n:,} tags or entities of HTML in it; read it as HTML (--format html)"


def _transcript(lines: list[str]) -> str:
    n = sum(_SPEAKER.match(line) is not None for line in lines)
    if len(lines) < _MIN_LINES or n < _MANY * len(lines):
        return ""
    return (
        f"the text looks like a transcript: {n:,} of {len(lines):,} lines begin with who speaks, "
        "and each counts as a mention"
    )


def _web_page(lines: list[str]) -> str:
    """What has many lines that are no sentences, as menus and buttons are."""
    n = sum(len(line.split()) <= _LABEL_WORDS and line[-1].isalnum() for line in lines)
    if len(lines) < _MIN_LINES or n < _MOST_LABELS * len(lines):
        return ""
    return (
        f"{n:,} of {len(lines):,} lines of the text are no sentences, as in what was copied from a "
        "whole web page; leave out menus and lists"
    )
