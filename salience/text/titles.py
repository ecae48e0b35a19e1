"""Titles: read together with their text, and found where a text repeats them at its start."""

import re
from itertools import islice

from salience.language import ENGLISH, Language
from salience.text.letter_case import natural_case
from salience.text.navigation import article_start, headline_start

_WORDS = re.compile(r"\S+").finditer
_LINE_END = re.compile(r"(?P<site>[^\S\r\n]*\|[^\r\n]*)?[^\S\r\n]*(?:[\r\n]|\Z)").match
_FINAL = ".!?:; \t\r\n"
_BLANK_LINE = "\n\n"
_END = r"[ \t]*(?:\r\n?|\n)"
_FIRST_LINE = re.compile(rf"\s*(?P<line>\S[^\r\n]*?){_END}(?P<empty>{_END})?")
_LONGEST_TITLE = 150
_NO_TITLE = re.compile(r"[.,;:…–—-][\"'”’)\]]*$|[?!]$")


def titled_text(title: str | None, text: str, language: Language = ENGLISH) -> str:
    """A title, a blank line and a text for a pipeline to read, in natural case; both are clean."""
    head = title + _BLANK_LINE if title and title.strip() else ""
    return natural_case(head + text, language)


def text_start(title: str | None) -> int:
    """Where the text starts in what `titled_text` makes of it: 0 without a title."""
    return len(title) + len(_BLANK_LINE) if title and title.strip() else 0


def title_line(text: str, language: Language = ENGLISH) -> str | None:
    """The first line of a text in its clean form, if it looks like its title."""
    from salience.text.normalise import normalised  # the command line reads formats without numpy

    text = normalised(text).text
    text = text[headline_start(text, language) :]
    first = _FIRST_LINE.match(text[: 2 * _LONGEST_TITLE])
    if not first or len(line := first["line"]) > _LONGEST_TITLE:
        return None
    below = text[first.end() :].lstrip()
    alone = first["empty"] or len(below.splitlines()[0] if below else "") > _LONGEST_TITLE
    named = any(map(str.isalpha, line)) and not _NO_TITLE.search(line)
    return line if below and alone and named and not _is_byline(line, language) else None


def _is_byline(line: str, language: Language) -> bool:
    """Whether a line names the author alone: *By Ann Lee*."""
    words = line.split(" ")
    by, name = words[0].lower(), words[1][:1] if len(words) == 3 else ""
    return by == language.by and name.isascii() and name.isalpha()


def repeated_title(text: str, title: str) -> int:
    """Where a title that is repeated at the start of a text ends, as an offset; 0 without one."""
    starts = dict.fromkeys((article_start(text), headline_start(text)))
    return max(_title_at(text, title, start) for start in starts)


def _title_at(text: str, title: str, start: int) -> int:
    wanted = title.rstrip(_FINAL).casefold().split()
    matches = list(islice(_WORDS(text, start), len(wanted)))
    if not wanted or len(matches) < len(wanted):
        return 0
    words = [match.group().casefold() for match in matches]
    end, last = matches[-1].end(), words[-1].rstrip(_FINAL)
    behind = _LINE_END(text, end)
    if [*words[:-1], last] != wanted or (last == words[-1] and not behind):
        return 0
    return behind.end("site") if behind and behind["site"] else end
