"""Texts that are no running prose: their shape gives names and scores that are wrong."""

import re
from collections import Counter
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
    r"(?:\[?\d+:\d\d(?::\d\d)?\]?\s+)?>*\s*([A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}):\s"
)
_MIN_LINES, _MANY = 10, 0.3
_TURNS = 2
_LABEL_WORDS, _MOST_LABELS = 5, 0.6


def shape_warnings(text: str) -> tuple[str, ...]:
    """Warnings about a text whose form is another than that of an article."""
    start = text[:_START]
    lines = [line.strip() for line in start.splitlines() if line.strip()]
    cased = [letter for letter in start if letter.isupper() or letter.islower()]
    capitals = sum(map(str.isupper, cased))
    headers = sum(1 for _ in takewhile(_HEADER.match, lines))
    lines = lines[headers:]
    labelled = Counter(match[1] for match in map(_SPEAKER.match, lines) if match)
    speakers = labelled.total()
    # Lines that are no sentences, as menus and buttons are.
    labels = sum(len(line.split()) <= _LABEL_WORDS and line[-1].isalnum() for line in lines)
    is_long = len(lines) >= _MIN_LINES
    # Who speaks does so again; the names in a list of people stand there once.
    again = speakers >= _TURNS * len(labelled)
    is_transcript = is_long and again and speakers >= _MANY * len(lines)
    warnings = {
        f"the text {'is in' if capitals else 'has no'} capitals, which tell names from other "
        "words: names and scores may be wrong": len(cased) >= _MIN_LETTERS
        and not 0 < capitals < _CAPITALS * len(cased),
        f"the text begins with {headers} lines of e-mail headers, whose names count as mentions; "
        "leave them out, and give the subject as the title": headers >= _FEW_HEADERS,
        f"the text looks like a transcript: {speakers:,} of {len(lines):,} lines begin with who "
        "speaks, and each counts as a mention": is_transcript,
        f"{labels:,} of {len(lines):,} lines of the text are no sentences, as in what was copied "
        "from a whole web page; leave out menus and lists": (
            is_long and not is_transcript and labels >= _MOST_LABELS * len(lines)
        ),
    }
    return tuple(warning for warning, holds in warnings.items() if holds)
