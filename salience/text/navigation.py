"""Lines of a web page that are no part of its article: menus, notes on cookies, buttons.

Text that was copied from a whole page has them around the article, one label a line or several
with a mark between them. They stay in the text, so that offsets hold, and name nothing.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from salience.language import ENGLISH, Language

_LINES = re.compile(r"[^\r\n]*\S[^\r\n]*")
_BETWEEN = re.compile(r"\s*[|•·›»>/]+\s*|\s{3,}|\t")
_LABEL_WORDS, _LEAST = 3, 3
"""A label has so many words at most, and a menu so many labels at least."""
_SHOWN = 40


class _Line(NamedTuple):
    start: int
    end: int
    labels: list[str]
    known: list[str]
    """Those of its labels that only menus have."""
    sure: bool


def navigation(text: str, language: Language = ENGLISH) -> list[tuple[int, int]]:
    """The lines of a text that are navigation, by their characters, in order.

    A menu is three labels or more in a row, of which one is known for a label (*Home*).
    """
    lines = [_read(match, language) for match in _LINES.finditer(text)]
    told = {label for line in lines for label in line.known}
    if len(told) < 2 and not any(line.sure for line in lines):
        return []
    found: list[tuple[int, int]] = []
    for is_menu, group in groupby(lines, key=lambda line: bool(line.labels) or line.sure):
        run = list(group)
        if not is_menu:
            continue
        headline = run[-1] is not lines[-1] and not run[-1].sure and not run[-1].known
        run = run[:-1] if headline else run
        labels = sum(len(line.labels) for line in run)
        known = [line for line in run if line.known or line.sure]
        if known and (labels >= _LEAST or len(known) == len(run)):
            found += [(line.start, line.end) for line in run]
    return found if len(found) < len(lines) else []


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text without some of its characters."""
    kept, at = [], 0
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


def navigation_warning(text: str, spans: list[tuple[int, int]]) -> tuple[str, ...]:
    """What is said of navigation that was left out."""
    if not spans:
        return ()
    first = " ".join(text[slice(*spans[0])].split())[:_SHOWN]
    lines = "1 line" if len(spans) == 1 else f"{len(spans):,} lines"
    return (
        f"{lines} of the text are navigation of a web page and name nothing, the first of them "
        f"{first!r}",
    )


def _read(match: re.Match[str], language: Language) -> _Line:
    """A line with its labels in small letters; none if it is a sentence or a headline."""
    shown = match[0].strip()
    start = match.start() + match[0].index(shown)
    labels = [label for label in _BETWEEN.split(shown.lower()) if label]
    known = [label for label in labels if language.page_labels.fullmatch(label)]
    short = all(
        label in known or (len(label.split()) <= _LABEL_WORDS and label[-1] not in ".!?:;,")
        for label in labels
    )
    sure = language.page_cues.search(shown.lower()) is not None
    return _Line(start, start + len(shown), labels if short else [], known if short else [], sure)
