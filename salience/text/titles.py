"""Titles that a text repeats at its start."""

from __future__ import annotations

import re
from itertools import islice

_WORDS = re.compile(r"\S+").finditer
_LINE_END = re.compile(r"[^\S\r\n]*(?:[\r\n]|\Z)").match
_FINAL = ".!?:; \t\r\n"


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
