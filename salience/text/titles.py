"""Titles: read together with their text, and found where a text repeats them at its start."""

from __future__ import annotations

import re
from itertools import islice

from salience.text.cleaning import clean_text

_WORDS = re.compile(r"\S+").finditer
_LINE_END = re.compile(r"[^\S\r\n]*(?:[\r\n]|\Z)").match
_FINAL = ".!?:; \t\r\n"
_LINE_ENDS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANK_LINE = "\n\n"


def titled_text(title: str | None, text: str) -> str:
    """A title, a blank line and a text, as a pipeline reads them together; cleaned.

    The title is one line of the same length as it came. One without any word is left out.

    Example:
        >>> titled_text("Storm\\nhits coast", "A storm came.")
        'Storm hits coast\\n\\nA storm came.'
        >>> titled_text(" ", "A storm came.")
        'A storm came.'
    """
    body = clean_text(text)
    if not (title and title.strip()):
        return body
    return _LINE_ENDS.sub(" ", clean_text(title)) + _BLANK_LINE + body


def text_start(title: str | None) -> int:
    """Where the text starts in what `titled_text` makes of it: 0 without a title.

    Example:
        >>> titled_text("Storm", "It came.")[text_start("Storm"):]
        'It came.'
    """
    return len(title) + len(_BLANK_LINE) if title and title.strip() else 0


def repeated_title(text: str, title: str) -> int:
    """Where a title that is repeated at the start of a text ends, as an offset; 0 without one.

    Whitespace, case and final punctuation may differ. After it must come a line end, the end of
    the text or final punctuation: a sentence that merely begins like the title is none.

    Example:
        >>> repeated_title("STORM  HITS COAST.\\n\\nA storm came.", "Storm hits coast")
        18
        >>> repeated_title("Storm hits coast towns again.", "Storm hits coast")
        0
    """
    wanted = title.rstrip(_FINAL).casefold().split()
    found = list(islice(_WORDS(text), len(wanted)))
    if not wanted or len(found) < len(wanted):
        return 0
    words = [match.group().casefold() for match in found]
    end, last = found[-1].end(), words[-1].rstrip(_FINAL)
    if [*words[:-1], last] != wanted or (last == words[-1] and not _LINE_END(text, end)):
        return 0
    return end
